import type { FontStack } from '../../fonts/font-book.ts';
import type { SceneText, SceneTextRun } from '../../scene/text.ts';
import { orderVisually } from '../analyse/bidi.ts';
import type { BrokenLine } from '../break/break-lines.ts';
import { MARKER_GAP } from '../break/measure-markers.ts';
import { justifyParts, wholeParts, type LinePart } from './justify.ts';
import type { RunSize } from '../shape/measure.ts';
import type { PieceText } from '../shape/text-piece.ts';
import { centralMetrics } from './central-baseline.ts';
import type { Decoration, LaidOutLine, LaidOutRun } from '../text-layout.ts';

/** A line and the metrics of its line box. */
export interface StackedLine {
  readonly line: BrokenLine;
  readonly height: number;
  /** From the box's top to the baseline. */
  readonly above: number;
  readonly ascent: number;
  readonly descent: number;
  /** Space between the paragraph before and this line. */
  readonly before: number;
  /** What is cut off the line box where the line is the first or the last of a trimmed text. */
  readonly trimTop: number;
  readonly trimBottom: number;
}

/**
 * The height of a column of lines with one more line, but for what is trimmed below that line.
 *
 * @param height of the lines before; null: the line is the first
 */
export function addLine(height: number | null, line: StackedLine): number {
  return (height === null ? -line.trimTop : height + line.before) + line.height;
}

/** The height of lines in one column. */
export function stackHeight(lines: readonly StackedLine[]): number {
  const height = lines.reduce<number | null>(addLine, null);
  return height === null ? 0 : height - (lines.at(-1)?.trimBottom ?? 0);
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
  {
    lineHeight,
    trimsToCapitals,
    isVertical,
  }: Pick<SceneText, 'lineHeight' | 'trimsToCapitals' | 'isVertical'>,
  before = 0,
): StackedLine {
  const runs = listRuns(line);
  let [above, below, ascent, descent, capital] = [-Infinity, -Infinity, 0, 0, 0];
  for (const run of runs) {
    const face = stacks[run]?.primary;
    const { fontSize = 0, shift = 0 } = sizes[run] ?? {};
    if (face === undefined) continue;
    const { metrics } = face;
    const central = isVertical === true ? centralMetrics(face, fontSize) : null;
    const runAscent = central?.ascent ?? Math.round(metrics.ascent * fontSize);
    const runDescent = central?.descent ?? Math.round(metrics.descent * fontSize);
    const height = lineHeight * fontSize;
    const runAbove = runAscent + Math.floor((height - runAscent - runDescent) / 2) + shift;
    above = Math.max(above, runAbove);
    below = Math.max(below, height - runAbove);
    ascent = Math.max(ascent, runAscent + shift);
    descent = Math.max(descent, runDescent - shift);
    capital = Math.max(capital, metrics.capHeight * fontSize + shift);
  }
  const trimTop = trimsToCapitals === true ? above - capital : 0;
  const trimBottom = trimsToCapitals === true ? below : 0;
  return { line, height: above + below, above, ascent, descent, before, trimTop, trimBottom };
}

/** The runs of a line. */
function listRuns({ pieces, measure }: BrokenLine): Iterable<number> {
  const [first] = pieces;
  if (pieces.length > 1) return new Set(pieces.map(({ item }) => item.run));
  return [first === undefined ? measure.paragraph.run : first.item.run];
}

const noHang = { start: 0, end: 0 };

/** Positions lines in the element's box by `align` and `verticalAlign`, with the runs in visual order. */
export function placeLines(
  lines: readonly StackedLine[],
  element: SceneText,
  sizes: readonly RunSize[],
  decorations: readonly (Decoration | null)[],
): LaidOutLine[] {
  const free = element.height - stackHeight(lines);
  let top = element.verticalAlign === 'top' ? 0 : element.verticalAlign === 'middle' ? free / 2 : free;
  top -= lines[0]?.trimTop ?? 0;
  return lines.map((stacked, index) => {
    const { line, height, above, ascent, descent, before } = stacked;
    const { startLevel } = line.measure.paragraph;
    const isRtl = startLevel === 1;
    const available = element.width - line.inset;
    const freePx = available - line.width;
    if (index > 0) top += before;
    const isJustified = element.align === 'justify' && !line.endsParagraph && freePx > 0;
    const parts = isJustified ? justifyParts(line, freePx) : wholeParts(line);
    const width = parts.reduce((sum, part) => sum + part.width + part.extra, 0);
    const { hang = noHang } = line;
    const inBox = alignedX(element.align, startLevel, available - width + hang.start + hang.end);
    const edge = isRtl ? inBox : inBox + line.inset;
    const x = edge - (isRtl ? hang.end : hang.start);
    const runs = placeParts(parts, x, element, sizes, decorations);
    const marker = placeMarker(line, isRtl ? x + width - hang.start : edge, element, sizes);
    const placed: LaidOutLine = {
      x,
      width,
      top,
      height,
      baseline: top + above,
      ascent,
      descent,
      runs: isRtl ? [...runs, ...marker] : [...marker, ...runs],
      text: lineText(line),
    };
    top += height;
    return placed;
  });
}

