/** A part of a document. */
type Json = Record<string, unknown>;

/** What of a document is read here. */
export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Json>;
    securitySchemes: Record<string, Json>;
    headers: Record<string, Json>;
  } & Json;
  security?: Json[];
}

interface Operation extends Json {
  operationId?: string;
  parameters?: Json[];
  security?: Json[];
  callbacks?: Record<string, Record<string, Record<string, Operation>>>;
}

/**
 * The same contract, said so that a comparison sees what it would pass over:
 * - A callback is a request of ours, and to its receiver what an answer is to a caller: it becomes an operation that is
 *   answered so.
 * - The header field that a security scheme asks for becomes a parameter.
 * - The codes of a problem may become more, but not fewer: each becomes a property that is always there.
 * - A header field of an answer becomes a property of a body of its own, which is compared in every respect.
 * - A format becomes a pattern.
 */
export function spellOut(document: Document): Document {
  const spelled = structuredClone(document);
  const { paths } = spelled;
  for (const [path, operations] of Object.entries({ ...paths })) {
    for (const [method, operation] of Object.entries(operations)) {
      addKeys(spelled, operation);
      for (const [name, callback] of Object.entries(operation.callbacks ?? {})) {
        paths[`${path}/${method}/callbacks/${name}`] = toAnswers(
          callback,
          `${operation.operationId}-${name}`,
        );
      }
      delete operation.callbacks;
    }
  }
  spelled.security = [];
  return visit(spelled, spelled) as Document;
}

function toAnswers(
  callback: Record<string, Record<string, Operation>>,
  operationId: string,
): Record<string, Operation> {
  const sent = Object.values(callback).flatMap((methods) => Object.entries(methods));
  return Object.fromEntries(
    sent.map(([method, { parameters = [], requestBody, tags }]) => {
      const headers = Object.fromEntries(
        parameters.map(({ name, required, schema }) => [String(name), { required, schema }]),
      );
      const { content } = (requestBody ?? {}) as Json;
      const responses = { 200: { description: 'What is sent.', headers, content } };
      return [method, { operationId, tags, responses }];
    }),
  );
}

/** The header fields that the operation's security asks for, as parameters; required where there is no other way. */
function addKeys({ components, security = [] }: Document, operation: Operation): void {
  const ways = operation.security ?? security;
  for (const name of new Set(ways.flatMap((way) => Object.keys(way)))) {
    const { type, name: field, in: place } = components.securitySchemes[name] ?? {};
    const required = ways.every((way) => name in way);
    const key =
      type === 'apiKey' ? { in: place, name: field } : { in: 'header', name: `Key ${String(type)}` };
    operation.parameters = [
      ...(operation.parameters ?? []),
      { ...key, required, schema: { type: 'string' } },
    ];
  }
  operation.security = [];
}

function visit(value: unknown, document: Document): unknown {
  if (Array.isArray(value)) return value.map((part) => visit(part, document));
  if (typeof value !== 'object' || value === null) return value;
  const spelled = { ...value } as Json;
  if (typeof spelled['description'] === 'string' && typeof spelled['headers'] === 'object') {
    const fields = asBody(spelled['headers'] as Record<string, Json>, document);
    spelled['content'] = { ...(spelled['content'] ?? {}), 'message/http': { schema: fields } };
    delete spelled['headers'];
  }
  const { properties, format, pattern, type } = spelled;
  if (typeof format === 'string' && [type].flat().includes('string')) {
    spelled['pattern'] = [pattern, `format ${format}`].filter(Boolean).join(' and ');
    delete spelled['format'];
  }
  const { code, status } = (properties ?? {}) as { code?: { enum?: string[] }; status?: object };
  if (code !== undefined && status !== undefined) {
    const codes = Object.fromEntries((code.enum ?? []).map((name) => [name, {}]));
    const asObject = { type: 'object', required: Object.keys(codes), properties: codes };
    spelled['properties'] = { ...(properties as Json), code: asObject };
  }
  return Object.fromEntries(Object.entries(spelled).map(([name, part]) => [name, visit(part, document)]));
}

/** The header fields of an answer as a schema. */
function asBody(headers: Record<string, Json>, { components }: Document): Json {
  const resolved = Object.entries(headers).map(([name, header]): [string, Json] => {
    const reference = header['$ref'];
    const target =
      typeof reference === 'string' ? components.headers[reference.split('/').at(-1) ?? ''] : header;
    return [`header ${name.toLowerCase()}`, target ?? {}];
  });
  return {
    type: 'object',
    required: resolved.filter(([, { required }]) => required === true).map(([name]) => name),
    properties: Object.fromEntries(resolved.map(([name, { schema }]) => [name, schema ?? {}])),
  };
}
