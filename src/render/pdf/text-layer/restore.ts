import { PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from 'pdf-lib';

import { readContent } from './content.ts';
import type { TextBlock } from './content.ts';
import { TextMatcher } from './match.ts';
import type { TextMatch } from './match.ts';
import { listCodes, listGlyphs, ShownFonts } from './shown-glyphs.ts';
import { createStream, readContents, readStream, replaceStream } from '../streams.ts';
import type { DrawnText } from '../../text/draw/recorded-text.ts';
import type { PageStructure } from '../tags/structure.ts';
import { NOTHING, textsOfGlyphs } from './glyph-text.ts';
import { RtlText } from './rtl-text.ts';
import { addText, allowedInSpan, belongsTo, writeSpans, type TextSpan } from './text-spans.ts';
import { FontUnicode } from './unicode.ts';

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

function showOperator(codes: string): string {
  return codes === '' ? '' : `<${codes}> Tj `;
}
