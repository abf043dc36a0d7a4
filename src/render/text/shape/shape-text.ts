import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

import type { FontFace } from '../../fonts/font-face.ts';
import { firstMatch } from './first-match.ts';
import { findPunctuationTrims, shapingLanguage } from './canvas-shaping.ts';
import type { FeatureSet } from '../analyse/font-features.ts';
import { listIndices, shareBytes } from '../analyse/shared-arrays.ts';

/** A text shaped with one font, in one script and direction. Arrays by index have length + 1 entries. */
export interface ShapedText {
  readonly text: string;
  /** ISO 15924 code. */
  readonly script: string;
  /** `advances[i]` is the advance of the text before UTF-16 index i, as a multiple of the font size. */
  readonly advances: readonly number[];
  /** 1 where a break does not change any glyph. */
  readonly safe: Uint8Array;
  /** 1 where a cluster starts, and at the end. Letter spacing is applied between clusters. */
  readonly clusters: Uint8Array;
  /** Glyph ids in visual order, as in Skia. */
  readonly glyphs: readonly number[];
  /** For each glyph, the text index where its cluster starts. */
  readonly glyphClusters: readonly number[];
  /** Advances of the glyphs, as multiples of the font size. */
  readonly glyphAdvances: readonly number[];
  /**
   * How far each glyph is drawn from its place, to the right and upwards, as multiples of the font size. Null
   * means nowhere.
   */
  readonly glyphOffsets: readonly GlyphOffset[] | null;
  /**
   * Of upright text in a vertical line: from the top of the first glyph on the line's centre to its origin, y
   * downwards, as a multiple of the font size.
   */
  readonly origin?: { readonly x: number; readonly y: number };
}

export interface GlyphOffset {
  readonly x: number;
  readonly y: number;
}

export interface ShapingStyle {
  readonly face: FontFace;
  readonly rtl: boolean;
  /** ISO 15924 code. */
  readonly script: string;
  /** BCP 47, of the text. Default: the language that the font is for. */
  readonly language?: string | null;
  /** Off with letter spacing, as in browsers and Skia. */
  readonly ligatures: boolean;
  /** They take precedence over `ligatures`. Default: none. */
  readonly features?: FeatureSet | null;
  /** Upright in a vertical line: advances are downwards. Default: false. */
  readonly isUpright?: boolean;
}

/** Max UTF-16 units in the cache, with keys; each takes about 30 bytes. */
const MAX_CACHED_UNITS = 300_000;

/** Of a glyph that is at its place. */
export const noOffset: GlyphOffset = { x: 0, y: 0 };
const cache = new LRUCache<string, ShapedText>({ maxSize: MAX_CACHED_UNITS });
/** One for all texts: buffers of their own would stay in the engine's memory until a full collection. */
const buffer = new hb.Buffer();
const noLigatures = ['liga', 'clig', 'calt'].map((tag) => new hb.Feature(tag, 0));

/** Shapes text with HarfBuzz, with a cache. The result does not depend on the font size. */
export function shapeText(text: string, style: ShapingStyle): ShapedText {
  const { face, rtl, script, ligatures, features = null, isUpright = false } = style;
  const language = shapingLanguage(style);
  const own = (features === null ? '' : `${features.css} `) + (isUpright ? 'v ' : '');
  // Joined, a key is one string: what is put together otherwise is kept in all its pieces.
  const form = (rtl ? 'r' : 'l') + (ligatures ? '' : 's');
  const key = [face.alias, language, script, form, own, text].join(' ');
  let shaped = cache.get(key);
  if (shaped === undefined) {
    shaped = shape(text, style);
    cache.set(key, shaped, { size: key.length });
  }
  return shaped;
}

