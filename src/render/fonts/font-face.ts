import { readFileSync } from 'node:fs';

import { GlobalFonts } from '@napi-rs/canvas';
import type { FontKey } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';

import type { FontStyle } from '../scene.ts';
import { buildSfnt, readTablesOfBytes, readTablesOfFile } from './sfnt.ts';
import type { FontTables } from './sfnt.ts';

/**
 * Distances from the baseline as multiples of the font size. `descent` and `underline*` are positive
 * downwards.
 */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  /** Centre of the underline. */
  readonly underlineOffset: number;
  readonly underlineThickness: number;
  /** Centre of the strikethrough line. */
  readonly strikeOffset: number;
  readonly strikeThickness: number;
}

/** The bytes of a face: a bundled file, or memory. */
export type FontSource = { readonly path: string } | { readonly bytes: Uint8Array };

export interface FontDescription {
  /** The unique name under which the face is registered with the canvas. */
  readonly alias: string;
  readonly weight: number;
  readonly style: FontStyle;
  readonly language: string;
  readonly isEmoji: boolean;
}

/** The faces that the canvas knows, by their aliases. */
const registeredFaces = new Map<string, FontFace>();

/** Max cached answers of `has` per face; more than one language needs. */
const MAX_COVERED = 20_000;

/** A face for HarfBuzz. */
export interface ShapingFont {
  readonly font: hb.Font;
  readonly unitsPerEm: number;
}

interface LoadedFace extends ShapingFont {
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
  readonly isEmoji: boolean;
  readonly #source: FontSource;
  readonly #covered = new Map<number, boolean>();
  readonly #weight: number;
  #variation = 'normal';
  #loaded: LoadedFace | null = null;
  #metrics: FontMetrics | null = null;
  #key: FontKey | null = null;

  constructor(source: FontSource, description: FontDescription) {
    this.#source = source;
    this.alias = description.alias;
    this.weights = [description.weight, description.weight];
    this.style = description.style;
    this.language = description.language;
    this.isEmoji = description.isEmoji;
    this.#weight = description.weight;
  }

  /** Whether the font has a glyph for a code point. */
  has(codePoint: number): boolean {
    let covered = this.#covered.get(codePoint);
    if (covered === undefined) {
      covered = (this.shaping.font.nominalGlyph(codePoint) ?? 0) !== 0;
      if (this.#covered.size >= MAX_COVERED) this.#covered.clear();
      this.#covered.set(codePoint, covered);
    }
    return covered;
  }

  /** The HarfBuzz font. Throws if the file is not a font. */
  get shaping(): ShapingFont {
    return this.#load();
  }

  /** Metrics as in browsers: from `hhea`, or the typographic ones of OS/2 if the font requests them. */
  get metrics(): FontMetrics {
    this.#metrics ??= readMetrics(this.#load().tables);
    return this.#metrics;
  }

  /** Value for the canvas's `fontVariationSettings`: the weight of a variable font. */
  get variationSettings(): string {
    this.#load();
    return this.#variation;
  }

  /** The file, for embedding, and the weight of a variable font; null if it has one weight. */
  get file(): { readonly bytes: Uint8Array; readonly weight: number | null } {
    this.#load();
    const bytes = 'path' in this.#source ? readFileSync(this.#source.path) : this.#source.bytes;
    const weight = this.#variation === 'normal' ? null : Number(this.#variation.split(' ')[1]);
    return { bytes, weight };
  }

  /** The registered face with this alias. */
  static registered(alias: string): FontFace | null {
    return registeredFaces.get(alias) ?? null;
  }

  /** Registers the face with the canvas under its alias, unless it is registered. */
  register(): void {
    if (this.#key !== null) return;
    registeredFaces.set(this.alias, this);
    this.#key =
      'path' in this.#source
        ? GlobalFonts.registerFromPath(this.#source.path, this.alias)
        : GlobalFonts.register(Buffer.from(this.#source.bytes), this.alias);
    if (this.#key === null) throw new Error(`the canvas cannot load the font ${this.alias}`);
  }

  /** Releases the memory of the canvas and HarfBuzz. The next use loads the face again. */
  release(): void {
    if (this.#key !== null) GlobalFonts.remove(this.#key);
    if (registeredFaces.get(this.alias) === this) registeredFaces.delete(this.alias);
    this.#key = null;
    this.#loaded = null;
    this.#covered.clear();
  }

  #load(): LoadedFace {
    if (this.#loaded !== null) return this.#loaded;
    const tables =
      'path' in this.#source ? readTablesOfFile(this.#source.path) : readTablesOfBytes(this.#source.bytes);
    const face = new hb.Face(new hb.Blob(buildSfnt(tables)));
    const font = new hb.Font(face);
    const axis = face.getAxisInfos()['wght'];
    if (axis !== undefined) {
      const weight = Math.min(axis.max, Math.max(axis.min, this.#weight));
      font.setVariations([new hb.Variation('wght', weight)]);
      this.#variation = `"wght" ${weight}`;
    }
    this.#loaded = { font, unitsPerEm: face.upem, tables };
    return this.#loaded;
  }
}

const USE_TYPO_METRICS = 1 << 7;

function readMetrics(tables: FontTables): FontMetrics {
  const head = tableView(tables, 'head');
  const hhea = tableView(tables, 'hhea');
  const os2 = tableView(tables, 'OS/2');
  const post = tableView(tables, 'post');
  const unitsPerEm = head?.getUint16(18) ?? 1000;
  let ascent = hhea?.getInt16(4) ?? 0;
  let descent = -(hhea?.getInt16(6) ?? 0);
  const usesTypoMetrics = os2 !== null && (os2.getUint16(62) & USE_TYPO_METRICS) !== 0;
  if (os2 !== null && (usesTypoMetrics || (ascent === 0 && descent === 0))) {
    ascent = os2.getInt16(68);
    descent = -os2.getInt16(70);
  }
  if (os2 !== null && ascent === 0 && descent === 0) {
    ascent = os2.getUint16(74);
    descent = os2.getUint16(76);
  }
  const underlineThickness = post?.getInt16(10) ?? 0;
  const strikeThickness = os2?.getInt16(26) ?? 0;
  const em = (units: number): number => units / unitsPerEm;
  return {
    ascent: em(ascent),
    descent: em(descent),
    // `post` has the top of the underline, positive upwards; the layout needs its centre.
    underlineOffset: em(-(post?.getInt16(8) ?? -unitsPerEm / 10) + Math.max(0, underlineThickness) / 2),
    underlineThickness: underlineThickness > 0 ? em(underlineThickness) : 0.05,
    // OS/2 has the top of the line; the layout needs its centre.
    strikeOffset: strikeThickness > 0 ? em((os2?.getInt16(28) ?? 0) - strikeThickness / 2) : 0.3,
    strikeThickness: strikeThickness > 0 ? em(strikeThickness) : 0.05,
  };
}

function tableView(tables: FontTables, tag: string): DataView | null {
  const table = tables.get(tag);
  return table === undefined ? null : new DataView(table.buffer, table.byteOffset, table.byteLength);
}
