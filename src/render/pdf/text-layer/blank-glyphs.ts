import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream } from 'pdf-lib';

import { readStream } from '../streams.ts';

/** A font needs about one for each kind of mark. */
const MAX_BLANKS = 32;

/** The widths of a composite font's glyphs, in thousandths of the font size (ISO 32000-1, 9.7.4.3). */
export interface GlyphWidths {
  readonly of: (glyph: number) => number;
  /** Glyphs that draw nothing and have no width. */
  readonly blanks: readonly number[];
}

/** Reads the widths of a Type 0 font of Skia and its blank glyphs; null for other fonts. */
export function readGlyphWidths(font: PDFDict): GlyphWidths | null {
  const descendants = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray);
  const descendant = descendants?.lookupMaybe(0, PDFDict);
  if (descendant === undefined) return null;
  const usual = descendant.lookupMaybe(PDFName.of('DW'), PDFNumber)?.asNumber() ?? 1000;
  const widths = readWidths(descendant.lookupMaybe(PDFName.of('W'), PDFArray));
  const of = (glyph: number): number => widths.get(glyph) ?? usual;
  const file = descendant
    .lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)
    ?.lookupMaybe(PDFName.of('FontFile2'), PDFStream);
  const blanks = file === undefined ? [] : findBlanks(Buffer.from(readStream(file), 'latin1'));
  return { of, blanks: blanks.filter((glyph) => of(glyph) === 0) };
}

/** The widths of glyphs in the entry `W` of a font. */
export function readWidths(array: PDFArray | undefined): Map<number, number> {
  const widths = new Map<number, number>();
  const size = array?.size() ?? 0;
  const numberAt = (index: number): number => array?.lookup(index, PDFNumber).asNumber() ?? 0;
  for (let at = 0; at + 1 < size;) {
    const first = numberAt(at);
    const second = array?.lookup(at + 1);
    if (second instanceof PDFArray) {
      second.asArray().forEach((_, index) => {
        widths.set(first + index, second.lookup(index, PDFNumber).asNumber());
      });
      at += 2;
      continue;
    }
    for (let glyph = first; glyph <= numberAt(at + 1); glyph++) widths.set(glyph, numberAt(at + 2));
    at += 3;
  }
  return widths;
}

/** Glyphs of a TrueType file without outline and advance: Skia empties those that a page does not use. */
function findBlanks(file: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let index = 0; index < file.readUInt16BE(4); index++) {
    const at = 12 + 16 * index;
    tables.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8));
  }
  const [head, hhea, hmtx, loca, maxp] = ['head', 'hhea', 'hmtx', 'loca', 'maxp'].map((tag) =>
    tables.get(tag),
  );
  if (head === undefined || hhea === undefined || maxp === undefined) return [];
  if (hmtx === undefined || loca === undefined) return [];
  const isLong = file.readInt16BE(head + 50) === 1;
  const offsetAt = (glyph: number): number =>
    isLong ? file.readUInt32BE(loca + 4 * glyph) : file.readUInt16BE(loca + 2 * glyph);
  const metrics = file.readUInt16BE(hhea + 34);
  const getAdvance = (glyph: number): number => file.readUInt16BE(hmtx + 4 * Math.min(glyph, metrics - 1));
  const blanks: number[] = [];
  // Glyph 0 stands for missing characters.
  for (let glyph = 1; glyph < file.readUInt16BE(maxp + 4) && blanks.length < MAX_BLANKS; glyph++)
    if (offsetAt(glyph) === offsetAt(glyph + 1) && getAdvance(glyph) === 0) blanks.push(glyph);
  return blanks;
}
