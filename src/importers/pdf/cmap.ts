/** Maps from characters to glyphs (OpenType, "cmap"): formats 4 and 12 are read, 12 is written. */

type Lookup = (code: number) => number;

/** The glyph of a character, by the tables that are read; 0 if there is none. */
export function readCmap(table: Uint8Array): Lookup {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const lookups: Lookup[] = [];
  for (let index = 0; index < view.getUint16(2); index += 1) {
    const start = view.getUint32(4 + 8 * index + 4);
    const format = view.getUint16(start);
    if (format === 4) lookups.push((code) => lookUpSegment(view, start, code));
    if (format === 12) lookups.push((code) => lookUpGroup(view, start, code));
    if (format === 0) lookups.push((code) => (code < 256 ? view.getUint8(start + 6 + code) : 0));
  }
  return (code) => {
    for (const lookUp of lookups) {
      const glyph = lookUp(code);
      if (glyph !== 0) return glyph;
    }
    return 0;
  };
}

function lookUpSegment(view: DataView, start: number, code: number): number {
  if (code > 0xffff) return 0;
  const doubled = view.getUint16(start + 6);
  const [ends, starts] = [start + 14, start + 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + 2 * doubled];
  for (let at = 0; at < doubled; at += 2) {
    if (view.getUint16(ends + at) < code) continue;
    const first = view.getUint16(starts + at);
    if (first > code) return 0;
    const range = view.getUint16(ranges + at);
    const delta = view.getUint16(deltas + at);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = view.getUint16(ranges + at + range + 2 * (code - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

function lookUpGroup(view: DataView, start: number, code: number): number {
  const groups = view.getUint32(start + 12);
  for (let index = 0; index < groups; index += 1) {
    const at = start + 16 + 12 * index;
    const first = view.getUint32(at);
    if (code >= first && code <= view.getUint32(at + 4)) return view.getUint32(at + 8) + code - first;
  }
  return 0;
}

/** A table with a group for each character. */
export function buildCmap(glyphs: ReadonlyMap<number, number>): Uint8Array {
  const sorted = [...glyphs].toSorted(([one], [other]) => one - other);
  const table = new Uint8Array(12 + 16 + 12 * sorted.length);
  const view = new DataView(table.buffer);
  view.setUint16(2, 1);
  // Windows, Unicode with all planes.
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, 16 + 12 * sorted.length);
  view.setUint32(24, sorted.length);
  for (const [index, [code, glyph]] of sorted.entries()) {
    const at = 28 + 12 * index;
    view.setUint32(at, code);
    view.setUint32(at + 4, code);
    view.setUint32(at + 8, glyph);
  }
  return table;
}
