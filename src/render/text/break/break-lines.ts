import { isHangingSpace } from '../../fonts/characters.ts';
import type { ParagraphMeasure } from '../shape/measure.ts';
import type { LinePiece } from '../shape/text-piece.ts';
import {
  HELD,
  MAY_BREAK,
  MAY_CUT,
  MAY_CUT_WITH_HYPHEN,
  MAY_HYPHENATE,
} from '../analyse/break-opportunities.ts';
import { measureHang, type Hang } from './optical-margins.ts';
import type { TextItem } from '../analyse/analysed-text.ts';

/** One line of a paragraph, its pieces in logical order. */
export interface BrokenLine {
  readonly measure: ParagraphMeasure;
  /** Index of the first character. */
  readonly start: number;
  /** Index after the last character, without hanging spaces. */
  readonly end: number;
  readonly pieces: readonly LinePiece[];
  readonly width: number;
  /** The last line of its paragraph; it is not justified. */
  readonly endsParagraph: boolean;
  /** The line ends inside a word that is wider than the box. */
  readonly isForced: boolean;
  /** What is cut is an address, after a slash or before another mark. */
  readonly isAtMark?: true;
  /** It ends with a hyphen that the text does not have, or at a soft one. */
  readonly isHyphenated?: true;
  /** How far its ends stick out of `width`; absent: they do not. */
  readonly hang?: Hang;
  /** Space at the start of the line: an indent, and room for marks of a list. */
  readonly inset: number;
  /** The mark of a list before the line. */
  readonly marker?: BrokenLine;
}

/** Space at the start of a paragraph's lines, in CSS pixels. */
export interface Insets {
  readonly first: number;
  readonly others: number;
}

const noInsets: Insets = { first: 0, others: 0 };

/** A line may be this much wider than the box; browsers round to 1/64 px. */
const TOLERANCE_PX = 1 / 64;
/** Quotation marks that open in one language and close in another; the neighbouring letters decide. */
const quote = /[\p{Pi}\p{Pf}"']/u;
const wordPart = /[\p{L}\p{M}\p{N}]/u;

/**
 * Breaks a paragraph into lines of at most `availablePx` (first fit): at the last opportunity that fits, or
 * inside a word that is wider than a line (CSS `overflow-wrap: break-word`). Spaces at the end of a line
 * hang. Infinity means no breaks.
 */
export function breakLines(
  measure: ParagraphMeasure,
  availablePx: number,
  insets: Insets = noInsets,
): BrokenLine[] {
  const { text } = measure.paragraph;
  const ends = availablePx === Infinity ? [text.length] : findEnds(measure);
  const lines: BrokenLine[] = [];
  let start = 0;
  let firstEnd = 0;
  do {
    while (firstEnd < ends.length - 1 && (ends[firstEnd] ?? 0) <= start) firstEnd++;
    const inset = lines.length === 0 ? insets.first : insets.others;
    const { line, next } = nextLine(measure, start, availablePx - inset, ends, firstEnd);
    lines.push(inset === 0 ? line : { ...line, inset });
    start = next;
  } while (start < text.length);
  return lines;
}

/** Where a line may end without cutting a word, in order; the last one is the end of the text. */
function findEnds({ paragraph: { text, opportunities } }: ParagraphMeasure): number[] {
  const ends: number[] = [];
  for (let end = 1; end < text.length; end++) {
    if (opportunities[end] === MAY_BREAK || opportunities[end] === MAY_HYPHENATE) ends.push(end);
  }
  ends.push(text.length);
  return ends;
}

/** The total width of pieces in CSS pixels. */
export function measureWidth(pieces: readonly LinePiece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0);
}

/** Moves `end` back over hanging spaces. */
export function trimHanging(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && isHangingSpace(text.charCodeAt(trimmed - 1))) trimmed--;
  return trimmed;
}

