/** A part of a document. */
type Json = Record<string, unknown>;

/** What of a document is read here. */
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

/** Stands for the servers among the paths. */
export const serversPath = '/ (servers)';

/**
 * The same contract, said so that a comparison sees what it would pass over:
 * - A callback is a request of ours, and to its receiver what an answer is to a caller: it becomes an operation that is
 *   answered so. Where it is sent to is in its path.
 * - The header field that a security scheme asks for becomes a parameter.
 * - The servers become values of a parameter.
 * - The codes of a problem may become more, but not fewer: each becomes a property that is always there.
 * - A header field of an answer becomes a property of a body of its own, which is compared in every respect.
 * - A format becomes a pattern, and so does that the values are listed, and the way a list or an object is written into a parameter or a header field.
 * - What properties without a name of their own may be becomes a property.
 * - Media types that differ become such as nothing takes for the same (oasdiff: any two that end in `json`).
 */
export function spellOut(document: Document): Document {
  const spelled = structuredClone(document);
  const { paths } = spelled;
  for (const [path, item] of Object.entries({ ...paths })) {
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.includes(method)) continue;
      addKeys(spelled, operation);
      const servers = operation.servers ?? (item['servers'] as Json[] | undefined);
      if (servers !== undefined) addParameter(operation, toParameter(servers, true));
      for (const [name, callback] of Object.entries(operation.callbacks ?? {})) {
        for (const [url, sent] of Object.entries(callback)) {
          // Without braces: what is in them would be taken for a parameter of the path, whose name does not matter.
          paths[`${path}/${method}/callbacks/${name}/${url.replaceAll(/[{}]/g, '')}`] = toAnswers(
            sent,
            spelled,
          );
        }
      }
      delete operation.callbacks;
    }
  }
  spelled.security = [];
  const servers = toParameter(spelled.servers ?? [{ url: '/' }], false);
  paths[serversPath] = { get: { parameters: [servers], responses: {} } };
  return visit(spelled, spelled) as Document;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** A server that is not there any more is a value that is not accepted any more. */
function toParameter(servers: readonly Json[], required: boolean): Json {
  const schema = { type: 'string', enum: servers.map(({ url }) => url) };
  return { in: 'query', name: 'server', required, schema };
}

/** What is sent to a callback's URL, as if it were answers. */
function toAnswers(sent: Record<string, Operation>, { components }: Document): Record<string, Operation> {
  const shared = (sent['parameters'] ?? []) as Json[];
  const answers = Object.entries(sent)
    .filter(([method]) => methods.includes(method))
    .map(([method, { parameters = [], requestBody, tags, operationId }]): [string, Operation] => {
      const headers = Object.fromEntries(
        [...shared, ...parameters]
          .map((parameter) => resolve(parameter, components.parameters ?? {}))
          .map(({ name, required, schema }) => [String(name), { required, schema }]),
      );
      const { content } = (requestBody ?? {}) as Json;
      const responses = { 200: { description: 'What is sent.', headers, content } };
      return [method, { ...(operationId === undefined ? {} : { operationId }), tags, responses }];
    });
  return Object.fromEntries(answers);
}

/** The header fields that the operation's security asks for, as parameters; required where there is no other way. */
function addKeys({ components, security = [] }: Document, operation: Operation): void {
  const ways = operation.security ?? security;
  for (const name of new Set(ways.flatMap((way) => Object.keys(way)))) {
    const { type, name: field, in: place } = components.securitySchemes[name] ?? {};
    const required = ways.every((way) => name in way);
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
  const spelled = { ...value } as Json;
  if (typeof spelled['description'] === 'string' && typeof spelled['headers'] === 'object') {
    const fields = asBody(spelled['headers'] as Record<string, Json>, document);
    spelled['content'] = { ...(spelled['content'] ?? {}), 'message/http': { schema: fields } };
    delete spelled['headers'];
  }
  if (typeof spelled['name'] === 'string' && typeof spelled['in'] === 'string') {
    if ('schema' in spelled) spelled['schema'] = addStyle(spelled, document);
    if (typeof spelled['content'] === 'object')
      Object.assign(spelled, fromContent(spelled['content'] as Json, document));
  }
  if (typeof spelled['content'] === 'object') spelled['content'] = tellApart(spelled['content'] as Json);
  nameOthers(spelled);
  const { properties, format, pattern, type } = spelled;
  if ([type].flat().includes('string')) {
    const isListed = Array.isArray(spelled['enum']);
    const says = [pattern, typeof format === 'string' ? `format ${format}` : '', isListed ? 'as listed' : ''];
    const whole = says.filter(Boolean).join(' and ');
    if (whole !== '') spelled['pattern'] = whole;
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

/**
 * Properties without a name of their own become one with a name. Where anything may come (`true`, or nothing said) it is
 * one of requests only: nobody can depend on properties of an answer of which nothing is said.
 */
function nameOthers(schema: Json): void {
  const { additionalProperties: others, type } = schema;
  delete schema['additionalProperties'];
  const isOpen = others === true || (others === undefined && [type].flat().includes('object'));
  if (!isOpen && typeof others !== 'object') return;
  const property = isOpen ? { writeOnly: true } : others;
  schema['properties'] = { ...(schema['properties'] as Json | undefined), [otherNames]: property };
}

const otherNames = 'any other name';

/** How a value is written, where there are several ways: OpenAPI 3.1, "Style Values". */
function addStyle(field: Json, { components }: Document): Json {
  const place = String(field['in']);
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const { style = usual, explode = style === 'form', allowReserved } = field;
  const schema = resolve(field['schema'] as Json, components.schemas);
  const isSeveral = [schema['type']].flat().some((type) => type === 'array' || type === 'object');
  const says = [
    ...(isSeveral || style !== usual ? [`style ${String(style)}`] : []),
    ...(isSeveral && explode === true ? ['exploded'] : []),
    ...(allowReserved === true ? ['with reserved characters'] : []),
  ];
  if (says.length === 0) return field['schema'] as Json;
  return { ...schema, pattern: [schema['pattern'], says.join(', ')].filter(Boolean).join(' and ') };
}

/** The schema of a parameter that has a media type, which becomes part of the pattern. */
function fromContent(content: Json, { components }: Document): Json {
  const [type, body] = Object.entries(content)[0] ?? [];
  const schema = resolve(((body as Json | undefined)?.['schema'] ?? {}) as Json, components.schemas);
  const pattern = [schema['pattern'], `written as ${String(type)}`].filter(Boolean).join(' and ');
  return { schema: { ...schema, pattern }, content: undefined };
}

/** Says the media types so that no two are taken for kinds of the same. */
function tellApart(content: Json): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, body]) => [
      type.replaceAll('+', plus).replaceAll(/[;= ]+/g, '-'),
      body,
    ]),
  );
}

/** Stands for the plus in a media type. */
export const plus = '-plus-';

function resolve(part: Json, targets: Record<string, Json>): Json {
  const { $ref: reference } = part;
  if (typeof reference !== 'string') return part;
  return resolve(targets[reference.split('/').at(-1) ?? ''] ?? {}, targets);
}

/** The header fields of an answer as a schema. */
function asBody(headers: Record<string, Json>, document: Document): Json {
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
