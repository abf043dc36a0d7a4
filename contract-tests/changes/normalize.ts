/** A part of a document. */
type Json = Record<string, unknown>;

/** The parts of a document that are used here. */
export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Json>;
    securitySchemes: Record<string, Json>;
    headers: Record<string, Json>;
    parameters?: Record<string, Json>;
  } & Json;
  security?: Json[];
  servers?: Json[];
}

interface Operation extends Json {
  operationId?: string;
  parameters?: Json[];
  security?: Json[];
  servers?: Json[];
  callbacks?: Record<string, Record<string, Record<string, Operation>>>;
}

/** The path that represents the servers. */
export const serversPath = '/ (servers)';

/**
 * Rewrites a document so that oasdiff compares the parts that it would ignore:
 * - A callback becomes an operation whose answer is the callback's request, because its receiver reads it
 *   like an answer. The callback's URL expression becomes part of the path.
 * - The header of a security scheme becomes a parameter.
 * - The servers become enum values of a parameter.
 * - Each code of a problem becomes a required property: codes may be added, but not removed.
 * - The headers of an answer become properties of an additional body.
 * - A format, an enum and the serialization of a list or an object become part of a pattern.
 * - Additional properties become a property with a fixed name.
 * - Media types are renamed, because oasdiff treats any two that end in `json` as the same.
 */
export function normalize(document: Document): Document {
  const normalized = structuredClone(document);
  const { paths } = normalized;
  for (const [path, item] of Object.entries({ ...paths })) {
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.includes(method)) continue;
      addSecurityParameters(normalized, operation);
      const servers = operation.servers ?? (item['servers'] as Json[] | undefined);
      if (servers !== undefined) addParameter(operation, serversAsParameter(servers, true));
      for (const [name, callback] of Object.entries(operation.callbacks ?? {})) {
        for (const [url, sent] of Object.entries(callback)) {
          // Without braces, because oasdiff treats text in braces as a path parameter and ignores its name.
          paths[`${path}/${method}/callbacks/${name}/${url.replaceAll(/[{}]/g, '')}`] = asResponses(
            sent,
            normalized,
          );
        }
      }
      delete operation.callbacks;
    }
  }
  normalized.security = [];
  const servers = serversAsParameter(normalized.servers ?? [{ url: '/' }], false);
  paths[serversPath] = { get: { parameters: [servers], responses: {} } };
  return visit(normalized, normalized) as Document;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The servers as a parameter with an enum: a removed server is a removed value. */
function serversAsParameter(servers: readonly Json[], required: boolean): Json {
  const schema = { type: 'string', enum: servers.map(({ url }) => url) };
  return { in: 'query', name: 'server', required, schema };
}

/** The requests of a callback, as responses of operations. */
function asResponses(sent: Record<string, Operation>, { components }: Document): Record<string, Operation> {
  const shared = (sent['parameters'] ?? []) as Json[];
  const operations = Object.entries(sent)
    .filter(([method]) => methods.includes(method))
    .map(([method, { parameters = [], requestBody, tags, operationId }]): [string, Operation] => {
      const headers = Object.fromEntries(
        [...shared, ...parameters]
          .map((parameter) => resolve(parameter, components.parameters ?? {}))
          .map(({ name, required, schema }) => [String(name), { required, schema }]),
      );
      const { content } = (requestBody ?? {}) as Json;
      const responses = { 200: { description: 'The request.', headers, content } };
      return [method, { ...(operationId === undefined ? {} : { operationId }), tags, responses }];
    });
  return Object.fromEntries(operations);
}

/**
 * Adds the headers of the operation's security schemes as parameters; required if all alternatives need them.
 */
function addSecurityParameters({ components, security = [] }: Document, operation: Operation): void {
  const alternatives = operation.security ?? security;
  for (const name of new Set(alternatives.flatMap((alternative) => Object.keys(alternative)))) {
    const { type, name: field, in: place } = components.securitySchemes[name] ?? {};
    const required = alternatives.every((alternative) => name in alternative);
    const key =
      type === 'apiKey' ? { in: place, name: field } : { in: 'header', name: `Key ${String(type)}` };
    addParameter(operation, { ...key, required, schema: { type: 'string' } });
  }
  operation.security = [];
}

function addParameter(operation: Operation, parameter: Json): void {
  operation.parameters = [...(operation.parameters ?? []), parameter];
}

