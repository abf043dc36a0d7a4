import type { OperationId } from '../../../handlers/operation.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { invalidRequestCode, toFieldErrors } from '../validation-errors.ts';
import type { BodyCheck } from './check-body.ts';
import { parseJsonObject } from './json-body.ts';

/** Only the first error of a larger body is reported: it could have a million. */
const maxSearchedBytes = 64 * 1024;

/** One row may have as many names as a single request. */
const maxRowNames = 10_000;

export type JsonObject = Record<string, unknown>;

/**
 * Decodes and parses a body.
 *
 * @param maxMembers as for `parseJsonObject`
 * @throws Problem VALIDATION_ERROR
 */
export function parseBody(blocks: readonly Uint8Array[], maxMembers: number): JsonObject {
  const bytes = Buffer.concat(blocks);
  if (bytes.length === 0) throw problems.unreadable('The body is empty: expected a JSON object.');
  let text: string;
  try {
    // A byte order mark stays in the text and is invalid JSON: RFC 8259, 8.1 forbids it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw problems.unreadable('The body is not valid UTF-8.');
  }
  return parseJsonObject(text, maxMembers);
}

/**
 * As `parseBody`, and checks the body against its schema, with defaults filled in.
 *
 * @throws Problem with all invalid fields, or the first one of a large body
 */
export function parseAndCheckBody(
  blocks: readonly Uint8Array[],
  { id, maxMembers, check }: { id: OperationId; maxMembers: number; check: BodyCheck },
): JsonObject {
  const body = parseBody(blocks, maxMembers);
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  const errors = toFieldErrors(check(body, bytes > maxSearchedBytes ? 'first' : 'all'));
  if (errors.length > 0) throw problems.invalidRequest(errors, invalidRequestCode(id, errors));
  refuseLargeRows(body['rows']);
  return body;
}

function refuseLargeRows(rows: unknown): void {
  if (!Array.isArray(rows)) return;
  for (const [index, row] of (rows as object[]).entries()) {
    const names = Object.keys(row).length;
    if (names <= maxRowNames) continue;
    const detail = `Has ${names} names; at most ${maxRowNames} are accepted.`;
    throw problems.invalidRequest([{ pointer: `/rows/${index}`, detail }]);
  }
}
