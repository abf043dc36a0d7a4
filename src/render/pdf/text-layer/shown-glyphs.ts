import { PDFDict, PDFName } from 'pdf-lib';

import type { TextBlock } from './content.ts';
import type { ShownGlyphs } from './match.ts';

/** A font as a content stream uses it. */
export interface ShownFont {
  readonly dict: PDFDict;
  /** Hexadecimal digits of a code: four in embedded fonts (glyph ids), two in Type 3 fonts (other codes). */
  readonly digits: 2 | 4;
}

/** The fonts of a content stream by their names, each looked up once. */
export class ShownFonts {
  readonly #resources: PDFDict | undefined;
  readonly #known = new Map<string, ShownFont | null>();

  /** @param resources the stream's font resources */
  constructor(resources: PDFDict | undefined) {
    this.#resources = resources;
  }

  get(name: string): ShownFont | null {
    let font = this.#known.get(name);
    if (font === undefined) {
      const dict = this.#resources?.lookupMaybe(PDFName.of(name), PDFDict);
      const isType0 = dict?.lookupMaybe(PDFName.of('Subtype'), PDFName) === PDFName.of('Type0');
      font = dict === undefined ? null : { dict, digits: isType0 ? 4 : 2 };
      this.#known.set(name, font);
    }
    return font;
  }
}

/** The glyphs that a text object shows: their ids, or only their count if a font's codes are not ids. */
export function listGlyphs(block: TextBlock, fonts: ShownFonts): ShownGlyphs {
  const glyphs: number[] = [];
  let count = 0;
  let areIds = true;
  for (const { font, hex } of block.shown) {
    const digits = fonts.get(font)?.digits ?? 2;
    if (digits === 2) areIds = false;
    count += hex.length / digits;
    if (areIds) for (const code of listCodes(hex, digits)) glyphs.push(code);
  }
  return areIds ? glyphs : { count };
}

/** The codes of a string in hexadecimal digits. */
export function listCodes(hex: string, digits: ShownFont['digits']): number[] {
  const codes: number[] = [];
  for (let at = 0; at < hex.length; at += digits) codes.push(Number.parseInt(hex.slice(at, at + digits), 16));
  return codes;
}
