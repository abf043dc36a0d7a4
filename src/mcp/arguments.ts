/** Arguments of tools: their schemas are those of the contract, where it has them. */
import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { readPointer } from '../common/text/json-text.ts';
import { problems } from '../domain/problems/catalogue.ts';
import { createContractAjv } from '../http/ajv.ts';
import { findUnusableText } from '../http/body/json-body.ts';
import { toFieldErrors } from '../http/validation-errors.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const contractFile = new URL('../../generated/openapi.json', import.meta.url);
const contract = JSON.parse(readFileSync(contractFile, 'utf8')) as unknown;

/** What a model does not need, since it costs a part of its memory. `examples` may be a property's name. */
const leftOut: ReadonlySet<string> = new Set(['description', 'examples', 'example', 'x-go-type']);

/**
 * A schema of the contract, without references and without texts.
 *
 * @param pointer to it, such as `/components/schemas/RenderOptions`
 */
export function ofContract(pointer: string): JsonSchema {
  return shorten(find(pointer)) as JsonSchema;
}

/** The schema of an object with these properties and no others. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const validators = new WeakMap<JsonSchema, ValidateFunction>();

/**
 * Checks the arguments of a call, and fills in defaults.
 *
 * @throws Problem VALIDATION_ERROR with all invalid arguments
 */
export function checkArguments(schema: JsonSchema, given: Record<string, unknown>): void {
  const unusable = findUnusableText(given);
  if (unusable !== null) throw problems.invalidRequest([unusable]);
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = createContractAjv({ allErrors: true, validateSchema: false }).compile(schema);
    validators.set(schema, validate);
  }
  if (!validate(given)) throw problems.invalidRequest(toFieldErrors(validate.errors ?? []));
}

function find(pointer: string): unknown {
  let value = contract;
  for (const key of readPointer(pointer)) value = (value as Readonly<Record<string, unknown>>)[key];
  if (value === undefined) throw new Error(`The contract has no ${pointer}.`);
  return value;
}

function shorten(schema: unknown, isProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => shorten(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = schema as Readonly<Record<string, unknown>>;
  const whole = typeof $ref === 'string' ? { ...(find($ref.slice(1)) as object), ...own } : own;
  return Object.fromEntries(
    Object.entries(whole)
      .filter(([key, value]) => isProperties || !(leftOut.has(key) || isImplied(key, value, whole)))
      .map(([key, value]) => [key, shorten(value, !isProperties && key === 'properties')]),
  );
}

/** Of a UUID the format says all, and no text may hold U+0000 anyway. */
function isImplied(key: string, value: unknown, { format }: { readonly format?: unknown }): boolean {
  if (key === 'pattern') return format === 'uuid' || value === '^[^\\u0000]*$';
  return key === 'format' && value === 'int32';
}
