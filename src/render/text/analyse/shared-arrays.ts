/**
 * Arrays that many short texts have alike. A long document keeps thousands of measured texts until its pages
 * are drawn; an array of their own for each would be most of its memory.
 */

const MAX_LENGTH = 64;
const MAX_KNOWN = 4096;

const knownBytes = new Map<string, Uint8Array>();
const knownIndices: number[][] = [];

/** Equal bytes, which other texts may have as well: nobody may change them. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_LENGTH) return bytes;
  const key = String.fromCharCode(...bytes);
  const known = knownBytes.get(key);
  if (known !== undefined || knownBytes.size === MAX_KNOWN) return known ?? bytes;
  knownBytes.set(key, bytes);
  return bytes;
}

/** The numbers from 0 to `count` - 1. */
export function listIndices(count: number): readonly number[] {
  if (count > MAX_LENGTH) return Array.from({ length: count }, (_, index) => index);
  return (knownIndices[count] ??= Array.from({ length: count }, (_, index) => index));
}
