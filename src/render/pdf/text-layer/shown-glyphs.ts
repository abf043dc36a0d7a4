import { PDFDict, PDFName } from 'pdf-lib';

import type { TextBlock } from './content.ts';
import type { ShownGlyphs } from './match.ts';

/** Hexadecimal digits of a code: four for embedded fonts (glyph ids), two for Type 3 fonts (other codes). */
export function codeDigits(name: string, fonts: PDFDict | undefined): 2 | 4 {
  const font = fonts?.lookupMaybe(PDFName.of(name), PDFDict);
  return font?.lookupMaybe(PDFName.of('Subtype'), PDFName) === PDFName.of('Type0') ? 4 : 2;
}

/** The glyphs that a text object shows: their ids, or only their count if a font's codes are not ids. */
export function glyphsOf(block: TextBlock, fonts: PDFDict | undefined): ShownGlyphs {
  const glyphs: number[] = [];
  let count = 0;
  let areIds = true;
  for (const { font, hex } of block.shown) {
    const digits = codeDigits(font, fonts);
    if (digits === 2) areIds = false;
    count += hex.length / digits;
    for (let at = 0; at < hex.length; at += digits)
      glyphs.push(Number.parseInt(hex.slice(at, at + digits), 16));
  }
  return areIds ? glyphs : { count };
}
