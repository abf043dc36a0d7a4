import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that are hashed in one turn of the event loop: they take half a millisecond. */
const hashedInTurn = 1024 * 1024;

/**
 * The SHA-256 of a content, in hex. In one turn, 20 MiB would hold up other requests; WebCrypto copies its
 * input in one turn, which takes as long.
 */
export async function hashContent(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += hashedInTurn) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + hashedInTurn));
  }
  return hash.digest('hex');
}
