import type { GlyphWidths } from './blank-glyphs.ts';
import { NOTHING } from './glyph-text.ts';
import type { FontUnicode } from './unicode.ts';

interface PlacedGlyph {
  readonly code: number;
  readonly text: string;
  /** In the text object's space, which has the scale of the font size. */
  readonly x: number;
  readonly y: number;
}

/** In thousandths of the font size: the precision of Skia's numbers. */
const NEGLIGIBLE = 0.0005;

/** Glyphs side by side, in visual order, that one operator shows with one copy of the font. */
interface Chunk {
  readonly name: string;
  readonly y: number;
  readonly glyphs: PlacedGlyph[];
}

// What Skia writes: a font, a matrix, and strings with moves between them.
const blockPattern = /^BT\s+\/\S+\s+([\d.]+)\s+Tf\s+((?:-?[\d.]+\s+){6})Tm\s+([\s\S]*)ET$/;
const partPattern = /(-?[\d.]+)\s+(-?[\d.]+)\s+Td\s*|<([0-9A-Fa-f]+)>\s*Tj\s*/g;

/**
 * Right-to-left text, rewritten so that all readers find whole words. Strings follow each other in reading
 * order, from right to left, and the glyphs in a string in visual order, because:
 *
 * - pypdf and pdf.js go by the order of the strings, and reverse each of them;
 * - PDFium goes by the positions of strings, and cuts words where a string is higher or lower, or moved;
 * - pypdf reverses glyphs, not the characters that a glyph stands for. So each has one character: other
 *   characters get blank glyphs of their own before it.
 */
export class RtlText {
  readonly #unicode: FontUnicode;
  readonly #widths: GlyphWidths;
  readonly #size: string;
  readonly #matrix: readonly number[];
  readonly #glyphs: PlacedGlyph[];

  /** Use `read`. */
  private constructor(
    unicode: FontUnicode,
    widths: GlyphWidths,
    size: string,
    matrix: readonly number[],
    glyphs: PlacedGlyph[],
  ) {
    this.#unicode = unicode;
    this.#widths = widths;
    this.#size = size;
    this.#matrix = matrix;
    this.#glyphs = glyphs;
  }

  /**
   * Reads a text object.
   *
   * @param texts the text of each glyph that the object shows
   * @returns null if the object is not written as Skia does it with embedded fonts
   */
  static read(block: string, texts: readonly string[], unicode: FontUnicode): RtlText | null {
    const [, size = '', matrix = '', shows = ''] = blockPattern.exec(block) ?? [];
    const { widths } = unicode;
    if (size === '' || widths === null || shows.replaceAll(partPattern, '').trim() !== '') return null;
    const unit = Number(size) / 1000;
    const glyphs = placeGlyphs(shows, texts, (code) => widths.of(code) * unit);
    return new RtlText(unicode, widths, size, matrix.trim().split(/\s+/).map(Number), glyphs);
  }

