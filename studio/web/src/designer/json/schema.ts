/**
 * The part of JSON Schema that `template.schema.json` uses: what a value may be at a place, and what is wrong
 * with it. The service has the last word; this keeps documents that are not templates out of the designer,
 * and knows what to offer while somebody types.
 */
import { jsonWords as words } from '../../words/designer/json.ts';

/** A schema, or a part of it. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly discriminator?: { readonly propertyName: string };
}

export interface SchemaProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** Keys and places in lists, from the root. */
export type Path = readonly (string | number)[];

/** Everything that is wrong with a value. */
export function checkSchema(root: SchemaNode, value: unknown): SchemaProblem[] {
  return check(root, root, value, '');
}

function check(root: SchemaNode, schema: SchemaNode, value: unknown, pointer: string): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  for (const node of applicable(root, schema, value)) {
    const detail = describeProblem(node, value);
    if (detail !== null) problems.push({ pointer, detail });
    if (typeof value !== 'object' || value === null) continue;
    const discriminator = node.discriminator?.propertyName;
    if (
      discriminator !== undefined &&
      discriminator in value &&
      chooseVariant(root, node, value) === undefined
    ) {
      const kinds = listVariants(root, [node], discriminator).map((each) => JSON.stringify(each));
      problems.push({ pointer: `${pointer}/${discriminator}`, detail: words.oneOf(kinds.join(', ')) });
    }
    for (const [key, inner] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const next = Array.isArray(value) ? node.items : ownProperty(node, key);
      if (next !== undefined) problems.push(...check(root, next, inner, at));
      else if (node.additionalProperties === false)
        problems.push({ pointer: at, detail: words.unknownKey(key) });
    }
  }
  return problems;
}

/** The schemas that say something about a value: behind references, and on the branches that it takes. */
function applicable(root: SchemaNode, schema: SchemaNode, value: unknown): SchemaNode[] {
  const { $ref } = schema;
  const branches = [
    ...($ref === undefined ? [] : [root.$defs?.[$ref.slice('#/$defs/'.length)]]),
    ...(schema.if === undefined ? [] : [matches(root, schema.if, value) ? schema.then : schema.else]),
    chooseVariant(root, schema, value),
  ];
  return [
    schema,
    ...branches.flatMap((branch) => (branch === undefined ? [] : applicable(root, branch, value))),
  ];
}

function matches(root: SchemaNode, condition: SchemaNode, value: unknown): boolean {
  return check(root, condition, value, '').length === 0;
}

/** The schema of a value whose key, such as `type`, names its kind. */
function chooseVariant(root: SchemaNode, schema: SchemaNode, value: unknown): SchemaNode | undefined {
  const key = schema.discriminator?.propertyName;
  if (key === undefined || typeof value !== 'object' || value === null) return undefined;
  const given = (value as Record<string, unknown>)[key];
  if (given === undefined) return undefined;
  return schema.oneOf?.find((variant) =>
    applicable(root, variant, undefined).some((node) => ownProperty(node, key)?.const === given),
  );
}

function describeProblem(node: SchemaNode, value: unknown): string | null {
  if (node.type !== undefined && !hasType(node.type, value)) return words.wrongType(node.type);
  if ('const' in node && node.const !== value) return words.oneOf(JSON.stringify(node.const));
  if (node.enum !== undefined && !node.enum.includes(value))
    return words.oneOf(node.enum.map((each) => JSON.stringify(each)).join(', '));
  if (typeof value === 'number') return describeNumber(node, value);
  if (typeof value === 'string') {
    if (node.minLength !== undefined && value.length < node.minLength) return words.empty;
    const isRefused = node.pattern !== undefined && !new RegExp(node.pattern, 'u').test(value);
    return isRefused ? (node.description ?? words.pattern) : null;
  }
  if (Array.isArray(value)) {
    if (node.minItems !== undefined && value.length < node.minItems) return words.tooFew(node.minItems);
    if (node.maxItems !== undefined && value.length > node.maxItems) return words.tooMany(node.maxItems);
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const missing = (node.required ?? []).filter((key) => !Object.hasOwn(value, key));
  if (missing.length > 0) return words.missing(missing.join(', '));
  const key = node.discriminator?.propertyName;
  if (key === undefined || node.oneOf === undefined) return null;
  return Object.hasOwn(value, key) ? null : words.missing(key);
}

function describeNumber(node: SchemaNode, value: number): string | null {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, multipleOf } = node;
  if (value < minimum) return words.atLeast(minimum);
  if (value > maximum) return words.atMost(maximum);
  if (value <= exclusiveMinimum) return words.moreThan(exclusiveMinimum);
  return multipleOf === 1 && !Number.isInteger(value) ? words.whole : null;
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function ownProperty({ properties }: SchemaNode, key: string): SchemaNode | undefined {
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** The schemas at a place of a value, which may be incomplete. */
export function schemasAt(root: SchemaNode, value: unknown, path: Path): SchemaNode[] {
  let nodes = applicable(root, root, value);
  let inner = value;
  for (const step of path) {
    inner = (inner as Record<string | number, unknown> | null | undefined)?.[step];
    nodes = nodes.flatMap((node) => {
      const next = typeof step === 'number' ? node.items : ownProperty(node, step);
      return next === undefined ? [] : applicable(root, next, inner);
    });
  }
  return nodes;
}

/** The keys that an object may have, with what they mean. */
export function listKeys(root: SchemaNode, nodes: readonly SchemaNode[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const node of nodes) {
    for (const [key, schema] of Object.entries(node.properties ?? {})) {
      keys.set(key, describe(applicable(root, schema, undefined)));
    }
    for (const variant of node.oneOf ?? []) {
      // Until it is known what it is, an object has the key that tells.
      const key = node.discriminator?.propertyName;
      if (key === undefined || keys.has(key)) continue;
      keys.set(key, describe(applicable(root, variant, undefined)));
    }
  }
  return keys;
}

/** The values that may stand at a place, if they can be listed. */
export function listValues(root: SchemaNode, nodes: readonly SchemaNode[]): unknown[] {
  const values = nodes.flatMap((node) => {
    if ('const' in node) return [node.const];
    if (node.enum !== undefined) return node.enum;
    return node.type === 'boolean' ? [true, false] : [];
  });
  return [...new Set(values)];
}

/** The values of the key that distinguishes the kinds of a value, such as an element's `type`. */
export function listVariants(root: SchemaNode, nodes: readonly SchemaNode[], key: string): unknown[] {
  return nodes
    .filter(({ discriminator }) => discriminator?.propertyName === key)
    .flatMap(({ oneOf = [] }) =>
      oneOf.flatMap((variant) =>
        applicable(root, variant, undefined).flatMap((node) => ownProperty(node, key)?.const ?? []),
      ),
    );
}

/** What a place means: the first description, with its default. */
export function describe(nodes: readonly SchemaNode[]): string {
  const description = nodes.find((node) => node.description !== undefined)?.description ?? '';
  const withDefault = nodes.find((node) => node.default !== undefined);
  if (withDefault === undefined) return description;
  return `${description} ${words.byDefault(JSON.stringify(withDefault.default))}`.trim();
}
