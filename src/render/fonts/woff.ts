import { brotliDecompressSync, inflateSync } from 'node:zlib';

import { restoreGlyf } from './restore-glyf.ts';

/** The table tags that WOFF2 encodes as a number, in the order of the specification (section 4.1). */
const KNOWN_TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx ' +
  'kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix ' +
  'acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak ' +
  'Zapf Silf Glat Gloc Feat Sill'
)
  .replaceAll('_', ' ')
  .split(/ (?=\S)/);

/** Far larger than any real font; a small file that decompresses to more is an attack. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/** The tables of a WOFF 1 file. Throws if the file is damaged. */
export function unpackWoff(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Uint8Array>();
  const count = view.getUint16(12);
  let unpackedBytes = 0;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const offset = view.getUint32(entry + 4);
    const packedLength = view.getUint32(entry + 8);
    const length = view.getUint32(entry + 12);
    const packed = bytes.subarray(offset, offset + packedLength);
    // Tables may share their compressed bytes, so the sizes of all are added.
    unpackedBytes += length;
    if (unpackedBytes > MAX_UNPACKED_BYTES) throw new Error('the WOFF font unpacks to too many bytes');
    const table = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
    if (table.length !== length) throw new Error('a table of the WOFF font has the wrong length');
    tables.set(tagAt(bytes, entry), table);
  }
  return tables;
}

/**
 * The tables of a WOFF2 file. Throws if the file is damaged.
 *
 * @param outlines `none`: without a transformed `glyf`, and with side bearings of 0 if `hmtx` is transformed,
 *   which is enough for layout; `restored`: with `glyf`, `loca` and `hmtx` as they were
 */
export function unpackWoff2(
  bytes: Uint8Array,
  outlines: 'none' | 'restored' = 'none',
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(bytes, 4) === 'ttcf') throw new Error('font collections are not supported');
  const count = view.getUint16(12);
  const packedLength = view.getUint32(20);
  let at = 48;
  const readBase128 = (): number => {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = view.getUint8(at++);
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new Error('the WOFF2 font has a malformed table directory');
  };

  const entries: { tag: string; length: number; transformed: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const flags = view.getUint8(at++);
    let tag = KNOWN_TAGS[flags & 0x3f];
    if ((flags & 0x3f) === 0x3f) {
      tag = tagAt(bytes, at);
      at += 4;
    }
    if (tag === undefined) throw new Error('the WOFF2 font names an unknown table');
    const version = flags >> 6;
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const length = readBase128();
    entries.push({ tag, length: transformed ? readBase128() : length, transformed });
  }

  const data = brotliDecompressSync(bytes.subarray(at, at + packedLength), {
    maxOutputLength: MAX_UNPACKED_BYTES,
  });
  const tables = new Map<string, Uint8Array>();
  const transformedHmtx: Uint8Array[] = [];
  let xMins: Int16Array | null = null;
  let offset = 0;
  for (const { tag, length, transformed } of entries) {
    const table = data.subarray(offset, offset + length);
    if (table.length !== length) throw new Error(`the WOFF2 font ends inside its table ${tag}`);
    if (!transformed) tables.set(tag, table);
    else if (tag === 'hmtx') transformedHmtx.push(table);
    else if (tag === 'glyf' && outlines === 'restored') {
      const restored = restoreGlyf(table);
      tables.set('glyf', restored.glyf).set('loca', restored.loca);
      ({ xMins } = restored);
    }
    offset += length;
  }
  for (const table of transformedHmtx) tables.set('hmtx', restoreHmtx(table, tables, xMins));
  return tables;
}

/**
 * Section 5.4 of the WOFF2 specification: side bearings that are left out equal the left edges of the glyphs.
 *
 * @param xMins those edges; null makes every side bearing 0
 */
function restoreHmtx(
  table: Uint8Array,
  tables: ReadonlyMap<string, Uint8Array>,
  xMins: Int16Array | null,
): Uint8Array {
  const hhea = tables.get('hhea');
  const maxp = tables.get('maxp');
  if (hhea === undefined || maxp === undefined) throw new Error('the WOFF2 font has no horizontal metrics');
  const metricCount = uint16At(hhea, 34);
  const glyphCount = Math.max(metricCount, uint16At(maxp, 4));
  const out = Buffer.alloc(metricCount * 2 + glyphCount * 2);
  let bearing = 1 + 2 * metricCount;
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const hasAdvance = glyph < metricCount;
    const at = hasAdvance ? 4 * glyph : 2 * (glyph + metricCount);
    if (hasAdvance) out.writeUInt16BE(uint16At(table, 1 + 2 * glyph), at);
    if (xMins === null) continue;
    const isLeftOut = ((table[0] ?? 0) & (hasAdvance ? 1 : 2)) !== 0;
    out.writeInt16BE(isLeftOut ? (xMins[glyph] ?? 0) : int16At(table, bearing), hasAdvance ? at + 2 : at);
    if (!isLeftOut) bearing += 2;
  }
  return out;
}

function uint16At(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
}

function int16At(bytes: Uint8Array, offset: number): number {
  return (uint16At(bytes, offset) << 16) >> 16;
}

function tagAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
