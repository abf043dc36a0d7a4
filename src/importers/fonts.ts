import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TemplateFont } from '../../generated/template.ts';
import { BUNDLED_FAMILIES, DEFAULT_FAMILY, type BundledFamily } from '../render/fonts/bundled-fonts.ts';
import { describeFont, type FontDescription } from '../render/fonts/describe-font.ts';
import { FontBook } from '../render/fonts/font-book.ts';
import type { FontMetrics } from '../render/fonts/font-metrics.ts';
import type { TemplateFont as FaceWithFile } from '../render/fonts/font-registry.ts';
import { GENERIC_FAMILIES, readFamilyNames } from '../common/names/family-names.ts';
import { selectInstalledFaces } from '../render/fonts/installed-fonts.ts';
import type { GivenFont, ReadFont } from './design.ts';
import type { FolderFiles } from './folder-files.ts';
import { alike, asWideAs, familyKey } from '../common/names/stand-ins.ts';

/** What a design's generic names mean. */
const genericFamilies: ReadonlyMap<string, string> = new Map([
  ...GENERIC_FAMILIES,
  ...['monospace', 'ui-monospace'].map((name) => [name, 'Cousine'] as const),
]);

/** The weight at the end of a family's name. */
const weightName = / (?:thin|(?:extra|ultra|semi|demi)?-?(?:light|bold)|medium|black|heavy)$/iu;

/** The family that a text gets. */
export interface FoundFamily {
  readonly family: string;
  /** Why it is not the design's own; null if it is. */
  readonly loss: string | null;
}

/** What a line of text is set in. */
export interface LineFont {
  readonly fontFamily: string;
  readonly fontWeight?: number;
  readonly fontStyle?: 'normal' | 'italic';
  readonly fontSize: number;
  /** A multiple of the font size. */
  readonly lineHeight: number;
}

/** The face that a text asks for. */
type FaceOfText = Omit<LineFont, 'fontSize' | 'lineHeight'>;

/** What a design says of a font file, in place of what the file says. */
interface OwnFace {
  readonly weight?: number;
  readonly style?: 'normal' | 'italic';
}

/** Finds families for the texts of a design: among its own files, then among those of the service. */
export class DesignFonts {
  readonly #files: FolderFiles;
  readonly #own = new Map<string, TemplateFont>();
  readonly #familyByName = new Map<string, string>();
  readonly #given: Omit<ReadFont, 'isUsed'>[] = [];
  readonly #used = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #installed: readonly BundledFamily[];
  /** The families of the service by their keys: those of the catalogue come before installed ones. */
  readonly #serviceFamilies: ReadonlyMap<string, string>;
  readonly #catalogueFamilies: ReadonlyMap<string, string>;
  /** Faces of installed families that texts are measured with, by their paths. */
  readonly #opened = new Map<string, FaceWithFile | null>();
  #catalogueBook: FontBook | undefined;
  #book: FontBook | undefined;

  /** @param installed families that an operator installed. Default: none */
  constructor(
    files: FolderFiles,
    given: readonly GivenFont[] = [],
    installed: readonly BundledFamily[] = [],
  ) {
    this.#files = files;
    this.#installed = installed;
    this.#catalogueFamilies = namesByKey(BUNDLED_FAMILIES);
    this.#serviceFamilies = new Map([...namesByKey(installed), ...this.#catalogueFamilies]);
    for (const { name, bytes } of given) {
      const added = this.#read(bytes);
      const { family, src, reason } = { family: null, src: null, reason: null, ...added };
      this.#given.push({ file: name, src, family, problem: reason });
    }
  }

  /**
   * Adds a font file to the template. Returns why it cannot be kept; null if it is kept.
   *
   * @param family the name that the design has for it. Default: its own
   */
  add(bytes: Uint8Array, family?: string, face: OwnFace = {}): string | null {
    const added = this.#read(bytes, family, face);
    return 'reason' in added ? added.reason : null;
  }

