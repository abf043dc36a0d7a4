import { readFileSync } from 'node:fs';

import { GlobalFonts } from '@napi-rs/canvas';
import type { FontKey } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

import type { FontStyle } from '../scene/text.ts';
import { buildGlyphFont } from './glyph-font.ts';
import { readMetrics, varyMetrics, type FontMetrics } from './font-metrics.ts';
import { buildSfnt, readAllTables, readTablesOfBytes, readTablesOfFile, toDrawable } from './sfnt.ts';
import type { FontTables } from './sfnt.ts';

/** The bytes of a face: a bundled file, or memory. */
export type FontSource = { readonly path: string } | { readonly bytes: Uint8Array };

export interface FontDescription {
  /** The unique name under which the face is registered with the canvas. */
  readonly alias: string;
  readonly weight: number;
  readonly style: FontStyle;
  readonly language: string;
  /** Whether it draws emoji in colours. Absent: its tables say so. */
  readonly isEmoji?: boolean;
}

/** Values of the axes of a variable font, by their tags. */
export type Variations = Readonly<Record<string, number>>;

/** The end of the names under which the canvas knows fonts of emoji. */
export const COLOR_EMOJI = '-color-emoji';
/** Fonts of texts have none of the faces. */
export const GRINNING_FACE = 0x1f600;
const colorTables = ['COLR', 'CBDT', 'sbix', 'SVG '];

/** Max variations of one file in memory at the same time. */
const MAX_VARIED = 64;

/** Files that are embedded or outlined again and again: unpacking a WOFF2 file takes 10 ms. */
const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
const wholeFonts = new LRUCache<FontFace, FontTables>({
  maxSize: MAX_WHOLE_BYTES,
  sizeCalculation: (tables) =>
    Math.max(
      1,
      [...tables.values()].reduce((sum, { length }) => sum + length, 0),
    ),
});

/** Max cached answers of `has` per face; more than one language needs. */
const MAX_COVERED = 20_000;
const printableAscii = Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index);

/** A face for HarfBuzz. */
export interface ShapingFont {
  readonly font: hb.Font;
  readonly unitsPerEm: number;
}

interface LoadedFace extends ShapingFont {
  readonly face: hb.Face;
  readonly tables: FontTables;
}

/**
 * One font file: coverage, metrics, its HarfBuzz font and its registration with the canvas, each on first
 * use.
 */
export class FontFace {
  readonly alias: string;
  readonly weights: readonly [number, number];
  readonly style: FontStyle;
  readonly language: string;
  readonly #source: FontSource;
  readonly #covered = new Map<number, boolean>();
  readonly #weight: number;
  /** Null for a face that has only its weight. */
  readonly #varied: { readonly base: FontFace; readonly axes: Variations } | null;
  #variants: LRUCache<string, FontFace> | null = null;
  #axes: Variations | null = null;
  #hasAscii: boolean | null = null;
  #isEmoji: boolean | null;
  #hasColors: boolean | null = null;
  #loaded: LoadedFace | null = null;
  #metrics: FontMetrics | null = null;
  #key: FontKey | null = null;
  #glyphKey: FontKey | null = null;
  #outlines: ShapingFont | null = null;

  constructor(
    source: FontSource,
    description: FontDescription,
    varied: { readonly base: FontFace; readonly axes: Variations } | null = null,
  ) {
    this.#varied = varied;
    this.#source = source;
    this.alias = description.alias;
    this.weights = [description.weight, description.weight];
    this.style = description.style;
    this.language = description.language;
    this.#isEmoji = description.isEmoji ?? null;
    this.#weight = description.weight;
  }

  /** The face of the whole file: the face itself, unless `vary` made it. */
  get base(): FontFace {
    return this.#varied?.base ?? this;
  }

