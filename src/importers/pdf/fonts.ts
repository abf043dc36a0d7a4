/** The fonts of a PDF: what they are called, and their files with a map of characters. */
import { describeFont } from '../../render/fonts/describe-font.ts';
import { buildSfnt, readAllTables } from '../../render/fonts/sfnt.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readFontName } from '../psd/font-names.ts';
import { buildCmap, readCmap } from './cmap.ts';
import type { OperatorList } from './document.ts';

/** A letter that a page shows, as pdf.js describes it. */
export interface Glyph {
  readonly fontChar: string;
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly operatorListId?: string;
}

/** A font as pdf.js has it. */
export interface PdfFont {
  readonly loadedName: string;
  readonly name: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly black?: boolean;
  readonly data?: Uint8Array;
  readonly fontMatrix?: readonly number[];
  readonly vertical?: boolean;
  readonly isType3Font?: boolean;
  readonly charProcOperatorList?: Readonly<Record<string, OperatorList>>;
}

/** What texts of a font are set in. */
export interface Face {
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
}

/** Letters of these scripts change their form beside others; the file has no rules for that any more. */
const joining =
  'Arabic Syriac Mongolian Nko Thaana Adlam Devanagari Bengali Tamil Telugu Gujarati Gurmukhi Kannada ' +
  'Malayalam Oriya Sinhala Khmer Myanmar Thai Lao Tibetan Javanese Balinese';
const complexScripts = new RegExp(
  `[${joining
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);

/** The fonts of one page. Files are read once all of the page's letters are known. */
export class PageFonts {
  readonly #glyphs = new Map<PdfFont, Map<string, string>>();
  readonly #faces = new Map<PdfFont, Face>();

  /** Notes that the page shows a glyph. */
  use(font: PdfFont, { fontChar, unicode }: Glyph): void {
    const glyphs = this.#glyphs.get(font) ?? new Map<string, string>();
    this.#glyphs.set(font, glyphs);
    if (!glyphs.has(fontChar)) glyphs.set(fontChar, unicode);
  }

  /** What a font's texts are set in. */
  face(font: PdfFont): Face {
    return this.#faces.get(font) ?? readFace(font);
  }

  /** Gives the files of the page's fonts to the template where nothing else has the family. */
  addFiles(builder: TemplateBuilder): void {
    const byFace = new Map<string, Set<string>>();
    const wanted = [...this.#glyphs].flatMap(([font, glyphs]) => {
      const face = readFace(font);
      this.#faces.set(font, face);
      const { data } = font;
      return data !== undefined && builder.fonts.isStandIn(quoted(face.family), face.weight)
        ? [{ data, font, glyphs, face }]
        : [];
    });
    for (const { data, font, glyphs, face } of wanted) {
      const key = `${face.family} ${face.weight} ${face.isItalic}`;
      const letters = new Set([...glyphs.values()].map(plainText));
      const before = byFace.get(key);
      // Programs write several parts of one font: those with other letters have another name.
      if (before !== undefined && [...letters].every((letter) => before.has(letter))) continue;
      const family = before === undefined ? face.family : `${face.family} ${byFace.size + 1}`;
      const reason = addFile(data, glyphs, { ...face, family }, builder);
      if (reason === null) {
        byFace.set(before === undefined ? key : `${key} ${byFace.size}`, letters);
        this.#faces.set(font, { ...face, family });
        builder.lose(
          '',
          `fonts: ${face.family}`,
          'The file has only the letters that it shows. Give the whole font for other texts.',
        );
      } else builder.loseFont(face.family, `fonts: ${face.family}`, reason);
    }
  }
}

/** The text that a glyph stands for: ligatures are their letters. */
export function plainText(unicode: string): string {
  return (
    unicode
      .replaceAll(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]/gu, (found) => found.normalize('NFKC'))
      // A hyphen that is seen.
      .replaceAll('\u00ad', '-')
  );
}

function quoted(family: string): string {
  return `"${family.replaceAll('"', '')}"`;
}

function readFace(font: PdfFont): Face {
  const name = font.name.replace(/^[A-Z]{6}\+/u, '').replace(',', '-');
  const read = readFontName(name);
  const weight = read.weight !== 400 ? read.weight : font.black ? 900 : font.bold ? 700 : 400;
  const family = read.family.replaceAll(/["\\]/gu, '').trim();
  return { family: family || 'Font', weight, isItalic: read.isItalic || font.italic === true };
}

/** Returns why the template cannot have the file; null if it has it. */
function addFile(
  data: Uint8Array,
  glyphs: ReadonlyMap<string, string>,
  { family, weight, isItalic }: Face,
  builder: TemplateBuilder,
): string | null {
  if ([...glyphs.values()].some((unicode) => complexScripts.test(unicode)))
    return 'The file has its letters without the rules that join them.';
  try {
    const { embedding } = describeFont(data);
    if (embedding === 'PREVIEW' || embedding === 'RESTRICTED')
      return 'Its licence does not allow to edit documents that contain it.';
    const bytes = withCharacters(data, glyphs);
    return builder.fonts.add(bytes, family, { weight, style: isItalic ? 'italic' : 'normal' });
  } catch {
    return 'Its file cannot be read.';
  }
}

/** A font file whose map of characters is by Unicode: pdf.js writes one by codes of its own. */
function withCharacters(data: Uint8Array, glyphs: ReadonlyMap<string, string>): Uint8Array {
  const tables = new Map(readAllTables(data));
  const cmap = tables.get('cmap');
  if (cmap === undefined) throw new Error('no map of characters');
  const glyphOf = readCmap(cmap);
  const characters = new Map<number, number>();
  for (const [fontChar, unicode] of glyphs) {
    const glyph = glyphOf(fontChar.codePointAt(0) ?? 0);
    const [character, ...more] = [...plainText(unicode)];
    if (glyph === 0 || character === undefined || more.length > 0) continue;
    const code = character.codePointAt(0) ?? 0;
    if (!characters.has(code)) characters.set(code, glyph);
    // A space that cannot be broken is a space.
    if (code === 0x20 && !characters.has(0xa0)) characters.set(0xa0, glyph);
  }
  if (characters.size === 0) throw new Error('no characters');
  tables.set('cmap', buildCmap(characters));
  const bytes = buildSfnt(tables);
  // Outlines of PostScript have another mark (OpenType, "Table Directory").
  if (tables.has('CFF ')) bytes.set(Buffer.from('OTTO'));
  return bytes;
}
