import { isIgnorable, joinsAcross } from '../../fonts/characters.ts';
import { takesLetterSpacing } from '../analyse/paragraph.ts';
import type { Paragraph, TextItem } from '../analyse/analysed-text.ts';
import { shapeText } from './shape-text.ts';
import type { ShapedText } from './shape-text.ts';

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

/** A part of an item on one line, drawn by one call. */
export interface LinePiece {
  readonly item: TextItem;
  /** Indices into the paragraph. */
  readonly start: number;
  readonly end: number;
  /** The text to draw. Joiners (U+200D) keep letters in their joined forms at a cut. */
  readonly drawn: string;
  /** The original text. */
  readonly typed: string;
  readonly width: number;
  readonly letterSpacing: number;
  /** Distance from the piece's logical start to an index of the paragraph, in CSS pixels. */
  readonly advanceTo: (index: number) => number;
  /** The text of a part of the piece. Its ends must not separate joined letters. */
  readonly cut: (start: number, end: number) => { readonly drawn: string; readonly typed: string };
}

interface ShapedPart {
  readonly shaped: ShapedText;
  readonly shapingText: string;
  /** UTF-16 units in `shapingText` before the item's own text. */
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
      const { shaped, lead, shapingText, advanceAt, fontSize, letterSpacing } = this.#shapeItem(
        item,
        item.start,
        item.end,
      );
      let spacing = 0;
      for (let index = item.start; index <= item.end; index++) {
        const at = index - item.start;
        if (isSpacedAt(shaped, shapingText, at + lead)) spacing += letterSpacing;
        this.#sums[index] = sum + (item.isTab ? 0 : advanceAt(index) * fontSize + spacing);
        this.#safe[index] = item.isTab || at === 0 || index === item.end ? 1 : (shaped.safe[at + lead] ?? 0);
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
          : this.#textPiece(item, Math.max(start, item.start), Math.min(end, item.end));
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
    return {
      item: extra,
      start: at,
      end: at,
      drawn,
      typed,
      width,
      letterSpacing,
      advanceTo: () => 0,
      cut: () => ({ drawn, typed }),
    };
  }

  #textPiece(item: TextItem, start: number, end: number): LinePiece {
    const { text, glyphText, hasOverrides } = this.paragraph;
    const { shaped, lead, shapingText, advanceAt, fontSize, letterSpacing } = this.#shapeItem(
      item,
      start,
      end,
    );
    const spacings = (upTo: number): number => {
      if (letterSpacing === 0) return 0;
      let count = 0;
      for (let index = start + 1; index <= upTo; index++) {
        if (isSpacedAt(shaped, shapingText, index - start + lead)) count++;
      }
      return count * letterSpacing;
    };
    const advanceTo = (index: number): number => advanceAt(index) * fontSize + spacings(index);
    const toDrawn = (part: string): string => {
      const visible = part.replace(appliedControls, '');
      return hasOverrides ? `${item.level % 2 === 1 ? '\u202e' : '\u202d'}${visible}\u202c` : visible;
    };
    return {
      item,
      start,
      end,
      drawn: toDrawn(shapingText),
      typed: text.slice(start, end),
      width: advanceTo(end),
      letterSpacing,
      advanceTo,
      cut: (from, to) => ({ drawn: toDrawn(glyphText.slice(from, to)), typed: text.slice(from, to) }),
    };
  }

  #tabPiece(item: TextItem, x: number): LinePiece {
    const width = nextTabStop(x, this.#size(item).tabWidth) - x;
    return {
      item: { ...item, level: this.paragraph.baseLevel },
      start: item.start,
      end: item.end,
      drawn: '',
      typed: '\t',
      width,
      letterSpacing: 0,
      advanceTo: (index) => (index > item.start ? width : 0),
      cut: () => ({ drawn: '', typed: '\t' }),
    };
  }

  #iconPiece(item: TextItem): LinePiece {
    const { advance: width = 0 } = this.#size(item).icon ?? {};
    const { start, end } = item;
    return {
      item,
      start,
      end,
      drawn: '',
      typed: '',
      width,
      letterSpacing: 0,
      advanceTo: (index) => (index > start ? width : 0),
      cut: () => ({ drawn: '', typed: '' }),
    };
  }

  /** Shapes a part of an item, with joiners if its ends cut a joined word. */
  #shapeItem(item: TextItem, start: number, end: number): ShapedPart {
    const { text, glyphText } = this.paragraph;
    const { fontSize, letterSpacing: requested } = this.#size(item);
    const isJoined = !takesLetterSpacing(item);
    const letterSpacing = isJoined ? 0 : requested;
    const before = isJoined && joinsAcross(text, start) ? ZWJ : '';
    const after = isJoined && joinsAcross(text, end) ? ZWJ : '';
    const shapingText = before + glyphText.slice(start, end) + after;
    const shaped = shapeText(shapingText, { ...shapingStyle(item), ligatures: letterSpacing === 0 });
    const lead = before.length;
    const { advances } = shaped;
    // A joiner belongs to the preceding cluster, so the end of the text includes the joiner.
    const advanceAt = (index: number): number =>
      (index === end ? advances[shapingText.length] : advances[index - start + lead]) ?? 0;
    return { shaped, shapingText, lead, advanceAt, fontSize, letterSpacing };
  }

  #size(item: TextItem): RunSize {
    const size = this.#sizes[item.run];
    if (size === undefined) throw new RangeError('a run has no size');
    return size;
  }
}

/**
 * Binary search for the first item that `matches`, as do all items after it; the number of items if none
 * does.
 */
function firstMatch(items: readonly TextItem[], matches: (item: TextItem) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && matches(item)) high = middle;
    else low = middle + 1;
  }
  return low;
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
