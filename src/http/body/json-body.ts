import { problems } from '../../domain/problems/catalogue.ts';
import type { FieldError } from '../../domain/problems/problem.ts';
import { surveyJson } from '../../common/text/json-text.ts';

/** What a JSON text may hold. */
export interface JsonLimits {
  /** Maximum of object members and array entries in the body: each costs later checks time. */
  readonly maxMembers: number;
  /** Default: much more than a body of the contract needs; deeper nesting costs more time per level. */
  readonly maxDepth?: number | undefined;
  /** Whether integers may have exponents. Default: no. */
  readonly acceptsExponents?: boolean | undefined;
  /** Of the member `document`, as JSON. Default: as many as the body has. */
  readonly maxDocumentBytes?: number | undefined;
}

const defaultDepth = 32;
/** In shorter bodies, the error for a number with an exponent names its place. */
const maxSearchedLength = 64 * 1024;

const byteOrderMark = '\u{feff}';

/**
 * Parses a body that must be one JSON object. Refuses NUL, unpaired surrogates (PostgreSQL stores neither)
 * and keys `__proto__`. Ignores a byte order mark at its start (RFC 8259, 8.1).
 * Unless exponents are accepted, an integer written as `1e2` becomes NaN, so that the
 * validation refuses it: JSON Schema would accept it. (`2.0` stays an integer, as in JSON Schema.)
 *
 * @throws Problem VALIDATION_ERROR that names the place
 */
export function parseJsonObject(
  given: string,
  {
    maxMembers = Infinity,
    maxDepth = defaultDepth,
    acceptsExponents = false,
  }: { readonly [Key in keyof JsonLimits]?: JsonLimits[Key] | undefined } = {},
): Record<string, unknown> {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given;
  const { depth, members, ...survey } = surveyJson(text);
  const hasExponent = survey.hasExponent && !acceptsExponents;
  if (depth > maxDepth) throw problems.unreadable(`The body is nested more than ${maxDepth} deep.`);
  if (members > maxMembers) throw problems.unreadable(`The body holds more than ${maxMembers} values.`);
  if (hasExponent && text.length > maxSearchedLength) {
    throw problems.unreadable('The body holds a number with an exponent; write its digits.');
  }
  let body: unknown;
  try {
    body = hasExponent ? JSON.parse(text, refuseExponents) : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw problems.unreadable(`The body is not valid JSON: ${error.message}.`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw problems.unreadable('The body is JSON, but not an object: expected {…}.');
  }
  // Valid UTF-8 contains these only as an escape or, for the key, by its name.
  if (text.includes('\\u') || text.includes('__proto__')) {
    const error = findUnusableText(body);
    if (error !== null) throw problems.invalidRequest([error]);
  }
  return body as Record<string, unknown>;
}

/** Why a text cannot be stored; null where it can. */
export function unusableText(text: string): string | null {
  if (text.includes('\0')) return 'Holds the character U+0000, which is not accepted.';
  if (!text.isWellFormed()) return 'Holds half of a surrogate pair, which is not a character.';
  return null;
}

/** A reviver; `context.source` is the number as written. */
function refuseExponents(_key: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value)) return value;
  return /[eE]/.test(context?.source ?? '') ? Number.NaN : value;
}

interface Place {
  readonly value: object;
  readonly parent: Place | null;
  readonly key: string;
}

/** The first name or text in a body that cannot be stored, or null. */
export function findUnusableText(body: object): FieldError | null {
  const open: Place[] = [{ value: body, parent: null, key: '' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const key of Object.keys(place.value)) {
      const value = (place.value as Record<string, unknown>)[key];
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

function pointerTo(place: Place, key: string): string {
  const keys = [key];
  for (let at: Place | null = place; at?.parent; at = at.parent) keys.unshift(at.key);
  return keys.map((each) => `/${pointerToken(each)}`).join('');
}

/** A reference token of a JSON pointer (RFC 6901), printable. */
export function pointerToken(key: string): string {
  return key.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('~', '~0').replaceAll('/', '~1');
}
