/** What a PDF must know of a CFF table (Adobe Technical Note 5176): how its glyphs are named. */

/** The character ids of the glyphs of a CID-keyed font; null for a font whose glyphs have names. */
export function readCids(cff: Uint8Array, glyphCount: number): Uint16Array | null {
  const view = new DataView(cff.buffer, cff.byteOffset, cff.byteLength);
  const headerSize = view.getUint8(2);
  const names = skipIndex(view, headerSize);
  const top = readTopDict(view, names);
  if (!top.has(ROS)) return null;
  const offset = top.get(CHARSET) ?? 0;
  const cids = new Uint16Array(glyphCount);
  // The predefined charsets are for fonts with names: a CID-keyed font has its own.
  if (offset <= 2) return cids.map((_, glyph) => glyph);
  const format = view.getUint8(offset);
  let at = offset + 1;
  for (let glyph = 1; glyph < glyphCount;) {
    const first = view.getUint16(at);
    if (format === 0) {
      cids[glyph++] = first;
      at += 2;
      continue;
    }
    const left = format === 1 ? view.getUint8(at + 2) : view.getUint16(at + 2);
    at += format === 1 ? 3 : 4;
    for (let index = 0; index <= left && glyph < glyphCount; index++) cids[glyph++] = first + index;
  }
  return cids;
}

const CHARSET = 15;
/** Two bytes: an escape, and the operator of a CID-keyed font. */
const ROS = 0x0c1e;

/** The last operand of each operator of the first dictionary in the index at `start`. */
function readTopDict(view: DataView, start: number): Map<number, number> {
  const size = view.getUint8(start + 2);
  const count = view.getUint16(start);
  const offsetAt = (index: number): number => readOffset(view, start + 3 + index * size, size);
  const data = start + 3 + (count + 1) * size - 1;
  const dict = new Map<number, number>();
  let last = 0;
  for (let at = data + offsetAt(0); at < data + offsetAt(1);) {
    const byte = view.getUint8(at++);
    if (byte <= 21) {
      dict.set(byte === 12 ? 0x0c00 | view.getUint8(at++) : byte, last);
    } else if (byte === 28) {
      last = view.getInt16(at);
      at += 2;
    } else if (byte === 29) {
      last = view.getInt32(at);
      at += 4;
    } else if (byte === 30) {
      while ((view.getUint8(at) & 0x0f) !== 0x0f && view.getUint8(at) >> 4 !== 0x0f) at++;
      at++;
    } else if (byte <= 246) last = byte - 139;
    else if (byte <= 250) last = (byte - 247) * 256 + view.getUint8(at++) + 108;
    else last = -(byte - 251) * 256 - view.getUint8(at++) - 108;
  }
  return dict;
}

/** Where an index ends. */
function skipIndex(view: DataView, start: number): number {
  const count = view.getUint16(start);
  if (count === 0) return start + 2;
  const size = view.getUint8(start + 2);
  const end = readOffset(view, start + 3 + count * size, size);
  return start + 3 + (count + 1) * size - 1 + end;
}

function readOffset(view: DataView, at: number, size: number): number {
  let offset = 0;
  for (let index = 0; index < size; index++) offset = offset * 256 + view.getUint8(at + index);
  return offset;
}
