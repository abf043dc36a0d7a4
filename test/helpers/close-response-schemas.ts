/**
 * The contract leaves response objects open, because later versions may add fields. Tests of this version
 * know all fields and must fail on an undocumented one.
 */

type Json = Record<string, unknown>;

/**
 * Copies an OpenAPI document (with or without references) and forbids undeclared fields in the objects of
 * responses and callbacks. Requests do not change.
 */
export function closeResponseSchemas<Document>(document: Document): Document {
  const copy = structuredClone(document);
  const closer: Closer = { document: copy as Json, done: new Set(), parts: new Set() };
  findParts(closer, copy);
  for (const operation of getOperations(copy as Json)) {
    for (const answer of getValues(operation['responses'])) closeContent(closer, answer);
    for (const callback of getValues(operation['callbacks'])) {
      for (const { requestBody } of getOperations({ paths: callback })) closeContent(closer, requestBody);
    }
  }
  return copy;
}

interface Closer {
  readonly document: Json;
  readonly done: Set<unknown>;
  /** The schemas that are a part of an `allOf` somewhere. */
  readonly parts: Set<unknown>;
}

function findParts(closer: Closer, node: unknown): void {
  for (const part of getValues((node as Json)['allOf'])) closer.parts.add(follow(closer, part));
  for (const child of getValues(node)) {
    if (typeof child === 'object' && child !== null) findParts(closer, child);
  }
}

function getOperations({ paths }: Json): Json[] {
  return getValues(paths).flatMap(getValues);
}

function closeContent(closer: Closer, answerOrBody: unknown): void {
  const { content } = follow(closer, answerOrBody) ?? {};
  for (const { schema } of getValues(content)) closeSchema(closer, schema);
}

/**
 * Closes a schema: itself, or where it is used if other places use it as a part of an `allOf`, of which only
 * the whole knows all fields. Prism knows only the former.
 *
 * @param isPart whether it is one schema of an `allOf`
 */
function closeSchema(closer: Closer, node: unknown, isPart = false): void {
  const schema = follow(closer, node);
  if (schema === null) return;
  const { properties, allOf, anyOf, oneOf, items, additionalProperties } = schema;
  if (!isPart && additionalProperties === undefined) {
    if (allOf !== undefined || closer.parts.has(schema)) (node as Json)['unevaluatedProperties'] = false;
    else if (properties !== undefined) schema['additionalProperties'] = false;
  }
  if (closer.done.has(schema)) return;
  closer.done.add(schema);
  for (const part of getValues(allOf)) closeSchema(closer, part, true);
  for (const one of [properties, anyOf, oneOf].flatMap(getValues)) closeSchema(closer, one);
  closeSchema(closer, items);
}

function follow({ document }: Closer, node: unknown): Json | null {
  if (typeof node !== 'object' || node === null) return null;
  const reference = (node as Json)['$ref'];
  if (typeof reference !== 'string') return node as Json;
  const tokens = reference.split('/').slice(1);
  return tokens.reduce<unknown>(
    (at, token) => (at as Json)[token.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  ) as Json;
}

function getValues(node: unknown): Json[] {
  return typeof node === 'object' && node !== null ? (Object.values(node) as Json[]) : [];
}
