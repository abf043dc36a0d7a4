import type { ErrorObject } from 'ajv';
import type { FieldError, InvalidRequestCode } from '../domain/errors.ts';
import { pointerToken } from './json-body.ts';

/** Operations whose parameters have a code of their own when they are off the contract. */
const parameterCodes: Readonly<Record<string, InvalidRequestCode>> = {
  listBatchJobs: 'BATCH_INVALID_FILTER',
  listBatchItems: 'BATCH_INVALID_FILTER',
};

/** The code for a request that is off the contract in these places. */
export function invalidRequestCode(operationId: string, errors: readonly FieldError[]): InvalidRequestCode {
  const pointer = errors[0]?.pointer ?? '';
  if (operationId === 'getBatchResult' && pointer === '/query/delivery') return 'BATCH_INVALID_DELIVERY';
  if (operationId === 'submitBatchJob' && pointer === '/callbackUrl')
    return 'BATCH_COMPLETION_CALLBACK_URL_INVALID';
  return parameterCodes[operationId] ?? 'VALIDATION_ERROR';
}

/**
 * What the validator found, in words that name the place, what was given and what is accepted. Pointers are those of the
 * body; parameters are below `/query`, `/path` and `/header`.
 *
 * @param headers the names of header fields as the contract writes them: the validator sees them in lower case
 */
export function toFieldErrors(
  errors: readonly Partial<ErrorObject>[],
  headers: readonly string[] = [],
): FieldError[] {
  const found = new Map<string, FieldError>();
  const declared = new Map(headers.map((name) => [`/header/${name.toLowerCase()}`, `/header/${name}`]));
  for (const error of errors) {
    const place = pointerOf(error);
    const pointer = declared.get(place) ?? place;
    // Several rules may fail at one place; the first says enough, but a format has a better name than its pattern.
    if (!found.has(pointer) || error.keyword === 'format')
      found.set(pointer, { pointer, detail: describe(error) });
  }
  return [...found.values()];
}

function pointerOf({ instancePath = '', keyword, params = {} }: Partial<ErrorObject>): string {
  const place = instancePath.replace(/^\/requestBody/, '');
  const member = { required: 'missingProperty', additionalProperties: 'additionalProperty' }[keyword ?? ''];
  const name = member === undefined ? undefined : (params as Record<string, unknown>)[member];
  // A missing body is a missing member of the wrapper that the validator sees.
  if (typeof name !== 'string' || (instancePath === '' && name === 'requestBody')) return place;
  return `${place}/${pointerToken(name)}`;
}

function describe({ keyword, params = {}, message, data, parentSchema = {} }: Partial<ErrorObject>): string {
  const given = shown(data);
  const allowed = params as {
    allowedValues?: unknown[];
    limit?: number;
    type?: string | string[];
    format?: string;
  };
  switch (keyword) {
    case 'required':
      return 'Is required, but was not given.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `Is not a known name here; accepted: ${Object.keys((parentSchema['properties'] ?? {}) as object).join(', ') || 'none'}.`;
    case 'enum':
      return `Expected one of ${(allowed.allowedValues ?? []).map(String).join(', ')} but received ${given}.`;
    case 'type':
      return `Expected ${withArticle([allowed.type ?? ''].flat().join(' or '))} but received ${given}.`;
    case 'format':
      return `Expected ${withArticle(formatNames[allowed.format ?? ''] ?? allowed.format ?? '')} but received ${given}.`;
    case 'pattern':
      return `Expected a text of the form ${String(parentSchema['pattern'])} but received ${given}.`;
    case 'minimum':
      return `Expected ${allowed.limit} or more but received ${given}.`;
    case 'maximum':
      return `Expected ${allowed.limit} or less but received ${given}.`;
    case 'minLength':
    case 'maxLength':
      return `Expected ${keyword === 'minLength' ? 'at least' : 'at most'} ${allowed.limit} characters but received ${[...String(data)].length}.`;
    case 'minItems':
    case 'maxItems':
      return `Expected ${keyword === 'minItems' ? 'at least' : 'at most'} ${allowed.limit} entries but received ${Array.isArray(data) ? data.length : 0}.`;
    default:
      return `${(message ?? 'does not match the contract').replace(/^./, (letter) => letter.toUpperCase())}; received ${given}.`;
  }
}

const formatNames: Readonly<Record<string, string>> = {
  uuid: 'UUID (like 0f8fad5b-d9cb-469f-a165-70867728950e)',
  uri: 'absolute URL',
  'date-time': 'RFC 3339 date and time',
};

function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A value as it was given, short enough to be read. */
function shown(value: unknown): string {
  if (typeof value === 'number' && Number.isNaN(value)) return 'a number with an exponent';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
