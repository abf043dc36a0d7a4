import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that are hashed in one turn of the event loop: they take half a millisecond. */
const hashedInTurn = 1024 * 1024;

/**
 * The SHA-256 of a content, in hex. In one turn, 20 MiB would hold up other requests; WebCrypto copies its
 * input in one turn, which takes as long.
 *
 * @param blocks the content, whole or in parts
 */
export async function hashContent(...blocks: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256');
  let inTurn = 0;
  for (const block of blocks) {
    for (let start = 0; start < block.length; start += hashedInTurn) {
      if (inTurn >= hashedInTurn) {
        await nextTurn();
        inTurn = 0;
      }
      const part = block.subarray(start, start + hashedInTurn);
      hash.update(part);
      inTurn += part.length;
    }
  }
  return hash.digest('hex');
}
