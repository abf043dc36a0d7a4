import { joinsAcross } from '../../fonts/characters.ts';
import { takesLetterSpacing } from '../analyse/paragraph.ts';
import type { Paragraph, TextItem } from '../analyse/analysed-text.ts';
import { firstMatch } from './first-match.ts';
import { shapeText } from './shape-text.ts';
import {
  advanceAt,
  isSpacedAt,
  shapingStyle,
  TextPiece,
  ZWJ,
  type LinePiece,
  type ShapedPart,
} from './text-piece.ts';

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

const TAB_TOLERANCE_PX = 1e-6;

interface Widths {
  /** Width of all text before each index, without tabs. */
  readonly sums: Float64Array;
  /** 1 where a break does not change any glyph. */
  readonly safe: Uint8Array;
  readonly tabs: readonly TextItem[];
}

/** Measures one paragraph at given font sizes. */
export class ParagraphMeasure {
  readonly paragraph: Paragraph;
  /** Whether punctuation hangs at the ends of lines. */
  readonly hangs: boolean;
  readonly #sizes: readonly RunSize[];
  #widths: Widths | null = null;
  /** The last part with several runs: they follow each other. */
  #lastPart: ShapedPart | null = null;

  constructor(paragraph: Paragraph, sizes: readonly RunSize[], hangs = false) {
    this.paragraph = paragraph;
    this.#sizes = sizes;
    this.hangs = hangs;
  }

  /** More than the punctuation of a line hangs by: two marks as wide as they are high. */
  get maxHangPx(): number {
    return this.hangs ? 2 * Math.max(...this.#sizes.map(({ fontSize }) => fontSize)) : 0;
  }

  /** Most texts are one line, and never asked for this. */
  #measureWidths(): Widths {
    const { text, items } = this.paragraph;
    const sums = new Float64Array(text.length + 1);
    const safe = new Uint8Array(text.length + 1);
    let sum = 0;
    for (const item of items) {
      if (item.isIcon === true) {
        sums[item.start] = sum;
        sum += this.#size(item).icon?.advance ?? 0;
        sums[item.end] = sum;
        safe.fill(1, item.start, item.end + 1);
        continue;
      }
      const part = this.#shapePart(item, 0, text.length);
      const { shaped, lead, shapingText, fontSize, letterSpacing } = part;
      const before = advanceAt(part, item.start);
      let spacing = 0;
      for (let index = item.start; index <= item.end; index++) {
        const at = index - part.start + lead;
        if (index > item.start && isSpacedAt(shaped, shapingText, at)) spacing += letterSpacing;
        sums[index] = sum + (item.isTab ? 0 : (advanceAt(part, index) - before) * fontSize + spacing);
        const isEnd = index === part.start || index === part.end;
        safe[index] = item.isTab || isEnd ? 1 : (shaped.safe[at] ?? 0);
      }
      sum = sums[item.end] ?? sum;
    }
    return { sums, safe, tabs: items.filter(({ isTab }) => isTab) };
  }

  /**
   * Width between two indices if a line starts at the first. It is exact if both are safe, else an estimate.
   */
  width(start: number, end: number): number {
    const { sums, tabs } = (this.#widths ??= this.#measureWidths());
    let from = sums[start] ?? 0;
    let x = 0;
    for (let index = firstMatch(tabs, (tab) => tab.start >= start); index < tabs.length; index++) {
      const tab = tabs[index];
      if (tab === undefined || tab.start >= end) break;
      x = nextTabStop(x + (sums[tab.start] ?? 0) - from, this.#size(tab).tabWidth);
      from = sums[tab.end] ?? 0;
    }
    return x + (sums[end] ?? 0) - from;
  }

  /** Whether a break at an index does not change any glyph. */
  isSafe(index: number): boolean {
    return (this.#widths ??= this.#measureWidths()).safe[index] === 1;
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
          : new TextPiece(this.paragraph, item, this.#shapePart(item, start, end), start, end);
      x += piece.width;
      pieces.push(piece);
    }
    // A copy has no room for more pieces: lines are kept until they are drawn.
    return pieces.slice();
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
    const part = { start, end, span, shaped, shapingText, lead, fontSize, letterSpacing };
    if (span !== undefined) this.#lastPart = part;
    return part;
  }

  #size(item: TextItem): RunSize {
    const size = this.#sizes[item.run];
    if (size === undefined) throw new RangeError('a run has no size');
    return size;
  }
}

/** The next tab stop that is at least one space away (CSS Text 3 says half the width of a digit). */
function nextTabStop(x: number, tabWidth: number): number {
  if (tabWidth <= 0) return x;
  const space = tabWidth / SPACES_PER_TAB;
  return Math.ceil((x + space - TAB_TOLERANCE_PX) / tabWidth) * tabWidth;
}