  /** Whether the face draws emoji in colours. */
  get isEmoji(): boolean {
    if (this.#varied !== null) return this.#varied.base.isEmoji;
    this.#isEmoji ??= this.has(GRINNING_FACE) && this.hasColors;
    return this.#isEmoji;
  }

  /** Whether the font has letters in colours of its own. */
  get hasColors(): boolean {
    if (this.#varied !== null) return this.#varied.base.hasColors;
    this.#hasColors ??= colorTables.some((tag) => this.allTables.has(tag));
    return this.#hasColors;
  }

  /** The name under which the canvas knows the file. */
  get canvasFamily(): string {
    const { base } = this;
    return base.isEmoji ? `${base.alias}${COLOR_EMOJI}` : base.alias;
  }

  /** The weights that the file holds: the range of its axis, or its one weight. */
  get weightRange(): readonly [lowest: number, highest: number] {
    const axis = this.#load().face.getAxisInfos()['wght'];
    return axis === undefined ? this.weights : [axis.min, axis.max];
  }

  /**
   * The face with other values of its axes, within their ranges. Axes that the font lacks are ignored; a font
   * without axes is returned as it is.
   */
  vary(variations: Variations): FontFace {
    const { base } = this;
    const axes: Record<string, number> = {};
    for (const [tag, { min, max }] of Object.entries(base.#load().face.getAxisInfos())) {
      const value = variations[tag];
      if (value !== undefined) axes[tag] = Math.min(max, Math.max(min, value));
    }
    const settings = getSettings(axes);
    if (settings === getSettings(base.#axes ?? {})) return base;
    const variants = (base.#variants ??= new LRUCache<string, FontFace>({ max: MAX_VARIED }));
    let face = variants.get(settings);
    if (face === undefined) {
      const { weights, style, language } = base;
      const alias = `${base.alias} ${settings}`;
      const description = { alias, weight: axes['wght'] ?? weights[0], style, language };
      face = new FontFace(base.#source, description, { base, axes });
      variants.set(settings, face);
    }
    return face;
  }

  /** Whether the font has a glyph for a code point. */
  has(codePoint: number): boolean {
    if (this.#varied !== null) return this.#varied.base.has(codePoint);
    let covered = this.#covered.get(codePoint);
    if (covered === undefined) {
      covered = (this.shaping.font.nominalGlyph(codePoint) ?? 0) !== 0;
      if (this.#covered.size >= MAX_COVERED) this.#covered.clear();
      this.#covered.set(codePoint, covered);
    }
    return covered;
  }

  /** Whether the font has all printable characters of ASCII. */
  get hasAscii(): boolean {
    this.#hasAscii ??= printableAscii.every((codePoint) => this.has(codePoint));
    return this.#hasAscii;
  }

  /** The HarfBuzz font. Throws if the file is not a font. */
  get shaping(): ShapingFont {
    return this.#load();
  }

  /** Metrics as in browsers: from `hhea`, or the typographic ones of OS/2 if the font requests them. */
  get metrics(): FontMetrics {
    if (this.#metrics === null) {
      const { tables, font, unitsPerEm } = this.#load();
      const metrics = readMetrics(tables, font);
      this.#metrics = this.#varied === null ? metrics : varyMetrics(metrics, font, unitsPerEm);
    }
    return this.#metrics;
  }

  /** Value for the canvas's `fontVariationSettings`: the axes of a variable font, at least its weight. */
  get variationSettings(): string {
    this.#load();
    return this.#axes === null ? 'normal' : getSettings(this.#axes);
  }

  /** The file, for embedding, and the axes that are set; null if there are none. */
  get file(): { readonly bytes: Uint8Array; readonly axes: Variations | null } {
    this.#load();
    const bytes = 'path' in this.#source ? readFileSync(this.#source.path) : this.#source.bytes;
    return { bytes, axes: this.#axes };
  }

  /** All tables of the file, with outlines. The last ones that were asked for are kept. */
  get allTables(): FontTables {
    const { base } = this;
    let tables = wholeFonts.get(base);
    if (tables === undefined) wholeFonts.set(base, (tables = readAllTables(base.file.bytes)));
    return tables;
  }

  /** The HarfBuzz font with its outlines. */
  get outlines(): ShapingFont {
    if (this.#outlines === null) {
      const { axes } = this.file;
      const face = new hb.Face(new hb.Blob(buildSfnt(this.allTables)));
      const font = new hb.Font(face);
      if (axes !== null)
        font.setVariations(Object.entries(axes).map(([tag, value]) => new hb.Variation(tag, value)));
      this.#outlines = { font, unitsPerEm: face.upem };
    }
    return this.#outlines;
  }

  /** Registers the file with the canvas, unless it is registered. */
  register(): void {
    if (this.#varied !== null) return this.#varied.base.register();
    if (this.#key !== null) return;
    this.#key =
      'path' in this.#source
        ? registerFile(this.#source.path, this.canvasFamily)
        : GlobalFonts.register(Buffer.from(toDrawable(this.#source.bytes)), this.canvasFamily);
    if (this.#key === null) throw new Error(`the canvas cannot load the font ${this.alias}`);
  }

  /**
   * Registers a copy of the file without shaping, whose characters are its glyphs. Returns the name under
   * which the canvas knows it.
   */
  registerGlyphs(): string {
    if (this.#varied !== null) return this.#varied.base.registerGlyphs();
    const name = `${this.alias}-glyphs`;
    if (this.#glyphKey !== null) return name;
    const { face, font } = this.#load();
    const characters = [...face.collectUnicodes()].map(
      (code) => [code, font.nominalGlyph(code) ?? 0] as const,
    );
    const file = buildGlyphFont(this.allTables, new Map(characters));
    this.#glyphKey = GlobalFonts.register(Buffer.from(file), name);
    if (this.#glyphKey === null) throw new Error(`the canvas cannot load the glyphs of ${this.alias}`);
    return name;
  }

  /** Releases the memory of the canvas and HarfBuzz. The next use loads the face again. */
  release(): void {
    if (this.#key !== null) GlobalFonts.remove(this.#key);
    if (this.#glyphKey !== null) GlobalFonts.remove(this.#glyphKey);
    this.#key = null;
    this.#glyphKey = null;
    this.#loaded = null;
    this.#outlines = null;
    wholeFonts.delete(this);
    this.#variants = null;
    this.#covered.clear();
  }

  #load(): LoadedFace {
    if (this.#loaded !== null) return this.#loaded;
    if (this.#varied !== null) return this.#loadVaried(this.#varied);
    const tables =
      'path' in this.#source ? readTablesOfFile(this.#source.path) : readTablesOfBytes(this.#source.bytes);
    const face = new hb.Face(new hb.Blob(buildSfnt(tables)));
    const font = new hb.Font(face);
    const axis = face.getAxisInfos()['wght'];
    if (axis !== undefined) {
      const weight = Math.min(axis.max, Math.max(axis.min, this.#weight));
      font.setVariations([new hb.Variation('wght', weight)]);
      this.#axes = { wght: weight };
    }
    this.#loaded = { face, font, unitsPerEm: face.upem, tables };
    return this.#loaded;
  }

  #loadVaried({ base, axes }: { readonly base: FontFace; readonly axes: Variations }): LoadedFace {
    const { face, unitsPerEm, tables } = base.#load();
    const font = new hb.Font(face);
    font.setVariations(Object.entries(axes).map(([tag, value]) => new hb.Variation(tag, value)));
    this.#axes = axes;
    this.#loaded = { face, font, unitsPerEm, tables };
    return this.#loaded;
  }
}

/** The canvas reads files by itself, except compressed ones. */
function registerFile(path: string, alias: string): FontKey | null {
  if (!path.endsWith('.woff2')) return GlobalFonts.registerFromPath(path, alias);
  return GlobalFonts.register(Buffer.from(toDrawable(readFileSync(path))), alias);
}

/** As CSS `font-variation-settings`, sorted by tag. */
function getSettings(axes: Variations): string {
  return Object.keys(axes)
    .sort()
    .map((tag) => `"${tag}" ${axes[tag] ?? 0}`)
    .join(', ');
}
