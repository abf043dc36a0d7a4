import { admitUrl } from '../domain/image-urls/admit-url.ts';
import { cacheControl } from '../domain/image-urls/caching.ts';
import { findDefaultSource, loadDefaultPicture } from '../domain/image-urls/default-picture.ts';
import { formatOfFile } from '../domain/image-urls/files.ts';
import { readImagePath, type ImagePath } from '../domain/image-urls/image-path.ts';
import { identifyPicture, requireUnexpired } from '../domain/image-urls/identify-picture.ts';
import type { Picture, PictureRequest } from '../domain/image-urls/picture.ts';
import { findPicture, loadPicture } from '../domain/image-urls/load-picture.ts';
import type { ImageUrlParts, PictureCall } from '../domain/image-urls/parts.ts';
import { toPublicProblem } from '../domain/image-urls/problems.ts';
import { problems } from '../domain/problems/catalogue.ts';
import { toAnyProblem } from '../domain/problems/to-problem.ts';
import { mediaTypes } from '../domain/files/shared-files.ts';
import type { UrlTarget } from '../store/url-keys.ts';
import { matchesAny } from './byte-range.ts';
import { ClientGoneError } from './body/receive-bytes.ts';
import type { ContractOperation } from './contract.ts';
import type { Answer, AnyReply, Exchange } from './exchange.ts';
import { fileReply } from './file-reply.ts';
import { templateInPath } from './logged-template.ts';
import { setHeaders } from './respond.ts';
import { fileSecurityPolicy } from './shared-files.ts';
import { readImageRequest } from './image-request.ts';

/** The contract's path of signed image URLs. */
export const imagesPath = '/i/{templateId}/{version}/{file}';

/** Whether a request target has that path. Express finds it as well in targets of other forms. */
export function isImagePath(target: string): boolean {
  return /^\/i\/[^/?]+\/[^/?]+\/[^/?]+(?:\?|$)/.test(target);
}

/** Returns how to answer requests for signed image URLs. */
export function answerImages(parts: ImageUrlParts, contract: readonly ContractOperation[]): Answer {
  const operations = contract.filter(({ path }) => path === imagesPath);
  return async (exchange) => {
    const { incoming, target: url, note, response, signal } = exchange;
    // The query is not logged: it has values.
    note({ route: imagesPath, ...templateInPath(imagesPath, url.path) });
    // Pages of all origins may show it, and read it (see `cors.ts`).
    setHeaders(response, { 'Cross-Origin-Resource-Policy': 'cross-origin' });
    const { method = '' } = incoming;
    const operation = operations.find((each) => each.method === method);
    if (operation === undefined) throw problems.methodNotAllowed(method, ['GET', 'HEAD']);
    note({ operation: operation.id });
    try {
      const path = readImagePath(url);
      const target = await admitUrl(parts, path, exchange);
      const { urlKeyId, accountId, workspaceId, hasFallback } = target;
      note({ keyId: urlKeyId, accountId, workspaceId });
      const answered = answerAdmitted(parts, operation, target, exchange);
      return await (hasFallback && path !== null
        ? answered.catch((error: unknown) => answerWithDefault(parts, { target, path }, exchange, error))
        : answered);
    } catch (error) {
      if (signal.aborted || error instanceof ClientGoneError) throw error;
      const problem = toPublicProblem(toAnyProblem(error));
      setHeaders(response, { 'X-Image-Error': problem.code });
      throw problem;
    }
  };
}

/** Answers a request whose signature is valid. */
async function answerAdmitted(
  parts: ImageUrlParts,
  operation: ContractOperation,
  target: UrlTarget,
  exchange: Exchange,
): Promise<AnyReply> {
  const { incoming } = exchange;
  const { request, picture } = await identify(parts, operation, target, exchange);
  const { version, expiresAt, format } = request;
  const id = picture.hash.toString('base64url');
  const caching = { isNumbered: version !== 'live', isOfToday: picture.isOfToday, expiresAt };
  const headers = {
    'Cache-Control': cacheControl(caching, new Date()),
    'Content-Security-Policy': fileSecurityPolicy,
    ...fittedHeader(picture),
  };
  const mediaType = mediaTypes[format];
  if (matchesAny(incoming.headers['if-none-match'], `"${id}"`))
    return { status: 304, headers: { ...headers, ETag: `"${id}"` } };

  if (incoming.method === 'HEAD') {
    const known = await findPicture(parts, picture);
    if (known === null) {
      const unrendered = { 'Content-Disposition': 'inline', 'Accept-Ranges': 'bytes', ETag: `"${id}"` };
      return { status: 200, headers: { ...headers, ...unrendered }, mediaType, stream: null };
    }
    return await replyWith(
      incoming,
      { id, mediaType, ...known, lastModified: known.createdAt },
      null,
      headers,
    );
  }
  const { data, createdAt } = await loadPicture(parts, picture, getCall(target, exchange));
  const file = { id, mediaType, bytes: data.byteLength, lastModified: createdAt };
  return await replyWith(incoming, file, data, headers);
}

