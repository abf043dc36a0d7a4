import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream, decodePDFRawStream } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from 'pdf-lib';

import { readContent } from './pdf-content.ts';
import type { TextBlock } from './pdf-content.ts';
import { TextMatcher } from './pdf-match.ts';
import type { ShownGlyphs, TextMatch } from './pdf-match.ts';
import type { DrawnText } from './pdf-text.ts';
import { FontUnicode, NOTHING, glyphTexts, utf16Hex } from './pdf-unicode.ts';

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
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(latin1(content))));
    for (const font of this.#fonts.values()) font.write(this.#resources);
  }

  #restoreContent(content: string, resources: PDFDict | undefined): string {
    const fonts = resources?.lookupMaybe(PDFName.of('Font'), PDFDict);
    const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    if (fonts !== undefined) this.#resources.add(fonts);
    let out = '';
    let copied = 0;
    for (const found of readContent(content)) {
      if (found.kind === 'object') {
        this.#restoreForm(objects, found.name);
        continue;
      }
      const match = this.#matcher.next(glyphsOf(found, fonts));
      if (match === null) continue;
      const block = this.#rewriteBlock(content, found, match, fonts);
      out +=
        content.slice(copied, found.start) +
        (needsActualText(match) ? markActualText(block, match.typed) : block);
      copied = found.end;
    }
    return out + content.slice(copied);
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

  /** A text object with each glyph shown in the copy of its font where it stands for the right characters. */
  #rewriteBlock(content: string, block: TextBlock, match: TextMatch, fonts: PDFDict | undefined): string {
    const texts = match.typed === '' && match.from === 0 ? [] : glyphTexts(match.record);
    let at = match.from;
    let out = '';
    let copied = block.start;
    for (const { start, end, font, fontSize, hex } of block.shown) {
      const unicode = this.#unicodeOf(font, fonts);
      if (unicode === null) continue;
      const digits = codeDigits(font, fonts);
      let name = font;
      let shown = '';
      for (let digit = 0; digit < hex.length; digit += digits) {
        const code = hex.slice(digit, digit + digits);
        const wanted = unicode.nameFor(Number.parseInt(code, 16), texts[at++] ?? NOTHING);
        if (wanted !== name) shown += `${shown === '' ? '' : '> Tj '}/${wanted} ${fontSize} Tf <`;
        else if (shown === '') shown = '<';
        shown += code;
        name = wanted;
      }
      if (name === font && !shown.includes('Tf')) continue;
      out += `${content.slice(copied, start)}${shown}> Tj /${font} ${fontSize} Tf`;
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

/**
 * Readers take /ActualText for text in the order in which it stands, and turn it round where it runs from right to left: there
 * the maps of the fonts have to do. A copy of other text must be said to be none.
 */
function needsActualText({ record }: TextMatch): boolean {
  return !record.rtl || record.typed === '';
}

function markActualText(block: string, typed: string): string {
  return `/Span <</ActualText <FEFF${utf16Hex(typed)}>>> BDC\n${block}\nEMC`;
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

function readContents(page: PDFPage): string {
  const contents = page.node.Contents();
  if (contents instanceof PDFArray) {
    return contents
      .asArray()
      .map((ref) => readStream(page.doc.context.lookup(ref, PDFStream)))
      .join('\n');
  }
  return contents === undefined ? '' : readStream(contents);
}

function readStream(stream: PDFStream): string {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
  return Buffer.from(bytes).toString('latin1');
}

function replaceStream(document: PDFDocument, ref: PDFRef, old: PDFRawStream, content: string): void {
  const stream = document.context.flateStream(latin1(content));
  for (const [key, value] of old.dict.entries()) {
    const isOfEncoding = ['/Length', '/Filter', '/DecodeParms'].includes(key.asString());
    if (!isOfEncoding) stream.dict.set(key, value);
  }
  document.context.assign(ref, stream);
}

function latin1(content: string): Uint8Array {
  return new Uint8Array(Buffer.from(content, 'latin1'));
}
