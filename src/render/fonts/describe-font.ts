import { readAllTables, type FontTables } from './sfnt.ts';

/** What a font file says about itself. */
export interface FontDescription {
  /** The typographic family. */
  readonly family: string;
  /** The lowest and the highest; equal in a font that is not variable. */
  readonly weights: readonly [number, number];
  readonly isItalic: boolean;
  /** What its licence allows with documents that contain it (OpenType, fsType). */
  readonly embedding: FontEmbedding;
}

/** `INSTALLABLE` and `EDITABLE` allow PDFs that are edited, `PREVIEW` those that are read and printed. */
export type FontEmbedding = 'INSTALLABLE' | 'EDITABLE' | 'PREVIEW' | 'RESTRICTED';

/** Name ids (OpenType, "name"): the typographic family, or else the legacy one. */
const familyIds = [16, 1] as const;
const windows = 3;
const macintosh = 1;
const english = 0x0409;

/** Bits of OS/2's fsSelection and of head's macStyle. */
const italicSelection = 0x0201;
const italicStyle = 0x0002;

/** Reads family, weights and style of a TrueType, OpenType, WOFF or WOFF2 font. Throws for any other file. */
export function describeFont(bytes: Uint8Array): FontDescription {
  const tables = readAllTables(bytes);
  const os2 = getView(tables, 'OS/2');
  const head = getView(tables, 'head');
  const weight = os2?.getUint16(4) ?? 400;
  const isItalic =
    ((os2?.getUint16(62) ?? 0) & italicSelection) !== 0 || ((head?.getUint16(44) ?? 0) & italicStyle) !== 0;
  const weights = readWeights(tables) ?? ([weight, weight] as const);
  return { family: readFamily(tables), weights, isItalic, embedding: readEmbedding(os2) };
}

/** The least restrictive of the bits that are set counts. */
function readEmbedding(os2: DataView | null): FontEmbedding {
  const bits = (os2?.getUint16(8) ?? 0) & 0b1110;
  if (bits === 0) return 'INSTALLABLE';
  if ((bits & 0b1000) !== 0) return 'EDITABLE';
  return (bits & 0b0100) !== 0 ? 'PREVIEW' : 'RESTRICTED';
}

/** The tags of the axes of a font; none if it is not variable, or no font. */
export function readAxes(bytes: Uint8Array): string[] {
  try {
    const view = getView(readAllTables(bytes), 'fvar');
    return view === null ? [] : axisOffsets(view).map((axis) => tagAt(view, axis));
  } catch {
    // What is wrong with the file is found where it is decoded.
    return [];
  }
}

function readFamily(tables: FontTables): string {
  const view = getView(tables, 'name');
  if (view === null) return '';
  const count = view.getUint16(2);
  const storage = view.getUint16(4);
  let best = { rank: Infinity, name: '' };
  for (let entry = 6; entry < 6 + 12 * count; entry += 12) {
    const platform = view.getUint16(entry);
    const order = familyIds.findIndex((id) => id === view.getUint16(entry + 6));
    const isEnglish = platform !== windows || view.getUint16(entry + 4) === english;
    const rank = 4 * order + (isEnglish ? 0 : 2) + (platform === macintosh ? 1 : 0);
    if (order < 0 || rank >= best.rank) continue;
    const start = view.byteOffset + storage + view.getUint16(entry + 10);
    const text = new Uint8Array(view.buffer, start, view.getUint16(entry + 8));
    const encoding = platform === macintosh ? 'macintosh' : 'utf-16be';
    best = { rank, name: new TextDecoder(encoding).decode(text).replaceAll('\0', '').trim() };
  }
  return best.name;
}

/** The range of the weight axis (OpenType, "fvar"); null in a font that has none. */
function readWeights(tables: FontTables): readonly [number, number] | null {
  const view = getView(tables, 'fvar');
  if (view === null) return null;
  const axis = axisOffsets(view).find((offset) => tagAt(view, offset) === 'wght');
  // Fixed-point numbers; the whole part is enough.
  return axis === undefined ? null : [view.getInt16(axis + 4), view.getInt16(axis + 12)];
}

/** Where the records of the axes begin (OpenType, "fvar"). */
function axisOffsets(view: DataView): number[] {
  const [start, count, size] = [view.getUint16(4), view.getUint16(8), view.getUint16(10)];
  return Array.from({ length: count }, (_, index) => start + index * size);
}

function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}

function getView(tables: FontTables, tag: string): DataView | null {
  const table = tables.get(tag);
  return table === undefined ? null : new DataView(table.buffer, table.byteOffset, table.byteLength);
}
