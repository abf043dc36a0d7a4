import type { FieldError } from '../domain/problems/problem.ts';
import { problems } from '../domain/problems/catalogue.ts';
import { pointerToken, unusableText } from './body/json-body.ts';

/** Path and query of a request target, not decoded. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** A query parameter that the contract declares. */
export interface QueryParameter {
  readonly name: string;
  readonly type: 'integer' | 'array' | 'other';
}

/**
 * Splits a request target into path and query. Accepts the absolute form (RFC 9112, 3.2.2).
 *
 * @throws Problem VALIDATION_ERROR for a path that is not percent-encoded UTF-8, or has characters that
 *   cannot be stored
 */
export function readTarget(url: string): Target {
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = relative.indexOf('?');
  const path = (end < 0 ? relative : relative.slice(0, end)) || '/';
  const decoded = decode(path);
  if (decoded === null || !/^[!"$-~]*$/.test(path)) {
    throw problems.unreadable('The path is not valid percent-encoded UTF-8.');
  }
  const unusable = unusableText(decoded);
  if (unusable !== null) throw problems.unreadable(`The path cannot be used: ${unusable}`);
  return { path, query: end < 0 ? '' : relative.slice(end + 1) };
}

/**
 * Reads a query string strictly: only arrays may be repeated, an integer has only digits (JavaScript would
 * accept `1e2` and ` 5`), and unknown names are refused.
 *
 * @returns the values as text, and the errors of the others
 */
export function readQuery(
  query: string,
  declared: readonly QueryParameter[],
): { values: Record<string, string | string[]>; errors: FieldError[] } {
  const values: Record<string, string | string[]> = {};
  const errors: FieldError[] = [];
  const refuse = (name: string, detail: string) =>
    void errors.push({ pointer: `/query/${pointerToken(name)}`, detail });

  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decodeForm(rawName);
    const value = decodeForm(rest.join('='));
    const parameter = declared.find((each) => each.name === name);
    if (name === null || value === null) {
      refuse(name ?? rawName, 'Is not valid percent-encoded UTF-8.');
    } else if (parameter === undefined) {
      refuse(name, `Is not a parameter of this operation; accepted: ${getNames(declared)}.`);
    } else if (unusableText(value) !== null) {
      refuse(name, unusableText(value) ?? '');
    } else if (parameter.type === 'array') {
      values[name] = [...(values[name] ?? []), value];
    } else if (values[name] !== undefined) {
      refuse(name, 'Is given more than once; expected one value.');
    } else if (parameter.type === 'integer' && integerError(value) !== null) {
      refuse(name, integerError(value) ?? '');
    } else {
      values[name] = value;
    }
  }
  return { values, errors };
}

/** Why a text is no integer in digits; null if it is one. */
export function integerError(text: string): string | null {
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return null;
  return `Expected an integer, written in digits, but received ${JSON.stringify(text.slice(0, 60))}.`;
}

function getNames(declared: readonly QueryParameter[]): string {
  return declared.map(({ name }) => name).join(', ') || 'none';
}

function decodeForm(text: string): string | null {
  return decode(text.replaceAll('+', ' '));
}

/** Null for invalid percent-encoding or UTF-8. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
