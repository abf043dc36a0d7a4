import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../template.schema.json' with { type: 'json' };
import type { TemplateProblem } from './template-check-problem.ts';
import { nearestName } from './variables-nearest.ts';
import { quoteValue } from './variables-types.ts';

// JSON can write numbers that no double holds, such as 1e999: they are read as infinite, and no numbers of a template.
const rules = { verbose: true, discriminator: true, strict: false, strictNumbers: true } as const;
/** Made when the first document comes: a service that serves what is there already never needs it. */
let knownValidate: ValidateFunction | undefined;

/** Beyond this only the first problem is told: to find all of them takes more than their number in time. */
const mostValues = 10_000;

/** Problems of a document by `template.schema.json`, in words that its author can act on. */
export function checkSchema(json: unknown): TemplateProblem[] {
  const check = holdsMoreThan(mostValues, json) ? new Ajv2020(rules).compile(schema) : validator();
  if (check(json)) return [];
  const problems = (check.errors ?? []).flatMap(describeError);
  // A branch of the schema that is tried twice reports twice.
  return [...new Map(problems.map((problem) => [`${problem.pointer} ${problem.detail}`, problem])).values()];
}

function validator(): ValidateFunction {
  knownValidate ??= new Ajv2020({ ...rules, allErrors: true }).compile(schema);
  return knownValidate;
}

function holdsMoreThan(most: number, json: unknown): boolean {
  const open = [json];
  let values = 0;
  for (let value = open.pop(); value !== undefined && values <= most; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value) as unknown[];
    values += inner.length;
    if (values <= most) open.push(...inner);
  }
  return values > most;
}

function describeError(error: ErrorObject): TemplateProblem[] {
  const { instancePath, keyword } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (keyword) {
    case 'if':
    case 'oneOf':
      // What is wrong inside the branch that applies is reported on its own.
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
        { pointer: instancePath, detail: `${shown(error.data)} is not accepted here: ${expected(error)}` },
      ];
  }
}

function describeUnknownKey(error: ErrorObject, key: string): TemplateProblem {
  const accepted = Object.keys(propertiesOf(error.parentSchema));
  const nearest = nearestName(key, accepted);
  const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return {
    pointer: `${error.instancePath}/${escapePointer(key)}`,
    detail: `The key ${quoteValue(key)} is unknown.${meant} Accepted here: ${accepted.join(', ')}.`,
  };
}

/** The `type` that decides which of several schemas applies. */
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
  const nearest = isMissing ? null : nearestName(String(params['tagValue']), accepted);
  const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return isMissing
    ? { pointer: instancePath, detail: `The key "${tag}" is missing${list}.` }
    : {
        pointer: `${instancePath}/${tag}`,
        detail: `${shown(params['tagValue'])} is unknown${list}.${meant}`,
      };
}

/** The constant that a branch's `type` has. Branches are references into `$defs`. */
function tagOf(branch: unknown): string | null {
  const reference = isRecord(branch) ? branch['$ref'] : undefined;
  const name = typeof reference === 'string' ? /^#\/\$defs\/(\w+)$/u.exec(reference)?.[1] : undefined;
  const definitions: Readonly<Record<string, unknown>> = schema.$defs;
  const type = name === undefined ? undefined : propertiesOf(definitions[name])['type'];
  return isRecord(type) && typeof type['const'] === 'string' ? type['const'] : null;
}

/** The rest of a sentence, its full stop included. */
function expected(error: ErrorObject): string {
  const { keyword, message } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const parentSchema: unknown = error.parentSchema;
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    const accepted = params['allowedValues'].map(String);
    const nearest = typeof error.data === 'string' ? nearestName(error.data, accepted) : null;
    const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    return `it must be one of ${accepted.join(', ')}.${meant}`;
  }
  if (keyword === 'const') return `it must be ${JSON.stringify(params['allowedValue'])}.`;
  const description = isRecord(parentSchema) ? parentSchema['description'] : undefined;
  if (keyword === 'pattern' && typeof description === 'string') {
    return `expected is this: ${description}`;
  }
  return `it ${message ?? 'does not match the schema'}.`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoteValue(value);
  if (Array.isArray(value)) return 'An array';
  // Infinite as it was read.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'A number beyond all bounds';
  return isRecord(value) ? 'An object' : String(JSON.stringify(value));
}

function propertiesOf(definition: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(definition) ? definition['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
