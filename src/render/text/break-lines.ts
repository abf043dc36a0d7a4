import { isHangingSpace } from './characters.ts';
import type { LinePiece, ParagraphMeasure } from './measure.ts';
import { MAY_BREAK, MAY_CUT, MAY_CUT_WITH_HYPHEN, MAY_HYPHENATE } from './opportunities.ts';
import type { TextItem } from './paragraph.ts';

/** One line of a paragraph, its pieces in logical order. */
export interface BrokenLine {
  readonly measure: ParagraphMeasure;
  /** Index of the first character. */
  readonly start: number;
  /** Index after the last character that is not a hanging space. */
  readonly end: number;
  readonly pieces: readonly LinePiece[];
  readonly width: number;
  /** The last line of its paragraph: never justified. */
  readonly endsParagraph: boolean;
  /** The line ends inside a word that did not fit on a line of its own. */
  readonly isForced: boolean;
}

/** A width so close to the box's is taken to fit; browsers round to 1/64 px. */
const TOLERANCE_PX = 1 / 64;
/** Each opens in one language and closes in another: on which side there is a word tells. */
const quote = /[\p{Pi}\p{Pf}"']/u;
const wordPart = /[\p{L}\p{M}\p{N}]/u;

/**
 * Breaks a paragraph into lines no wider than `availablePx`, first fit: at the last opportunity that fits, or inside
 * a word where it alone is wider than a line (CSS `overflow-wrap: break-word`). Spaces at a line's end hang.
 * An infinite width breaks nowhere.
 */
export function breakLines(measure: ParagraphMeasure, availablePx: number): BrokenLine[] {
  const { text } = measure.paragraph;
  const lines: BrokenLine[] = [];
  let start = 0;
  do {
    const { line, next } = nextLine(measure, start, availablePx);
    lines.push(line);
    start = next;
  } while (start < text.length);
  return lines;
}

/** The sum of the widths of pieces in CSS pixels. */
export function widthOf(pieces: readonly LinePiece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0);
}

/** Index after the last character before `end` that does not hang. */
export function trimHanging(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && isHangingSpace(text.charCodeAt(trimmed - 1))) trimmed--;
  return trimmed;
}

function nextLine(
  measure: ParagraphMeasure,
  start: number,
  availablePx: number,
): { line: BrokenLine; next: number } {
  const { text, opportunities } = measure.paragraph;
  const limit = availablePx + TOLERANCE_PX;
  /** Ends that seem to fit, latest last; the estimate may be off where a cut changes glyphs, so each is then checked. */
  const fitting: number[] = [];
  let firstEnd = text.length;
  // With room without end all of the rest fits.
  const first = limit === Infinity ? Math.max(start + 1, text.length) : start + 1;
  for (let end = first; end <= text.length; end++) {
    const opportunity = opportunities[end];
    if (opportunity !== MAY_BREAK && opportunity !== MAY_HYPHENATE && end < text.length) continue;
    if (firstEnd === text.length) firstEnd = end;
    const trimmed = trimHanging(text, start, end);
    const width = measure.width(start, trimmed);
    const isCertain = measure.isSafe(start) && measure.isSafe(trimmed);
    if (width > limit + (isCertain ? 0 : width * 0.02)) break;
    fitting.push(end);
  }
  if (text.length === start) fitting.push(start);

  for (let end = fitting.pop(); end !== undefined; end = fitting.pop()) {
    const line = buildLine(measure, start, end, {
      isForced: false,
      hasHyphen: opportunities[end] === MAY_HYPHENATE,
    });
    if (line.width <= limit) return { line, next: end };
  }
  const whole = trimHanging(text, start, firstEnd);
  const { end, hasHyphen } = cutWord(measure, start, whole, limit);
  const isForced = end < whole || (opportunities[end] === MAY_HYPHENATE && !hasHyphen);
  const line = buildLine(measure, start, end, { isForced, hasHyphen });
  return { line, next: end === whole ? firstEnd : end };
}

