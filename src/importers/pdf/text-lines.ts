/** Letters of a page as lines of text. */
import { invert, multiply, transformPoint, type Bounds, type Matrix } from '../../render/geometry.ts';
import { plainText, type Glyph, type PdfFont } from './fonts.ts';
import { hasRtl } from './reading-order.ts';
import type { State } from './state.ts';
import type { TextLine, TextPaint, TextRun } from './text-line.ts';

/** A wider gap between letters is a space, as a share of the font size. */
const spaceGap = 0.16;

/** A wider one divides texts. */
const maxGap = 0.8;

/** Letters may go back by as much: kerning. */
const maxBack = 0.5;

/** Baselines that differ by less are one, as a share of the font size. */
const baselineTolerance = 0.03;

/** The text matrix, which a text object starts anew. */
export class TextCursor {
  matrix: Matrix = identity;
  #line: Matrix = identity;

  start(): void {
    this.set(identity);
  }

  set(matrix: Matrix): void {
    this.matrix = matrix;
    this.#line = matrix;
  }

  move(x: number, y: number): void {
    this.set(multiply(this.#line, { ...identity, e: x, f: y }));
  }

  advance(x: number, y: number): void {
    this.matrix = multiply(this.matrix, { ...identity, e: x, f: y });
  }
}

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/**
 * Reads what an operator shows as runs of glyphs, each of which begins a line or continues one. Moves the
 * cursor behind it.
 */
export function readLines(
  items: readonly (Glyph | number)[],
  state: State,
  cursor: TextCursor,
  paint: TextPaint,
): TextLine[] {
  const { font, fontSize, charSpacing, wordSpacing, stretch, rise } = state;
  if (font === null || fontSize === 0) return [];
  const lines: TextLine[] = [];
  const unit = font.fontMatrix?.[0] ?? 0.001;
  for (const item of items) {
    if (typeof item === 'number') {
      const by = (-item * fontSize) / 1_000;
      cursor.advance(font.vertical === true ? 0 : by * stretch, font.vertical === true ? by : 0);
      continue;
    }
    const spacing = charSpacing + (item.isSpace ? wordSpacing : 0);
    const width = item.width * unit * fontSize;
    const place = multiply(multiply(state.matrix, cursor.matrix), {
      a: fontSize * stretch,
      b: 0,
      c: 0,
      d: fontSize,
      e: 0,
      f: rise,
    });
    const size = Math.hypot(place.c, place.d);
    if (size > 0) {
      const share = size / Math.abs(fontSize);
      addGlyph(lines, place, size, {
        glyph: item,
        width: item.width * unit * size,
        spacing: charSpacing * share * Math.sign(fontSize),
        font,
        paint,
      });
    }
    if (font.vertical === true) cursor.advance(0, -(fontSize + spacing));
    else cursor.advance((width + spacing) * stretch, 0);
  }
  return lines;
}

/** Indices are smaller than their line by this, follow it closely, and stay near its baseline. */
const indexSize = 0.85;
const indexGap = 0.2;
const maxRaised = 0.6;
const maxLowered = 0.35;

interface ShownGlyph {
  readonly glyph: Glyph;
  readonly width: number;
  readonly spacing: number;
  readonly font: PdfFont;
  readonly paint: TextPaint;
}

function addGlyph(lines: TextLine[], place: Matrix, size: number, shown: ShownGlyph): void {
  const basis = {
    a: place.a / size,
    b: place.b / size,
    c: -place.c / size,
    d: -place.d / size,
    e: 0,
    f: 0,
  };
  const inverse = invert(basis);
  if (inverse === null) return;
  const { x, y } = transformPoint(place.e, place.f, inverse);
  const text = plainText(shown.glyph.unicode).replaceAll(/[\u0000-\u001f]/gu, '');
  const run: TextRun = {
    parts: [text],
    font: shown.font,
    size,
    paint: shown.paint,
    key: `${shown.font.loadedName} ${size.toFixed(2)} ${JSON.stringify(shown.paint)}`,
    raised: 0,
  };
  const basisKey = [basis.a, basis.b, basis.c, basis.d].map((value) => value.toFixed(3)).join(' ');
  // A space of its own is a gap.
  if (text.trim() === '') return;
  const line: TextLine = { basis, basisKey, x, y, size, end: x + shown.width, runs: [run] };
  const last = lines.at(-1);
  if (last === undefined || !joinLine(last, line, shown.spacing)) lines.push(line);
}

/**
 * Joins a line with what follows it on the same baseline. Returns whether it could.
 *
 * @param spacing the letter spacing, which a gap has besides
 */
export function joinLine(line: TextLine, next: TextLine, spacing = 0): boolean {
  if (line.basisKey !== next.basisKey) return false;
  if (continuesLeft(line, next)) return true;
  const size = Math.min(line.size, next.size);
  const gap = next.x - line.end - spacing;
  if (gap < -maxBack * size || gap > maxGap * size) return false;
  const raised = raisedBy(line, next, gap);
  if (raised === null) return false;
  const last = line.runs.at(-1);
  const [first, ...rest] = next.runs;
  if (last === undefined || first === undefined) return false;
  if (gap > spaceGap * size) last.parts.push(' ');
  if (last.key === first.key && last.raised === first.raised + raised) last.parts.push(...first.parts);
  else line.runs.push({ ...first, raised: first.raised + raised });
  line.runs.push(...rest.map((run) => ({ ...run, raised: run.raised + raised })));
  line.end = next.end;
  return true;
}

/** Joins a line with what follows it on its left, as text from right to left does. */
function continuesLeft(line: TextLine, next: TextLine): boolean {
  const size = Math.min(line.size, next.size);
  const gap = line.x - next.end;
  if (Math.abs(line.y - next.y) > baselineTolerance * size) return false;
  if (gap < -maxBack * size || gap > maxGap * size || next.x >= line.x) return false;
  if (!hasRtl(line.runs) && !hasRtl(next.runs)) return false;
  const last = next.runs.at(-1);
  if (last === undefined) return false;
  if (gap > spaceGap * size) last.parts.push(' ');
  line.runs.unshift(...next.runs);
  line.x = next.x;
  return true;
}

/** How far what follows a line is raised above it: 0, or as a small index is; null if it is another line. */
function raisedBy(line: TextLine, next: TextLine, gap: number): number | null {
  const raised = line.y - next.y;
  if (Math.abs(raised) <= baselineTolerance * Math.min(line.size, next.size)) return 0;
  const isSmall = next.size < indexSize * line.size && gap < indexGap * line.size;
  return isSmall && raised < maxRaised * line.size && raised > -maxLowered * line.size ? raised : null;
}

/** The text of a line. */
export function lineText({ runs }: TextLine): string {
  return runs.map(({ parts }) => parts.join('')).join('');
}

/** The area that the letters of a line can cover. */
export function lineBounds({ basis, x, y, end, size }: TextLine): Bounds {
  const corners = [
    [x, y - size * 0.8],
    [end, y - size * 0.8],
    [x, y + size * 0.25],
    [end, y + size * 0.25],
  ].map(([left = 0, top = 0]) => transformPoint(left, top, basis));
  return {
    left: Math.min(...corners.map((corner) => corner.x)),
    right: Math.max(...corners.map((corner) => corner.x)),
    top: Math.min(...corners.map((corner) => corner.y)),
    bottom: Math.max(...corners.map((corner) => corner.y)),
  };
}
