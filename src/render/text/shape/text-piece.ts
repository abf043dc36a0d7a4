/** The pieces of lines, each a part of an item. */
import { isIgnorable, joinsAcross } from '../../fonts/characters.ts';
import type { Paragraph, ShapingSpan, TextItem } from '../analyse/analysed-text.ts';
import { takesLetterSpacing } from '../analyse/paragraph.ts';
import { looksAlike } from './looks-alike.ts';
import { shapeText, sliceShaped, type ShapedText } from './shape-text.ts';

/** The text of a piece or of a part of it. */
export interface PieceText {
  /** The text to draw. Joiners (U+200D) keep letters in their joined forms at a cut. */
  readonly drawn: string;
  /** The original text. */
  readonly typed: string;
  /** Indices into the paragraph. A ligature over the end of a run belongs to that run. */
  readonly from: number;
  readonly to: number;
  /** The glyphs of `drawn`, if it would have others alone. */
  readonly shaped?: ShapedText;
  /** The glyphs that were measured. */
  readonly measured?: ShapedText;
}

/** A part of an item on one line, drawn by one call. */
export interface LinePiece extends PieceText {
  readonly item: TextItem;
  /** Indices into the paragraph. */
  readonly start: number;
  readonly end: number;
  readonly width: number;
  readonly letterSpacing: number;
  /** Distance from the piece's logical start to an index of the paragraph, in CSS pixels. */
  advanceTo(index: number): number;
  /** The text of a part of the piece. Its ends must not separate joined letters. */
  cut(start: number, end: number): PieceText;
}

/** A part of an item, or of its span, that is shaped as one text. */
export interface ShapedPart {
  /** Indices into the paragraph. */
  readonly start: number;
  readonly end: number;
  readonly span: ShapingSpan | undefined;
  readonly shaped: ShapedText;
  readonly shapingText: string;
  /** UTF-16 units in `shapingText` before the part's own text. */
  readonly lead: number;
  readonly fontSize: number;
  readonly letterSpacing: number;
}

/** Invisible controls that are already applied; Skia would apply them twice or draw them as spaces. */
const appliedControls = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** Keeps letters in their joined forms. */
export const ZWJ = '\u200d';

/** Distance from the start of a part to an index of the paragraph, as a multiple of the font size. */
export function advanceAt({ start, end, lead, shaped, shapingText }: ShapedPart, index: number): number {
  // A joiner belongs to the preceding cluster, so the end of the text includes the joiner.
  return shaped.advances[index === end ? shapingText.length : index - start + lead] ?? 0;
}

/** A part of an item with text. */
export class TextPiece implements LinePiece {
  readonly item: TextItem;
  readonly start: number;
  readonly end: number;
  readonly drawn: string;
  readonly typed: string;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly shaped?: ShapedText;
  readonly measured?: ShapedText;
  readonly #paragraph: Paragraph;
  readonly #part: ShapedPart;

  constructor(paragraph: Paragraph, item: TextItem, part: ShapedPart, lineStart: number, lineEnd: number) {
    this.#paragraph = paragraph;
    this.#part = part;
    this.item = item;
    this.start = Math.max(lineStart, item.start);
    this.end = Math.min(lineEnd, item.end);
    const { drawn, typed, from, to, shaped, measured } = this.cut(this.start, this.end);
    this.drawn = drawn;
    this.typed = typed;
    this.from = from;
    this.to = to;
    if (shaped !== undefined) this.shaped = shaped;
    if (measured !== undefined) this.measured = measured;
    this.width = this.advanceTo(this.end);
  }

  get letterSpacing(): number {
    return this.#part.letterSpacing;
  }

  advanceTo(index: number): number {
    const part = this.#part;
    return (advanceAt(part, index) - advanceAt(part, this.start)) * part.fontSize + this.#spacingTo(index);
  }

  cut(start: number, end: number): PieceText {
    return cutText(this.#paragraph, this.item, this.#part, start, end);
  }

  #spacingTo(end: number): number {
    const { letterSpacing, shaped, shapingText, start, lead } = this.#part;
    if (letterSpacing === 0) return 0;
    let count = 0;
    for (let index = this.start + 1; index <= end; index++)
      if (isSpacedAt(shaped, shapingText, index - start + lead)) count++;
    return count * letterSpacing;
  }
}

/** The text of an item between two indices, and its glyphs if it would have others alone. */
function cutText(
  { text, glyphText, hasOverrides }: Paragraph,
  item: TextItem,
  part: ShapedPart,
  start: number,
  end: number,
): PieceText {
  const toDrawn = (own: string): string => {
    const visible = own.replace(appliedControls, '');
    return hasOverrides ? `${item.level % 2 === 1 ? '\u202e' : '\u202d'}${visible}\u202c` : visible;
  };
  if (start === part.start && end === part.end) {
    const whole = { drawn: toDrawn(part.shapingText), typed: text.slice(start, end), from: start, to: end };
    return item.isUpright ? whole : { ...whole, measured: part.shaped };
  }
  if (part.span === undefined)
    return {
      drawn: toDrawn(glyphText.slice(start, end)),
      typed: text.slice(start, end),
      from: start,
      to: end,
    };
  const { shaped, lead, letterSpacing } = part;
  const toCluster = (index: number): number => {
    let at = index;
    while (at < part.end && shaped.clusters[at - part.start + lead] !== 1) at += 1;
    return at;
  };
  const [from, to] = [toCluster(start), toCluster(end)];
  const typed = text.slice(from, to);
  const own = glyphText.slice(from, to);
  const isJoined = !takesLetterSpacing(item);
  const [before, after] = [from, to].map((at) => (isJoined && joinsAcross(text, at) ? ZWJ : ''));
  const drawn = toDrawn(before + own + after);
  if (own === '') return { drawn: '', typed, from, to };
  const isSafe = [from, to].every((at) => shaped.safe[at - part.start + lead] === 1);
  if (isSafe) return { drawn, typed, from, to };
  const glyphs = sliceShaped(shaped, from - part.start + lead, to - part.start + lead);
  const alone = shapeText(before + own + after, { ...shapingStyle(item), ligatures: letterSpacing === 0 });
  const isPlaced = letterSpacing === 0 && !hasOverrides && drawn === before + own + after;
  return isPlaced && !looksAlike(glyphs, alone, item)
    ? { drawn: own, typed, from, to, shaped: glyphs }
    : { drawn, typed, from, to };
}

/** How HarfBuzz shapes an item. */
export function shapingStyle({ face, level, script, language, features, isUpright }: TextItem) {
  return { face, rtl: level % 2 === 1, script, language, features, isUpright };
}

/**
 * Whether a cluster with letter spacing ends at index `at` of the shaped text; a lone control has no spacing.
 */
export function isSpacedAt({ clusters }: ShapedText, shapingText: string, at: number): boolean {
  if (at === 0 || clusters[at] !== 1) return false;
  return clusters[at - 1] !== 1 || !isIgnorable(shapingText.charCodeAt(at - 1));
}
