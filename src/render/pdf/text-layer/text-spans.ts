import type { DrawnText } from '../../text/draw/recorded-text.ts';
import type { LaidOutLine } from '../../text/text-layout.ts';
import { markText } from '../tags/marks.ts';
import { RtlText } from './rtl-text.ts';
import { utf16Hex } from './unicode.ts';

/**
 * In UTF-16 units: PDF/A allows strings of 32,767 bytes (ISO 19005-2, 6.1.13). Longer lines rely on the
 * character maps.
 */
const MAX_ACTUAL_TEXT_UNITS = 16_000;

/**
 * The text of glyphs without text: PDFium leaves out strings whose /ActualText has control characters only,
 * but reads those whose /ActualText is empty by the character maps.
 */
const HIDDEN = '\u007f';

/** In CSS pixels. */
const ADJACENT_PX = 0.01;

/** Text objects that extract as one text. */
export interface TextSpan {
  /** Null for a copy of other text. */
  readonly record: DrawnText | null;
  /** The part of the page's structure that it is; null: none. */
  readonly part: number | null;
  last: DrawnText;
  /** Whether the span has an /ActualText. */
  readonly isMarked: boolean;
  readonly start: number;
  typed: string;
  end: number;
  readonly content: (string | RtlText)[];
}

/** What may be between the text objects of a span: white space and colour operators. */
export const allowedInSpan = /^(?:\s|[-.\d]+(?=\s)|\/\S+|(?:RG|rg|G|g|CS|cs|SCN|scn|gs)(?=\s))*$/;

/**
 * Text objects of one call share a span. So do adjacent ones of a line: PDFium finds a space where the font
 * changes after a Korean syllable. So do all of a line with emoji: Skia writes emoji in another font size,
 * which readers would take for another line.
 */
export function belongsTo({ record, last }: TextSpan, next: DrawnText): boolean {
  if (record === null || record === next) return record === next;
  if (record.line !== next.line || next.line.runs.some(({ rtl }) => rtl)) return false;
  return hasEmoji(next.line) || last === next || Math.abs(last.right - next.x) < ADJACENT_PX;
}

function hasEmoji(line: LaidOutLine): boolean {
  return line.runs.some(({ face }) => face.isEmoji);
}

/** Adds the next text object. Those of right-to-left text come from left to right. */
export function addText({ content, last }: TextSpan, text: string | RtlText, between: string): void {
  const [rightmost] = content;
  if (!last.rtl || between.trim() !== '') content.push(between, text);
  else if (!(rightmost instanceof RtlText && text instanceof RtlText && rightmost.add(text)))
    content.unshift(text, between);
}

/**
 * Right-to-left text gets no /ActualText, because readers reverse it. Instead its glyphs without text are
 * written separately, at the end of the line where nothing else comes between: PDFium puts strings from left
 * to right only if they are on one height.
 */
export function writeSpans(content: string, spans: readonly TextSpan[]): string {
  let out = '';
  let copied = 0;
  let rest = '';
  let line: LaidOutLine | null = null;
  let part: number | null = null;
  const endLine = (): string => (rest === '' ? '' : `\n${markText(part, writeRest(rest))}`);
  for (const span of spans) {
    const between = content.slice(copied, span.start);
    if (span.last.line !== line || between.trim() !== '') {
      out += endLine();
      rest = '';
    }
    const text = span.content.map((each) => (typeof each === 'string' ? each : each.write())).join('');
    const hasActualText = span.isMarked && span.typed.length <= MAX_ACTUAL_TEXT_UNITS;
    out += between + markText(span.part, hasActualText ? `${startSpan(span.typed)}\n${text}\nEMC` : text);
    for (const each of span.content) if (each instanceof RtlText) rest += each.writeRest();
    ({ line } = span.last);
    ({ part } = span);
    copied = span.end;
  }
  return out + endLine() + content.slice(copied);
}

function writeRest(rest: string): string {
  return `${startSpan(HIDDEN)}\n${rest}\nEMC\n`;
}

function startSpan(typed: string): string {
  return `/Span <</ActualText <FEFF${utf16Hex(typed)}>>> BDC`;
}