  /** Takes in text to the right, if its font, size and direction are the same. */
  add(next: RtlText): boolean {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#matrix;
    const determinant = a * d - b * c;
    const isAlike =
      next.#unicode === this.#unicode &&
      next.#size === this.#size &&
      next.#matrix.slice(0, 4).every((value, index) => value === this.#matrix[index]);
    if (!isAlike || determinant === 0) return false;
    const [right, down] = [(next.#matrix[4] ?? 0) - e, (next.#matrix[5] ?? 0) - f];
    const [x, y] = [(right * d - down * c) / determinant, (down * a - right * b) / determinant];
    for (const glyph of next.#glyphs) this.#glyphs.push({ ...glyph, x: glyph.x + x, y: glyph.y + y });
    return true;
  }

  /** The text object of the glyphs that carry text; empty if none does. */
  write(): string {
    const unicode = this.#unicode;
    const glyphs = this.#glyphs.filter(({ text }) => text !== NOTHING);
    return this.#show(
      joinChunks(
        glyphs.flatMap((glyph) => spellOut(glyph, unicode)),
        unicode,
      ),
    );
  }

  /** The text object of the other glyphs, such as dots and marks; empty if there are none. */
  writeRest(): string {
    const glyphs = this.#glyphs.filter(({ text }) => text === NOTHING);
    return this.#show(
      glyphs.map((glyph) => ({ name: this.#unicode.nameFor(glyph.code, ' '), y: glyph.y, glyphs: [glyph] })),
    );
  }

  #show(chunks: readonly Chunk[]): string {
    const [first] = chunks;
    if (first === undefined) return '';
    // The matrix has the position of the first string: pypdf takes a move to the right for a space.
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#matrix;
    let [x, y, name] = [first.glyphs[0]?.x ?? 0, first.y, ''];
    const matrix = [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
    let out = '';
    for (const chunk of chunks) {
      if (chunk.name !== name) out += `/${chunk.name} ${this.#size} Tf `;
      if (chunk === first) out += `${matrix.map((value) => round(value, 6)).join(' ')} Tm\n`;
      const [right, up] = [round((chunk.glyphs[0]?.x ?? 0) - x, 5), round(chunk.y - y, 5)];
      if (right !== '0' || up !== '0') out += `${right} ${up} Td `;
      // Rounded moves add up to rounded positions.
      [x, y, name] = [x + Number(right), y + Number(up), chunk.name];
      out += showGlyphs(chunk.glyphs, x, Number(this.#size) / 1000, this.#widths);
    }
    return `BT\n${out}ET\n`;
  }
}

function placeGlyphs(
  shows: string,
  texts: readonly string[],
  widthOf: (code: number) => number,
): PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  let [x, y] = [0, 0];
  for (const [, right, up, hex] of shows.matchAll(partPattern)) {
    if (hex === undefined) {
      x += Number(right);
      y += Number(up);
      continue;
    }
    let pen = x;
    for (let at = 0; at < hex.length; at += 4) {
      const code = Number.parseInt(hex.slice(at, at + 4), 16);
      glyphs.push({ code, text: texts[glyphs.length] ?? NOTHING, x: pen, y });
      pen += widthOf(code);
    }
  }
  return glyphs;
}

/** A blank glyph for each character but the first in reading order, which is the last in visual order. */
function spellOut(glyph: PlacedGlyph, unicode: FontUnicode): PlacedGlyph[] {
  const characters = [...glyph.text];
  const own = characters.pop();
  const blanks = characters.map((text) => ({ ...glyph, code: unicode.blankFor(text), text }));
  if (own === undefined || blanks.some(({ code }) => code === undefined)) return [glyph];
  return [...blanks.map((blank) => ({ ...blank, code: blank.code ?? 0 })), { ...glyph, text: own }];
}

/** From right to left. Heights that differ by rounding alone are one. */
function joinChunks(glyphs: readonly PlacedGlyph[], unicode: FontUnicode): Chunk[] {
  const chunks: Chunk[] = [];
  for (const unit of joinUnits(glyphs)) {
    const last = chunks.at(-1);
    const name = unicode.nameForAll(unit, last?.name);
    for (const glyph of unit) {
      const chunk = chunks.at(-1);
      if (chunk?.name === name && Math.abs(chunk.y - glyph.y) < 1e-4) chunk.glyphs.unshift(glyph);
      else chunks.push({ name, y: glyph.y, glyphs: [glyph] });
    }
  }
  return chunks;
}

/**
 * Glyphs from right to left, those around a space together: pdf.js loses spaces at the ends of strings. A
 * unit has one text for each glyph.
 */
function joinUnits(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const units: PlacedGlyph[][] = [];
  for (const glyph of glyphs.toReversed()) {
    const unit = units.at(-1);
    const isBySpace = glyph.text === ' ' || unit?.at(-1)?.text === ' ';
    const fits = unit?.every(({ code, text }) => code !== glyph.code || text === glyph.text);
    if (unit !== undefined && isBySpace && fits) unit.push(glyph);
    else units.push([glyph]);
  }
  return units;
}

function showGlyphs(
  glyphs: readonly PlacedGlyph[],
  start: number,
  unit: number,
  { of: widthOf }: GlyphWidths,
): string {
  let pen = start;
  let operands = '';
  for (const { code, x } of glyphs) {
    const back = (pen - x) / unit;
    if (Math.abs(back) > NEGLIGIBLE) {
      operands += `>${round(back, 3)}<`;
      pen -= Number(round(back, 3)) * unit;
    }
    operands += code.toString(16).toUpperCase().padStart(4, '0');
    pen += widthOf(code) * unit;
  }
  return operands.includes('>') ? `[<${operands}>] TJ\n` : `<${operands}> Tj\n`;
}

function round(value: number, digits: number): string {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? '0' : rounded.toFixed(digits).replace(/\.?0+$/, '');
}