/** The glyphs of a part of a shaped text, between two starts of clusters. */
export function sliceShaped(shaped: ShapedText, start: number, end: number): ShapedText {
  const { advances, safe, clusters, glyphs, glyphClusters, glyphAdvances, glyphOffsets } = shaped;
  // Clusters ascend from left to right, and descend from right to left.
  const ascends = (glyphClusters[0] ?? 0) <= (glyphClusters.at(-1) ?? 0);
  const [near, far] = ascends ? [start, end] : [end - 1, start - 1];
  const isAtOrAfter = (bound: number) => (cluster: number) => (ascends ? cluster >= bound : cluster <= bound);
  const [from, to] = [
    firstMatch(glyphClusters, isAtOrAfter(near)),
    firstMatch(glyphClusters, isAtOrAfter(far)),
  ];
  const before = advances[start] ?? 0;
  return {
    text: shaped.text.slice(start, end),
    script: shaped.script,
    advances: advances.slice(start, end + 1).map((advance) => advance - before),
    safe: safe.slice(start, end + 1),
    clusters: clusters.slice(start, end + 1),
    glyphs: glyphs.slice(from, to),
    glyphClusters: glyphClusters.slice(from, to).map((cluster) => cluster - start),
    glyphAdvances: glyphAdvances.slice(from, to),
    glyphOffsets: glyphOffsets?.slice(from, to) ?? null,
  };
}

function shape(text: string, style: ShapingStyle): ShapedText {
  const { face, rtl, script, ligatures, features, isUpright = false } = style;
  const { font, unitsPerEm } = face.shaping;
  buffer.reset();
  buffer.addText(text);
  buffer.setDirection(isUpright ? hb.Direction.TTB : rtl ? hb.Direction.RTL : hb.Direction.LTR);
  buffer.setScript(script);
  buffer.setLanguage(shapingLanguage(style));
  const isPlain = ligatures && (features ?? null) === null;
  hb.shape(
    font,
    buffer,
    isPlain ? undefined : [...(ligatures ? [] : noLigatures), ...(features?.features ?? [])],
  );
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const getAdvance = (index: number): number => {
    const { xAdvance = 0, yAdvance = 0 } = positions[index] ?? {};
    return (isUpright ? -yAdvance : xAdvance) / unitsPerEm;
  };

  // `own` holds the advance of each cluster at its first index.
  const length = text.length;
  const own = new Float64Array(length);
  const starts = new Uint8Array(length + 1);
  const safe = new Uint8Array(length + 1);
  starts[length] = 1;
  infos.forEach(({ cluster, flags }, index) => {
    own[cluster] = (own[cluster] ?? 0) + getAdvance(index);
    if (starts[cluster] === 0) safe[cluster] = 1;
    starts[cluster] = 1;
    if ((flags & hb.GlyphFlag.UNSAFE_TO_BREAK) !== 0) safe[cluster] = 0;
  });
  const trims = findPunctuationTrims(text, style, isUpright ? 'normal' : features?.css);
  for (const [index, trim] of trims) {
    own[index] = (own[index] ?? 0) - trim;
    // If a line ends inside the pair, the first character has its full width.
    safe[index + 1] = 0;
  }
  safe[0] = 1;
  safe[length] = 1;
  const advances = sumClusters(text, own, starts);
  return {
    text,
    script,
    advances,
    safe: shareBytes(safe),
    clusters: shareBytes(starts),
    glyphs: infos.map(({ codepoint }) => codepoint),
    glyphClusters: infos.every(({ cluster }, index) => cluster === index)
      ? listIndices(infos.length)
      : infos.map(({ cluster }) => cluster),
    glyphAdvances: infos.map(({ cluster }, index) => getAdvance(index) - (trims.get(cluster) ?? 0)),
    glyphOffsets: positions.every(({ xOffset, yOffset }) => xOffset === 0 && yOffset === 0)
      ? null
      : positions.map(({ xOffset, yOffset }) => ({ x: xOffset / unitsPerEm, y: yOffset / unitsPerEm })),
    ...(isUpright
      ? {
          origin: {
            x: (positions[0]?.xOffset ?? 0) / unitsPerEm,
            y: face.metrics.emAscent ?? -(positions[0]?.yOffset ?? 0) / unitsPerEm,
          },
        }
      : {}),
  };
}

/** Sums advances; the advance of a ligature is distributed evenly over its characters. */
function sumClusters(text: string, own: Float64Array, starts: Uint8Array): number[] {
  const advances = new Array<number>(text.length + 1).fill(0);
  let start = 0;
  let sum = 0;
  for (let end = 1; end <= text.length; end++) {
    if (starts[end] !== 1) continue;
    const advance = own[start] ?? 0;
    for (let index = start + 1; index < end; index++) {
      advances[index] = sum + (advance * (index - start)) / (end - start);
    }
    sum += advance;
    advances[end] = sum;
    start = end;
  }
  return advances;
}
