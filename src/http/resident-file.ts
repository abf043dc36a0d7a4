import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesAny } from './byte-range.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { AnyReply, Exchange } from './exchange.ts';

/** Content codings, the better one first. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** A public file that stays in memory. */
export interface ResidentFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Its compressed forms. */
  readonly compressed: Readonly<Partial<Record<Coding, Buffer>>>;
  /** What its ETags are made of. */
  readonly hash: string;
}

/** Compresses and hashes a file. */
export async function makeResident(mediaType: string, bytes: Buffer): Promise<ResidentFile> {
  return { mediaType, bytes, compressed: { gzip: await promisify(gzip)(bytes) }, hash: computeHash(bytes) };
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
export function computeHash(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Answers with a file: compressed if the client accepts it, 304 if its copy is current.
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
  const coding = codings.find(
    (each) => file.compressed[each] !== undefined && accepts(incoming.headers['accept-encoding'], each),
  );
  // Each encoding is a representation of its own (RFC 9110, 8.8.1).
  const getEtag = (each?: Coding) => (each === undefined ? `"${file.hash}"` : `"${file.hash}-${each}"`);
  const fields = { ...headers, ETag: getEtag(coding), Vary: 'Accept-Encoding' };
  const known = incoming.headers['if-none-match'];
  if ([undefined, ...codings].some((each) => matchesAny(known, getEtag(each)))) {
    return { status: 304, headers: fields };
  }
  return {
    status: 200,
    headers: coding === undefined ? fields : { ...fields, 'Content-Encoding': coding },
    mediaType: file.mediaType,
    bytes: (coding === undefined ? undefined : file.compressed[coding]) ?? file.bytes,
  };
}

/** @throws Problem METHOD_NOT_ALLOWED for methods other than GET and HEAD */
export function requireReading(method = '', accepted: readonly string[] = ['GET', 'HEAD']): void {
  if (method !== 'GET' && method !== 'HEAD') throw problems.methodNotAllowed(method, accepted);
}

function accepts(acceptEncoding: string | undefined, coding: Coding): boolean {
  return (acceptEncoding ?? '').split(',').some((accepted) => {
    const [name = '', weight = ''] = accepted.split(';');
    return name.trim().toLowerCase() === coding && !/^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(weight);
  });
}
