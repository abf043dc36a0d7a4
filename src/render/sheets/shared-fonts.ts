import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFStream } from 'pdf-lib';

import { readStream } from '../pdf/streams.ts';
import { writeToUnicode } from '../pdf/fonts/to-unicode.ts';
import { readCMap, readWidths } from './read-fonts.ts';
import type { FileWriter } from '../pdf/write-file.ts';
import { readSubset, TrueTypeUnion } from './true-type-union.ts';

/** A font program that the fonts of several pages share. */
interface Program {
  readonly union: TrueTypeUnion;
  /** Hashes of the embedded files that are in the union, with the glyphs that were used of them. */
  readonly added: Set<string>;
  readonly widths: Map<number, number>;
  /** The descriptor and the descendant font without names, widths and files. */
  readonly descriptor: string;
  readonly descendant: string;
  readonly name: string;
  readonly fonts: SharedFont[];
}

/** A font with one map from its glyphs to text. */
interface SharedFont {
  readonly texts: Map<number, string>;
  readonly number: number;
}

/**
 * Merges the fonts of many pages. Each page has a subset of its own, which keeps the ids of its
 * glyphs, so subsets of a font can be united. Subsets that contradict each other stay apart.
 */
export class SharedFonts {
  readonly #writer: FileWriter;
  /** By everything in which the subsets of a font agree. */
  readonly #programs = new Map<string, Program[]>();

  constructor(writer: FileWriter) {
    this.#writer = writer;
  }

  /** The number of the object that stands for a font. Null for other objects, and fonts of other kinds. */
  share(font: PDFDict): number | null {
    if (font.get(PDFName.of('Subtype')) !== PDFName.of('Type0')) return null;
    const descendant = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookupMaybe(0, PDFDict);
    const descriptor = descendant?.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict);
    const file = descriptor?.lookup(PDFName.of('FontFile2'));
    const map = font.lookup(PDFName.of('ToUnicode'));
    if (descendant === undefined || descriptor === undefined) return null;
    if (!(file instanceof PDFRawStream) || !(map instanceof PDFStream)) return null;
    const texts = readCMap(readStream(map));
    const program = this.#findProgram({ font, descendant, descriptor, file, texts });
    if (program === null) return null;
    const agrees = (shared: SharedFont): boolean =>
      [...texts].every(([glyph, text]) => (shared.texts.get(glyph) ?? text) === text);
    let shared = program.fonts.find(agrees);
    if (shared === undefined) {
      shared = { texts: new Map(), number: this.#writer.reserve() };
      program.fonts.push(shared);
    }
    for (const [glyph, text] of texts) shared.texts.set(glyph, text);
    return shared.number;
  }

  /** Writes all fonts. */
  write(): void {
    const programs = [...this.#programs.values()].flat();
    for (const [index, program] of programs.entries()) {
      const name = `/${getPrefix(index)}+${program.name}`;
      const content = program.union.build();
      const file = this.#writer.stream(
        `/Length1 ${content.length}/Filter/FlateDecode`,
        deflateSync(content, { level: 9 }),
      );
      const descriptor = this.#writer.object(
        `<<${program.descriptor}/FontName ${name}/FontFile2 ${file} 0 R>>`,
      );
      const descendant = this.#writer.object(
        `<<${program.descendant}/BaseFont ${name}/FontDescriptor ${descriptor} 0 R` +
          `/W[${writeWidths(program.widths)}]>>`,
      );
      for (const { texts, number } of program.fonts) {
        const map = Buffer.from(writeToUnicode(texts), 'latin1');
        const toUnicode = this.#writer.stream('/Filter/FlateDecode', deflateSync(map, { level: 9 }));
        this.#writer.object(
          `<</Type/Font/Subtype/Type0/BaseFont ${name}/Encoding/Identity-H` +
            `/DescendantFonts[${descendant} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
          number,
        );
      }
    }
  }

  #findProgram({ font, descendant, descriptor, file, texts }: PageFont): Program | null {
    const baseFont = font.lookup(PDFName.of('BaseFont'), PDFName).asString();
    if (font.get(PDFName.of('Encoding')) !== PDFName.of('Identity-H')) return null;
    const name = baseFont.replace(/^\/(?:[A-Z]{6}\+)?/, '');
    const facts = {
      name,
      descriptor: plainEntries(descriptor, ['/FontName', '/FontFile2']),
      descendant: plainEntries(descendant, ['/BaseFont', '/FontDescriptor', '/W']),
    };
    const key = JSON.stringify(facts);
    const same = this.#programs.get(key) ?? [];
    this.#programs.set(key, same);
    const used = [...texts.keys()];
    const hash = createHash('sha256').update(file.contents).update(String(used)).digest('base64');
    const known = same.find(({ added }) => added.has(hash));
    if (known !== undefined) return known;
    const subset = readSubset(Buffer.from(readStream(file), 'latin1'));
    if (subset === null) return null;
    const widths = readWidths(descendant.lookupMaybe(PDFName.of('W'), PDFArray));
    let program = same.find((each) => agreeOnWidths(each.widths, widths) && each.union.add(subset, used));
    if (program === undefined) {
      const union = new TrueTypeUnion(subset);
      union.add(subset, used);
      program = { union, added: new Set(), widths: new Map(), ...facts, fonts: [] };
      same.push(program);
    }
    program.added.add(hash);
    for (const [glyph, width] of widths) if (width !== 0) program.widths.set(glyph, width);
    return program;
  }
}

interface PageFont {
  readonly font: PDFDict;
  readonly descendant: PDFDict;
  readonly descriptor: PDFDict;
  readonly file: PDFRawStream;
  readonly texts: ReadonlyMap<number, string>;
}

/** Glyphs that a page does not use may have the width 0. */
function agreeOnWidths(own: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): boolean {
  return [...others].every(([glyph, width]) => width === 0 || (own.get(glyph) ?? width) === width);
}

/** The entries of a dictionary whose values are not references. */
function plainEntries(dict: PDFDict, leftOut: readonly string[]): string {
  return dict
    .entries()
    .filter(([key]) => !leftOut.includes(key.asString()))
    .map(([key, value]) => `${key.toString()} ${value.toString()}`)
    .join('')
    .replaceAll(/\s+/g, ' ');
}

/** The widths as an array of runs (ISO 32000-1, 9.7.4.3). */
function writeWidths(widths: ReadonlyMap<number, number>): string {
  let text = '';
  let last = -2;
  for (const [glyph, width] of [...widths].sort(([a], [b]) => a - b)) {
    const isNext = glyph === last + 1;
    text += isNext ? ` ${width}` : `${text === '' ? '' : ']'} ${glyph}[${width}`;
    last = glyph;
  }
  return text === '' ? '' : `${text}]`;
}

/** `AAAAAA`, `AAAAAB`, …: the mark of a subset. */
function getPrefix(index: number): string {
  let rest = index;
  let prefix = '';
  for (let place = 0; place < 6; place++) {
    prefix = String.fromCharCode(65 + (rest % 26)) + prefix;
    rest = Math.floor(rest / 26);
  }
  return prefix;
}
