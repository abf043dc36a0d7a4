/** Text objects of content streams (ISO 32000-1, 9.4). */
import type { Matrix } from '../../geometry.ts';
import { codeHex, utf16Hex } from '../fonts/to-unicode.ts';
import type { CodeText, FontCopies } from '../fonts/font-copies.ts';
import { NOTHING } from './glyph-text.ts';
import { factor, num } from './numbers.ts';

/** A font as text objects use it. */
export interface ShownFont {
  readonly copies: Pick<FontCopies, 'has' | 'nameFor'>;
  widthOf(code: number): number;
  /** The code of a glyph that draws nothing, to stand for a character; undefined if the font has none. */
  blankFor(character: string): number | undefined;
  /** Its text is there for readers only. */
  readonly isInvisible: boolean;
}

/** A glyph by its code. Lengths are multiples of the font size, y upwards, from the origin of the run. */
export interface ShownGlyph extends CodeText {
  readonly x: number;
  readonly y: number;
}

/** Glyphs of one font and size. `matrix`: from multiples of one unit of the page to it. */
export interface ShownRun {
  readonly font: ShownFont;
  /** Notes a name of the font that is used. */
  readonly use: (name: string) => void;
  readonly fontSize: number;
  readonly matrix: Matrix;
  readonly glyphs: readonly ShownGlyph[];
}

/** In multiples of the font size. */
const NEGLIGIBLE = 0.0005;

/**
 * Farther moves, as of marks to their letters, begin a string: pdf.js takes those inside of one for spaces.
 * In multiples of the font size.
 */
const MAX_MOVE = 0.15;

/** Glyphs side by side that one operator shows under one name of the font. */
interface Chunk {
  readonly name: string;
  readonly y: number;
  readonly glyphs: ShownGlyph[];
}

/** Text from left to right. */
export function showLeftToRight({ glyphs, ...run }: ShownRun): string {
  const { font } = run;
  const chunks: Chunk[] = [];
  let last: Chunk | undefined;
  let pen = 0;
  for (const glyph of glyphs) {
    const isSame: boolean = last !== undefined && font.copies.has(last.name, glyph);
    const name: string = isSame && last !== undefined ? last.name : font.copies.nameFor([glyph], last?.name);
    const isClose = Math.abs(pen - glyph.x) < MAX_MOVE && Math.abs((last?.y ?? 0) - glyph.y) < 1e-4;
    if (last?.name === name && isClose) last.glyphs.push(glyph);
    else chunks.push((last = { name, y: glyph.y, glyphs: [glyph] }));
    pen = glyph.x + font.widthOf(glyph.code) / 1000;
  }
  return writeChunks(chunks, run);
}

/**
 * Right-to-left text, so that all readers find whole words. Strings follow each other in reading order, from
 * right to left, and the glyphs in a string in visual order, because:
 *
 * - pypdf and pdf.js go by the order of the strings, and reverse each of them;
 * - PDFium goes by the positions of strings, and cuts words where a string is higher or lower, or moved;
 * - pypdf reverses glyphs, not the characters that a glyph stands for. So each has one character: other
 *   characters get blank glyphs of their own before it.
 */
export function showRightToLeft({ glyphs, ...run }: ShownRun): string {
  const { font } = run;
  const carrying = glyphs.filter(({ text }) => text !== NOTHING);
  const chunks = joinChunks(
    carrying.flatMap((glyph) => spellOut(glyph, font)),
    font,
  );
  return writeChunks(chunks, run);
}

/** Begins content with a text of its own, for readers that know it. */
export function startSpan(typed: string): string {
  return `/Span <</ActualText <FEFF${utf16Hex(typed)}>>> BDC`;
}

function writeChunks(chunks: readonly Chunk[], run: Omit<ShownRun, 'glyphs'>): string {
  const [first] = chunks;
  if (first === undefined) return '';
  const { a, b, c, d, e, f } = run.matrix;
  const scale = Math.hypot(a, b) || 1;
  const size = run.fontSize * scale;
  let x = first.glyphs[0]?.x ?? 0;
  let { y } = first;
  const x0 = x * run.fontSize;
  const y0 = y * run.fontSize;
  const origin = `${num(a * x0 + c * y0 + e)} ${num(b * x0 + d * y0 + f)}`;
  const turn = `${factor(a / scale)} ${factor(b / scale)} ${factor(c / scale)} ${factor(d / scale)}`;
  let out = run.font.isInvisible ? 'BT\n3 Tr\n' : 'BT\n';
  let name = '';
  for (const chunk of chunks) {
    if (chunk.name !== name) {
      run.use(chunk.name);
      out += `/${chunk.name} ${num(size)} Tf `;
    }
    if (chunk === first) out += `${turn} ${origin} Tm\n`;
    const startX = chunk.glyphs[0]?.x ?? 0;
    const right = round((startX - x) * size, 5);
    const up = round((chunk.y - y) * size, 5);
    // Without a move, a chunk at the place of the one before would stand after its glyphs.
    if (chunk !== first) out += `${right} ${up} Td `;
    // Rounded moves add up to rounded positions.
    x += Number(right) / size;
    y += Number(up) / size;
    ({ name } = chunk);
    out += showGlyphs(chunk.glyphs, x, run.font);
  }
  return run.font.isInvisible ? `${out}0 Tr\nET` : `${out}ET`;
}

function showGlyphs(glyphs: readonly ShownGlyph[], start: number, font: ShownFont): string {
  let pen = start;
  let operands = '';
  for (const { code, x } of glyphs) {
    const back = pen - x;
    if (Math.abs(back) > NEGLIGIBLE) {
      const moved = round(back * 1000, 2);
      operands += `>${moved}<`;
      pen -= Number(moved) / 1000;
    }
    operands += codeHex(code);
    pen += font.widthOf(code) / 1000;
  }
  return operands.includes('>') ? `[<${operands}>] TJ\n` : `<${operands}> Tj\n`;
}

/** A blank glyph for each character but the first in reading order, which is the last in visual order. */
function spellOut(glyph: ShownGlyph, font: ShownFont): ShownGlyph[] {
  const characters = [...glyph.text];
  const own = characters.pop();
  const blanks = characters.map((text) => ({ ...glyph, code: font.blankFor(text), text }));
  if (own === undefined || blanks.some(({ code }) => code === undefined)) return [glyph];
  return [...blanks.map((blank) => ({ ...blank, code: blank.code ?? 0 })), { ...glyph, text: own }];
}

/** From right to left. Heights that differ by rounding alone are one. */
function joinChunks(glyphs: readonly ShownGlyph[], font: ShownFont): Chunk[] {
  const chunks: Chunk[] = [];
  for (const unit of joinUnits(glyphs)) {
    const last = chunks.at(-1);
    const name = font.copies.nameFor(unit, last?.name);
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
function joinUnits(glyphs: readonly ShownGlyph[]): ShownGlyph[][] {
  const units: ShownGlyph[][] = [];
  for (const glyph of glyphs.toReversed()) {
    const unit = units.at(-1);
    const isBySpace = glyph.text === ' ' || unit?.at(-1)?.text === ' ';
    const fits = unit?.every(({ code, text }) => code !== glyph.code || text === glyph.text);
    if (unit !== undefined && isBySpace && fits) unit.push(glyph);
    else units.push([glyph]);
  }
  return units;
}

function round(value: number, digits: number): string {
  if (Math.abs(value) < 0.4 * 10 ** -digits) return '0';
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? '0' : rounded.toFixed(digits).replace(/\.?0+$/, '');
}
