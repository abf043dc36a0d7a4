import { isIgnorable, joinsAcross } from '../../fonts/characters.ts';
import { takesLetterSpacing } from '../analyse/paragraph.ts';
import type { Paragraph, ShapingSpan, TextItem } from '../analyse/analysed-text.ts';
import { firstMatch } from './first-match.ts';
import { looksAlike } from './looks-alike.ts';
import { shapeText, sliceShaped, type ShapedText } from './shape-text.ts';

/** CSS `tab-size`. */
export const SPACES_PER_TAB = 8;

/** The parts of a run's style that determine the width of its text, in CSS pixels. */
export interface RunSize {
  readonly fontSize: number;
  readonly letterSpacing: number;
  /** Distance between tab stops. */
  readonly tabWidth: number;
  /** Distance above the baseline of the line. */
  readonly shift: number;
  /** The size of the run's icon, and the room that it takes along the line. */
  readonly icon?: { readonly width: number; readonly height: number; readonly advance: number };
}

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
  readonly advanceTo: (index: number) => number;
  /** The text of a part of the piece. Its ends must not separate joined letters. */
  readonly cut: (start: number, end: number) => PieceText;
}

/** A part of an item, or of its span, that is shaped as one text. */
interface ShapedPart {
  /** Indices into the paragraph. */
  readonly start: number;
  readonly end: number;
  readonly span: ShapingSpan | undefined;
  readonly shaped: ShapedText;
  readonly shapingText: string;
  /** UTF-16 units in `shapingText` before the part's own text. */
  readonly lead: number;
  /** Distance from the part's start to an index of the paragraph, as a multiple of the font size. */
  readonly advanceAt: (index: number) => number;
  readonly fontSize: number;
  readonly letterSpacing: number;
}

/** Invisible controls that are already applied; Skia would apply them twice or draw them as spaces. */
const appliedControls = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const ZWJ = '\u200d';
const TAB_TOLERANCE_PX = 1e-6;

/** Measures one paragraph at given font sizes. */
export class ParagraphMeasure {
  readonly paragraph: Paragraph;
  readonly #sizes: readonly RunSize[];
  /** Width of all text before each index, without tabs. */
  readonly #sums: Float64Array;
  /** 1 where a break does not change any glyph. */
  readonly #safe: Uint8Array;
  readonly #tabs: readonly TextItem[];
  /** The last part with several runs: they follow each other. */
  #lastPart: ShapedPart | null = null;

  constructor(paragraph: Paragraph, sizes: readonly RunSize[]) {
    this.paragraph = paragraph;
    this.#sizes = sizes;
    const { text, items } = paragraph;
    this.#sums = new Float64Array(text.length + 1);
    this.#safe = new Uint8Array(text.length + 1);
    this.#tabs = items.filter(({ isTab }) => isTab);
    let sum = 0;
    for (const item of items) {
      if (item.isIcon === true) {
        this.#sums[item.start] = sum;
        sum += this.#size(item).icon?.advance ?? 0;
        this.#sums[item.end] = sum;
        this.#safe.fill(1, item.start, item.end + 1);
        continue;
      }
      const part = this.#shapePart(item, 0, text.length);
      const { shaped, lead, shapingText, advanceAt, fontSize, letterSpacing } = part;
      const before = advanceAt(item.start);
      let spacing = 0;
      for (let index = item.start; index <= item.end; index++) {
        const at = index - part.start + lead;
        if (index > item.start && isSpacedAt(shaped, shapingText, at)) spacing += letterSpacing;
        this.#sums[index] = sum + (item.isTab ? 0 : (advanceAt(index) - before) * fontSize + spacing);
        const isEnd = index === part.start || index === part.end;
        this.#safe[index] = item.isTab || isEnd ? 1 : (shaped.safe[at] ?? 0);
      }
      sum = this.#sums[item.end] ?? sum;
    }
  }

