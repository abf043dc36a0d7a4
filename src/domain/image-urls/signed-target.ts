import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** The parts of a request target that its signature needs. Nothing is decoded or checked yet. */
export interface SignedTarget {
  /** The bytes that are signed, as Latin-1: path and query before `&s=`. */
  readonly signed: string;
  /** 43 characters of base64url. */
  readonly signature: string;
  readonly urlKeyId: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Splits a target at its signature. Null if it has none, or names no key. */
export function readSignedTarget(path: string, query: string): SignedTarget | null {
  const [, before, signature] = /^(.*)&s=([\w-]{43})$/s.exec(query) ?? [];
  if (before === undefined || signature === undefined) return null;
  const urlKeyId = /(?:^|&)k=([^&]*)/.exec(before)?.[1] ?? '';
  return uuid.test(urlKeyId) ? { signed: `${path}?${before}`, signature, urlKeyId } : null;
}

/**
 * Whether the secret made the signature. Compares texts, since several texts decode to the same bytes, and in
 * constant time.
 */
export function isSignedWith(secret: KeyObject, { signed, signature }: SignedTarget): boolean {
  return timingSafeEqual(Buffer.from(signTarget(secret, signed)), Buffer.from(signature));
}

/** Signs path and query: HMAC-SHA256 in base64url without padding. */
export function signTarget(secret: KeyObject | string, target: string): string {
  return createHmac('sha256', secret).update(target, 'latin1').digest('base64url');
}
