/** Reads `template.schema.json`: which keys there are, and what they accept. */
import template from '../../../../../../template.schema.json' with { type: 'json' };

/** A schema, as far as that of templates uses the language. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | boolean)[];
  readonly const?: string | number;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  /** Whether the object that has this key needs it. */
  readonly isRequired?: boolean;
  /** Whether `{{…}}` may stand in its place. */
  readonly takesPlaceholder?: boolean;
}

export interface TemplateSchema extends SchemaNode {
  readonly $defs: Readonly<Record<string, SchemaNode>>;
}

export const templateSchema = template as unknown as TemplateSchema;

/** The schemas of the elements, by type. */
export function elementSchemas(schema: TemplateSchema = templateSchema): ReadonlyMap<string, SchemaNode> {
  const nodes = alternatives({ $ref: '#/$defs/TemplateElement' }, schema);
  return new Map(nodes.map((node) => [String(node.properties?.type?.const), node]));
}

/** What a value may be: one schema, or several where it has several shapes. References are resolved. */
export function alternatives(node: SchemaNode, schema: TemplateSchema = templateSchema): SchemaNode[] {
  const { $ref, ...own } = node;
  if ($ref !== undefined) {
    const target = schema.$defs[$ref.replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`The schema has no ${$ref}.`);
    return alternatives({ ...target, ...own }, schema);
  }
  if (node.properties !== undefined) return [node];
  const given = node.oneOf ?? [node.then, node.else].filter((shape) => shape !== undefined);
  // A number that may be bound has the control of a number, and a word that of a choice.
  const shapes = given.filter(({ $ref: name = '' }) => !placeholders.has(name));
  if (shapes.length === 0) return [node];
  const { default: preset, isRequired } = node;
  const takesPlaceholder = node.takesPlaceholder === true || shapes.length < given.length;
  const inherited = {
    ...(preset === undefined ? {} : { default: preset }),
    ...(isRequired === undefined ? {} : { isRequired }),
    ...(takesPlaceholder ? { takesPlaceholder } : {}),
  };
  return shapes.flatMap((shape) => alternatives({ ...shape, ...inherited }, schema));
}

const placeholders: ReadonlySet<string> = new Set(['#/$defs/NumberPlaceholder', '#/$defs/ChoicePlaceholder']);

/** What the value at a path such as `stroke.color` or `stops.0.offset` may be; none: there is no such key. */
export function schemaAt(
  nodes: readonly SchemaNode[],
  path: string,
  schema: TemplateSchema = templateSchema,
): SchemaNode[] {
  return path.split('.').reduce<SchemaNode[]>(
    (found, key) =>
      found.flatMap((node) => {
        const inner = /^\d+$/u.test(key) ? node.items : node.properties?.[key];
        if (inner === undefined) return [];
        const isRequired = node.required?.includes(key) ?? false;
        return alternatives({ ...inner, isRequired }, schema);
      }),
    [...nodes],
  );
}

/**
 * All keys that hold a value: `shadow.blur`, `stops[].color`. A value of several shapes, such as a paint,
 * is listed itself, and with the keys of the shapes that are objects.
 *
 * @param skipped paths that are not listed, nor what is in them
 */
export function listKeys(
  node: SchemaNode,
  skipped: readonly string[] = [],
  schema: TemplateSchema = templateSchema,
): ReadonlyMap<string, readonly SchemaNode[]> {
  const found = new Map<string, SchemaNode[]>();
  const visit = (path: string, inner: SchemaNode): void => {
    for (const shape of alternatives(inner, schema)) {
      const keys = Object.entries(shape.properties ?? {});
      const items = shape.items === undefined ? [] : alternatives(shape.items, schema);
      if (keys.length > 0) {
        for (const [key, value] of keys) {
          const full = path === '' ? key : `${path}.${key}`;
          if (!skipped.includes(full)) visit(full, value);
        }
      } else if (items.some(({ properties }) => properties !== undefined)) {
        visit(`${path}[]`, shape.items!);
      } else if (shape.type !== 'null') {
        found.set(path, [...(found.get(path) ?? []), shape]);
      }
    }
  };
  visit('', node);
  return found;
}

/** What a control has to know about a key. */
export interface Rule {
  readonly isRequired: boolean;
  readonly default: unknown;
  /** The accepted texts, and `true` and `false` where these are accepted beside words; empty: any. */
  readonly options: readonly string[];
  /** Whether the options `true` and `false` are no texts. */
  readonly hasBooleans: boolean;
  readonly minimum: number;
  readonly maximum: number;
  /** Whether `minimum` itself is refused. */
  readonly isAboveMinimum: boolean;
  readonly isWhole: boolean;
  readonly pattern: string | null;
  readonly minLength: number;
  readonly description: string;
  /** Whether `{{…}}` may stand in the place of a number or a word. */
  readonly takesPlaceholder: boolean;
}

/** The rule of a key from its schemas. */
export function toRule(nodes: readonly SchemaNode[]): Rule {
  const number = nodes
    .map((node) => node.items ?? node)
    .find(({ type }) => type === 'number' || type === 'integer');
  const string = nodes.find(({ type }) => type === 'string');
  return {
    isRequired: nodes.some(({ isRequired }) => isRequired === true),
    default: nodes.find((node) => node.default !== undefined)?.default,
    options: nodes.flatMap(
      (node) => node.enum?.map(String) ?? (typeof node.const === 'string' ? [node.const] : []),
    ),
    hasBooleans: nodes.some((node) => node.enum?.includes(true) === true),
    minimum: number?.exclusiveMinimum ?? number?.minimum ?? -Infinity,
    maximum: number?.maximum ?? Infinity,
    isAboveMinimum: number?.exclusiveMinimum !== undefined,
    isWhole: number?.type === 'integer',
    pattern: string?.pattern ?? null,
    minLength: string?.minLength ?? 0,
    description: nodes.find(({ description }) => description !== undefined)?.description ?? '',
    takesPlaceholder: nodes.some(({ takesPlaceholder }) => takesPlaceholder === true),
  };
}
