import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readPointer } from '../common/text/json-text.ts';
import type { TemplateBuilder } from './builder.ts';
import { UnreadableDesign } from './design.ts';
import { lookUp } from './look-up.ts';

/** A problem of one place may hide another one behind it. */
const maxPasses = 30;

/** Where broken values of a design are listed. */
type LossSink = Pick<TemplateBuilder, 'lose'>;

/**
 * A reader of a foreign format by its schema, which is compiled when it is first needed.
 *
 * @param labels the keys under which elements have names for people, the best last
 * @param nulls what null means under a key. Default: the key is absent
 */
export function designSchema<Design>(
  schema: object,
  labels: readonly string[],
  nulls: Readonly<Record<string, unknown>> = {},
): DesignSchema<Design> {
  let validate: ValidateFunction | undefined;
  return {
    read(json, losses) {
      validate ??= new Ajv2020({
        allErrors: true,
        discriminator: true,
        strict: false,
        useDefaults: false,
        // Compiled in a third of the time.
        inlineRefs: false,
        code: { optimize: false },
      }).compile(schema);
      const copy = withoutNulls(json, nulls);
      for (let pass = 0; pass < maxPasses; pass += 1) {
        if (validate(copy)) return copy as Design;
        repair(copy, validate.errors ?? [], (keys, reason) => {
          const [element, property] = describePlace(copy, keys, labels);
          losses.lose(element, property, reason);
        });
      }
      throw new UnreadableDesign('The design has too many broken values.');
    },
  };
}

export interface DesignSchema<Design> {
  /**
   * Reads a design. Values that the format does not have, or not of this type, are removed and are losses.
   *
   * @throws UnreadableDesign if what remains is no design
   */
  read(json: unknown, losses: LossSink): Design;
}

/** A copy without nulls: a key whose value is null counts as absent, or has the value for it in `nulls`. */
function withoutNulls(value: unknown, nulls: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value))
    return value.filter((entry) => entry !== null).map((entry) => withoutNulls(entry, nulls));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, inner]: [string, unknown]) => [key, inner ?? lookUp(nulls, key)] as const)
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner, nulls)]));
}

function repair(
  root: unknown,
  errors: readonly ErrorObject[],
  lose: (keys: string[], reason: string) => void,
): void {
  const removals = new Map<string, { readonly keys: string[]; readonly reason: string }>();
  for (const error of errors) {
    const removal = removalFor(error);
    if (removal !== null) removals.set(JSON.stringify(removal.keys), removal);
  }
  // The last entries of an array first, so that the others keep their places.
  const inOrder = [...removals.values()].sort((a, b) => -compareKeys(a.keys, b.keys));
  let removed = 0;
  for (const { keys, reason } of inOrder) {
    if (keys.length === 0) throw new UnreadableDesign(`The design is broken: ${reason}`);
    if (!has(root, keys)) continue;
    lose(keys, reason);
    remove(root, keys);
    removed += 1;
  }
  if (removed === 0) throw new UnreadableDesign('The design has values that cannot be read.');
}

/** What is removed because of an error; null if another error says it. */
function removalFor({
  keyword,
  params,
  instancePath,
  message,
}: ErrorObject): { keys: string[]; reason: string } | null {
  const keys = readPointer(instancePath);
  switch (keyword) {
    // What is inside says why.
    case 'if':
    case 'oneOf':
    case 'anyOf':
    case 'allOf':
      return null;
    case 'additionalProperties':
      return { keys: [...keys, String(params['additionalProperty'])], reason: 'It is not converted.' };
    case 'required':
      return { keys, reason: `"${String(params['missingProperty'])}" is missing.` };
    case 'discriminator':
      return { keys, reason: `There is no element of the type ${JSON.stringify(params['tagValue'])}.` };
    default:
      return { keys, reason: `Its value ${message ?? 'is not valid'}.` };
  }
}

/** The element that keys lead into, by its name, and the property of it that they lead to. */
function describePlace(root: unknown, keys: readonly string[], labels: readonly string[]): [string, string] {
  let [value, element, depth] = [root, '', 0];
  for (const [index, key] of keys.entries()) {
    value = getInner(value, key);
    const names = labels.map((label) => getInner(value, label));
    const name = names.findLast((each) => typeof each === 'string' && each !== '');
    if (typeof name === 'string') [element, depth] = [name, index + 1];
  }
  return [element, keys.slice(depth).join('.') || 'element'];
}

function getInner(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere ? (value as Record<string, unknown>)[key] : undefined;
}

function has(root: unknown, keys: readonly string[]): boolean {
  return keys.reduce(getInner, root) !== undefined;
}

function remove(root: unknown, keys: readonly string[]): void {
  const parent = keys.slice(0, -1).reduce(getInner, root);
  const last = keys.at(-1) ?? '';
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent as object, last);
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [one = '', other = ''] = [a[index], b[index]];
    if (one === other) continue;
    const [first, second] = [Number(one), Number(other)];
    return Number.isInteger(first) && Number.isInteger(second) ? first - second : one < other ? -1 : 1;
  }
  return a.length - b.length;
}
