/** The data of texts in Photoshop's files, which Photoshop 7 filled up with what was in its memory. */

const key = Buffer.from('EngineDatatdta', 'latin1');
const [opening, closing, escape, space] = [0x28, 0x29, 0x5c, 0x20];

/**
 * The bytes of a file with spaces in place of what stands behind the end of its texts' data: these end where
 * their first dictionary is closed. Returns the same bytes if nothing stands there.
 */
export function withoutRubbish(bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let cleaned: Buffer | null = null;
  for (let found = given.indexOf(key); found >= 0; found = given.indexOf(key, found + 1)) {
    const start = found + key.length + 4;
    if (start > given.length) break;
    const end = Math.min(given.length, start + given.readUInt32BE(start - 4));
    const close = endOfDictionary(given, start, end);
    if (close === null || isBlank(given, close, end)) continue;
    cleaned ??= Buffer.from(given);
    cleaned.fill(space, close, end);
  }
  return cleaned ?? bytes;
}

/** The place behind the first dictionary; null if it is not closed. Texts in brackets may have any byte. */
function endOfDictionary(bytes: Buffer, start: number, end: number): number | null {
  let depth = 0;
  for (let at = start; at < end - 1; at += 1) {
    const byte = bytes[at];
    if (byte === opening) {
      for (at += 1; at < end && bytes[at] !== closing; at += 1) if (bytes[at] === escape) at += 1;
      continue;
    }
    const isPair = byte === bytes[at + 1];
    if (isPair && byte === 0x3c) {
      depth += 1;
      at += 1;
    } else if (isPair && byte === 0x3e) {
      depth -= 1;
      at += 1;
      if (depth <= 0) return at + 1;
    }
  }
  return null;
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0 && byte !== space && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}