function buildLine(
  measure: ParagraphMeasure,
  start: number,
  end: number,
  { isForced, hasHyphen }: { readonly isForced: boolean; readonly hasHyphen: boolean },
): BrokenLine {
  const { text } = measure.paragraph;
  const trimmed = trimHanging(text, start, end);
  const pieces = measure.pieces(start, trimmed);
  const last = pieces.at(-1);
  if (hasHyphen && last !== undefined) pieces.push(hyphenPiece(measure, last.item, trimmed));
  const endsParagraph = end === text.length;
  return { measure, start, end: trimmed, pieces, width: widthOf(pieces), endsParagraph, isForced };
}

/**
 * Where a word is cut that does not fit: where it is cut best, else with a hyphen where it may have one, else where no punctuation
 * loses its place, else wherever the last grapheme cluster fits; at least one cluster, lest the text never end.
 */
function cutWord(
  measure: ParagraphMeasure,
  start: number,
  end: number,
  limit: number,
): { end: number; hasHyphen: boolean } {
  const { text, graphemes, opportunities } = measure.paragraph;
  const boundaries: number[] = [];
  for (let index = start + 1; index <= end; index++) {
    if (graphemes[index] !== 1) continue;
    if (boundaries.length > 0 && measure.width(start, index) > limit) break;
    boundaries.push(index);
  }
  const fits = (index: number): boolean =>
    (measure.isSafe(start) && measure.isSafe(index)) || widthOf(measure.pieces(start, index)) <= limit;
  while (boundaries.length > 1 && !fits(boundaries.at(-1) ?? end)) boundaries.pop();
  const last = boundaries.at(-1) ?? end;
  const fitsWithHyphen = (index: number): boolean => {
    const pieces = measure.pieces(start, index);
    const { item } = pieces.at(-1) ?? {};
    return item !== undefined && widthOf([...pieces, hyphenPiece(measure, item, index)]) <= limit;
  };
  if (last === end) {
    const hasHyphen = opportunities[end] === MAY_HYPHENATE;
    if (!hasHyphen || fitsWithHyphen(end)) return { end, hasHyphen };
  }
  const best = boundaries.findLast((index) => opportunities[index] === MAY_CUT);
  if (best !== undefined) return { end: best, hasHyphen: false };
  const isInWord = (index: number): boolean =>
    wordPart.test(text.charAt(index - 1)) && wordPart.test(text.charAt(index));
  if (boundaries.some((index) => opportunities[index] === MAY_CUT_WITH_HYPHEN)) {
    const cut = boundaries.findLast((index) =>
      opportunities[index] === MAY_CUT_WITH_HYPHEN
        ? fitsWithHyphen(index)
        : index < end && !isInWord(index) && !partsPunctuation(text, index),
    );
    if (cut !== undefined) return { end: cut, hasHyphen: opportunities[cut] === MAY_CUT_WITH_HYPHEN };
  }
  return { end: boundaries.findLast((index) => !partsPunctuation(text, index)) ?? last, hasHyphen: false };
}

/** Whether a cut would begin a line with what closes or end one with what opens. */
function partsPunctuation(text: string, index: number): boolean {
  return closes(text, index) || opens(text, index - 1);
}

function closes(text: string, index: number): boolean {
  const sign = text.charAt(index);
  if (quote.test(sign)) {
    return (
      !wordPart.test(text.charAt(index + 1)) ||
      (/\p{Pf}|'/u.test(sign) && wordPart.test(text.charAt(index - 1)))
    );
  }
  return /[\p{Pe}/!?.,:;…、。，．・：；！？%％]/u.test(sign);
}

function opens(text: string, index: number): boolean {
  const sign = text.charAt(index);
  if (quote.test(sign)) {
    return (
      !wordPart.test(text.charAt(index - 1)) ||
      (/\p{Pi}/u.test(sign) && wordPart.test(text.charAt(index + 1)))
    );
  }
  return /\p{Ps}/u.test(sign);
}

/** A soft hyphen shows at a line's end; in the text it stays what was typed. */
function hyphenPiece(measure: ParagraphMeasure, item: TextItem, at: number): LinePiece {
  return measure.extraPiece(item, at, item.level, item.face.has(0x2010) ? '\u2010' : '-', '');
}
