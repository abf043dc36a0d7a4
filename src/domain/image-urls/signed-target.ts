import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { canonicalFile, namesOfFile } from './files.ts';
import {
  canonicalEncoder,
  decodeTarget,
  encoders,
  type DecodedTarget,
  type SpelledTarget,
} from './spellings.ts';

/** The parts of a request target that its signature needs. Nothing is checked yet. */
export interface SignedTarget {
  /** The bytes that are signed, as Latin-1: path and query before `&s=`, as they arrived. */
  readonly signed: string;
  /** The same, decoded. Null if it is not percent-encoded UTF-8. */
  readonly decode: () => DecodedTarget | null;
  /** 43 characters of base64url. */
  readonly signature: string;
  readonly urlKeyId: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const base64url = /^[\w-]{43}$/;

/** Splits a target at its signature, which is the last parameter. Null if it has none, or names no key. */
export function readSignedTarget({ path, query }: SpelledTarget): SignedTarget | null {
  const end = query.lastIndexOf('&');
  if (end < 0) return null;
  const before = query.slice(0, end);
  const signature = readParameter(query.slice(end + 1), 's');
  if (signature === null || !base64url.test(signature)) return null;
  const urlKeyId = before
    .split('&')
    .map((pair) => readParameter(pair, 'k'))
    .find((id) => id !== null);
  if (urlKeyId === undefined || !uuid.test(urlKeyId ?? '')) return null;
  const decode = () => decodeTarget({ path, query: before });
  return { signed: `${path}?${before}`, decode, signature, urlKeyId: urlKeyId ?? '' };
}

/** The value of a parameter of a query; null if it has another name. Only what is encoded is decoded. */
function readParameter(pair: string, name: string): string | null {
  const start = `${name}=`;
  const isPlain = pair.startsWith(start);
  if (isPlain && !pair.includes('%')) return pair.slice(start.length);
  const equals = pair.indexOf('=');
  const isNameEncoded = pair.lastIndexOf('%', equals < 0 ? Infinity : equals) >= 0;
  if (!isPlain && !isNameEncoded) return null;
  const [decoded] = decodeTarget({ path: '/', query: pair })?.parameters ?? [];
  return decoded?.[0] === name ? decoded[1] : null;
}

/**
 * Whether the secret made the signature: over the bytes that arrived, or over an equivalent spelling of them.
 * Compares texts, since several texts decode to the same bytes, and in constant time.
 */
export function isSignedWith(secret: KeyObject, target: SignedTarget): boolean {
  const given = Buffer.from(target.signature);
  const isSigned = (spelling: string): boolean =>
    timingSafeEqual(Buffer.from(signTarget(secret, spelling)), given);
  if (isSigned(target.signed)) return true;
  const decoded = target.decode();
  return decoded !== null && getSpellings(decoded).some(isSigned);
}

/** The bytes of all spellings that are tried, since anybody can send a wrong signature. */
const maxSpelledBytes = 64 * 1024;

/** The spellings of a target that signers make, the canonical one first. */
function* getSpellings({ segments, parameters }: DecodedTarget): Generator<string> {
  const folders = segments.slice(0, -1);
  const spelled = new Set<string>();
  let bytes = 0;
  for (const file of namesOfFile(segments.at(-1) ?? '')) {
    for (const encoder of encoders) {
      const spelling = `${encoder.spellPath([...folders, file])}?${encoder.spellQuery(parameters)}`;
      bytes += spelling.length;
      if (bytes > maxSpelledBytes) return;
      if (spelled.has(spelling)) continue;
      spelled.add(spelling);
      yield spelling;
    }
  }
}

/**
 * The canonical form of a target, which the service reads. A target that is not percent-encoded UTF-8 stays
 * as it is, and is refused later.
 */
export function canonicalTarget(target: SpelledTarget): SpelledTarget {
  const decoded = decodeTarget(target);
  if (decoded === null) return target;
  const { segments, parameters } = decoded;
  return {
    path: canonicalEncoder.spellPath([...segments.slice(0, -1), canonicalFile(segments.at(-1) ?? '')]),
    query: canonicalEncoder.spellQuery(parameters),
  };
}

/** Signs path and query: HMAC-SHA256 in base64url without padding. */
export function signTarget(secret: KeyObject | string, target: string): string {
  return createHmac('sha256', secret).update(target, 'latin1').digest('base64url');
}
