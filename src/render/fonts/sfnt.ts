import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

import { unpackWoff, unpackWoff2 } from './woff.ts';

/** The tables of a font by their tags, such as `cmap` or `OS/2`. */
export type FontTables = ReadonlyMap<string, Uint8Array>;

/**
 * The tables that shaping and layout need. Outlines are left out: they are most of the 10 MB of a CJK font,
 * and Skia has its own copy.
 */
const LAYOUT_TABLES: ReadonlySet<string> = new Set([
  'head',
  'hhea',
  'maxp',
  'OS/2',
  'post',
  'cmap',
  'hmtx',
  'kern',
  'GDEF',
  'GSUB',
  'GPOS',
  'fvar',
  'avar',
  'HVAR',
  'MVAR',
  'morx',
  'kerx',
  'feat',
]);

/** Far larger than the layout tables of any real font. */
const MAX_TABLE_BYTES = 128 * 1024 * 1024;

/**
 * Reads the layout tables of a TrueType, OpenType, WOFF or WOFF2 font in memory. Throws for any other file.
 */
export function readTablesOfBytes(bytes: Uint8Array): FontTables {
  const signature = readTag(bytes, 0);
  if (signature === 'wOFF') return pick(unpackWoff(bytes));
  if (signature === 'wOF2') return pick(unpackWoff2(bytes));
  return readTables((offset, length) => bytes.subarray(offset, offset + length));
}

/** All tables of a font in memory. */
export function readAllTables(bytes: Uint8Array): FontTables {
  const signature = readTag(bytes, 0);
  if (signature === 'wOFF') return unpackWoff(bytes);
  if (signature === 'wOF2') return unpackWoff2(bytes, 'restored');
  return readDirectory((offset, length) => bytes.subarray(offset, offset + length), null);
}

/**
 * The file for the canvas. A WOFF2 file with TrueType outlines becomes a TrueType file, because the canvas's
 * own decoder (FreeType's) loses the last glyph of such a file.
 */
export function toDrawable(bytes: Uint8Array): Uint8Array {
  if (readTag(bytes, 0) !== 'wOF2') return bytes;
  const tables = readAllTables(bytes);
  return tables.has('glyf') ? buildSfnt(tables) : bytes;
}

/** The layout tables of a file on disk. Of TrueType and OpenType, nothing else is read. */
export function readTablesOfFile(path: string): FontTables {
  if (path.endsWith('.woff2')) return readTablesOfBytes(readFileSync(path));
  const file = openSync(path, 'r');
  try {
    return readTables((offset, length) => {
      const part = new Uint8Array(length);
      const read = readSync(file, part, 0, length, offset);
      return part.subarray(0, read);
    });
  } finally {
    closeSync(file);
  }
}

/** Builds a TrueType file from tables. */
export function buildSfnt(tables: FontTables): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  let offset = 12 + 16 * sorted.length;
  const size = sorted.reduce((sum, [, data]) => sum + align4(data.length), offset);
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, sorted.length);
  sorted.forEach(([tag, data], index) => {
    const entry = 12 + 16 * index;
    for (let i = 0; i < 4; i++) view.setUint8(entry + i, tag.charCodeAt(i));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, data.length);
    out.set(data, offset);
    offset += align4(data.length);
  });
  return out;
}

function readTables(read: (offset: number, length: number) => Uint8Array): FontTables {
  return requireTables(readDirectory(read, LAYOUT_TABLES));
}

/** Reads the tables with the given tags; null: all. */
function readDirectory(
  read: (offset: number, length: number) => Uint8Array,
  wanted: ReadonlySet<string> | null,
): FontTables {
  const header = read(0, 12);
  const signature = header.length < 12 ? '' : readTag(header, 0);
  if (signature !== '\0\x01\0\0' && signature !== 'OTTO' && signature !== 'true') {
    throw new Error('not a TrueType, OpenType, WOFF or WOFF2 font');
  }
  const count = getView(header).getUint16(4);
  const directory = read(12, 16 * count);
  if (directory.length < 16 * count) throw new Error('the font ends inside its table directory');
  const view = getView(directory);
  const tables = new Map<string, Uint8Array>();
  for (let entry = 0; entry < 16 * count; entry += 16) {
    const tag = readTag(directory, entry);
    if (wanted?.has(tag) === false) continue;
    const length = view.getUint32(entry + 12);
    const table = read(view.getUint32(entry + 8), length);
    if (table.length < length) throw new Error(`the font ends inside its table ${tag}`);
    tables.set(tag, table);
  }
  return tables;
}

function pick(tables: FontTables): FontTables {
  return requireTables(new Map([...tables].filter(([tag]) => LAYOUT_TABLES.has(tag))));
}

function requireTables(tables: FontTables): FontTables {
  // Tables may overlap in the file, so their total size can be many times that of the file.
  const bytes = [...tables.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_TABLE_BYTES) throw new Error('the tables of the font are too large');
  for (const tag of ['head', 'hhea', 'maxp', 'cmap', 'hmtx']) {
    if (!tables.has(tag)) throw new Error(`the font has no table ${tag}`);
  }
  return tables;
}

function align4(length: number): number {
  return (length + 3) & ~3;
}

function readTag(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function getView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
