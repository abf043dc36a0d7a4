import { problems } from '../../domain/problems/catalogue.ts';
import { MAX_FIELD_ERRORS } from '../../domain/problems/field-errors.ts';
import type { FieldError } from '../../domain/problems/problem.ts';
import { invalidRequestCode, toFieldErrors } from '../validation-errors.ts';
import type { BodyCheck } from './check-body.ts';
import { parseJsonObject, type JsonLimits } from './json-body.ts';
import { findLargeValues } from './value-sizes.ts';

/** Not all errors of a larger body are collected: it could have a million. */
const maxSearchedBytes = 64 * 1024;

export type JsonObject = Record<string, unknown>;

/**
 * Decodes and parses a body.
 *
 * @param limits as for `parseJsonObject`
 * @throws Problem VALIDATION_ERROR
 */
export function parseBody(blocks: readonly Uint8Array[], limits: JsonLimits): JsonObject {
  const bytes = Buffer.concat(blocks);
  if (bytes.length === 0) throw problems.unreadable('The body is empty: expected a JSON object.');
  let text: string;
  try {
    // A byte order mark stays in the text and is invalid JSON: RFC 8259, 8.1 forbids it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw problems.unreadable('The body is not valid UTF-8.');
  }
  return parseJsonObject(text, limits);
}

/**
 * As `parseBody`, and checks the body against its schema, with defaults filled in.
 *
 * @throws Problem with all invalid fields; for a large body with the first one, or with those of its rows
 */
export function parseAndCheckBody(
  blocks: readonly Uint8Array[],
  { id, check, ...limits }: JsonLimits & { id: string; check: BodyCheck },
): JsonObject {
  const body = parseBody(blocks, limits);
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  const { errors, count } = bytes > maxSearchedBytes ? checkLargeBody(body, check) : checkAll(body, check);
  if (count > 0) throw problems.invalidRequest(errors, invalidRequestCode(id, errors), count);
  const tooLarge = findLargeValues(body);
  if (tooLarge !== null) throw problems.invalidRequest([tooLarge], invalidRequestCode(id, [tooLarge]));
  return body;
}

interface BodyErrors {
  /** The first ones. */
  readonly errors: readonly FieldError[];
  /** All of them, as far as they were looked for. */
  readonly count: number;
}

function checkAll(body: JsonObject, check: BodyCheck): BodyErrors {
  const errors = toFieldErrors(check(body, 'all'));
  return { errors, count: errors.length };
}

/** Finds the first error, or if it is in a row, those of all rows, with the errors of one row at a time. */
function checkLargeBody(body: JsonObject, check: BodyCheck): BodyErrors {
  const errors = toFieldErrors(check(body, 'first'));
  const { rows } = body;
  if (!Array.isArray(rows) || errors[0]?.pointer.startsWith('/rows/') !== true) {
    return { errors, count: errors.length };
  }
  const found: FieldError[] = [];
  let count = 0;
  for (const [index, row] of rows.entries()) {
    const ofRow = check({ ...body, rows: [row as unknown] }, 'all').filter(({ instancePath }) =>
      instancePath.startsWith('/rows/0'),
    );
    count += ofRow.length;
    for (const { pointer, detail } of toFieldErrors(ofRow.slice(0, MAX_FIELD_ERRORS - found.length))) {
      found.push({ pointer: pointer.replace('/rows/0', `/rows/${index}`), detail });
    }
  }
  return { errors: found, count };
}
