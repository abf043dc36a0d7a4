import type { ErrorObject } from 'ajv';
import type { FieldError, InvalidRequestCode } from '../domain/problems/problem.ts';
import { pointerToken } from './body/json-body.ts';

/** Operations with their own code for invalid parameters. */
const parameterCodes: Readonly<Record<string, InvalidRequestCode>> = {
  listBatchJobs: 'BATCH_INVALID_FILTER',
  listBatchItems: 'BATCH_INVALID_FILTER',
};

/** The code for a request with these errors. */
export function invalidRequestCode(operationId: string, errors: readonly FieldError[]): InvalidRequestCode {
  const pointer = errors[0]?.pointer ?? '';
  if (operationId === 'getBatchResult' && pointer === '/query/delivery') return 'BATCH_INVALID_DELIVERY';
  if (operationId === 'submitBatchJob' && pointer === '/callbackUrl')
    return 'BATCH_COMPLETION_CALLBACK_URL_INVALID';
  return parameterCodes[operationId] ?? 'VALIDATION_ERROR';
}

/**
 * Converts errors of the validator: each names the field, the given value and what is accepted. Parameters
 * are below `/query`, `/path` and `/header`.
 *
 * @param headers the contract's names of header fields; the validator has them in lower case
 */
export function toFieldErrors(
  errors: readonly Partial<ErrorObject>[],
  headers: readonly string[] = [],
): FieldError[] {
  const found = new Map<string, FieldError>();
  const declared = new Map(headers.map((name) => [`/header/${name.toLowerCase()}`, `/header/${name}`]));
  for (const error of errors) {
    const place = getPointer(error);
    const pointer = declared.get(place) ?? place;
    // One error per field: the first one, or a format, whose message is clearer than its pattern's.
    if (!found.has(pointer) || error.keyword === 'format')
      found.set(pointer, { pointer, detail: describe(error) });
  }
  return [...found.values()];
}

function getPointer({ instancePath = '', keyword, params = {} }: Partial<ErrorObject>): string {
  const place = instancePath.replace(/^\/requestBody/, '');
  const member = { required: 'missingProperty', additionalProperties: 'additionalProperty' }[keyword ?? ''];
  const name = member === undefined ? undefined : (params as Record<string, unknown>)[member];
  // A missing body is a missing property of the validator's wrapper object.
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
    case 'unevaluatedProperties': {
      const names = Object.keys((parentSchema['properties'] ?? {}) as object);
      return `Is not a known name here; accepted: ${names.join(', ') || 'none'}.`;
    }
    case 'enum':
      return `Expected one of ${(allowed.allowedValues ?? []).map(String).join(', ')} but received ${given}.`;
    case 'type':
      return `Expected ${withArticle([allowed.type ?? ''].flat().join(' or '))} but received ${given}.`;
    case 'format': {
      const { format = '' } = allowed;
      return `Expected ${withArticle(formatNames[format] ?? format)} but received ${given}.`;
    }
    case 'pattern': {
      // The contract says in words what a pattern is hard to read for.
      const { pattern, 'x-expected': words = `a text of the form ${String(pattern)}` } = parentSchema;
      return `Expected ${String(words)} but received ${given}.`;
    }
    case 'minimum':
      return `Expected ${allowed.limit} or more but received ${given}.`;
    case 'maximum':
      return `Expected ${allowed.limit} or less but received ${given}.`;
    case 'minLength':
    case 'maxLength': {
      const bound = `${keyword === 'minLength' ? 'at least' : 'at most'} ${allowed.limit}`;
      return `Expected ${bound} characters but received ${[...String(data)].length}.`;
    }
    case 'minItems':
    case 'maxItems': {
      const bound = `${keyword === 'minItems' ? 'at least' : 'at most'} ${allowed.limit}`;
      return `Expected ${bound} entries but received ${Array.isArray(data) ? data.length : 0}.`;
    }
    case undefined:
    default: {
      const text = message ?? 'does not match the contract';
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}; received ${given}.`;
    }
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

/** The given value, shortened. */
function shown(value: unknown): string {
  if (typeof value === 'number' && Number.isNaN(value)) return 'a number with an exponent';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
