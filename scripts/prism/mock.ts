/**
 * Prism's mock of the service. Prism matches the request, checks it and chooses the answer; the example's bytes, the headers
 * that belong to it and what `format`, `delivery` and `Range` decide come from here, since Prism knows only JSON and `Accept`.
 */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpOperationConfig, type IHttpRequest } from '@stoplight/prism-http';
import {
  chosenName,
  findExample,
  findMediaType,
  headersWith,
  readContract,
  readExampleFile,
  readMockOperations,
  type DocumentedOperation,
  type PrismOperation,
  type PrismOperations,
} from './document.ts';
import { findRange, problemAnswer, serve, type Answer, type PrismServer } from './exchange.ts';

/** What a mock is told. */
export interface MockOptions {
  readonly port?: number;
  readonly host?: string;
  /** Hears of every answer. */
  readonly onAnswer?: (line: string) => void;
}

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

/** Starts a mock of the service as openapi.yaml has it, on a free port unless told otherwise. It takes any key. */
export async function startMock({ onAnswer, ...place }: MockOptions = {}): Promise<PrismServer> {
  const contract = await readContract();
  const operations = await readMockOperations();
  const config = {
    isProxy: false as const,
    checkSecurity: true,
    validateRequest: true,
    // What comes back from Prism are names of examples; the examples themselves are checked by a test of the document.
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  };
  const prism = createInstance(config, { logger: createLogger('mock', { level: 'silent' }) });

  const answer = async (request: IHttpRequest, origin: string): Promise<Answer> => {
    const publicFile = await findPublicFile(request);
    if (publicFile !== null) return publicFile;
    const documented = contract.operations[findOperation(operations, request)?.iid ?? ''];
    const unknown = Object.keys(request.url.query ?? {}).filter(
      (name) => documented?.call.query.includes(name) === false,
    );
    const chosen = choose(documented, request, await countPartedBytes(documented));
    const mock = unknown.length > 0 ? { ...chosen, code: 400 } : chosen;
    const result = await prism.request(request, operations, { ...config, mock })();
    if (result._tag === 'Left') return problemAnswer(result.left);
    const {
      statusCode: status,
      headers: { 'Content-type': mediaType = '' } = {},
      body,
    } = result.right.output;
    const described = documented?.responses[String(status)];
    const isFile = mediaType !== '' && !mediaType.endsWith('json');
    const name = chosenName(body);
    const example = name !== null || isFile ? findExample(described, mediaType, name) : undefined;
    const headers = headersWith(described, example?.name ?? '');
    // The name that Prism's own server has for it: the example says what a refusal looks like, this what was wrong.
    const found = [
      ...result.right.validations.input.map(({ path: location, message }) => ({ location, message })),
      // The service refuses these, Prism does not look at them.
      ...unknown.map((name) => ({
        location: ['query', name],
        message: 'is not a parameter of this operation',
      })),
    ];
    if (found.length > 0) headers['sl-violations'] = toFieldValue(found);
    if (mediaType !== '') headers['Content-Type'] = mediaType;
    if (example?.file != null) {
      const content = await readExampleFile(example.file);
      return { status, ...(status === 206 ? cut(content, headers, request) : { headers, body: content }) };
    }
    const value = example === undefined ? body : example.value;
    const text = value === undefined || mediaType === '' ? '' : JSON.stringify(value);
    return { status, headers, body: Buffer.from(text.replaceAll(contract.origin, origin)) };
  };

  return serve(async (request, origin) => {
    const given = await answer(request, origin);
    onAnswer?.(`${request.method.toUpperCase()} ${request.url.path} → ${given.status}`);
    return given;
  }, place);
}

/**
 * Which answer Prism is to give: what `Prefer` says (`code=404`, `example=quota`, `dynamic=true`), and the media type that the
 * service would answer with. The service ignores `Accept`, and so does its mock.
 */
function choose(
  documented: DocumentedOperation | undefined,
  request: IHttpRequest,
  partedBytes: number,
): IHttpOperationConfig {
  const prefer = request.headers?.['prefer'] ?? '';
  const read = (name: string): string | undefined =>
    new RegExp(`(?:^|[,;\\s])${name}="?([^",;\\s]+)`).exec(prefer)?.[1];
  const exampleKey = read('example');
  const given = Number(read('code'));
  const { query = {} } = request.url;
  const range =
    partedBytes > 0 && query['delivery'] === 'zip'
      ? findRange(request.headers?.['range'], partedBytes)
      : null;
  const code = given > 0 ? given : range === null ? undefined : range === 'beyond' ? 416 : 206;
  const described = documented?.responses[String(code ?? 200)];
  const { format = 'png', delivery } = (request.body ?? {}) as {
    readonly format?: string;
    readonly delivery?: string;
  };
  const wanted =
    (exampleKey === undefined ? undefined : findMediaType(described, exampleKey)) ??
    (documented?.operationId === 'generateImage' && delivery !== 'link'
      ? mediaTypes[format]
      : query['delivery'] === 'zip'
        ? mediaTypes['zip']
        : undefined) ??
    'application/json';
  return {
    dynamic: read('dynamic') === 'true',
    mediaTypes: [wanted, 'application/problem+json', '*/*;q=0.1'],
    ...(code === undefined ? {} : { code }),
    ...(exampleKey === undefined ? {} : { exampleKey }),
  };
}

/** JSON in the characters that a header may have, and not more of it than clients take. */
function toFieldValue(value: readonly unknown[]): string {
  const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value.slice(0, 10))
    .replaceAll(/[^ -~]/g, escape)
    .slice(0, 4_000);
}

/** How long the file is that an operation answers in parts; 0 where it has none. */
async function countPartedBytes(documented: DocumentedOperation | undefined): Promise<number> {
  const file = findExample(documented?.responses['206'], 'application/zip', null)?.file;
  return file == null ? 0 : (await readExampleFile(file)).length;
}

/** The part of a file that was asked for, or else its second half. */
function cut(
  content: Buffer,
  headers: Readonly<Record<string, string>>,
  request: IHttpRequest,
): Pick<Answer, 'headers' | 'body'> {
  const asked = findRange(request.headers?.['range'], content.length);
  const { first, last } =
    asked === null || asked === 'beyond'
      ? { first: Math.floor(content.length / 2), last: content.length - 1 }
      : asked;
  return {
    headers: { ...headers, 'Content-Range': `bytes ${first}-${last}/${content.length}` },
    body: content.subarray(first, last + 1),
  };
}

/** The files at the public addresses that the examples of share links and download URLs lead to. */
async function findPublicFile({ method, url, headers = {} }: IHttpRequest): Promise<Answer | null> {
  const [, folder, extension = ''] = /^\/(s|files)\/[\w-]+\.(png|jpg|webp|pdf|zip)$/.exec(url.path) ?? [];
  if (folder === undefined || method !== 'get' || (folder === 'files') !== (extension === 'zip')) return null;
  const content = await readExampleFile(
    `examples/${extension === 'zip' ? 'social-cards' : 'social-card'}.${extension}`,
  );
  const base = { 'Content-Type': mediaTypes[extension] ?? '', 'Accept-Ranges': 'bytes' };
  const part = findRange(headers['range'], content.length);
  if (part === null || part === 'beyond') return { status: 200, headers: base, body: content };
  return { status: 206, ...cut(content, base, { method, url, headers }) };
}

function findOperation(
  operations: PrismOperations,
  { method, url }: IHttpRequest,
): PrismOperation | undefined {
  return operations.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.path),
  );
}
