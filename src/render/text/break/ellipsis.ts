import { HELD } from '../analyse/break-opportunities.ts';
import { trimHanging, measureWidth } from './break-lines.ts';
import type { BrokenLine } from './break-lines.ts';
import type { LinePiece } from '../shape/text-piece.ts';

/**
 * Shortens a line between grapheme clusters, but not inside of an amount or a date, until it fits with an
 * ellipsis at its logical end; spaces before the ellipsis are removed. The ellipsis has the paragraph's bidi
 * level, so it stands at the end of the line. If nothing else fits, the line is only the ellipsis.
 */
export function withEllipsis(whole: BrokenLine, availablePx: number): BrokenLine {
  // An ellipsis does not hang, and nothing before it.
  const { hang: _hang, ...line } = whole;
  const { measure, start } = line;
  const { text, graphemes, opportunities } = measure.paragraph;
  const ends: number[] = [start];
  for (let index = start + 1; index <= line.end; index++)
    if (graphemes[index] === 1 && opportunities[index] !== HELD) ends.push(index);

  // Binary search for the approximate end, then step back: rounding and negative spacing make widths not
  // quite monotonic.
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure.width(start, ends[middle] ?? start) <= availablePx) low = middle;
    else high = middle - 1;
  }
  for (let index = low; index > 0; index--) {
    const end = trimHanging(text, start, ends[index] ?? start);
    if (end === start) break;
    const pieces = measure.pieces(start, end);
    pieces.push(...ellipsisPieces(line, pieces.at(-1), end));
    const width = measureWidth(pieces);
    if (width <= availablePx) return { ...line, end, pieces, width, endsParagraph: true };
  }
  const alone = ellipsisPieces(line, undefined, start);
  return { ...line, end: start, pieces: alone, width: measureWidth(alone), endsParagraph: true };
}

function ellipsisPieces(line: BrokenLine, last: LinePiece | undefined, at: number): LinePiece[] {
  const { measure } = line;
  const { items, baseLevel, run, primary } = measure.paragraph;
  // An empty paragraph has no items.
  const item = last?.item ??
    items.find(({ end }) => end > line.start) ??
    items.at(-1) ?? { run, primary, language: null, features: null };
  const place = { start: at, end: at, level: baseLevel };
  const plain = {
    run: item.run,
    face: item.primary,
    primary: item.primary,
    ...place,
    script: 'Zyyy',
    language: item.language,
    features: item.features,
    isTab: false,
    isUpright: false,
  };
  const sign = plain.face.has(0x2026) || !plain.face.has(0x2e) ? '\u2026' : '...';
  const face = plain.face.has(sign.charCodeAt(0)) ? plain.face : measure.paragraph.faceOfSign(sign, item.run);
  return [measure.extraPiece({ ...plain, face }, at, baseLevel, sign, sign)];
}
