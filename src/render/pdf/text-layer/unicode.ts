import { PDFName } from 'pdf-lib';
import type { PDFDict, PDFDocument } from 'pdf-lib';

import { createStream } from '../streams.ts';
import { readGlyphWidths, type GlyphWidths } from './blank-glyphs.ts';

/** Entries that one block of a character map may have (Adobe Technical Note 5014). */
const MAX_BLOCK_ENTRIES = 100;

/** A code and the text that it stands for. */
export interface GlyphText {
  readonly code: number;
  readonly text: string;
}

/** A font under one of its names, with the texts that its glyphs stand for under that name. */
interface FontCopy {
  readonly name: string;
  readonly texts: Map<number, string>;
}

/**
 * Character maps (ToUnicode) of one font of a PDF. A glyph may stand for different characters in different
 * places, for example the base shape of ب and ت, but a font can map it to one text only. So the font gets
 * copies, which share everything but the map.
 */
export class FontUnicode {
  readonly #document: PDFDocument;
  readonly #font: PDFDict;
  readonly #copies: FontCopy[];
  /** Hexadecimal digits of a code of the font. */
  readonly #digits: number;
  /** Undefined until somebody asks. */
  #widths: GlyphWidths | null | undefined;
  /** Blank glyphs by the character that they stand for. */
  readonly #blanks = new Map<string, number>();

  constructor(document: PDFDocument, font: PDFDict, name: string, digits: number) {
    this.#digits = digits;
    this.#document = document;
    this.#font = font;
    this.#copies = [{ name, texts: new Map() }];
  }

  /** The widths of the font's glyphs; null if it has no glyph ids. */
  get widths(): GlyphWidths | null {
    this.#widths ??= readGlyphWidths(this.#font);
    return this.#widths;
  }

  /** A glyph that draws nothing, to stand for a character; undefined if the font has none. */
  blankFor(character: string): number | undefined {
    const blanks = this.widths?.blanks ?? [];
    let blank = this.#blanks.get(character);
    if (blank === undefined && blanks.length > 0) {
      blank = blanks[this.#blanks.size % blanks.length] ?? 0;
      this.#blanks.set(character, blank);
    }
    return blank;
  }

  /** The name of the copy of the font in which `code` stands for `text`. */
  nameFor(code: number, text: string): string {
    const [first] = this.#copies;
    if (first?.texts.get(code) === text) return first.name;
    return this.nameForAll([{ code, text }]);
  }

  /** The name of a copy in which each code stands for its text: the preferred one if possible. */
  nameForAll(wanted: readonly GlyphText[], preferred?: string): string {
    const first = this.#copies.filter(({ name }) => name === preferred);
    let copy = [...first, ...this.#copies].find(({ texts }) =>
      wanted.every(({ code, text }) => (texts.get(code) ?? text) === text),
    );
    if (copy === undefined) {
      copy = { name: `${this.#copies[0]?.name ?? 'F'}u${this.#copies.length}`, texts: new Map() };
      this.#copies.push(copy);
    }
    for (const { code, text } of wanted) copy.texts.set(code, text);
    return copy.name;
  }

  /** Writes the maps into the font, and adds its copies to the resources that use it. */
  write(resources: Iterable<PDFDict>): void {
    const { context } = this.#document;
    const users = [...resources];
    for (const [index, { name, texts }] of this.#copies.entries()) {
      if (texts.size === 0) continue;
      const font = index === 0 ? this.#font : this.#font.clone(context);
      font.set(
        PDFName.of('ToUnicode'),
        context.register(createStream(this.#document, toCMap(texts, this.#digits))),
      );
      if (index === 0) continue;
      const ref = context.register(font);
      for (const fonts of users) fonts.set(PDFName.of(name), ref);
    }
  }
}

/** A character map of the texts of glyphs. `digits`: of a code. */
export function toCMap(texts: ReadonlyMap<number, string>, digits: number): string {
  const entries = [...texts]
    .sort(([a], [b]) => a - b)
    .map(([glyph, text]) => `<${toHex(glyph, digits)}> <${utf16Hex(text)}>`);
  let blocks = '';
  for (let at = 0; at < entries.length; at += MAX_BLOCK_ENTRIES) {
    const block = entries.slice(at, at + MAX_BLOCK_ENTRIES);
    blocks += `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<${toHex(0, digits)}> <${'F'.repeat(digits)}>
endcodespacerange
${blocks}endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** The texts of glyphs in a character map, by Skia or by `toCMap`. */
export function readCMap(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, kind, block = ''] of map.matchAll(/beginbf(char|range)(.*?)endbf/gs)) {
    const values = block.match(/[0-9A-Fa-f]+/g) ?? [];
    const step = kind === 'char' ? 2 : 3;
    for (let at = 0; at + step <= values.length; at += step) {
      const [first = '', last = first] = values.slice(at, at + step - 1);
      const text = fromUtf16Hex(values[at + step - 1] ?? '');
      const lastUnit = text.charCodeAt(text.length - 1);
      for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) {
        const unit = String.fromCharCode(lastUnit + code - parseInt(first, 16));
        texts.set(code, text.slice(0, -1) + unit);
      }
    }
  }
  return texts;
}

function fromUtf16Hex(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

/** UTF-16, big-endian, in hexadecimal digits. */
export function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

function toHex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
