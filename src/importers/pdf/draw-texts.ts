/** Operators that show text. */
import { multiply, type Matrix } from '../../render/geometry.ts';
import { tag } from '../../render/svg/markup.ts';
import type { Content } from './content.ts';
import type { Glyph } from './fonts.ts';
import { nextName, readApart, type Reading } from './reading.ts';
import { toMatrix } from './state.ts';
import { readLines } from './text-lines.ts';
import type { TextLine, TextPaint } from './text-line.ts';

/** Shows glyphs. Those whose shapes are drawings of their own (Type 3) stay drawings. */
export async function showText(
  reading: Reading,
  items: readonly (Glyph | number)[],
  isShown: boolean,
): Promise<void> {
  const { state, cursor, fonts, content } = reading;
  const { font } = state;
  if (font === null) return;
  if (font.isType3Font === true) {
    await showDrawings(reading, items, isShown);
    return;
  }
  const lines = readLines(items, state, cursor, paintOf(reading));
  const mode = state.renderMode;
  // 3 shows nothing (ISO 32000-2, table 104).
  if (!isShown || mode === 3) return;
  for (const item of items) if (typeof item !== 'number') fonts.use(font, item);
  if (mode >= 4) reading.clippingLines.push(...lines);
  if (font.vertical === true && mode !== 7)
    reading.builder.lose(textOf(items).slice(0, 40), 'WMode', 'Its lines do not run from top to bottom.');
  if (mode !== 7) for (const line of lines) content.addLine(line, state);
}

function paintOf({ state }: Reading): TextPaint {
  const mode = state.renderMode % 4;
  const { a, b, c, d } = state.matrix;
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  const isStroked = mode === 1 || mode === 2;
  return {
    fill: mode === 1 ? 'none' : state.fill,
    fillAlpha: state.fillAlpha,
    stroke: isStroked ? state.stroke : 'none',
    strokeAlpha: state.strokeAlpha,
    strokeWidth: isStroked ? state.lineWidth * scale : 0,
  };
}

/** Shows letters with a paint that was painted through them. */
export function paintLines(
  { content, state }: Reading,
  lines: readonly TextLine[],
  fill: string,
  fillAlpha: number,
): void {
  const clips = state.clips.filter(({ kind }) => kind !== 'text');
  for (const line of lines) {
    const runs = line.runs.map((run) => {
      const paint = { ...run.paint, fill, fillAlpha };
      return { ...run, paint, key: `${run.key} ${fill}` };
    });
    content.addLine({ ...line, runs }, { ...state, clips });
  }
}

/** Makes the letters that were collected a clip, as the end of a text object does. */
export function endText(reading: Reading): void {
  const lines = reading.clippingLines;
  if (lines.length === 0) return;
  reading.clippingLines = [];
  reading.state.clips = [...reading.state.clips, { kind: 'text', lines }];
}

function textOf(items: readonly (Glyph | number)[]): string {
  return items.map((item) => (typeof item === 'number' ? '' : item.unicode)).join('');
}

async function showDrawings(
  reading: Reading,
  items: readonly (Glyph | number)[],
  isShown: boolean,
): Promise<void> {
  const { state, cursor, builder } = reading;
  const { font, fontSize, charSpacing, wordSpacing, stretch, rise } = state;
  if (font === null) return;
  const glyphSpace = toMatrix(font.fontMatrix ?? [0.001, 0, 0, 0.001, 0, 0]);
  const drawn: Content[] = [];
  for (const item of items) {
    if (typeof item === 'number') {
      cursor.advance((-item * fontSize * stretch) / 1_000, 0);
      continue;
    }
    const drawing = font.charProcOperatorList?.[item.operatorListId ?? ''];
    if (drawing !== undefined && isShown && state.renderMode !== 3) {
      const placed: Matrix = { a: fontSize * stretch, b: 0, c: 0, d: fontSize, e: 0, f: rise };
      const matrix = multiply(multiply(multiply(state.matrix, cursor.matrix), placed), glyphSpace);
      const content = await readApart(reading, drawing, { ...state, matrix });
      if (content !== undefined) drawn.push(content);
    }
    const width = item.width * glyphSpace.a * fontSize;
    cursor.advance((width + charSpacing + (item.isSpace ? wordSpacing : 0)) * stretch, 0);
  }
  const name = textOf(items).trim().slice(0, 40) || nextName(reading, 'Letters');
  for (const item of drawn.flatMap(({ items: each }) => each)) {
    if (item.kind === 'text') for (const line of item.lines) reading.content.addLine(line, state);
    else reading.content.items.push({ ...item, markup: tag('g', { id: name }, item.markup) });
  }
  if (drawn.length > 0)
    builder.lose(name, 'font', 'Its letters are drawings, not a font: they become shapes.');
}
