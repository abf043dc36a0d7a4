/** Texts whose font is not there keep the lines and the width that the design has saved. */
import type { TextElement, TextRun } from '../../generated/template.ts';
import { rounded } from './boxes.ts';
import type { TextMeasure } from './measure-text.ts';

/** What a design has saved of the lines of a text, in the unit of the page. */
export interface SavedLines {
  readonly lines: number;
  /** The width at which lines are broken; with `isNatural`, that of the longest line. */
  readonly width: number;
  readonly isNatural: boolean;
}

/** Letters come that much nearer before they become smaller, as a share of the font size. */
const nearest = -0.03;

/** Letters of a narrower stand-in go that far apart. */
const farthest = 0.12;

/** Smaller letters would not be read: the text has more lines then. */
const leastScale = 0.3;

/** Widths that differ by less are the same. */
const tolerance = 0.01;
const steps = 10;

/**
 * Sets a text whose stand-in is wider or narrower with other letter spacing, and if that is not enough
 * smaller, so that it has no more lines than were saved. Its lines keep their distance. Returns whether it
 * had to.
 */
export function fitStandIn(element: TextElement, saved: SavedLines, measure: TextMeasure): boolean {
  const { width } = saved;
  if (!(width > 0) || saved.lines < 1 || element.path !== undefined) return false;
  const isOneLine = saved.lines === 1 && !(element.text ?? '').includes('\n');
  const over = (change: Change): number => {
    const text = changed(element, change);
    if (!isOneLine && !saved.isNatural)
      return (measure.measureWithin(text, width)?.lines ?? 0) > saved.lines ? 1 : 0;
    return (measure.measure(text)?.width ?? 0) / width - 1;
  };
  if (isOneLine) element.wrap = false;
  const first = over({ scale: 1, spacing: 0 });
  if (saved.isNatural ? Math.abs(first) <= tolerance : first <= tolerance) return false;
  const most = first < 0 ? farthest : nearest;
  const isEnough =
    first < 0 ? over({ scale: 1, spacing: most }) >= 0 : over({ scale: 1, spacing: most }) <= 0;
  const change = isEnough
    ? { scale: 1, spacing: search(0, most, (spacing) => over({ scale: 1, spacing }) * first > 0) }
    : first < 0
      ? { scale: 1, spacing: most }
      : { spacing: most, scale: search(1, leastScale, (scale) => over({ scale, spacing: most }) > 0) };
  Object.assign(element, changed(element, change));
  return true;
}

interface Change {
  readonly scale: number;
  /** As a share of the font size. */
  readonly spacing: number;
}

/** The value nearest to `from` for which a text does not exceed its room. `to` is taken for one. */
function search(from: number, to: number, exceeds: (value: number) => boolean): number {
  let [outside, inside] = [from, to];
  for (let step = 0; step < steps; step += 1) {
    const middle = (outside + inside) / 2;
    if (exceeds(middle)) outside = middle;
    else inside = middle;
  }
  return inside;
}

/** A text with other letters, in lines of the same distance. */
function changed(element: TextElement, { scale, spacing }: Change): TextElement {
  const size = Number(element.fontSize ?? 16);
  const sized = (part: TextElement | TextRun, own: number) => ({
    letterSpacing: rounded(Number(part.letterSpacing ?? element.letterSpacing ?? 0) + spacing * own * scale),
    fontSize: Math.max(0.1, rounded(own * scale)),
  });
  return {
    ...element,
    ...sized(element, size),
    ...(element.lineHeight !== undefined && { lineHeight: rounded(element.lineHeight / scale) }),
    ...(element.runs !== undefined && {
      runs: element.runs.map((run) => ({
        ...run,
        ...(run.fontSize === undefined && run.letterSpacing === undefined
          ? {}
          : sized(run, Number(run.fontSize ?? size))),
      })),
    }),
  };
}