/** Names of shortened texts in the header; of more, the number is. */
const maxFittedNames = 20;

/** Says which texts were shortened. In names, commas, spaces and all beyond ASCII are percent-encoded. */
function fittedHeader({ fitted }: Picture): Readonly<Record<string, string>> {
  if (fitted.length === 0) return {};
  const names = fitted
    .slice(0, maxFittedNames)
    .map((name) => name.toWellFormed().replaceAll(/[^!-~]|[,%]/gu, encodeURIComponent));
  const others = fitted.length - names.length;
  return { 'X-Image-Fitted': [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ') };
}

/** Reads and checks a URL; one that was checked before is only compared with the time. */
async function identify(
  parts: ImageUrlParts,
  operation: ContractOperation,
  target: UrlTarget,
  exchange: Exchange,
): Promise<{ readonly request: PictureRequest; readonly picture: Picture }> {
  const { path, query } = exchange.target;
  const name = `${operation.id} ${target.versionId} ${path}?${query}`;
  const known = parts.identified.get(name);
  const request = known?.request ?? readImageRequest(operation, exchange);
  requireUnexpired(request);
  if (known !== undefined) return known;
  const identified = { request, picture: await identifyPicture(parts, target, request) };
  parts.identified.set(name, identified);
  return identified;
}

/** Replies with a picture, whole or in part. */
async function replyWith(
  incoming: Exchange['incoming'],
  file: {
    readonly id: string;
    readonly mediaType: string;
    readonly bytes: number;
    readonly lastModified: Date;
  },
  data: Uint8Array | null,
  headers: Readonly<Record<string, string>>,
): Promise<AnyReply> {
  const bytes = data ?? new Uint8Array();
  const access = {
    open: (part?: { readonly start: number; readonly end: number }) =>
      Promise.resolve(part === undefined ? bytes : bytes.subarray(part.start, part.end + 1)),
    check: () => Promise.resolve(),
  };
  return await fileReply(incoming, { ...file, ...access, saveAs: null }, headers);
}

/**
 * Answers with the template's default picture, because mail clients show no errors.
 *
 * @throws the problem itself, if there is no such picture
 */
async function answerWithDefault(
  parts: ImageUrlParts,
  { target, path }: { readonly target: UrlTarget; readonly path: ImagePath },
  exchange: Exchange,
  error: unknown,
): Promise<AnyReply> {
  const { incoming, log, note, signal } = exchange;
  if (signal.aborted || error instanceof ClientGoneError) throw error;
  const problem = toAnyProblem(error);
  const format = formatOfFile(path.file) ?? undefined;
  const size = new URLSearchParams(exchange.target.query).get('size') ?? undefined;
  const source = await findDefaultSource(parts, target, { templateId: path.templateId, format, size });
  if (source === null) throw problem;
  const reply = {
    status: 200,
    headers: {
      'Content-Security-Policy': fileSecurityPolicy,
      'Content-Disposition': 'inline',
      'X-Image-Error': problem.code,
    },
    mediaType: mediaTypes[source.format],
  };
  note({ code: problem.code });
  if (incoming.method === 'HEAD') return { ...reply, stream: null };
  const image = await loadDefaultPicture(parts, source, getCall(target, exchange));
  if (image === null) throw problem;
  if (problem.status >= 500) {
    log.error({ err: problem.facts.cause, code: problem.code }, 'a default picture is shown');
  }
  return { ...reply, bytes: image.data };
}

function getCall(
  { urlKeyId, accountId, workspaceId, plan, rendersADay }: UrlTarget,
  exchange: Exchange,
): PictureCall {
  const { requestId, signal } = exchange;
  return {
    caller: { keyId: urlKeyId, accountId, workspaceId, plan },
    rendersADay,
    requestId,
    signal,
    get log() {
      return exchange.log;
    },
  };
}
