import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesAny } from './byte-range.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { AnyReply, Exchange } from './exchange.ts';

/** A public file that stays in memory. */
export interface ResidentFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** What its ETags are made of. */
  readonly hash: string;
}

/** Compresses and hashes a file. */
export async function makeResident(mediaType: string, bytes: Buffer): Promise<ResidentFile> {
  return { mediaType, bytes, gzipped: await promisify(gzip)(bytes), hash: hashOf(bytes) };
}

/** Memoizes `make` for each name. A failure is not kept. */
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

/** 132 bits of the SHA-256 of some bytes. */
export function hashOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Answers with a file: compressed if the client accepts gzip, 304 if its copy is current.
 *
 * @param headers more headers, such as Cache-Control
 * @param methods the accepted methods, for a refusal
 * @throws Problem METHOD_NOT_ALLOWED for methods other than GET and HEAD
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

/** @throws Problem METHOD_NOT_ALLOWED for methods other than GET and HEAD */
export function requireReading(method = '', accepted: readonly string[] = ['GET', 'HEAD']): void {
  if (method !== 'GET' && method !== 'HEAD') throw problems.methodNotAllowed(method, accepted);
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((coding) => {
    const [name = '', weight = ''] = coding.split(';');
    return name.trim().toLowerCase() === 'gzip' && !/^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(weight);
  });
}