  /**
   * Width between two indices if a line starts at the first. It is exact if both are safe, else an estimate.
   */
  width(start: number, end: number): number {
    let from = this.#sums[start] ?? 0;
    let x = 0;
    for (
      let index = firstMatch(this.#tabs, (tab) => tab.start >= start);
      index < this.#tabs.length;
      index++
    ) {
      const tab = this.#tabs[index];
      if (tab === undefined || tab.start >= end) break;
      x = nextTabStop(x + (this.#sums[tab.start] ?? 0) - from, this.#size(tab).tabWidth);
      from = this.#sums[tab.end] ?? 0;
    }
    return x + (this.#sums[end] ?? 0) - from;
  }

  /** Whether a break at an index does not change any glyph. */
  isSafe(index: number): boolean {
    return this.#safe[index] === 1;
  }

  /** The pieces of a line between two indices, in logical order. */
  pieces(start: number, end: number): LinePiece[] {
    const pieces: LinePiece[] = [];
    const { items } = this.paragraph;
    let x = 0;
    for (let index = firstMatch(items, (item) => item.end > start); index < items.length; index++) {
      const item = items[index];
      if (item === undefined || item.start >= end) break;
      const piece = item.isTab
        ? this.#tabPiece(item, x)
        : item.isIcon === true
          ? this.#iconPiece(item)
          : this.#textPiece(item, this.#shapePart(item, start, end), start, end);
      x += piece.width;
      pieces.push(piece);
    }
    return pieces;
  }

  /** A piece that is not in the text: an ellipsis or a hyphen, in the style of an item. */
  extraPiece(item: TextItem, at: number, level: number, drawn: string, typed: string): LinePiece {
    const { fontSize, letterSpacing } = this.#size(item);
    const extra = { ...item, level, start: at, end: at };
    const shaped = shapeText(drawn, { ...shapingStyle(extra), ligatures: true });
    const width = (shaped.advances[drawn.length] ?? 0) * fontSize + letterSpacing * drawn.length;
    const own = { drawn, typed, from: at, to: at };
    return {
      item: extra,
      start: at,
      end: at,
      ...own,
      width,
      letterSpacing,
      advanceTo: () => 0,
      cut: () => own,
    };
  }

  #textPiece(item: TextItem, part: ShapedPart, lineStart: number, lineEnd: number): LinePiece {
    const { shaped, lead, shapingText, advanceAt, fontSize, letterSpacing } = part;
    const [start, end] = [Math.max(lineStart, item.start), Math.min(lineEnd, item.end)];
    const spacings = (upTo: number): number => {
      if (letterSpacing === 0) return 0;
      let count = 0;
      for (let index = start + 1; index <= upTo; index++) {
        if (isSpacedAt(shaped, shapingText, index - part.start + lead)) count++;
      }
      return count * letterSpacing;
    };
    const before = advanceAt(start);
    const advanceTo = (index: number): number => (advanceAt(index) - before) * fontSize + spacings(index);
    const cut = (from: number, to: number): PieceText => this.#textOf(item, part, from, to);
    const width = advanceTo(end);
    return { item, start, end, ...cut(start, end), width, letterSpacing, advanceTo, cut };
  }

  /** The text of an item between two indices, and its glyphs if it would have others alone. */
  #textOf(item: TextItem, part: ShapedPart, start: number, end: number): PieceText {
    const { text, glyphText, hasOverrides } = this.paragraph;
    const toDrawn = (own: string): string => {
      const visible = own.replace(appliedControls, '');
      return hasOverrides ? `${item.level % 2 === 1 ? '\u202e' : '\u202d'}${visible}\u202c` : visible;
    };
    if (start === part.start && end === part.end)
      return { drawn: toDrawn(part.shapingText), typed: text.slice(start, end), from: start, to: end };
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

  #tabPiece(item: TextItem, x: number): LinePiece {
    const width = nextTabStop(x, this.#size(item).tabWidth) - x;
    const own = { drawn: '', typed: '\t', from: item.start, to: item.end };
    return {
      item: { ...item, level: this.paragraph.baseLevel },
      start: item.start,
      end: item.end,
      ...own,
      width,
      letterSpacing: 0,
      advanceTo: (index) => (index > item.start ? width : 0),
      cut: () => own,
    };
  }

  #iconPiece(item: TextItem): LinePiece {
    const { advance: width = 0 } = this.#size(item).icon ?? {};
    const { start, end } = item;
    const own = { drawn: '', typed: '', from: start, to: end };
    return {
      item,
      start,
      end,
      ...own,
      width,
      letterSpacing: 0,
      advanceTo: (index) => (index > start ? width : 0),
      cut: () => own,
    };
  }

  /** Shapes what is on a line of an item or its span, with joiners if its ends cut a joined word. */
  #shapePart(item: TextItem, lineStart: number, lineEnd: number): ShapedPart {
    const { text, glyphText } = this.paragraph;
    const { span } = item;
    const { start: first, end: last, script } = span ?? item;
    const [start, end] = [Math.max(lineStart, first), Math.min(lineEnd, last)];
    const known = this.#lastPart;
    if (span !== undefined && known?.span === span && known.start === start && known.end === end)
      return known;
    const { fontSize, letterSpacing: requested } = this.#size(item);
    const isJoined = !takesLetterSpacing(item);
    const letterSpacing = isJoined ? 0 : requested;
    const before = isJoined && joinsAcross(text, start) ? ZWJ : '';
    const after = isJoined && joinsAcross(text, end) ? ZWJ : '';
    const shapingText = before + glyphText.slice(start, end) + after;
    const shaped = shapeText(shapingText, { ...shapingStyle(item), script, ligatures: letterSpacing === 0 });
    const lead = before.length;
    const { advances } = shaped;
    // A joiner belongs to the preceding cluster, so the end of the text includes the joiner.
    const advanceAt = (index: number): number =>
      (index === end ? advances[shapingText.length] : advances[index - start + lead]) ?? 0;
    const part = { start, end, span, shaped, shapingText, lead, advanceAt, fontSize, letterSpacing };
    if (span !== undefined) this.#lastPart = part;
    return part;
  }

  #size(item: TextItem): RunSize {
    const size = this.#sizes[item.run];
    if (size === undefined) throw new RangeError('a run has no size');
    return size;
  }
}

function shapingStyle({ face, level, script, language, features, isUpright }: TextItem) {
  return { face, rtl: level % 2 === 1, script, language, features, isUpright };
}

/** The next tab stop that is at least one space away (CSS Text 3 says half the width of a digit). */
function nextTabStop(x: number, tabWidth: number): number {
  if (tabWidth <= 0) return x;
  const space = tabWidth / SPACES_PER_TAB;
  return Math.ceil((x + space - TAB_TOLERANCE_PX) / tabWidth) * tabWidth;
}

/**
 * Whether a cluster with letter spacing ends at index `at` of the shaped text; a lone control has no spacing.
 */
function isSpacedAt({ clusters }: ShapedText, shapingText: string, at: number): boolean {
  if (at === 0 || clusters[at] !== 1) return false;
  return clusters[at - 1] !== 1 || !isIgnorable(shapingText.charCodeAt(at - 1));
}
