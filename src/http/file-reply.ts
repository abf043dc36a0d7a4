import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { attachmentDisposition, type SaveName } from '../domain/files/attachment.ts';
import type { DownloadableFile } from '../domain/files/downloadable-file.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { ByteRange } from '../storage/storage.ts';
import { matchesAny, selectRange } from './byte-range.ts';
import type { AnyReply } from './exchange.ts';

/** A stored file, or one in memory. */
type ReadableFile = Omit<DownloadableFile, 'open'> & {
  readonly open: (part?: ByteRange) => Promise<Readable | Uint8Array>;
};

/**
 * Replies with a stored file: 200, 206 for a part of it, or 304 if the client's copy is current.
 *
 * @param headers more headers, such as Cache-Control
 * @param isRevalidated whether If-None-Match is respected
 * @throws Problem RANGE_NOT_SATISFIABLE, and the problems of the file's methods
 */
export async function fileReply(
  { method, headers: { range, 'if-none-match': ifNoneMatch }, headersDistinct }: IncomingMessage,
  file: ReadableFile,
  headers: Readonly<Record<string, string>> = {},
  { isRevalidated = false } = {},
): Promise<AnyReply> {
  const { id, mediaType, bytes, lastModified, saveAs } = file;
  const etag = `"${id}"`;
  if (isRevalidated && matchesAny(ifNoneMatch, etag)) {
    await file.check();
    return { status: 304, headers: { ...headers, ETag: etag } };
  }

  const fileHeaders = {
    ...headers,
    'Content-Disposition': saveAs === null ? 'inline' : getDisposition(saveAs),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified.toUTCString(),
  };
  const whole = { status: 200, headers: fileHeaders, mediaType, contentLength: bytes };
  if (method === 'HEAD') {
    await file.check();
    return { ...whole, stream: null };
  }

  const ifRange = headersDistinct['if-range']?.join();
  const part = selectRange({ range, ifRange }, bytes, { etag, lastModified });
  if (part === 'unsatisfiable') throw problems.rangeNotSatisfiable(bytes);
  if (part === null) return { ...whole, ...getContent(await file.open()) };
  const { start, end } = part;
  return {
    status: 206,
    headers: { ...fileHeaders, 'Content-Range': `bytes ${start}-${end}/${bytes}` },
    mediaType,
    contentLength: end - start + 1,
    ...getContent(await file.open(part)),
  };
}

function getDisposition({ name, extension, isFileName }: SaveName): string {
  return attachmentDisposition(name, extension, isFileName);
}

function getContent(opened: Readable | Uint8Array): Pick<AnyReply, 'bytes' | 'stream'> {
  return opened instanceof Uint8Array ? { bytes: opened } : { stream: opened };
}

/**
 * Replies with a stored file as one whole: 200, or 304 if the contract of the operation has If-None-Match and
 * the client's copy is current.
 *
 * @param headers more headers, such as Cache-Control
 * @throws the problems of the file's methods
 */
export async function wholeFileReply(
  { headers: { 'if-none-match': ifNoneMatch } }: IncomingMessage,
  { id, mediaType, bytes, saveAs, check, open }: DownloadableFile,
  headers: Readonly<Record<string, string>> = {},
  { isRevalidated = false } = {},
): Promise<AnyReply> {
  const etag = `"${id}"`;
  const tagged = isRevalidated ? { ...headers, ETag: etag } : headers;
  if (isRevalidated && matchesAny(ifNoneMatch, etag)) {
    await check();
    return { status: 304, headers: tagged };
  }
  const named = saveAs === null ? {} : { 'Content-Disposition': getDisposition(saveAs) };
  return {
    status: 200,
    headers: { ...tagged, ...named },
    mediaType,
    contentLength: bytes,
    stream: await open(),
  };
}