/** The mark of a list, at a distance of half its font size before the start of the line. */
function placeMarker(
  { marker, measure }: BrokenLine,
  edge: number,
  element: SceneText,
  sizes: readonly RunSize[],
): LaidOutRun[] {
  const [piece] = marker?.pieces ?? [];
  if (marker === undefined || piece === undefined) return [];
  const gap = MARKER_GAP * (sizes[piece.item.run]?.fontSize ?? 0);
  const x = measure.paragraph.startLevel === 1 ? edge + gap : edge - gap - marker.width;
  // It is read before the line.
  return placeParts(wholeParts(marker), x, element, sizes, []).map((run) => ({
    ...run,
    isMarker: true,
    highlight: null,
    order: run.order - marker.pieces.length,
  }));
}

/** The text of a line. A soft hyphen is part of the typed text; an automatic hyphen is added. */
function lineText({ pieces }: BrokenLine): string {
  const typed = pieces.map((piece) => piece.typed).join('');
  const last = pieces.at(-1);
  const hasAutoHyphen = last?.typed === '' && last.drawn !== '' && !typed.endsWith('\u00ad');
  return hasAutoHyphen ? typed + last.drawn : typed;
}

/** A line wider than the box overflows at the end of its direction, with any alignment (CSS Text 3, 7.1). */
function alignedX(align: SceneText['align'], startLevel: 0 | 1, freePx: number): number {
  const isRtl = startLevel === 1;
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
  const orders = parts.length > 1 ? new Map(parts.map((part, order) => [part, order])) : null;
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
    const isIcon = item.isIcon === true;
    const own = isWhole || isIcon ? piece : cutPiece(part);
    const { drawn, typed, from, to, shaped = null, measured = null } = own;
    // What is not drawn at the ends: an omitted space, or letters in a ligature of the run before.
    const [cutBefore, cutAfter] = [
      piece.advanceTo(from) - piece.advanceTo(part.start),
      piece.advanceTo(part.end) - piece.advanceTo(to),
    ];
    runs.push({
      drawn,
      typed,
      shaped,
      measured,
      x,
      width: width + extra,
      // Justification adds space after the text, where the omitted space was: to the left of a right-to-left
      // run.
      textX: x + (rtl ? extra + cutAfter : cutBefore),
      rtl,
      face: item.face,
      primary: item.primary,
      fontSize: size.fontSize,
      letterSpacing: piece.letterSpacing,
      wordSpacing: 0,
      features: item.features,
      isSlanted: style.fontStyle === 'italic' && item.face.style === 'normal' && !item.face.isEmoji,
      color: style.color,
      decoration: isIcon ? null : (decorations[item.run] ?? null),
      stroke: style.stroke === undefined ? element.stroke : style.stroke,
      highlight: style.highlight ?? null,
      shift: size.shift,
      isMarker: false,
      run: item.run,
      order: orders?.get(part) ?? 0,
      script: item.script,
      language: item.language,
      ...(item.isUpright ? { isUpright: true } : {}),
      ...(isIcon ? getIcon(style, size) : {}),
    });
    x += width + extra;
  }
  return runs;
}

/** The icon of a run in its size. */
function getIcon({ icon }: SceneTextRun, { icon: size }: RunSize): Pick<LaidOutRun, 'icon'> {
  if (icon === undefined || size === undefined) throw new RangeError('the run has no icon');
  return { icon: { ...icon, width: size.width, height: size.height } };
}

/**
 * Omits a space that is widened by justification: PDF readers would find the space and a second one in the
 * gap.
 */
function cutPiece({ piece, start, end, extra }: LinePart): PieceText {
  const whole = piece.cut(start, end);
  if (extra <= 0) return whole;
  const { drawn, typed, from } = whole;
  const kept = typed.trimEnd();
  const to = from + kept.length;
  return whole.shaped === undefined ? { drawn: drawn.trimEnd(), typed: kept, from, to } : piece.cut(from, to);
}
