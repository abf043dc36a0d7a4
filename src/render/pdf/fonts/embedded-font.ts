import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { LRUCache } from 'lru-cache';
import type { PDFContext, PDFRef } from 'pdf-lib';

import { appendBlankGlyphs } from '../../fonts/blank-glyphs.ts';
import { readCids } from '../../fonts/cff-charset.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import { buildSfnt, readAllTables, type FontTables } from '../../fonts/sfnt.ts';
import { allowsEmbedding, subsetGlyphs } from '../../fonts/subset-font.ts';
import { FontCopies } from './font-copies.ts';
import { writeType0Fonts } from './type0-fonts.ts';

/** `maxp` counts glyphs in 16 bits, so a font that has this many gets no more. */
const MAX_GLYPHS = 0xffff;
/** Flags of a font descriptor: its glyphs are beyond Latin, it is italic (ISO 32000-1, 9.8.2). */
const SYMBOLIC = 4;
const ITALIC = 64;
/** What a viewer without the font takes for the thickness of stems; the font is always embedded. */
const STEM = 80;

const MAX_CACHED_BYTES = 16 * 1024 * 1024;
const subsets = new LRUCache<string, Uint8Array>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: ({ length }) => Math.max(1, length),
});

/** A font of a PDF: a Type 0 font of the glyphs that are used (ISO 32000-1, 9.7). */
export class EmbeddedFont {
  readonly isInvisible = false;
  readonly copies: FontCopies;
  readonly #face: FontFace;
  readonly #tables: FontTables;
  readonly #cids: Uint16Array | null;
  /** The widths of the used glyphs by code, in thousandths of the font size. */
  readonly #widths = new Map<number, number>();
  readonly #glyphs = new Set<number>([0]);
  /** Glyphs beyond those of the font, which draw nothing, by the characters that they stand for. */
  readonly #blanks = new Map<string, number>();

  private constructor(face: FontFace, tables: FontTables, name: string) {
    this.#face = face;
    this.#tables = tables;
    this.copies = new FontCopies(name);
    const cff = tables.get('CFF ');
    this.#cids = cff === undefined ? null : readCids(cff, countGlyphs(tables));
  }

  /** Null for a font that may not be embedded, or whose outlines no PDF can hold: they are drawn. */
  static open(face: FontFace, name: string): EmbeddedFont | null {
    const tables = face.allTables;
    const hasOutlines = tables.has('glyf') || tables.has('CFF ');
    if (!hasOutlines || !allowsEmbedding(tables.get('OS/2'))) return null;
    return new EmbeddedFont(face, tables, name);
  }

  /** The code of a glyph, which is then in the file. */
  use(glyph: number): number {
    const code = this.#cids?.[glyph] ?? glyph;
    if (!this.#glyphs.has(glyph) || !this.#widths.has(code)) {
      this.#glyphs.add(glyph);
      const { font, unitsPerEm } = this.#face.shaping;
      this.#widths.set(code, (font.glyphHAdvance(glyph) * 1000) / unitsPerEm);
    }
    return code;
  }

  /** The width of a used code, in thousandths of the font size. */
  widthOf(code: number): number {
    return this.#widths.get(code) ?? 0;
  }

