/** Arguments of tools: their schemas are those of the contract, where it has them. */
import { readFileSync } from 'node:fs';
import { readPointer } from '../common/text/json-text.ts';
import { problems } from '../domain/problems/catalogue.ts';
import { createBodyCheck, type BodyCheck } from '../http/body/check-body.ts';
import { findUnusableText } from '../http/body/json-body.ts';
import { countValues, findLargeValues } from '../http/body/value-sizes.ts';
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

/** Of arguments with more members, only the first error is looked for: each entry could have one. */
const maxSearchedMembers = 10_000;

const checks = new WeakMap<JsonSchema, BodyCheck>();

/**
 * Checks the arguments of a call, and fills in defaults.
 *
 * @param options `areTextsChecked`: the texts have none that cannot be stored; default: not known
 * @throws Problem VALIDATION_ERROR with all invalid arguments; with the first one if there are many members
 */
export function checkArguments(
  schema: JsonSchema,
  given: Record<string, unknown>,
  { areTextsChecked = false } = {},
): void {
  const unusable = areTextsChecked ? null : findUnusableText(given);
  if (unusable !== null) throw problems.invalidRequest([unusable]);
  const check = checks.get(schema) ?? createBodyCheck(schema);
  checks.set(schema, check);
  const errors = check(given, countValues(given, 0) > maxSearchedMembers ? 'first' : 'all');
  if (errors.length > 0) throw problems.invalidRequest(toFieldErrors(errors));
  const tooLarge = findLargeValues(given);
  if (tooLarge !== null) throw problems.invalidRequest([tooLarge]);
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
