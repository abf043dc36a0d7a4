import type { ShapedText } from '../../text/shape/shape-text.ts';

/** A text with its glyphs. */
export interface GlyphSource {
  /** The original text; empty for a copy of other text. */
  readonly typed: string;
  readonly drawn: string;
  readonly shaped: ShapedText;
  readonly rtl: boolean;
}

/**
 * An invisible character. A glyph maps to it if another glyph of its cluster carries the text. Without any
 * mapping, some readers extract the glyph's number.
 */
export const NOTHING = '\u200b';

/** A range of a record's glyphs in visual order, and the text that they stand for. */
interface GlyphCluster {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const ZWJ = '\u200d';
const notTyped = /[\u202c-\u202e\uffff]/gu;

/**
 * The text that each glyph of a record extracts as. The characters of a cluster are distributed in reading
 * order to its widest glyphs, whatever their shapes: readers join characters in the visual order of the
 * glyphs, and only this way an Indic vowel sign that stands before its consonant is extracted after it. A
 * copy of other text extracts as nothing.
 */
export function textsOfGlyphs(record: GlyphSource): string[] {
  const { drawn, shaped, typed, rtl } = record;
  if (typed !== '' && isPlain(record)) return [...drawn];
  const texts = shaped.glyphs.map(() => NOTHING);
  if (typed === '') return texts;
  for (const { from, to, text } of findClusters(record)) {
    const shares = distribute(text, shaped.glyphAdvances, from, to, rtl);
    for (const [glyph, share] of shares) texts[glyph] = share;
  }
  return texts;
}

/** Whether each character is one glyph, from left to right, and extracts as itself. */
function isPlain({ drawn, shaped, rtl }: GlyphSource): boolean {
  const { glyphClusters } = shaped;
  return (
    !rtl &&
    glyphClusters.length === drawn.length &&
    glyphClusters.every(isAtIndex) &&
    !/[\u200d\u202c-\u202e\ud800-\udfff\uffff]/u.test(drawn)
  );
}

function isAtIndex(cluster: number, index: number): boolean {
  return cluster === index;
}

/**
 * Distributes single characters, or letters with their marks if a glyph with a width would get a mark alone.
 */
function distribute(
  text: string,
  advances: readonly number[],
  from: number,
  to: number,
  rtl: boolean,
): [glyph: number, share: string][] {
  const distributeUnits = (units: readonly string[]): [number, string][] => {
    const takers = widest(advances, from, to, units.length);
    if (rtl) takers.reverse();
    return takers.map((taker, at) => {
      const share = units.slice(at, at === takers.length - 1 ? undefined : at + 1);
      // Readers reverse right-to-left text character by character.
      return [taker, (rtl ? [...share.join('')].reverse() : share).join('')];
    });
  };
  const single = distributeUnits([...text]);
  const isMarkAlone = ([glyph, share]: [number, string]): boolean =>
    (advances[glyph] ?? 0) > 0 && /^\p{Mn}/u.test(share);
  return rtl || single.some(isMarkAlone) ? distributeUnits(text.match(/.\p{Mn}*/gsu) ?? []) : single;
}

/** The clusters of a record in visual order. Clusters without text (joiners) become part of a neighbour. */
function findClusters({ drawn, shaped }: GlyphSource): GlyphCluster[] {
  const { glyphClusters, clusters } = shaped;
  const found: GlyphCluster[] = [];
  let pending: number | null = null;
  for (const { from, to } of clusterRanges(glyphClusters)) {
    const start = glyphClusters[from] ?? 0;
    let end = start + 1;
    while (end < drawn.length && clusters[end] !== 1) end++;
    const text = withoutJoiners(drawn.slice(start, end).replaceAll(notTyped, ''));
    const before = found.at(-1);
    if (text !== '') {
      found.push({ from: pending ?? from, to, text });
      pending = null;
    } else if (before === undefined) pending ??= from;
    else found[found.length - 1] = { ...before, to };
  }
  return found;
}

/** The ranges of glyphs of the clusters, in visual order. */
function clusterRanges(glyphClusters: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  glyphClusters.forEach((cluster, index) => {
    const last = ranges.at(-1);
    if (last !== undefined && glyphClusters[index - 1] === cluster) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  });
  return ranges;
}

/** Removes joiners that layout added at the ends; joiners inside an emoji stay. */
function withoutJoiners(text: string): string {
  const start = text.startsWith(ZWJ) ? 1 : 0;
  const end = text.length > start && text.endsWith(ZWJ) ? text.length - 1 : text.length;
  return text.slice(start, end);
}

/** Indices of the `count` widest glyphs from `from` to `to`, in visual order. */
function widest(advances: readonly number[], from: number, to: number, count: number): number[] {
  const indices = Array.from({ length: to - from }, (_, index) => from + index);
  const byWidth = indices.toSorted((a, b) => (advances[b] ?? 0) - (advances[a] ?? 0) || a - b);
  return byWidth.slice(0, count).sort((a, b) => a - b);
}
