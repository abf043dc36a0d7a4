import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../../../template.schema.json' with { type: 'json' };
import { hasColorForm } from '../../../render/bind/colors.ts';
import { describeSchemaError } from './describe-schema-error.ts';
import type { TemplateProblem } from './problem.ts';

// JSON.parse reads 1e999 as Infinity, which `strictNumbers` refuses.
const rules = {
  verbose: true,
  discriminator: true,
  strict: false,
  strictNumbers: true,
  formats: { color: isColor },
  // Compiled in a third of the time. A test checks the schema itself; inlining and optimizing do not pay.
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
} as const;
let validateAll: ValidateFunction | undefined;
let validateFirst: ValidateFunction | undefined;

/** Larger documents get only their first problem reported: collecting all of them takes quadratic time. */
const maxValues = 10_000;

/**
 * Compiles the schema for all but large documents, which takes 85 ms or more. Without this call, the first
 * check does it: commands without templates never need it.
 */
export function compileTemplateSchema(): void {
  allErrorsValidator();
}

/** Checks a document against `template.schema.json`. Returns problems in words for its author. */
export function checkSchema(json: unknown): TemplateProblem[] {
  return describeSchemaErrors(findSchemaErrors(json));
}

/** The errors of a document, as Ajv reports them. */
export function findSchemaErrors(json: unknown): ErrorObject[] {
  const check = holdsMoreThan(maxValues, json) ? firstErrorValidator() : allErrorsValidator();
  return check(json) ? [] : (check.errors ?? []);
}

/** Describes errors in words. Ajv reports an error twice if two branches of the schema find it. */
export function describeSchemaErrors(errors: readonly ErrorObject[]): TemplateProblem[] {
  const problems = errors.flatMap((error) => describeSchemaError(error) ?? []);
  return [...new Map(problems.map((problem) => [`${problem.pointer} ${problem.detail}`, problem])).values()];
}

function firstErrorValidator(): ValidateFunction {
  validateFirst ??= new Ajv2020(rules).compile(schema);
  return validateFirst;
}

function allErrorsValidator(): ValidateFunction {
  validateAll ??= new Ajv2020({ ...rules, allErrors: true }).compile(schema);
  return validateAll;
}

/** A text with placeholders is checked with its values. */
function isColor(text: string): boolean {
  return /\{\{[\s\S]+\}\}/u.test(text) || hasColorForm(text);
}

function holdsMoreThan(limit: number, json: unknown): boolean {
  const open = [json];
  let values = 0;
  for (let value = open.pop(); value !== undefined && values <= limit; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value) as unknown[];
    values += inner.length;
    if (values <= limit) open.push(...inner);
  }
  return values > limit;
}
