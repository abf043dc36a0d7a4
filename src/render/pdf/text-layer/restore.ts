import { PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from 'pdf-lib';

import { readContent } from './content.ts';
import type { TextBlock } from './content.ts';
import { TextMatcher } from './match.ts';
import type { TextMatch } from './match.ts';
import { listCodes, listGlyphs, ShownFonts } from './shown-glyphs.ts';
import { createStream, readContents, readStream, replaceStream } from '../streams.ts';
import type { DrawnText } from '../../text/recorded-text.ts';
import type { LaidOutLine } from '../../text/text-layout.ts';
import { markText } from '../tags/marks.ts';
import type { PageStructure } from '../tags/structure.ts';
import { NOTHING, textsOfGlyphs } from './glyph-text.ts';
import { RtlText } from './rtl-text.ts';
import { FontUnicode, utf16Hex } from './unicode.ts';

/**
 * In UTF-16 units: PDF/A allows strings of 32,767 bytes (ISO 19005-2, 6.1.13). Longer lines rely on the
 * character maps.
 */
const MAX_ACTUAL_TEXT_UNITS = 16_000;

/**
 * Makes the text of pages extract as it was typed. Skia maps each glyph back to one character, which loses
 * whatever shaping changed (Arabic forms, Indic order, emoji sequences). Each text object gets an /ActualText
 * with the typed text (ISO 32000-1, 14.9.4). For readers that ignore it, each font gets a character map from
 * the shaping.
 *
 * @param pages with the records of `startRecordingText` on their contexts; those with a structure are tagged
 */
export function restoreText(
  document: PDFDocument,
  pages: readonly {
    readonly page: PDFPage;
    readonly texts: readonly DrawnText[];
    readonly structure?: Pick<PageStructure, 'partOf'> | null;
  }[],
): void {
  const restorer = new TextRestorer(document);
  for (const { page, texts, structure } of pages)
    if (texts.length > 0) restorer.restore(page, texts, structure?.partOf);
  restorer.writeFonts();
}

/**
 * The text of glyphs without text: PDFium leaves out strings whose /ActualText has control characters only,
 * but reads those whose /ActualText is empty by the character maps.
 */
const HIDDEN = '\u007f';

/** In CSS pixels. */
const ADJACENT_PX = 0.01;

class TextRestorer {
  readonly #document: PDFDocument;
  /** Of the present page. */
  #matcher = new TextMatcher([]);
  readonly #texts = new Map<DrawnText, readonly string[]>();
  readonly #fonts = new Map<PDFDict, FontUnicode>();
  /** Font resources of the pages and their forms: copies of fonts are added to all of them. */
  readonly #resources = new Set<PDFDict>();
  readonly #seen = new Set<PDFObject>();

  #partOf: PageStructure['partOf'] = () => null;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  restore(page: PDFPage, records: readonly DrawnText[], partOf: PageStructure['partOf'] = () => null): void {
    this.#partOf = partOf;
    this.#matcher = new TextMatcher(records);
    this.#texts.clear();
    const { context } = this.#document;
    const content = this.#restoreContent(readContents(page), page.node.Resources());
    page.node.set(PDFName.of('Contents'), context.register(createStream(this.#document, content)));
  }

  /** Writes the character maps, once all pages are restored. */
  writeFonts(): void {
    for (const font of this.#fonts.values()) font.write(this.#resources);
  }

  #restoreContent(content: string, resources: PDFDict | undefined): string {
    const fontResources = resources?.lookupMaybe(PDFName.of('Font'), PDFDict);
    const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    if (fontResources !== undefined) this.#resources.add(fontResources);
    const fonts = new ShownFonts(fontResources);
    const spans: TextSpan[] = [];
    let copied = 0;
    for (const found of readContent(content)) {
      if (found.kind === 'object') {
        this.#restoreForm(objects, found.name);
        continue;
      }
      const match = this.#matcher.next(listGlyphs(found, fonts));
      if (match === null) continue;
      const between = content.slice(copied, found.start);
      copied = found.end;
      const isCopy = match.typed === '' && match.from === 0;
      const text = this.#readBlock(content, found, match, isCopy, fonts);
      const part = isCopy ? null : this.#partOf(match.record);
      const span = spans.at(-1);
      const isSamePart = span?.part === part && !isCopy;
      if (span !== undefined && isSamePart && belongsTo(span, match.record) && allowedInSpan.test(between)) {
        span.typed += match.typed;
        addText(span, text, between);
        span.end = found.end;
        span.last = match.record;
        continue;
      }
      const { start, end } = found;
      const record = isCopy ? null : match.record;
      spans.push({
        record,
        part,
        last: match.record,
        isMarked: isCopy || !match.record.rtl,
        typed: match.typed,
        start,
        end,
        content: [text],
      });
    }
    return writeSpans(content, spans);
  }

  #readBlock(
    content: string,
    block: TextBlock,
    match: TextMatch,
    isCopy: boolean,
    fonts: ShownFonts,
  ): string | RtlText {
    const texts = isCopy ? [] : this.#textsOf(match.record);
    const unicode = this.#unicodeOf(block.shown[0]?.font ?? '', fonts);
    if (match.record.rtl && !isCopy && unicode !== null) {
      const read = RtlText.read(content.slice(block.start, block.end), texts.slice(match.from), unicode);
      if (read !== null) return read;
    }
    return this.#rewriteBlock(content, block, match, texts, fonts);
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
    if (!(ref instanceof PDFRef) || !(form instanceof PDFStream) || this.#seen.has(form)) return;
    if (form.dict.lookupMaybe(PDFName.of('Subtype'), PDFName) !== PDFName.of('Form')) return;
    this.#seen.add(form);
    const resources = form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
    replaceStream(this.#document, ref, form, this.#restoreContent(readStream(form), resources));
  }

  /** Rewrites a text object so that each glyph uses the copy of its font that maps it to the right text. */
  #rewriteBlock(
    content: string,
    block: TextBlock,
    { from }: TextMatch,
    texts: readonly string[],
    fonts: ShownFonts,
  ): string {
    let at = from;
    let out = '';
    let copied = block.start;
    for (const { start, end, font, fontSize, hex } of block.shown) {
      const digits = fonts.get(font)?.digits;
      const unicode = this.#unicodeOf(font, fonts);
      if (unicode === null || digits === undefined) continue;
      let name = font;
      let commands = '';
      let written = 0;
      for (const [index, code] of listCodes(hex, digits).entries()) {
        const wanted = unicode.nameFor(code, texts[at++] ?? NOTHING);
        if (wanted === name) continue;
        commands += `${showOperator(hex.slice(written, index * digits))}/${wanted} ${fontSize} Tf `;
        written = index * digits;
        name = wanted;
      }
      commands += showOperator(hex.slice(written));
      if (name !== font) commands += `/${font} ${fontSize} Tf`;
      out += content.slice(copied, start) + commands;
      copied = end;
    }
    return out + content.slice(copied, block.end);
  }

  #unicodeOf(name: string, fonts: ShownFonts): FontUnicode | null {
    const font = fonts.get(name);
    if (font === null) return null;
    let unicode = this.#fonts.get(font.dict);
    if (unicode === undefined) {
      unicode = new FontUnicode(this.#document, font.dict, name, font.digits);
      this.#fonts.set(font.dict, unicode);
    }
    return unicode;
  }
}

/** Text objects that extract as one text. */
interface TextSpan {
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
const allowedInSpan = /^(?:\s|[-.\d]+(?=\s)|\/\S+|(?:RG|rg|G|g|CS|cs|SCN|scn|gs)(?=\s))*$/;

/**
 * Text objects of one call share a span. So do adjacent ones of a line: PDFium finds a space where the font
 * changes after a Korean syllable. So do all of a line with emoji: Skia writes emoji in another font size,
 * which readers would take for another line.
 */
function belongsTo({ record, last }: TextSpan, next: DrawnText): boolean {
  if (record === null || record === next) return record === next;
  if (record.line !== next.line || next.line.runs.some(({ rtl }) => rtl)) return false;
  return hasEmoji(next.line) || last === next || Math.abs(last.right - next.x) < ADJACENT_PX;
}

function hasEmoji(line: LaidOutLine): boolean {
  return line.runs.some(({ face }) => face.isEmoji);
}

/** Adds the next text object. Those of right-to-left text come from left to right. */
function addText({ content, last }: TextSpan, text: string | RtlText, between: string): void {
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
function writeSpans(content: string, spans: readonly TextSpan[]): string {
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

function showOperator(codes: string): string {
  return codes === '' ? '' : `<${codes}> Tj `;
}

function startSpan(typed: string): string {
  return `/Span <</ActualText <FEFF${utf16Hex(typed)}>>> BDC`;
}
