import { deflateSync } from 'node:zlib';

import type { PDFContext, PDFRef } from 'pdf-lib';

import { buildSfnt } from '../../fonts/sfnt.ts';
import { FontCopies } from './font-copies.ts';
import { writeType0Fonts } from './type0-fonts.ts';

const UNITS_PER_EM = 1000;
const MAX_WIDTH = 65_535;
/** `maxp` counts glyphs in 16 bits. */
const MAX_GLYPHS = 0xffff;

/**
 * A font for the text of what is drawn as pictures or outlines: emoji, letters with a gradient. Its text is
 * invisible (rendering mode 3). The glyphs are boxes, since PDFium leaves out text that covers nothing.
 */
export class BlankFont {
  readonly isInvisible = true;
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
      // A full font reuses its last glyph: the copies of the font map it to more texts.
      if (this.#widths.length < MAX_GLYPHS) this.#widths.push(thousandths);
      code = this.#widths.length - 1;
      this.#codes.set(key, code);
    }
    return code;
  }

  /** The code of a glyph without a width, which stands for a character. */
  blankFor(character: string): number {
    return this.use(character, 0);
  }

  widthOf(code: number): number {
    return this.#widths[code] ?? 0;
  }

  write(context: PDFContext): ReadonlyMap<string, PDFRef> {
    if (this.#codes.size === 0) return new Map();
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
    return writeType0Fonts(context, this.copies, {
      name,
      descriptor: context.register(descriptor),
      widths: context.obj([0, [...this.#widths]]),
      isCff: false,
    });
  }
}

/** A TrueType file of boxes as wide as the glyphs (OpenType 1.9, the tables that a PDF needs). */
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
    // `loca` has whole offsets: their halves in 16 bits end at 3,855 boxes.
    view.setInt16(50, 1);
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
    view.setUint16(6, 4);
    view.setUint16(8, 1);
    view.setUint16(14, 2);
  });
  const hmtx = table(4 * glyphs, (view) => {
    widths.forEach((width, glyph) => view.setUint16(4 * glyph, width));
  });
  const glyf = table(BOX_BYTES * glyphs, (view) => {
    widths.forEach((width, glyph) => writeBox(view, BOX_BYTES * glyph, width));
  });
  const loca = table(4 * (glyphs + 1), (view) => {
    for (let glyph = 0; glyph <= glyphs; glyph++) view.setUint32(4 * glyph, BOX_BYTES * glyph);
  });
  return buildSfnt(
    new Map([
      ['glyf', glyf],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', hmtx],
      ['loca', loca],
      ['maxp', maxp],
    ]),
  );
}

/** Bytes of a glyph of four points. */
const BOX_BYTES = 34;
/** A point on the outline. */
const ON_CURVE = 1;
const TOP = 700;

/** A glyph of one contour, from the baseline to the height of capitals. */
function writeBox(view: DataView, start: number, width: number): void {
  const right = Math.min(width, 0x7fff);
  view.setInt16(start, 1);
  view.setInt16(start + 6, right);
  view.setInt16(start + 8, TOP);
  // The last point of the contour; no instructions.
  view.setUint16(start + 10, 3);
  for (let point = 0; point < 4; point++) view.setUint8(start + 14 + point, ON_CURVE);
  [0, 0, right, 0].forEach((dx, point) => view.setInt16(start + 18 + 2 * point, dx));
  [0, TOP, 0, -TOP].forEach((dy, point) => view.setInt16(start + 26 + 2 * point, dy));
}

function table(bytes: number, write: (view: DataView) => void): Uint8Array {
  const written = new Uint8Array(bytes);
  write(new DataView(written.buffer));
  return written;
}
