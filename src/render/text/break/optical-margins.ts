/** Punctuation that hangs into the margin, so that the edge of a text looks straight. */
import type { LinePiece } from '../shape/text-piece.ts';
import type { Paragraph } from '../analyse/analysed-text.ts';

/** How far the ends of a line stick out, in CSS pixels. */
export interface Hang {
  readonly start: number;
  readonly end: number;
}

/**
 * The share of its width by which a mark hangs. Quotation marks and the stops and commas of ideographs hang
 * wholly, as CSS Text 4 has it (`hanging-punctuation: first last allow-end`). What is part of a Latin or an
 * Arabic line hangs by the shares of Typst (`overhang` of its `inline/line.rs`), so that it still holds the
 * edge.
 */
const shares: readonly (readonly [marks: string, share: number])[] = [
  ['"\'“”„‟‘’‚‛«»‹›', 1],
  ['、。，．｡､︐︑︒﹐﹑﹒', 1],
  ['.,', 0.8],
  ['-\u00ad\u2010\u2011', 0.55],
  ['\u060c\u06d4', 0.4],
  [':;', 0.3],
  ['–—', 0.2],
];
const shareOf: ReadonlyMap<string, number> = new Map(
  shares.flatMap(([marks, share]) => [...marks].map((mark) => [mark, share] as const)),
);
/** No line begins with these but by a mistake: they do not hang at its start. */
const endOnly = /[、。，．｡､︐︑︒﹐﹑﹒.,:;\u060c\u06d4]/u;

/** How far the first and the last mark of a line hang; null if neither does. */
export function measureHang({ text, baseLevel }: Paragraph, pieces: readonly LinePiece[]): Hang | null {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return null;
  // A mark that stands alone has nothing to hang from.
  if (last.to - first.from < 2) return null;
  // What is turned by its direction does not stand at this end.
  const isAtEnd = ({ item }: LinePiece): boolean => item.level % 2 === baseLevel;
  const opening = text.charAt(first.start);
  const start =
    isAtEnd(first) && !endOnly.test(opening)
      ? (shareOf.get(opening) ?? 0) * first.advanceTo(first.start + 1)
      : 0;
  const isHyphen = last.start === last.end;
  const closing = isHyphen ? last.drawn : text.charAt(last.end - 1);
  const width = isHyphen ? last.width : last.width - last.advanceTo(last.end - 1);
  const end = isAtEnd(last) ? (shareOf.get(closing) ?? 0) * width : 0;
  return start === 0 && end === 0 ? null : { start, end };
}