  /** The code of a glyph that draws nothing, to stand for a character; undefined if the font has none. */
  blankFor(character: string): number | undefined {
    const code = this.#blanks.get(character) ?? countGlyphs(this.#tables) + this.#blanks.size;
    // Only TrueType fonts get more glyphs.
    if (this.#tables.has('CFF ') || code >= MAX_GLYPHS) return undefined;
    this.#blanks.set(character, code);
    this.#widths.set(code, 0);
    return code;
  }

  /** Writes the font. Returns its copies by their names. */
  write(context: PDFContext): ReadonlyMap<string, PDFRef> {
    const { bytes: program, tag } = this.#subset();
    const isCff = this.#tables.has('CFF ');
    const file = context.register(
      context.stream(
        deflateSync(program),
        isCff
          ? { Subtype: 'CIDFontType0C', Filter: 'FlateDecode' }
          : { Length1: program.length, Filter: 'FlateDecode' },
      ),
    );
    const name = `${tag}+${this.#getName()}`;
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        ...this.#describe(),
        [isCff ? 'FontFile3' : 'FontFile2']: file,
      }),
    );
    const widths = context.obj(this.#writeWidths());
    return writeType0Fonts(context, this.copies, { name, descriptor, widths, isCff });
  }

  /** The font file of the used glyphs, and the six letters that tell subsets apart. */
  #subset(): { readonly bytes: Uint8Array; readonly tag: string } {
    const glyphs = [...this.#glyphs].sort((a, b) => a - b);
    const key = `${this.#face.alias} ${glyphs.join(' ')}`;
    let bytes = subsets.get(key);
    if (bytes === undefined) {
      const sfnt = buildSfnt(this.#tables);
      const subset = subsetGlyphs(sfnt, this.#face.file.axes, glyphs);
      if (subset === null) throw new Error(`the font ${this.#face.alias} cannot be reduced to its glyphs`);
      bytes = readAllTables(subset).get('CFF ') ?? subset;
      subsets.set(key, bytes);
    }
    if (this.#blanks.size > 0)
      bytes = appendBlankGlyphs(bytes, countGlyphs(this.#tables) + this.#blanks.size);
    const hash = createHash('sha256').update(key).digest();
    const tag = Array.from(hash.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
    return { bytes, tag };
  }

  /** The font's own name for PostScript, without what no name of a PDF may have. */
  #getName(): string {
    const name = readPostScriptName(this.#tables) ?? this.#face.alias;
    return name.replaceAll(/[^\w-]+/g, '-');
  }

  #describe() {
    const { metrics } = this.#face;
    const head = view(this.#tables, 'head');
    const post = view(this.#tables, 'post');
    const unitsPerEm = head?.getUint16(18) ?? 1000;
    const scale = 1000 / unitsPerEm;
    const box = [36, 38, 40, 42].map((at) => Math.round((head?.getInt16(at) ?? 0) * scale));
    const italicAngle = (post?.getInt32(4) ?? 0) / 65_536;
    return {
      Flags: SYMBOLIC | (italicAngle === 0 ? 0 : ITALIC),
      FontBBox: box,
      ItalicAngle: italicAngle,
      Ascent: Math.round(metrics.ascent * 1000),
      Descent: -Math.round(metrics.descent * 1000),
      CapHeight: Math.round(metrics.capHeight * 1000),
      StemV: STEM,
    };
  }

  /** Runs of codes that follow each other, each with its widths. */
  #writeWidths(): (number | number[])[] {
    const written: (number | number[])[] = [];
    let run: number[] = [];
    let next = -1;
    for (const [code, width] of [...this.#widths].sort(([a], [b]) => a - b)) {
      if (code !== next) {
        run = [];
        written.push(code, run);
      }
      run.push(Math.round(width * 1000) / 1000);
      next = code + 1;
    }
    return written;
  }
}

const POSTSCRIPT_NAME = 6;

/** The name of a font for PostScript (OpenType 1.9, `name`); null if it has none. */
function readPostScriptName(tables: FontTables): string | null {
  const names = view(tables, 'name');
  const bytes = tables.get('name');
  if (names === null || bytes === undefined) return null;
  const strings = names.getUint16(4);
  for (let index = 0; index < names.getUint16(2); index++) {
    const at = 6 + 12 * index;
    if (names.getUint16(at + 6) !== POSTSCRIPT_NAME) continue;
    const start = strings + names.getUint16(at + 10);
    const own = bytes.subarray(start, start + names.getUint16(at + 8));
    // Those of Macintosh have one byte for each character, all others are in UTF-16.
    const text = names.getUint16(at) === 1 ? own : own.filter((_, byte) => byte % 2 === 1);
    return Buffer.from(text).toString('latin1');
  }
  return null;
}

function countGlyphs(tables: FontTables): number {
  return view(tables, 'maxp')?.getUint16(4) ?? 0;
}

function view(tables: FontTables, tag: string): DataView | null {
  const table = tables.get(tag);
  return table === undefined ? null : new DataView(table.buffer, table.byteOffset, table.byteLength);
}
