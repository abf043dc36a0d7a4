import type { FontStack } from '../fonts/font-book.ts';
import type { SceneText } from '../scene.ts';
import { orderVisually } from './bidi.ts';
import type { BrokenLine } from './break-lines.ts';
import { justifyParts, wholeParts, type LinePart } from './justify.ts';
import type { RunSize } from './measure.ts';
import { centralMetrics } from './central-baseline.ts';
import type { Decoration, LaidOutLine, LaidOutRun } from './text-layout.ts';

/** A line and the metrics of its line box. */
export interface StackedLine {
  readonly line: BrokenLine;
  readonly height: number;
  /** From the box's top to the baseline. */
  readonly above: number;
  readonly ascent: number;
  readonly descent: number;
}

/**
 * Calculates the height of a line as CSS inline layout does: each run has a box of its line height, with the
 * font's ascent and descent in the middle, and all runs share a baseline. Ascent, descent and the leading
 * above are rounded to whole pixels, so that baselines are the same as in Chromium.
 */
export function stackLine(
  line: BrokenLine,
  sizes: readonly RunSize[],
  stacks: readonly FontStack[],
  lineHeight: number,
  isVertical = false,
): StackedLine {
  const runs = new Set(line.pieces.map(({ item }) => item.run));
  if (runs.size === 0) runs.add(line.measure.paragraph.run);
  let [above, below, ascent, descent] = [-Infinity, -Infinity, 0, 0];
  for (const run of runs) {
    const face = stacks[run]?.primary;
    const fontSize = sizes[run]?.fontSize ?? 0;
    if (face === undefined) continue;
    const central = isVertical ? centralMetrics(face, fontSize) : null;
    const runAscent = central?.ascent ?? Math.round(face.metrics.ascent * fontSize);
    const runDescent = central?.descent ?? Math.round(face.metrics.descent * fontSize);
    const height = lineHeight * fontSize;
    const runAbove = runAscent + Math.floor((height - runAscent - runDescent) / 2);
    above = Math.max(above, runAbove);
    below = Math.max(below, height - runAbove);
    ascent = Math.max(ascent, runAscent);
    descent = Math.max(descent, runDescent);
  }
  return { line, height: above + below, above, ascent, descent };
}

/** Positions lines in the element's box by `align` and `verticalAlign`, with the runs in visual order. */
export function placeLines(
  lines: readonly StackedLine[],
  element: SceneText,
  sizes: readonly RunSize[],
  decorations: readonly (Decoration | null)[],
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
      runs: placeParts(parts, x, element, sizes, decorations),
      text: lineText(line),
    };
    top += height;
    return placed;
  });
}

/** The text of a line. A soft hyphen is part of the typed text; an automatic hyphen is added. */
function lineText({ pieces }: BrokenLine): string {
  const typed = pieces.map((piece) => piece.typed).join('');
  const last = pieces.at(-1);
  const hasAutoHyphen = last?.typed === '' && last.drawn !== '' && !typed.endsWith('\u00ad');
  return hasAutoHyphen ? typed + last.drawn : typed;
}

/** A line wider than the box overflows at the end of its direction, with any alignment (CSS Text 3, 7.1). */
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
  decorations: readonly (Decoration | null)[],
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
      throw new RangeError('the line has a run that is not in the element');
    }
    const isWhole = part.start === piece.start && part.end === piece.end;
    const { drawn, typed, dropped } = isWhole ? { ...piece, dropped: 0 } : cutPiece(part);
    runs.push({
      drawn,
      typed,
      x,
      width: width + extra,
      // Justification adds space after the text, where the omitted space was: to the left of a right-to-left
      // run.
      textX: x + (rtl ? extra + dropped : 0),
      rtl,
      face: item.face,
      primary: item.primary,
      fontSize: size.fontSize,
      letterSpacing: piece.letterSpacing,
      features: item.features,
      isSlanted: style.fontStyle === 'italic' && item.face.style === 'normal' && !item.face.isEmoji,
      color: style.color,
      decoration: decorations[item.run] ?? null,
      run: item.run,
      order: orders.get(part) ?? 0,
      script: item.script,
      ...(item.isUpright ? { isUpright: true } : {}),
    });
    x += width + extra;
  }
  return runs;
}

/**
 * Omits a space that is widened by justification: PDF readers would find the space and a second one in the
 * gap. `dropped` is its width in CSS pixels.
 */
function cutPiece({ piece, start, end, extra }: LinePart): { drawn: string; typed: string; dropped: number } {
  const { drawn, typed } = piece.cut(start, end);
  if (extra <= 0) return { drawn, typed, dropped: 0 };
  const kept = typed.trimEnd();
  const dropped = piece.advanceTo(end) - piece.advanceTo(start + kept.length);
  return { drawn: drawn.trimEnd(), typed: kept, dropped };
}