function visit(value: unknown, document: Document): unknown {
  if (Array.isArray(value)) return value.map((part) => visit(part, document));
  if (typeof value !== 'object' || value === null) return value;
  const normalized = { ...value } as Json;
  if (typeof normalized['description'] === 'string' && typeof normalized['headers'] === 'object') {
    const fields = headersAsSchema(normalized['headers'] as Record<string, Json>, document);
    normalized['content'] = { ...(normalized['content'] ?? {}), 'message/http': { schema: fields } };
    delete normalized['headers'];
  }
  if (typeof normalized['name'] === 'string' && typeof normalized['in'] === 'string') {
    if ('schema' in normalized) normalized['schema'] = addStyle(normalized, document);
    if (typeof normalized['content'] === 'object')
      Object.assign(normalized, schemaOfContent(normalized['content'] as Json, document));
  }
  if (typeof normalized['content'] === 'object')
    normalized['content'] = renameMediaTypes(normalized['content'] as Json);
  nameAdditionalProperties(normalized);
  const { properties, format, pattern, type } = normalized;
  if ([type].flat().includes('string')) {
    const isListed = Array.isArray(normalized['enum']);
    const parts = [
      pattern,
      typeof format === 'string' ? `format ${format}` : '',
      isListed ? 'as listed' : '',
    ];
    const combined = parts.filter(Boolean).join(' and ');
    if (combined !== '') normalized['pattern'] = combined;
    delete normalized['format'];
  }
  const { code, status } = (properties ?? {}) as { code?: Json; status?: object };
  if (code !== undefined && status !== undefined) {
    const known = resolve(code, document.components.schemas) as { enum?: string[]; const?: string };
    const names = known.const === undefined ? (known.enum ?? []) : [known.const];
    const codes = Object.fromEntries(names.map((name) => [name, {}]));
    const codesSchema = { type: 'object', required: Object.keys(codes), properties: codes };
    normalized['properties'] = { ...(properties as Json), code: codesSchema };
  }
  return Object.fromEntries(Object.entries(normalized).map(([name, part]) => [name, visit(part, document)]));
}

/**
 * Replaces additional properties by one property with a fixed name. If any value is allowed (`true` or
 * absent), it is for requests only, because clients cannot depend on undocumented properties of an answer.
 */
function nameAdditionalProperties(schema: Json): void {
  const { additionalProperties: others, type } = schema;
  delete schema['additionalProperties'];
  const isOpen = others === true || (others === undefined && [type].flat().includes('object'));
  if (!isOpen && typeof others !== 'object') return;
  const property = isOpen ? { writeOnly: true } : others;
  schema['properties'] = { ...(schema['properties'] as Json | undefined), [otherNames]: property };
}

const otherNames = 'any other name';

/** Adds the serialization of a parameter or header to its pattern (OpenAPI 3.1, "Style Values"). */
function addStyle(field: Json, { components }: Document): Json {
  const location = String(field['in']);
  const defaultStyle = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const { style = defaultStyle, explode = style === 'form', allowReserved } = field;
  const schema = resolve(field['schema'] as Json, components.schemas);
  const isCompound = [schema['type']].flat().some((type) => type === 'array' || type === 'object');
  const parts = [
    ...(isCompound || style !== defaultStyle ? [`style ${String(style)}`] : []),
    ...(isCompound && explode === true ? ['exploded'] : []),
    ...(allowReserved === true ? ['with reserved characters'] : []),
  ];
  if (parts.length === 0) return field['schema'] as Json;
  return { ...schema, pattern: [schema['pattern'], parts.join(', ')].filter(Boolean).join(' and ') };
}

/** The schema of a parameter with a media type; the media type becomes part of the pattern. */
function schemaOfContent(content: Json, { components }: Document): Json {
  const [type, body] = Object.entries(content)[0] ?? [];
  const schema = resolve(((body as Json | undefined)?.['schema'] ?? {}) as Json, components.schemas);
  const pattern = [schema['pattern'], `written as ${String(type)}`].filter(Boolean).join(' and ');
  return { schema: { ...schema, pattern }, content: undefined };
}

/** Renames media types so that oasdiff does not treat two of them as the same. */
function renameMediaTypes(content: Json): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, body]) => [
      type.replaceAll('+', plus).replaceAll(/[;= ]+/g, '-'),
      body,
    ]),
  );
}

/** Replaces the plus in a media type. */
export const plus = '-plus-';

function resolve(part: Json, targets: Record<string, Json>): Json {
  const { $ref: reference } = part;
  if (typeof reference !== 'string') return part;
  return resolve(targets[reference.split('/').at(-1) ?? ''] ?? {}, targets);
}

/** The headers of an answer as a schema. */
function headersAsSchema(headers: Record<string, Json>, document: Document): Json {
  const resolved = Object.entries(headers).map(([name, header]): [string, Json] => [
    `header ${name.toLowerCase()}`,
    resolve(header, document.components.headers),
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    required: resolved.filter(([, { required }]) => required === true).map(([name]) => name),
    properties: Object.fromEntries(
      resolved.map(([name, header]) => [
        name,
        header['schema'] === undefined ? {} : addStyle({ ...header, in: 'header' }, document),
      ]),
    ),
  };
}
