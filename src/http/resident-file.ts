import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesAny } from '../domain/byte-range.ts';
import { problems } from '../domain/errors.ts';
import type { AnyReply } from './api.ts';
import type { Exchange } from './exchange.ts';

/** A file that is the same for everybody and small enough to be kept in memory. */
export interface ResidentFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** What its ETags are made of. */
  readonly hash: string;
}

/** Prepares a file to be served. */
export async function makeResident(mediaType: string, bytes: Buffer): Promise<ResidentFile> {
  return { mediaType, bytes, gzipped: await promisify(gzip)(bytes), hash: hashOf(bytes) };
}

/** Keeps what `make` yields for each name, and asks again where that failed. */
export function keepEach<Name, Value>(make: (name: Name) => Promise<Value>): (name: Name) => Promise<Value> {
  const kept = new Map<Name, Promise<Value>>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make(name);
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    return made;
  };
}

/** A short name for some bytes that no other bytes have. */
export function hashOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Answers with a file: compressed for whoever takes that, and 304 for whoever has it already.
 *
 * @param headers besides what tells of the file; `Cache-Control` among them
 * @param methods what a refusal of the method names as accepted
 * @throws Problem METHOD_NOT_ALLOWED unless the file is to be read.
 */
export function answerFile(
  { incoming }: Exchange,
  file: ResidentFile,
  headers: Readonly<Record<string, string>>,
  methods?: readonly string[],
): AnyReply {
  requireReading(incoming.method, methods);
  const isGzipped = acceptsGzip(incoming.headers['accept-encoding']);
  // Each encoding is a representation of its own (RFC 9110, 8.8.1).
  const etags = { plain: `"${file.hash}"`, gzipped: `"${file.hash}-gzip"` };
  const fields = { ...headers, ETag: isGzipped ? etags.gzipped : etags.plain, Vary: 'Accept-Encoding' };
  const known = incoming.headers['if-none-match'];
  if (matchesAny(known, etags.plain) || matchesAny(known, etags.gzipped)) {
    return { status: 304, headers: fields };
  }
  return {
    status: 200,
    headers: isGzipped ? { ...fields, 'Content-Encoding': 'gzip' } : fields,
    mediaType: file.mediaType,
    bytes: isGzipped ? file.gzipped : file.bytes,
  };
}

/** @throws Problem METHOD_NOT_ALLOWED unless something is to be read. */
export function requireReading(method = '', accepted: readonly string[] = ['GET', 'HEAD']): void {
  if (method !== 'GET' && method !== 'HEAD') throw problems.methodNotAllowed(method, accepted);
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((coding) => {
    const [name = '', weight = ''] = coding.split(';');
    return name.trim().toLowerCase() === 'gzip' && !/^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(weight);
  });
}
