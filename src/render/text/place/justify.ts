import { isHangingSpace } from '../../fonts/characters.ts';
import type { BrokenLine } from '../break/break-lines.ts';
import type { LinePiece } from '../shape/text-piece.ts';

/** A part of a piece; `extra` is the space that justification adds after it (in its own direction). */
export interface LinePart {
  readonly piece: LinePiece;
  readonly start: number;
  readonly end: number;
  readonly width: number;
  readonly extra: number;
}

/** Ideographs, kana and the signs that stand among them, and emoji. */
const ideograph =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u2ff0-\u303f\u30fb\u30fc\u3190-\u33ff\ufe30-\ufe4f\uff01-\uffee\p{Emoji_Presentation}]/u;
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const NO_BREAK_SPACE = 0xa0;

/** One part per piece, without extra space. */
export function wholeParts(line: BrokenLine): LinePart[] {
  return line.pieces.map((piece) => {
    const { start, end, width } = piece;
    return { piece, start, end, width, extra: 0 };
  });
}

/**
 * Distributes a line's free space evenly over its word spaces and both sides of its ideographs (CSS Text 3,
 * `text-justify: auto`). If there are none, it is distributed over the clusters of scripts without spaces.
 * Text before the last tab does not move.
 */
export function justifyParts(line: BrokenLine, freePx: number): LinePart[] {
  if (freePx <= 0) return wholeParts(line);
  let cuts = findCuts(line, (text, index) => isSpaceAt(text, index - 1) || isBesideIdeograph(text, index));
  if (cuts.length === 0) cuts = findCuts(line, (text, index) => unspaced.test(text.charAt(index)));
  if (cuts.length === 0) return wholeParts(line);

  const extra = freePx / cuts.length;
  const isCut = new Set(cuts);
  const parts: LinePart[] = [];
  for (const piece of line.pieces) {
    let start = piece.start;
    for (let end = start + 1; end <= piece.end; end++) {
      if (!isCut.has(end) && end !== piece.end) continue;
      const width = piece.advanceTo(end) - piece.advanceTo(start);
      parts.push({ piece, start, end, width, extra: isCut.has(end) ? extra : 0 });
      start = end;
    }
    if (piece.start === piece.end) {
      parts.push({ piece, start, end: start, width: piece.width, extra: 0 });
    }
  }
  return parts;
}

function findCuts(line: BrokenLine, accepts: (text: string, index: number) => boolean): number[] {
  const { text, graphemes } = line.measure.paragraph;
  const lastTab = line.start + text.slice(line.start, line.end).lastIndexOf('\t');
  const cuts: number[] = [];
  for (let index = Math.max(line.start, lastTab + 1) + 1; index < line.end; index++) {
    if (graphemes[index] === 1 && accepts(text, index)) cuts.push(index);
  }
  return cuts;
}

function isSpaceAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit === NO_BREAK_SPACE || (isHangingSpace(unit) && unit !== 0x200b);
}

/** Whether an ideograph stands on a side of an index, as in browsers. */
function isBesideIdeograph(text: string, index: number): boolean {
  return ideograph.test(characterBefore(text, index)) || ideograph.test(characterAt(text, index));
}

function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  return characterAt(text, unit >= 0xdc00 && unit <= 0xdfff ? index - 2 : index - 1);
}
