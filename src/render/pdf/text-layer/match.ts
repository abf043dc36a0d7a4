import type { DrawnText } from '../../text/draw/recorded-text.ts';

/** The glyph ids that a text object shows, or only their number if its codes are no glyph ids. */
export type ShownGlyphs = readonly number[] | { readonly count: number };

/** How many recorded calls in a row may be missing in the PDF, for example because they were clipped. */
const LOOKAHEAD = 400;

/** The record that a text object belongs to. */
export interface TextMatch {
  readonly record: DrawnText;
  /** Index of the first glyph of the record that the object shows. */
  readonly from: number;
  /** The text that the object extracts as. */
  readonly typed: string;
}

/**
 * Finds the record of each text object of a PDF. Skia writes one or more objects per call in drawing order,
 * and the copy of a shadow right before or after them. The glyph ids decide.
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
   * The record of the next text object, and its text: the text of the record for its first object, none for
   * its other objects and for copies. Null if no record matches.
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
