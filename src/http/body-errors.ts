import type { IncomingMessage } from 'node:http';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Operation } from 'openapi-backend';
import { createContractAjv } from './ajv.ts';

/** Bodies up to here are searched for all their mistakes; a larger one could have a million. */
const maxBytes = 64 * 1024;

const validators = new WeakMap<Operation, ValidateFunction>();

/**
 * Every mistake in a body that has been refused for its first one, so that its author can mend them all at once. Empty for
 * bodies that are large, or of unknown length.
 */
export function findAllBodyErrors(
  operation: Operation,
  body: unknown,
  { headers }: IncomingMessage,
): ErrorObject[] {
  const schema = bodySchema(operation);
  const length = Number(headers['content-length'] ?? Infinity);
  if (schema === null || body === undefined || length > maxBytes) return [];
  let validate = validators.get(operation);
  if (validate === undefined) {
    validate = createContractAjv({ allErrors: true, validateSchema: false }).compile(schema);
    validators.set(operation, validate);
  }
  validate(body);
  return validate.errors ?? [];
}

function bodySchema({ requestBody }: Operation): object | null {
  if (requestBody === undefined || '$ref' in requestBody) return null;
  return requestBody.content['application/json']?.schema ?? null;
}
