/** Lines that are broken with a look at all of them: CSS Text 4, `text-wrap-style`. */
import { MAY_BREAK } from '../analyse/break-opportunities.ts';
import type { ParagraphMeasure } from '../shape/measure.ts';
import { breakLines, buildLine, trimHanging, type BrokenLine, type Insets } from './break-lines.ts';

/** How the lines of a paragraph share its words; without one, each takes as many as it can. */
export type WrapStyle = 'balance' | 'pretty';

/** Paragraphs with more lines are no headlines: they are not balanced. */
const MAX_BALANCED_LINES = 10;
/** The precision of the search for the least width. */
const RESOLUTION_PX = 1 / 4;
/** Only the last lines are broken anew, so that one word does not move a whole page. */
const MAX_PRETTY_LINES = 4;
/** A last line that is narrower than this share of the box is short. */
const SHORT = 1 / 3;
/** Min size of a search for the least width, as a share of the mean of the lines. */
const LEAST_SHARE = 0.85;

/** Breaks a paragraph into as many lines as `breakLines`, in a style. */
export function breakInStyle(
  style: WrapStyle,
  measure: ParagraphMeasure,
  availablePx: number,
  insets: Insets,
): BrokenLine[] {
  const lines = breakLines(measure, availablePx, insets);
  if (lines.length < 2 || availablePx === Infinity) return lines;
  return style === 'balance'
    ? balance(measure, lines, availablePx, insets)
    : avoidShortEnd(measure, lines, availablePx, insets);
}

/**
 * Breaks a paragraph for the least width with which it has as many lines, as browsers balance lines. No word
 * is cut or divided that was not before.
 */
function balance(
  measure: ParagraphMeasure,
  lines: readonly BrokenLine[],
  availablePx: number,
  insets: Insets,
): BrokenLine[] {
  let best = [...lines];
  if (lines.length > MAX_BALANCED_LINES) return best;
  const total = lines.reduce((sum, { width, inset }) => sum + width + inset, 0);
  const divided = countDivided(lines);
  let low = (total / lines.length) * LEAST_SHARE;
  let high = Math.max(...lines.map(({ width, inset }) => width + inset));
  while (high - low > RESOLUTION_PX) {
    const width = (low + high) / 2;
    const tried = breakLines(measure, Math.min(width, availablePx), insets);
    if (tried.length === lines.length && countDivided(tried) <= divided) {
      best = tried;
      high = Math.max(...tried.map((line) => line.width + line.inset));
      if (high > width) high = width;
    } else low = width;
  }
  return best;
}

/** Lines that end inside a word. */
function countDivided(lines: readonly BrokenLine[]): number {
  return lines.filter(({ isForced, isHyphenated }) => isForced || isHyphenated === true).length;
}

/** Breaks the last lines anew if the last one is short: so that it is not, and the others are even. */
function avoidShortEnd(
  measure: ParagraphMeasure,
  lines: readonly BrokenLine[],
  availablePx: number,
  insets: Insets,
): BrokenLine[] {
  const plain = [...lines];
  const first = Math.max(0, lines.length - MAX_PRETTY_LINES);
  const tail = lines.slice(first);
  const [start, last] = [tail[0]?.start ?? 0, tail.at(-1)];
  if (last === undefined || last.width >= (availablePx - last.inset) * SHORT) return plain;
  if (countDivided(tail) > 0) return plain;
  const roomOf = (index: number): number =>
    availablePx - (first + index === 0 ? insets.first : insets.others);
  const ends = findBestEnds(measure, start, tail.length, roomOf);
  if (ends === null) return plain;
  const broken = ends.map((end, index): BrokenLine => {
    const from = index === 0 ? start : (ends[index - 1] ?? start);
    const line = buildLine(measure, from, end, { isForced: false, hasHyphen: false });
    return { ...line, inset: tail[index]?.inset ?? 0 };
  });
  // Widths are estimates where a break changes glyphs.
  const fits = broken.every(({ width }, index) => width <= roomOf(index) + RESOLUTION_PX / 16);
  return fits ? [...lines.slice(0, first), ...broken] : plain;
}

interface Best {
  readonly cost: number;
  /** Index of the end of the line before; -1: the start. */
  readonly before: number;
}

/** The ends of lines with the least sum of squared free spaces; null: a word is wider than its line. */
function findBestEnds(
  measure: ParagraphMeasure,
  start: number,
  count: number,
  roomOf: (line: number) => number,
): number[] | null {
  const { text, opportunities } = measure.paragraph;
  const ends: number[] = [];
  for (let end = start + 1; end < text.length; end++) if (opportunities[end] === MAY_BREAK) ends.push(end);
  ends.push(text.length);
  const costOf = (from: number, end: number, line: number): number => {
    const [room, width] = [roomOf(line), measure.width(from, trimHanging(text, from, end))];
    if (width > room) return Infinity;
    if (end < text.length) return (room - width) ** 2;
    // A short end costs more than any free space.
    return Math.max(0, room * SHORT - width) * room * count;
  };
  let rows: (Best | null)[][] = [];
  for (let line = 0; line < count; line++) {
    const before = rows.at(-1);
    const isLast = line === count - 1;
    const row = ends.map((end, index): Best | null => {
      if (isLast !== (end === text.length)) return null;
      let best: Best | null = null;
      for (let from = line === 0 ? -1 : 0; from < (line === 0 ? 0 : index); from++) {
        const known = from === -1 ? { cost: 0 } : before?.[from];
        if (known === null || known === undefined) continue;
        const cost = known.cost + costOf(from === -1 ? start : (ends[from] ?? start), end, line);
        if (cost < (best?.cost ?? Infinity)) best = { cost, before: from };
      }
      return best;
    });
    rows = [...rows, row];
  }
  const found: number[] = [];
  let at = ends.length - 1;
  for (const row of rows.toReversed()) {
    const best = row[at];
    if (best === null || best === undefined) return null;
    found.unshift(ends[at] ?? text.length);
    at = best.before;
  }
  return found;
}
