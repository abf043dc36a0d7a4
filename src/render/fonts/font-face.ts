import { GlobalFonts } from '@napi-rs/canvas';
import type { FontKey } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';

import type { FontStyle } from '../scene.ts';
import { buildSfnt, readTablesOfBytes, readTablesOfFile } from './sfnt.ts';
import type { FontTables } from './sfnt.ts';

/** Distances from the baseline as multiples of the font size; all positive upwards but for `descent`, `underline*`. */
export interface FontMetrics {
  readonly ascent: number;
  /** Positive downwards. */
  readonly descent: number;
  /** Centre of the underline, positive downwards. */
  readonly underlineOffset: number;
  readonly underlineThickness: number;
  /** Centre of the line through the text, positive upwards. */
  readonly strikeOffset: number;
  readonly strikeThickness: number;
}

/** Where the bytes of a face are: a file that comes with the service, or memory. */
export type FontSource = { readonly path: string } | { readonly bytes: Uint8Array };

export interface FontDescription {
  /** Unique in this process; the name under which the canvas knows the face. */
  readonly alias: string;
  readonly weight: number;
  readonly style: FontStyle;
  readonly language: string;
  readonly isEmoji: boolean;
}

/** Most characters that a face remembers having or not; more than any one language has. */
const MAX_COVERED = 20_000;

/** The parts of a face that the shaper uses. */
export interface ShapingFont {
  readonly font: hb.Font;
  readonly unitsPerEm: number;
}

interface LoadedFace extends ShapingFont {
  readonly tables: FontTables;
}

/** One font file: its coverage and metrics, its shaping font, and its registration with the canvas, each when first needed. */
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

  /** Whether the font has a glyph of its own for a code point. */
  has(codePoint: number): boolean {
    let covered = this.#covered.get(codePoint);
    if (covered === undefined) {
      covered = (this.shaping.font.nominalGlyph(codePoint) ?? 0) !== 0;
      if (this.#covered.size >= MAX_COVERED) this.#covered.clear();
      this.#covered.set(codePoint, covered);
    }
    return covered;
  }

  /** The font as the shaper wants it. Throws where the file is not a font. */
  get shaping(): ShapingFont {
    return this.#load();
  }

  /** Metrics as browsers take them: `hhea`, or the typographic ones where the font asks for those. */
  get metrics(): FontMetrics {
    this.#metrics ??= readMetrics(this.#load().tables);
    return this.#metrics;
  }

  /** Value for the canvas's `fontVariationSettings`: the weight of a variable font. */
  get variationSettings(): string {
    this.#load();
    return this.#variation;
  }

  /** Makes the face known to the canvas under its alias, if it is not. */
  register(): void {
    if (this.#key !== null) return;
    this.#key =
      'path' in this.#source
        ? GlobalFonts.registerFromPath(this.#source.path, this.alias)
        : GlobalFonts.register(Buffer.from(this.#source.bytes), this.alias);
    if (this.#key === null) throw new Error(`the canvas refuses the font ${this.alias}`);
  }

  /** Gives back what the canvas and the shaper hold. The face may be used again afterwards and then loads anew. */
  release(): void {
    if (this.#key !== null) GlobalFonts.remove(this.#key);
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
  const typoWanted = os2 !== null && (os2.getUint16(62) & USE_TYPO_METRICS) !== 0;
  if (os2 !== null && (typoWanted || (ascent === 0 && descent === 0))) {
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
    // So does `post`.
    underlineOffset: em(-(post?.getInt16(8) ?? -unitsPerEm / 10) + Math.max(0, underlineThickness) / 2),
    underlineThickness: underlineThickness > 0 ? em(underlineThickness) : 0.05,
    // OS/2 gives the top of the stroke; the rest of the layout wants its centre.
    strikeOffset: strikeThickness > 0 ? em((os2?.getInt16(28) ?? 0) - strikeThickness / 2) : 0.3,
    strikeThickness: strikeThickness > 0 ? em(strikeThickness) : 0.05,
  };
}

function tableView(tables: FontTables, tag: string): DataView | null {
  const table = tables.get(tag);
  return table === undefined ? null : new DataView(table.buffer, table.byteOffset, table.byteLength);
}
