import { PDFDict, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from 'pdf-lib';

import { readContent } from './pdf-content.ts';
import type { TextBlock } from './pdf-content.ts';
import { TextMatcher } from './pdf-match.ts';
import type { ShownGlyphs, TextMatch } from './pdf-match.ts';
import { createStream, readContents, readStream, replaceStream } from './pdf-streams.ts';
import type { DrawnText } from './pdf-text.ts';
import type { LaidOutLine } from './text-layout.ts';
import { NOTHING, textsOfGlyphs } from './pdf-glyph-text.ts';
import { FontUnicode, utf16Hex } from './pdf-unicode.ts';

/** PDF/A's strings have at most 32,767 bytes (ISO 19005-2, 6.1.13). A line as long as that is left to the character maps. */
const LONGEST_ACTUAL_TEXT = 16_000;

/**
 * Makes the text of a page that Skia wrote extract as it was typed. Skia maps each glyph back to one character by itself,
 * which loses or garbles whatever shaping changed (Arabic forms, Indic order, emoji sequences). Each text object gets
 * an /ActualText with what was typed (PDF 32000-1, 14.9.4), and each font a character map drawn from how the text was
 * shaped, for readers that ignore the former. `records` come from `startRecordingText` on the page's context.
 */
export function restoreText(document: PDFDocument, page: PDFPage, records: readonly DrawnText[]): void {
  if (records.length === 0) return;
  new PageText(document, records).restore(page);
}

class PageText {
  readonly #document: PDFDocument;
  readonly #matcher: TextMatcher;
  readonly #texts = new Map<DrawnText, readonly string[]>();
  readonly #fonts = new Map<PDFDict, FontUnicode>();
  /** Font resources of the page and of every form in it: copies of fonts are made known to all of them. */
  readonly #resources = new Set<PDFDict>();
  readonly #seen = new Set<PDFObject>();

  constructor(document: PDFDocument, records: readonly DrawnText[]) {
    this.#document = document;
    this.#matcher = new TextMatcher(records);
  }

  restore(page: PDFPage): void {
    const { context } = this.#document;
    const content = this.#restoreContent(readContents(page), page.node.Resources());
    page.node.set(PDFName.of('Contents'), context.register(createStream(this.#document, content)));
    for (const font of this.#fonts.values()) font.write(this.#resources);
  }

  #restoreContent(content: string, resources: PDFDict | undefined): string {
    const fonts = resources?.lookupMaybe(PDFName.of('Font'), PDFDict);
    const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    if (fonts !== undefined) this.#resources.add(fonts);
    const spans: TextSpan[] = [];
    let copied = 0;
    for (const found of readContent(content)) {
      if (found.kind === 'object') {
        this.#restoreForm(objects, found.name);
        continue;
      }
      const match = this.#matcher.next(glyphsOf(found, fonts));
      if (match === null) continue;
      const between = content.slice(copied, found.start);
      copied = found.end;
      const isCopy = match.typed === '' && match.from === 0;
      const written = this.#writeBlock(content, found, match, isCopy, fonts);
      const span = spans.at(-1);
      if (span !== undefined && !isCopy && belongsTo(span, match.record) && staysInSpan.test(between)) {
        span.typed += match.typed;
        span.content += between + written;
        span.end = found.end;
        continue;
      }
      const { start, end } = found;
      const record = isCopy ? null : match.record;
      spans.push({
        record,
        isMarked: isCopy || !match.record.rtl,
        typed: match.typed,
        start,
        end,
        content: written,
      });
    }
    let out = '';
    copied = 0;
    for (const { start, end, isMarked, typed, content: inside } of spans) {
      out += content.slice(copied, start);
      const canSay = isMarked && typed.length <= LONGEST_ACTUAL_TEXT;
      out += canSay ? `${beginSpan(typed)}\n${inside}\nEMC` : inside;
      copied = end;
    }
    return out + content.slice(copied);
  }

  #writeBlock(
    content: string,
    block: TextBlock,
    match: TextMatch,
    isCopy: boolean,
    fonts: PDFDict | undefined,
  ): string {
    const texts = isCopy ? [] : this.#textsOf(match.record);
    const write = (shows: ShownPart): string =>
      this.#rewriteBlock(content, block, match, texts, shows, fonts);
    if (!match.record.rtl || isCopy || !texts.includes(NOTHING)) return write('all');
    return `${write('text')}\n${beginSpan('')}\n${write('nothing')}\nEMC`;
  }

  #textsOf(record: DrawnText): readonly string[] {
    let texts = this.#texts.get(record);
    if (texts === undefined) {
      texts = textsOfGlyphs(record);
      this.#texts.set(record, texts);
    }
    return texts;
  }

  #restoreForm(objects: PDFDict | undefined, name: string): void {
    const ref = objects?.get(PDFName.of(name));
    const form = objects?.lookup(PDFName.of(name));
    if (!(ref instanceof PDFRef) || !(form instanceof PDFRawStream) || this.#seen.has(form)) return;
    if (form.dict.lookupMaybe(PDFName.of('Subtype'), PDFName) !== PDFName.of('Form')) return;
    this.#seen.add(form);
    const resources = form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
    replaceStream(this.#document, ref, form, this.#restoreContent(readStream(form), resources));
  }

  /**
   * A text object with each glyph shown in the copy of its font where it stands for the right characters. Glyphs that
   * are not to be shown leave their room.
   */
  #rewriteBlock(
    content: string,
    block: TextBlock,
    { record, from }: TextMatch,
    texts: readonly string[],
    shows: ShownPart,
    fonts: PDFDict | undefined,
  ): string {
    let at = from;
    let out = '';
    let copied = block.start;
    for (const { start, end, font, fontSize, hex } of block.shown) {
      const unicode = this.#unicodeOf(font, fonts);
      if (unicode === null) continue;
      const digits = codeDigits(font, fonts);
      let name = font;
      let operands: string[] = [];
      let commands = '';
      for (let digit = 0; digit < hex.length; digit += digits, at++) {
        const text = texts[at] ?? NOTHING;
        if (shows !== 'all' && (text === NOTHING) !== (shows === 'nothing')) {
          operands.push((-(record.shaped.glyphAdvances[at] ?? 0) * 1000).toFixed(2));
          continue;
        }
        const code = hex.slice(digit, digit + digits);
        const wanted = unicode.nameFor(Number.parseInt(code, 16), text);
        if (wanted !== name) {
          commands += `${showOperator(operands)}/${wanted} ${fontSize} Tf `;
          operands = [];
        }
        name = wanted;
        operands.push(`<${code}>`);
      }
      commands += showOperator(operands);
      if (name !== font) commands += `/${font} ${fontSize} Tf`;
      out += content.slice(copied, start) + commands;
      copied = end;
    }
    return out + content.slice(copied, block.end);
  }

  #unicodeOf(name: string, fonts: PDFDict | undefined): FontUnicode | null {
    const font = fonts?.lookupMaybe(PDFName.of(name), PDFDict);
    if (font === undefined) return null;
    let unicode = this.#fonts.get(font);
    if (unicode === undefined) {
      unicode = new FontUnicode(this.#document, font, name, codeDigits(name, fonts));
      this.#fonts.set(font, unicode);
    }
    return unicode;
  }
}

/** Text objects that stand for one text. */
interface TextSpan {
  /** Null for a copy of other text. */
  readonly record: DrawnText | null;
  /** Whether an /ActualText says what the span stands for. */
  readonly isMarked: boolean;
  readonly start: number;
  typed: string;
  end: number;
  content: string;
}

/** What may stand between the text objects of one span: white space and settings of colour. */
const staysInSpan = /^(?:\s|[-.\d]+(?=\s)|\/\S+|(?:RG|rg|G|g|CS|cs|SCN|scn|gs)(?=\s))*$/;

/**
 * Text objects of one call share a span. So do those of a line with emoji: Skia writes these as fonts of a size of their
 * own, and readers would take them for another line.
 */
function belongsTo({ record }: TextSpan, next: DrawnText): boolean {
  if (record === null || record === next) return record === next;
  return record.line === next.line && next.line.runs.every(({ rtl }) => !rtl) && hasEmoji(next.line);
}

function hasEmoji(line: LaidOutLine): boolean {
  return line.runs.some(({ face }) => face.isEmoji);
}

/**
 * In text from right to left no /ActualText is given: readers turn it round as it stands. There the glyphs that stand for
 * nothing are shown apart from the rest, in a span of their own that says so.
 */
type ShownPart = 'all' | 'text' | 'nothing';

/** Shows strings, with numbers between them that move the next one right by so many thousandths of the font size (negative). */
function showOperator(operands: readonly string[]): string {
  if (!operands.some((operand) => operand.startsWith('<'))) return '';
  const isPlain = operands.every((operand) => operand.startsWith('<'));
  const joined = operands.join('').replaceAll('><', '');
  return isPlain ? `${joined} Tj ` : `[${joined}] TJ `;
}

function beginSpan(typed: string): string {
  return `/Span <</ActualText <FEFF${utf16Hex(typed)}>>> BDC`;
}

/** Hexadecimal digits of a code: embedded fonts are shown by glyph id in four, Type 3 fonts by codes of their own in two. */
function codeDigits(name: string, fonts: PDFDict | undefined): 2 | 4 {
  const font = fonts?.lookupMaybe(PDFName.of(name), PDFDict);
  return font?.lookupMaybe(PDFName.of('Subtype'), PDFName) === PDFName.of('Type0') ? 4 : 2;
}

function glyphsOf(block: TextBlock, fonts: PDFDict | undefined): ShownGlyphs {
  const glyphs: number[] = [];
  let count = 0;
  let areIds = true;
  for (const { font, hex } of block.shown) {
    const digits = codeDigits(font, fonts);
    if (digits === 2) areIds = false;
    count += hex.length / digits;
    for (let at = 0; at < hex.length; at += digits)
      glyphs.push(Number.parseInt(hex.slice(at, at + digits), 16));
  }
  return areIds ? glyphs : { count };
}
