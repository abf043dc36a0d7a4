import type { LaidOutLine } from '../../text/text-layout.ts';
import type { ContentStream } from './content-stream.ts';
import { startSpan } from './show-text.ts';

/**
 * In UTF-16 units: PDF/A allows strings of 32,767 bytes (ISO 19005-2, 6.1.13). Longer lines rely on the
 * character maps.
 */
const MAX_ACTUAL_TEXT_UNITS = 16_000;
/** In CSS pixels. */
const ADJACENT_PX = 0.01;

/** A text that was drawn by one call. */
export interface SpanText {
  readonly typed: string;
  /** Operators, as `show-text.ts` writes them. */
  readonly shown: string;
  readonly rtl: boolean;
  /** Left and right edge on the line, in CSS pixels. */
  readonly x: number;
  readonly right: number;
  readonly line: LaidOutLine;
  /** Of the page's structure; null: none. */
  readonly part: number | null;
}

interface Span {
  readonly first: SpanText;
  last: SpanText;
  typed: string;
  shown: string;
}

/**
 * Joins texts that extract as one. Adjacent ones of a line share a span: PDFium finds a space where the font
 * changes after a Korean syllable. So do all of a line with emoji: they are in a font of their own, which
 * readers would take for another line. Right-to-left text gets no /ActualText, because readers reverse it.
 */
export class TextSpans {
  readonly #content: ContentStream;
  #span: Span | null = null;

  constructor(content: ContentStream) {
    this.#content = content;
  }

  /** Adds a text. `setting`: the operators that set its colour. */
  add(text: SpanText, setting: string): void {
    const span = this.#span;
    if (span !== null && belongsTo(span, text)) {
      span.typed += text.typed;
      span.shown += `\n${setting}${text.shown}`;
      span.last = text;
      return;
    }
    this.flush();
    this.#span = { first: text, last: text, typed: text.typed, shown: setting + text.shown };
  }

  /** Writes what is open, before something else is drawn. */
  flush(): void {
    if (this.#span === null) return;
    const { first, typed, shown } = this.#span;
    this.#span = null;
    const hasActualText = !first.rtl && typed.length <= MAX_ACTUAL_TEXT_UNITS;
    const outer = this.#content.part;
    if (outer === null) this.#content.part = first.part;
    this.#content.paint(hasActualText ? `${startSpan(typed)}\n${shown}\nEMC` : shown);
    this.#content.part = outer;
  }
}

function belongsTo({ first, last }: Span, next: SpanText): boolean {
  if (first.line !== next.line || first.part !== next.part) return false;
  if (next.line.runs.some(({ rtl }) => rtl) || first.rtl) return false;
  // PDFium loses the spaces between letters that are turned each.
  const isBent = next.line.bounds !== undefined;
  return isBent || hasEmoji(next.line) || Math.abs(last.right - next.x) < ADJACENT_PX;
}

function hasEmoji(line: LaidOutLine): boolean {
  return line.runs.some(({ face }) => face.isEmoji);
}