  #read(
    bytes: Uint8Array,
    family?: string,
    { weight: ownWeight, style: ownStyle }: OwnFace = {},
  ): { readonly family: string; readonly src: string } | { readonly reason: string } {
    let described: FontDescription;
    try {
      described = describeFont(bytes);
    } catch {
      return { reason: 'It is no font that can be read: TTF, OTF, WOFF and WOFF2 are.' };
    }
    const name = (family ?? described.family).trim() || 'Font';
    const weight = ownWeight ?? described.weights[0];
    const style = ownStyle ?? (described.isItalic ? 'italic' : 'normal');
    const added = this.#files.addFont(bytes, `${name}-${weight}${style === 'italic' ? '-italic' : ''}`);
    if ('reason' in added) return added;
    const face = { weight, style, src: added.path };
    this.#keep(name, face);
    // The files of single weights often have it in the name of their family.
    const base = family === undefined ? name.replace(weightName, '') : name;
    if (base !== name && !this.#serviceFamilies.has(familyKey(base))) this.#keep(base, face);
    this.#book = undefined;
    return { family: name, src: added.path };
  }

  #keep(family: string, face: Omit<TemplateFont, 'family'>): void {
    const id = `${familyKey(family)} ${face.weight} ${face.style}`;
    if (!this.#own.has(id)) this.#own.set(id, { family, ...face });
    this.#familyByName.set(familyKey(family), family);
  }

  /** How far below its top a line has its baseline when it is rendered. */
  baseline({ fontFamily, fontWeight = 400, fontStyle = 'normal', fontSize, lineHeight }: LineFont): number {
    const font = this.metrics({ fontFamily, fontWeight, fontStyle });
    const [ascent, descent] = [font.ascent, font.descent].map((part) => Math.round(part * fontSize));
    return (ascent ?? 0) + Math.floor((lineHeight * fontSize - (ascent ?? 0) - (descent ?? 0)) / 2);
  }

  /** How far letters reach above and below their baseline, as multiples of the font size. */
  metrics({ fontFamily, fontWeight = 400, fontStyle = 'normal' }: FaceOfText): FontMetrics {
    const book = this.bookFor({ fontFamily, fontWeight });
    return book.stack(fontFamily, fontWeight, fontStyle).primary.metrics;
  }

  /** The fonts that draw an element of the template, to measure it. */
  bookFor(element: object): FontBook {
    if (this.#installed.length > 0) this.#open(element);
    this.#catalogueBook ??= new FontBook();
    this.#book ??= this.#catalogueBook.forScene([
      ...this.own.flatMap(({ family, weight = 400, style = 'normal', src }) => {
        const bytes = this.#files.all.get(src);
        return bytes === undefined ? [] : withHash({ family, weight, style, bytes });
      }),
      ...[...this.#opened.values()].flatMap((face) => (face === null || this.has(face.family) ? [] : face)),
    ]);
    return this.#book;
  }

  /** Reads the installed faces of an element. */
  #open(element: object): void {
    for (const face of selectInstalledFaces(this.#installed, { fonts: this.own, element })) {
      const id = `${face.family} ${face.path}`;
      if (this.#opened.has(id)) continue;
      const bytes = readFontFile(face.path);
      this.#opened.set(id, bytes === null ? null : withHash({ ...face, bytes }));
      this.#book = undefined;
    }
  }

  /**
   * The family for the names of a design, the first choice first: `Roboto, sans-serif`. It is the first that
   * is
   * there or has a stand-in with letters as wide, else one that looks like the first choice, else what a
   * generic name means.
   *
   * @param weight of the text: stand-ins for light faces may be other ones
   */
  find(names: string, weight?: number): FoundFamily {
    return this.#find(names, this.#serviceFamilies, weight);
  }

  /** As `find`, for a text of an SVG picture: it cannot have installed fonts. */
  findInPicture(names: string): FoundFamily {
    return this.#find(names, this.#catalogueFamilies);
  }

  /** Whether another font stands in for the one that a design names. */
  isStandIn(names: string, weight?: number): boolean {
    return this.#choose(names, this.#serviceFamilies, weight).loss !== null;
  }

  #find(names: string, service: ReadonlyMap<string, string>, weight?: number): FoundFamily {
    const found = this.#choose(names, service, weight);
    this.#used.add(found.family);
    return found;
  }

  #choose(names: string, service: ReadonlyMap<string, string>, weight?: number): FoundFamily {
    const wanted = readFamilyNames(names);
    const [first] = wanted;
    if (first === undefined) return { family: DEFAULT_FAMILY, loss: null };
    const generic = (name: string): string | undefined => genericFamilies.get(name.toLowerCase());
    for (const name of wanted) {
      const key = familyKey(name);
      const own =
        this.#familyByName.get(key) ?? service.get(key) ?? (name === first ? generic(name) : undefined);
      if (own !== undefined) return { family: own, loss: name === first ? null : this.#miss(first, own) };
      const other = asWideAs(key);
      if (other !== null) return { family: other, loss: this.#miss(first, other, name === first) };
    }
    const family =
      alike(familyKey(first), weight) ??
      wanted.map(generic).find((found) => found !== undefined) ??
      DEFAULT_FAMILY;
    return { family, loss: this.#miss(first, family) };
  }

  #miss(name: string, family: string, isAsWide = false): string {
    this.#missing.add(name);
    const which = isAsWide ? `"${family}", whose letters are as wide,` : `"${family}"`;
    return `The font "${name}" is not there; ${which} stands in for it until its file is given.`;
  }

  /** The families that another one stands in for, by the names that the design has for them. */
  get missing(): string[] {
    const names = [...new Map([...this.#missing].map((name) => [familyKey(name), name])).values()];
    // A file of the design may have come after the question.
    return names.filter((name) => !this.has(name));
  }

  /** Whether the template has font files of a family. */
  has(family: string): boolean {
    return [...this.#own.values()].some((font) => familyKey(font.family) === familyKey(family));
  }

  /** What became of the files of the one who imports. */
  get given(): ReadFont[] {
    return this.#given.map((font) => ({ ...font, isUsed: this.#isUsed(font.family) }));
  }

  #isUsed(family: string | null): boolean {
    if (family === null) return false;
    return this.#used.has(family) || this.#used.has(family.replace(weightName, ''));
  }

  /** The font files of the template. */
  get own(): TemplateFont[] {
    return [...this.#own.values()];
  }
}

function namesByKey(families: readonly BundledFamily[]): Map<string, string> {
  return new Map(families.map(({ name }) => [familyKey(name), name]));
}

function withHash<Face extends { readonly bytes: Uint8Array }>(face: Face): Face & { readonly hash: string } {
  return { ...face, hash: createHash('sha256').update(face.bytes).digest('hex') };
}

/** A file may be gone since the folder was listed: null. A render says so then. */
function readFontFile(file: string): Uint8Array | null {
  try {
    const bytes = readFileSync(file);
    describeFont(bytes);
    return bytes;
  } catch {
    return null;
  }
}
