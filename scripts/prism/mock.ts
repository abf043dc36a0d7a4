/**
 * Prism's mock of the service. Prism matches and checks the request, and chooses the answer. Prism supports
 * only JSON and `Accept`, so this file adds the bytes and headers of examples, `format`, `delivery` and
 * `Range`.
 */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpOperationConfig, type IHttpRequest } from '@stoplight/prism-http';
import {
  getExampleName,
  findExample,
  findMediaType,
  headersOfExample,
  readContract,
  readExampleFile,
  readMockOperations,
  type DocumentedOperation,
  type PrismOperation,
  type PrismOperations,
} from './document.ts';
import { fitToRows, hasTooManyRows, makeJobArchive, rowsOfPath } from './mock-jobs.ts';
import { findRange, problemAnswer, serve, type Answer, type PrismServer } from './exchange.ts';

/** Options of the mock. */
export interface MockOptions {
  readonly port?: number;
  readonly host?: string;
  /** Called with a log line for each answer. */
  readonly onAnswer?: (line: string) => void;
}

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zpl: 'application/zpl',
  zip: 'application/zip',
};

/** Starts a mock of openapi.yaml, by default on a free port of 127.0.0.1. It accepts any key. */
export async function startMock({ onAnswer, ...address }: MockOptions = {}): Promise<PrismServer> {
  const contract = await readContract();
  const operations = await readMockOperations();
  const withoutUnprocessable = operations.map((operation) => ({
    ...operation,
    responses: operation.responses.filter(({ code }) => code !== '422'),
  })) as unknown as PrismOperations;
  const config = {
    isProxy: false as const,
    checkSecurity: true,
    validateRequest: true,
    // Prism returns names of examples. A test of the document checks the examples themselves.
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
      // One parameter of the contract stands for the values of all variables.
      (name) => documented?.call.query.includes(name.startsWith('v.') ? 'variables' : name) === false,
    );
    // Prism takes a header without a value for one that is not there.
    const empty = (documented?.call.headers ?? []).filter((name) => request.headers?.[name] === '');
    const archive = await readArchive(documented, request);
    const chosen = chooseAnswer(documented, request, archive?.content.length ?? 0);
    const mock = unknown.length + empty.length > 0 ? { ...chosen, code: 400 } : chosen;
    // Prism prefers 422 for requests that violate the contract; the service has it for keys that were used.
    const isAsked = chosen.code !== undefined || chosen.exampleKey !== undefined;
    const offered = isAsked ? operations : withoutUnprocessable;
    const result = await prism.request(request, offered, { ...config, mock })();
    if (result._tag === 'Left') return problemAnswer(result.left);
    const { statusCode: status, headers: { 'Content-type': typeOfBody } = {}, body } = result.right.output;
    const documentedAnswer = documented?.responses[String(status)];
    // Prism leaves out the headers of the body that GET would have.
    const isHead = request.method === 'head';
    const typesOfGet = isHead
      ? chosen.mediaTypes?.filter((type) => type in (documentedAnswer?.content ?? {}))
      : [];
    const mediaType = typeOfBody ?? typesOfGet?.[0] ?? '';
    const isFile = mediaType !== '' && !mediaType.endsWith('json');
    const name = getExampleName(body) ?? (isHead ? (chosen.exampleKey ?? null) : null);
    const example = name !== null || isFile ? findExample(documentedAnswer, mediaType, name) : undefined;
    const headers = headersOfExample(documentedAnswer, example?.name ?? '');
    // Prism's own server also reports violations in this header, because the body is only an example.
    const violations = [
      ...result.right.validations.input.map(({ path: location, message }) => ({ location, message })),
      // Prism ignores undeclared query parameters; the service refuses them.
      ...unknown.map((name) => ({
        location: ['query', name],
        message: 'is not a parameter of this operation',
      })),
      ...empty.map((name) => ({
        location: ['header', name],
        message: 'must NOT have fewer than 1 characters',
      })),
    ];
    if (violations.length > 0) headers['sl-violations'] = toHeaderValue(violations);
    if (mediaType !== '') headers['Content-Type'] = mediaType;
    if (example?.file != null) {
      const content =
        archive?.mediaType === mediaType ? archive.content : await readExampleFile(example.file);
      return {
        status,
        ...(status === 206 ? sliceContent(content, headers, request) : { headers, body: content }),
      };
    }
    // An example that was asked for by name stays as it is.
    const fits = documented !== undefined && status < 400 && chosen.exampleKey === undefined;
    const value =
      example === undefined
        ? body
        : fits
          ? await fitToRows(documented.operationId, example.value, request)
          : example.value;
    const text = value === undefined || mediaType === '' ? '' : JSON.stringify(value);
    return { status, headers, body: Buffer.from(text.replaceAll(contract.origin, origin)) };
  };

  return serve(async (request, origin) => {
    const sent = await answer(request, origin);
    onAnswer?.(`${request.method.toUpperCase()} ${request.url.path} → ${sent.status}`);
    return sent;
  }, address);
}

