import type { DrawnText } from './pdf-text.ts';

/** What a text object shows: glyph ids of an embedded font, or only how many glyphs where their codes are not ids. */
export type ShownGlyphs = readonly number[] | { readonly count: number };

/** How many recorded calls may have left no trace in the PDF (clipped away, say) before the next one that did. */
const LOOKAHEAD = 400;

/** What a text object turned out to be. */
export interface TextMatch {
  readonly record: DrawnText;
  /** Which of the record's glyphs the object shows first. */
  readonly from: number;
  /** What the object is to extract as. */
  readonly typed: string;
}

/**
 * Tells which recorded text each text object of a PDF shows. Skia writes one or more objects a call, in drawing order, and
 * a shadow's copy right before or after; glyph ids tell them apart.
 */
export class TextMatcher {
  readonly #records: readonly DrawnText[];
  /** The record being matched, and how many of its glyphs earlier objects have shown. */
  #at = 0;
  #consumed = 0;
  #last: DrawnText | null = null;

  constructor(records: readonly DrawnText[]) {
    this.#records = records;
  }

  /**
   * The record that the next text object belongs to, and the text to give it: that of the record for its first object,
   * none for the rest of them and for copies. Null where nothing fits.
   */
  next(shown: ShownGlyphs): TextMatch | null {
    const current = this.#records[this.#at];
    const from = this.#consumed;
    if (from > 0 && current !== undefined && this.#continues(current, shown)) {
      return { record: current, from, typed: '' };
    }
    const ahead = this.#consumed > 0 ? this.#at + 1 : this.#at;
    for (let at = ahead; at < Math.min(this.#records.length, ahead + LOOKAHEAD); at++) {
      const record = this.#records[at];
      if (record === undefined) break;
      this.#consumed = 0;
      if (!this.#continues(record, shown, at)) continue;
      return { record, from: 0, typed: record.typed };
    }
    this.#at = ahead;
    this.#consumed = 0;
    const last = this.#last;
    if (last !== null && startsWith(last.shaped.glyphs, 0, shown))
      return { record: last, from: 0, typed: '' };
    return null;
  }

  #continues(record: DrawnText, shown: ShownGlyphs, at = this.#at): boolean {
    const { glyphs } = record.shaped;
    if (!startsWith(glyphs, this.#consumed, shown)) return false;
    this.#consumed += 'count' in shown ? shown.count : shown.length;
    this.#at = at;
    this.#last = record;
    if (this.#consumed >= glyphs.length) {
      this.#at = at + 1;
      this.#consumed = 0;
    }
    return true;
  }
}

function startsWith(glyphs: readonly number[], from: number, shown: ShownGlyphs): boolean {
  if ('count' in shown) return shown.count > 0 && from + shown.count <= glyphs.length;
  if (shown.length === 0 || from + shown.length > glyphs.length) return false;
  return shown.every((glyph, index) => glyphs[from + index] === glyph);
}
