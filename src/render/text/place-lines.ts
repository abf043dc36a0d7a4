import type { FontStack } from '../fonts/font-book.ts';
import type { SceneText } from '../scene.ts';
import { orderVisually } from './bidi-order.ts';
import type { BrokenLine } from './break-lines.ts';
import { justifyParts, wholeParts } from './justify.ts';
import type { LinePart } from './justify.ts';
import type { RunSize } from './measure.ts';
import type { LaidOutLine, LaidOutRun } from './text-layout.ts';

/** A line and the height of its box. */
export interface StackedLine {
  readonly line: BrokenLine;
  readonly height: number;
  /** From the box's top to the baseline. */
  readonly above: number;
  readonly ascent: number;
  readonly descent: number;
}

/**
 * Gives a line the height that CSS inline layout gives it: each run on it brings a box of its own line height with
 * the font's ascent and descent in its middle, and all sit on one baseline. Ascent, descent and the leading above are
 * whole pixels, as in Chromium, so that baselines fall where its do.
 */
export function stackLine(
  line: BrokenLine,
  sizes: readonly RunSize[],
  stacks: readonly FontStack[],
  lineHeight: number,
): StackedLine {
  const runs = new Set(line.pieces.map(({ item }) => item.run));
  if (runs.size === 0) runs.add(line.measure.paragraph.run);
  let [above, below, ascent, descent] = [-Infinity, -Infinity, 0, 0];
  for (const run of runs) {
    const metrics = stacks[run]?.primary.metrics;
    const fontSize = sizes[run]?.fontSize ?? 0;
    if (metrics === undefined) continue;
    const runAscent = Math.round(metrics.ascent * fontSize);
    const runDescent = Math.round(metrics.descent * fontSize);
    const height = lineHeight * fontSize;
    const runAbove = runAscent + Math.floor((height - runAscent - runDescent) / 2);
    above = Math.max(above, runAbove);
    below = Math.max(below, height - runAbove);
    ascent = Math.max(ascent, runAscent);
    descent = Math.max(descent, runDescent);
  }
  return { line, height: above + below, above, ascent, descent };
}

/** Positions lines in the element's box: alignment across, `verticalAlign` down, visual order within each line. */
export function placeLines(
  lines: readonly StackedLine[],
  element: SceneText,
  sizes: readonly RunSize[],
): LaidOutLine[] {
  const total = lines.reduce((sum, { height }) => sum + height, 0);
  const free = element.height - total;
  let top = element.verticalAlign === 'top' ? 0 : element.verticalAlign === 'middle' ? free / 2 : free;
  return lines.map((stacked) => {
    const { line, height, above, ascent, descent } = stacked;
    const freePx = element.width - line.width;
    const isJustified = element.align === 'justify' && !line.endsParagraph && freePx > 0;
    const parts = isJustified ? justifyParts(line, freePx) : wholeParts(line);
    const width = parts.reduce((sum, part) => sum + part.width + part.extra, 0);
    const x = alignedX(element.align, line.measure.paragraph.baseLevel, element.width - width);
    const placed: LaidOutLine = {
      x,
      width,
      top,
      height,
      baseline: top + above,
      ascent,
      descent,
      runs: placeParts(parts, x, element, sizes),
      text: shownText(line),
    };
    top += height;
    return placed;
  });
}

/** A soft hyphen is in what was typed already; a hyphen that was set by itself is not. */
function shownText({ pieces }: BrokenLine): string {
  const typed = pieces.map((piece) => piece.typed).join('');
  const last = pieces.at(-1);
  const isHyphenSet = last?.typed === '' && last.drawn !== '' && !typed.endsWith('\u00ad');
  return isHyphenSet ? typed + last.drawn : typed;
}

/** A line wider than the box spills over the side where its direction ends, whatever the alignment (CSS Text 3, 7.1). */
function alignedX(align: SceneText['align'], baseLevel: 0 | 1, freePx: number): number {
  const isRtl = baseLevel === 1;
  if (freePx < 0) return isRtl ? freePx : 0;
  if (align === 'center') return freePx / 2;
  if (align === 'left') return 0;
  if (align === 'right') return freePx;
  return (align === 'end') === isRtl ? 0 : freePx;
}

function placeParts(
  parts: readonly LinePart[],
  lineX: number,
  element: SceneText,
  sizes: readonly RunSize[],
): LaidOutRun[] {
  const runs: LaidOutRun[] = [];
  const orders = new Map(parts.map((part, order) => [part, order]));
  let x = lineX;
  for (const part of orderVisually(parts, ({ piece }) => piece.item.level)) {
    const { piece, width, extra } = part;
    const { item } = piece;
    const rtl = item.level % 2 === 1;
    const style = element.runs[item.run];
    const size = sizes[item.run];
    if (style === undefined || size === undefined) {
      throw new RangeError('a line holds a run that its element lacks');
    }
    const isWhole = part.start === piece.start && part.end === piece.end;
    const { drawn, typed, dropped } = isWhole ? { ...piece, dropped: 0 } : cutPiece(part);
    runs.push({
      drawn,
      typed,
      x,
      width: width + extra,
      // The room that justification adds comes after the text, which in a run from right to left is left of it, and
      // so does the space that is not drawn.
      textX: x + (rtl ? extra + dropped : 0),
      rtl,
      face: item.face,
      primary: item.primary,
      fontSize: size.fontSize,
      letterSpacing: piece.letterSpacing,
      isSlanted: style.fontStyle === 'italic' && item.face.style === 'normal' && !item.face.isEmoji,
      color: style.color,
      decoration: style.decoration,
      run: item.run,
      order: orders.get(part) ?? 0,
      script: item.script,
    });
    x += width + extra;
  }
  return runs;
}

/**
 * A space that grows is left out: readers of a PDF would find it, and then another one in the gap. `dropped` is its own width
 * in CSS pixels.
 */
function cutPiece({ piece, start, end, extra }: LinePart): { drawn: string; typed: string; dropped: number } {
  const { drawn, typed } = piece.cut(start, end);
  if (extra <= 0) return { drawn, typed, dropped: 0 };
  const kept = typed.trimEnd();
  const dropped = piece.advanceTo(end) - piece.advanceTo(start + kept.length);
  return { drawn: drawn.trimEnd(), typed: kept, dropped };
}
