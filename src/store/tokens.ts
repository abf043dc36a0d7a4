/** Random tokens that prove something. Only their SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';

/** Makes a token of 256 random bits, and the hash to store. */
export function makeToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