function nextLine(
  measure: ParagraphMeasure,
  start: number,
  availablePx: number,
  ends: readonly number[],
  firstIndex: number,
): { line: BrokenLine; next: number } {
  const { text, opportunities } = measure.paragraph;
  if (availablePx === Infinity) {
    const line = buildLine(measure, start, text.length, { isForced: false, hasHyphen: false });
    return { line, next: text.length };
  }
  const limit = availablePx + TOLERANCE_PX;
  if (start === 0) {
    // Most texts are one line: their widths are not searched for its end.
    const line = buildLine(measure, start, text.length, { isForced: false, hasHyphen: false });
    if (line.width <= limit) return { line, next: text.length };
  }
  /**
   * Candidate ends in order. Their widths are estimates where a break changes glyphs, so they are checked
   * below.
   */
  const fitting: number[] = [];
  const firstEnd = ends[firstIndex] ?? text.length;
  for (let index = firstIndex; index < ends.length && text.length > start; index++) {
    const end = ends[index] ?? text.length;
    const trimmed = trimHanging(text, start, end);
    const width = measure.width(start, trimmed);
    const isCertain = measure.isSafe(start) && measure.isSafe(trimmed);
    if (width > limit + measure.maxHangPx + (isCertain ? 0 : width * 0.02)) break;
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
  const isAtMark = isForced && opportunities[end] === MAY_CUT && !dividesNumber(text, end);
  return { line: isAtMark ? { ...line, isAtMark } : line, next: end === whole ? firstEnd : end };
}

/** Whether a cut is in a date, after one of its marks. */
function dividesNumber(text: string, at: number): boolean {
  return /\d/.test(text.charAt(at - 2)) && /\d/.test(text.charAt(at));
}

/** The line between two indices. */
export function buildLine(
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
  const hang = measure.hangs ? measureHang(measure.paragraph, pieces) : null;
  return {
    measure,
    start,
    end: trimmed,
    pieces,
    width: measureWidth(pieces) - (hang === null ? 0 : hang.start + hang.end),
    ...(hang === null ? {} : { hang }),
    endsParagraph,
    isForced,
    ...(hasHyphen ? { isHyphenated: true } : {}),
    inset: 0,
  };
}

/**
 * Cuts a word that is wider than the line. In order of preference: at a MAY_CUT, with a hyphen at a
 * MAY_CUT_WITH_HYPHEN, where punctuation stays with its letter, after the last grapheme cluster that fits. At
 * least one cluster stays on the line, or a part that is held together.
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
    if (graphemes[index] !== 1 || opportunities[index] === HELD) continue;
    if (boundaries.length > 0 && measure.width(start, index) > limit) break;
    boundaries.push(index);
  }
  const fits = (index: number): boolean =>
    (measure.isSafe(start) && measure.isSafe(index)) || measureWidth(measure.pieces(start, index)) <= limit;
  while (boundaries.length > 1 && !fits(boundaries.at(-1) ?? end)) boundaries.pop();
  const last = boundaries.at(-1) ?? end;
  const fitsWithHyphen = (index: number): boolean => {
    const pieces = measure.pieces(start, index);
    const { item } = pieces.at(-1) ?? {};
    return item !== undefined && measureWidth([...pieces, hyphenPiece(measure, item, index)]) <= limit;
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
        : index < end && !isInWord(index) && !separatesPunctuation(text, index),
    );
    if (cut !== undefined) return { end: cut, hasHyphen: opportunities[cut] === MAY_CUT_WITH_HYPHEN };
  }
  return {
    end: boundaries.findLast((index) => !separatesPunctuation(text, index)) ?? last,
    hasHyphen: false,
  };
}

/** Whether a cut would start a line with closing punctuation or end one with opening punctuation. */
function separatesPunctuation(text: string, index: number): boolean {
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

/** The visible hyphen at the end of a line; it is not part of the typed text. */
function hyphenPiece(measure: ParagraphMeasure, item: TextItem, at: number): LinePiece {
  const sign = item.face.has(0x2010) ? '\u2010' : '-';
  const face = item.face.has(sign.charCodeAt(0)) ? item.face : measure.paragraph.faceOfSign(sign, item.run);
  return measure.extraPiece({ ...item, face }, at, item.level, sign, '');
}
