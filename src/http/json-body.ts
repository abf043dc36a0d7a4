import { problems, type FieldError } from '../domain/errors.ts';

/** An integer written with a fraction or an exponent, somewhere where JSON expects a value. May hit inside a string, too. */
const unusualNumber = /[:[,]\s*-?\d+[.eE]/;

/**
 * Parses a body that must be one JSON object of text that every later part can hold: no NUL, no half of a surrogate pair
 * (PostgreSQL takes neither) and no `__proto__` key. An integer written as `1e2` or `1.0` becomes NaN, so that the
 * validation refuses it: JSON Schema would let it pass.
 *
 * @throws Problem VALIDATION_ERROR naming the place.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = unusualNumber.test(text) ? JSON.parse(text, refuseUnusualIntegers) : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw problems.unreadable(`The body is not valid JSON: ${error.message}.`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw problems.unreadable('The body is JSON, but not an object: expected {…}.');
  }
  // Text that was UTF-8 can only hold these through an escape or, for the key, by name.
  if (text.includes('\\u') || text.includes('__proto__')) {
    const error = findUnusableText(body);
    if (error !== null) throw problems.invalidRequest([error]);
  }
  return body as Record<string, unknown>;
}

/** What is wrong with a text that no part behind the API could hold; null where nothing is. */
export function unusableText(text: string): string | null {
  if (text.includes('\0')) return 'Holds the character U+0000, which is not accepted.';
  if (!text.isWellFormed()) return 'Holds half of a surrogate pair, which is not a character.';
  return null;
}

/** A reviver: `context.source` is the number as it was written. */
function refuseUnusualIntegers(_key: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value)) return value;
  return /[.eE]/.test(context?.source ?? '') ? Number.NaN : value;
}

interface Place {
  readonly value: object;
  readonly parent: Place | null;
  readonly key: string;
}

/** Walks with a stack of its own: a body may be nested more deeply than the call stack is. */
function findUnusableText(body: object): FieldError | null {
  const open: Place[] = [{ value: body, parent: null, key: '' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const [key, value] of Object.entries(place.value) as [string, unknown][]) {
      const detail =
        key === '__proto__'
          ? 'This name is not accepted.'
          : (unusableText(key) ?? (typeof value === 'string' ? unusableText(value) : null));
      if (detail !== null) return { pointer: pointerTo(place, key), detail };
      if (typeof value === 'object' && value !== null) open.push({ value, parent: place, key });
    }
  }
  return null;
}

/** How much of a pointer is told: a hostile body may be nested a million times. */
const maxPointerKeys = 16;

function pointerTo(place: Place, key: string): string {
  const keys = [key];
  for (let at: Place | null = place; at?.parent; at = at.parent) keys.push(at.key);
  return keys
    .slice(-maxPointerKeys)
    .reverse()
    .map((each) => `/${pointerToken(each)}`)
    .join('');
}

/** One reference token of a JSON pointer (RFC 6901), made printable. */
export function pointerToken(key: string): string {
  return key.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('~', '~0').replaceAll('/', '~1');
}
