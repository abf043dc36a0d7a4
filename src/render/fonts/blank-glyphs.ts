import { buildSfnt, readAllTables } from './sfnt.ts';

/**
 * A TrueType font with more glyphs, which draw nothing and have no width. The others keep their ids.
 *
 * @param count how many glyphs it then has, in all
 */
export function appendBlankGlyphs(font: Uint8Array, count: number): Uint8Array {
  const tables = new Map(readAllTables(font));
  const copy = (tag: string): Buffer => Buffer.from(tables.get(tag) ?? []);
  const [head, hhea, maxp, loca, hmtx] = ['head', 'hhea', 'maxp', 'loca', 'hmtx'].map(copy) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const own = maxp.readUInt16BE(4);
  const metrics = hhea.readUInt16BE(34);
  const entryBytes = head.readInt16BE(50) === 1 ? 4 : 2;
  const end = loca.subarray(entryBytes * own, entryBytes * (own + 1));
  // Each glyph has its own width, also those that shared the last one.
  const wide = Buffer.alloc(4 * count);
  for (let glyph = 0; glyph < own; glyph++) {
    wide.writeUInt16BE(hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1)), 4 * glyph);
    const bearing = glyph < metrics ? 4 * glyph + 2 : 4 * metrics + 2 * (glyph - metrics);
    wide.writeInt16BE(hmtx.readInt16BE(bearing), 4 * glyph + 2);
  }
  maxp.writeUInt16BE(count, 4);
  hhea.writeUInt16BE(count, 34);
  const ends = Array.from({ length: count - own }, () => end);
  tables.set('loca', Buffer.concat([loca.subarray(0, entryBytes * (own + 1)), ...ends]));
  for (const [tag, table] of [
    ['maxp', maxp],
    ['hhea', hhea],
    ['hmtx', wide],
  ] as const)
    tables.set(tag, table);
  return buildSfnt(tables);
}
