import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../../../template.schema.json' with { type: 'json' };
import type { TemplateProblem } from './problem.ts';
import { suggest } from '../../variables/nearest-name.ts';
import { escapePointer } from '../../json-text.ts';
import { quoteValue } from '../../variables/types.ts';

// JSON.parse reads 1e999 as Infinity, which `strictNumbers` refuses.
const rules = { verbose: true, discriminator: true, strict: false, strictNumbers: true } as const;
/** Compiled with the first document: a service without imports never needs it. */
let validateAll: ValidateFunction | undefined;

/** Larger documents get only their first problem reported: collecting all of them takes quadratic time. */
const maxValues = 10_000;

/** Checks a document against `template.schema.json`. Returns problems in words for its author. */
export function checkSchema(json: unknown): TemplateProblem[] {
  const check = holdsMoreThan(maxValues, json) ? new Ajv2020(rules).compile(schema) : validator();
  if (check(json)) return [];
  const problems = (check.errors ?? []).flatMap(describeError);
  // Ajv reports a problem twice if it tries a branch of the schema twice.
  return [...new Map(problems.map((problem) => [`${problem.pointer} ${problem.detail}`, problem])).values()];
}

function validator(): ValidateFunction {
  validateAll ??= new Ajv2020({ ...rules, allErrors: true }).compile(schema);
  return validateAll;
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

function describeError(error: ErrorObject): TemplateProblem[] {
  const { instancePath, keyword } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (keyword) {
    case 'if':
    case 'oneOf':
      // The problem inside the branch is reported separately.
      return [];
    case 'additionalProperties':
      return [describeUnknownKey(error, String(params['additionalProperty']))];
    case 'required':
      return [
        { pointer: instancePath, detail: `The key "${String(params['missingProperty'])}" is missing.` },
      ];
    case 'discriminator':
      return [describeTag(error, String(params['tag']))];
    case 'false schema':
      return [
        {
          pointer: instancePath,
          detail: 'This key cannot stand beside the others here: text and runs exclude each other.',
        },
      ];
    default:
      return [
        { pointer: instancePath, detail: `${describe(error.data)} is not accepted here: ${expected(error)}` },
      ];
  }
}

function describeUnknownKey(error: ErrorObject, key: string): TemplateProblem {
  const accepted = Object.keys(propertiesOf(error.parentSchema));
  const meant = suggest(key, accepted) ?? '';
  return {
    pointer: `${error.instancePath}/${escapePointer(key)}`,
    detail: `The key ${quoteValue(key)} is unknown.${meant} Accepted here: ${accepted.join(', ')}.`,
  };
}

/** An unknown or missing `type`, by which the schema selects a branch. */
function describeTag(
  { instancePath, params, parentSchema, data }: ErrorObject,
  tag: string,
): TemplateProblem {
  const branches =
    isRecord(parentSchema) && Array.isArray(parentSchema['oneOf'])
      ? (parentSchema['oneOf'] as unknown[])
      : [];
  const accepted = branches.map(tagOf).filter((value) => value !== null);
  const list = accepted.length > 0 ? `; accepted are ${accepted.join(', ')}` : '';
  const isMissing = !isRecord(data) || !(tag in data);
  const meant = isMissing ? '' : (suggest(String(params['tagValue']), accepted) ?? '');
  return isMissing
    ? { pointer: instancePath, detail: `The key "${tag}" is missing${list}.` }
    : {
        pointer: `${instancePath}/${tag}`,
        detail: `${describe(params['tagValue'])} is unknown${list}.${meant}`,
      };
}

/** The `type` of a branch. Branches are references into `$defs`. */
function tagOf(branch: unknown): string | null {
  const reference = isRecord(branch) ? branch['$ref'] : undefined;
  const name = typeof reference === 'string' ? /^#\/\$defs\/(\w+)$/u.exec(reference)?.[1] : undefined;
  const definitions: Readonly<Record<string, unknown>> = schema.$defs;
  const type = name === undefined ? undefined : propertiesOf(definitions[name])['type'];
  return isRecord(type) && typeof type['const'] === 'string' ? type['const'] : null;
}

/** The end of a sentence, with its full stop. */
function expected(error: ErrorObject): string {
  const { keyword, message } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const parentSchema: unknown = error.parentSchema;
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    const accepted = params['allowedValues'].map(String);
    const meant = typeof error.data === 'string' ? (suggest(error.data, accepted) ?? '') : '';
    return `it must be one of ${accepted.join(', ')}.${meant}`;
  }
  if (keyword === 'const') return `it must be ${JSON.stringify(params['allowedValue'])}.`;
  const description = isRecord(parentSchema) ? parentSchema['description'] : undefined;
  if (keyword === 'pattern' && typeof description === 'string') {
    return `expected is this: ${description}`;
  }
  return `it ${message ?? 'does not match the schema'}.`;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return quoteValue(value);
  if (Array.isArray(value)) return 'An array';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'A number beyond the range of a double';
  return isRecord(value) ? 'An object' : String(JSON.stringify(value));
}

function propertiesOf(definition: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(definition) ? definition['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