/**
 * Chooses Prism's answer from `Prefer` (`code=404`, `example=quota`, `dynamic=true`) and the media type that
 * the service would use. The service and its mock ignore `Accept`.
 */
function chooseAnswer(
  documented: DocumentedOperation | undefined,
  request: IHttpRequest,
  archiveBytes: number,
): IHttpOperationConfig {
  const prefer = request.headers?.['prefer'] ?? '';
  const read = (name: string): string | undefined =>
    new RegExp(`(?:^|[,;\\s])${name}="?([^",;\\s]+)`).exec(prefer)?.[1];
  const tooManyRows =
    !/\b(?:code|example)=/.test(prefer) && hasTooManyRows(documented?.operationId, request.body);
  const exampleKey = tooManyRows ? 'size' : read('example');
  const preferredCode = tooManyRows ? 400 : Number(read('code'));
  const { query = {} } = request.url;
  const range =
    archiveBytes > 0 && deliversFile(request) ? findRange(request.headers?.['range'], archiveBytes) : null;
  const code =
    preferredCode > 0 ? preferredCode : range === null ? undefined : range === 'beyond' ? 416 : 206;
  const documentedAnswer = documented?.responses[String(code ?? 200)];
  const { format = 'png', delivery } = (request.body ?? {}) as {
    readonly format?: string;
    readonly delivery?: string;
  };
  const mediaType =
    (exampleKey === undefined ? undefined : findMediaType(documentedAnswer, exampleKey)) ??
    (documented?.operationId === 'generateImage' && delivery !== 'link'
      ? mediaTypes[format]
      : deliversFile(request)
        ? mediaTypes[String(query['delivery'])]
        : mediaTypes[/^\/i\/.*\.(\w+)$/.exec(request.url.path)?.[1] ?? '']) ??
    'application/json';
  return {
    dynamic: read('dynamic') === 'true',
    mediaTypes: [mediaType, 'application/problem+json', '*/*;q=0.1'],
    ...(code === undefined ? {} : { code }),
    ...(exampleKey === undefined ? {} : { exampleKey }),
  };
}

/** JSON in ASCII, limited to a length that HTTP clients accept in a header. */
function toHeaderValue(value: readonly unknown[]): string {
  const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value.slice(0, 10))
    .replaceAll(/[^ -~]/g, escape)
    .slice(0, 4_000);
}

/** Whether a request wants the result of a job itself: the archive, or the PDF of its sheets. */
function deliversFile({ url }: IHttpRequest): boolean {
  return url.query?.['delivery'] === 'zip' || url.query?.['delivery'] === 'pdf';
}

/** The file of an operation with byte ranges, the archive if it delivers none; null for other operations. */
async function readArchive(
  documented: DocumentedOperation | undefined,
  request: IHttpRequest,
): Promise<{ readonly mediaType: string; readonly content: Buffer } | null> {
  const mediaType = request.url.query?.['delivery'] === 'pdf' ? 'application/pdf' : 'application/zip';
  const file = findExample(documented?.responses['206'], mediaType, null)?.file;
  if (file == null) return null;
  const rows = request.url.query?.['delivery'] === 'zip' ? rowsOfPath(request.url.path) : null;
  return { mediaType, content: rows === null ? await readExampleFile(file) : await makeJobArchive(rows) };
}

/** The requested range of a file; its second half if no valid range is requested. */
function sliceContent(
  content: Buffer,
  headers: Readonly<Record<string, string>>,
  request: IHttpRequest,
): Pick<Answer, 'headers' | 'body'> {
  const range = findRange(request.headers?.['range'], content.length);
  const { first, last } =
    range === null || range === 'beyond'
      ? { first: Math.floor(content.length / 2), last: content.length - 1 }
      : range;
  return {
    headers: { ...headers, 'Content-Range': `bytes ${first}-${last}/${content.length}` },
    body: content.subarray(first, last + 1),
  };
}

/** The file of a share link or a download URL in the examples; null for other requests. */
async function findPublicFile({ method, url, headers = {} }: IHttpRequest): Promise<Answer | null> {
  const [, folder, extension = ''] =
    /^\/(s|files)\/[\w-]+\.(png|jpg|webp|avif|svg|pdf|zpl|zip)$/.exec(url.path) ?? [];
  if (
    folder === undefined ||
    method !== 'get' ||
    (folder === 'files' ? extension !== 'zip' && extension !== 'pdf' : extension === 'zip')
  )
    return null;
  const rows = rowsOfPath(url.path);
  const content =
    rows === null
      ? await readExampleFile(`examples/${folder === 'files' ? 'social-cards' : 'social-card'}.${extension}`)
      : await makeJobArchive(rows);
  const base = { 'Content-Type': mediaTypes[extension] ?? '', 'Accept-Ranges': 'bytes' };
  const part = findRange(headers['range'], content.length);
  if (part === null || part === 'beyond') return { status: 200, headers: base, body: content };
  return { status: 206, ...sliceContent(content, base, { method, url, headers }) };
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
