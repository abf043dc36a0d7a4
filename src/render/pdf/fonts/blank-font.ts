import { deflateSync } from 'node:zlib';

import { PDFString, type PDFContext, type PDFRef } from 'pdf-lib';

import { buildSfnt } from '../../fonts/sfnt.ts';
import { FontCopies } from './font-copies.ts';
import { writeToUnicode } from './to-unicode.ts';

const UNITS_PER_EM = 1000;
const MAX_WIDTH = 65_535;

/**
 * A font whose glyphs draw nothing. It carries the text of what is drawn as pictures or outlines: emoji,
 * letters with a gradient.
 */
export class BlankFont {
  readonly copies: FontCopies;
  readonly #codes = new Map<string, number>();
  /** By code, in thousandths of the font size. */
  readonly #widths: number[] = [UNITS_PER_EM];

  constructor(name: string) {
    this.copies = new FontCopies(name);
  }

  /** The code of a glyph that stands for a text. `width`: as a multiple of the font size. */
  use(text: string, width: number): number {
    const thousandths = Math.max(0, Math.min(MAX_WIDTH, Math.round(width * UNITS_PER_EM)));
    const key = `${thousandths} ${text}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#widths.push(thousandths) - 1;
      this.#codes.set(key, code);
    }
    return code;
  }

  widthOf(code: number): number {
    return this.#widths[code] ?? 0;
  }

  write(context: PDFContext): ReadonlyMap<string, PDFRef> {
    const [copy] = this.copies.all;
    if (copy === undefined || this.#codes.size === 0) return new Map();
    const program = buildBlankFont(this.#widths);
    const file = context.register(
      context.stream(deflateSync(program), { Length1: program.length, Filter: 'FlateDecode' }),
    );
    const name = 'BLANKS+Blank';
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [0, 0, UNITS_PER_EM, UNITS_PER_EM],
      ItalicAngle: 0,
      Ascent: 800,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
      FontFile2: file,
    });
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      DW: 0,
      W: [0, [...this.#widths]],
      CIDToGIDMap: 'Identity',
    });
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(
        context.stream(deflateSync(writeToUnicode(copy.texts)), { Filter: 'FlateDecode' }),
      ),
    });
    return new Map([[copy.name, context.register(font)]]);
  }
}

/** A TrueType file of empty glyphs (OpenType 1.9, the tables that a PDF needs). */
function buildBlankFont(widths: readonly number[]): Uint8Array {
  const glyphs = widths.length;
  const head = table(54, (view) => {
    view.setUint32(0, 0x00010000);
    view.setUint32(4, 0x00010000);
    view.setUint32(12, 0x5f0f3cf5);
    view.setUint16(16, 0x000b);
    view.setUint16(18, UNITS_PER_EM);
    view.setUint16(46, 8);
    view.setInt16(48, 2);
  });
  const hhea = table(36, (view) => {
    view.setUint32(0, 0x00010000);
    view.setInt16(4, 800);
    view.setInt16(6, -200);
    view.setUint16(10, Math.max(...widths));
    view.setUint16(34, glyphs);
  });
  const maxp = table(32, (view) => {
    view.setUint32(0, 0x00010000);
    view.setUint16(4, glyphs);
    view.setUint16(14, 2);
  });
  const hmtx = table(4 * glyphs, (view) => {
    widths.forEach((width, glyph) => view.setUint16(4 * glyph, width));
  });
  return buildSfnt(
    new Map([
      ['glyf', new Uint8Array(4)],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', hmtx],
      ['loca', new Uint8Array(2 * (glyphs + 1))],
      ['maxp', maxp],
    ]),
  );
}

function table(bytes: number, write: (view: DataView) => void): Uint8Array {
  const written = new Uint8Array(bytes);
  write(new DataView(written.buffer));
  return written;
}
