import type { DrawnText } from './pdf-text.ts';

/**
 * A character that readers take for nothing visible: what a glyph maps to whose text another glyph of its cluster carries.
 * Mapped to no character at all, some readers would show the glyph's number.
 */
export const NOTHING = '\u200b';

/** A stretch of a record's glyphs, by their places in visual order, and what it stands for. */
interface GlyphCluster {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const ZWJ = '\u200d';
const notTyped = /[\u202c-\u202e\uffff]/gu;

/**
 * What each glyph of a record is to extract as. The characters of a cluster are dealt out in reading order to its widest
 * glyphs, whatever shape they show: readers join them in the order in which glyphs stand, and only so does an Indic vowel sign
 * that stands before its consonant come out after it. A copy of other text extracts as nothing.
 */
export function textsOfGlyphs(record: DrawnText): string[] {
  const { shaped, typed, rtl } = record;
  const texts = shaped.glyphs.map(() => NOTHING);
  if (typed === '') return texts;
  for (const { from, to, text } of findClusters(record)) {
    const shares = deal(text, shaped.glyphAdvances, from, to, rtl);
    for (const [glyph, share] of shares) texts[glyph] = share;
  }
  return texts;
}

/** Deals single characters; whole letters with their marks where a mark alone would fall to a glyph that has a width. */
function deal(
  text: string,
  advances: readonly number[],
  from: number,
  to: number,
  rtl: boolean,
): [glyph: number, share: string][] {
  const dealOut = (units: readonly string[]): [number, string][] => {
    const takers = widest(advances, from, to, units.length);
    if (rtl) takers.reverse();
    return takers.map((taker, at) => {
      const share = units.slice(at, at === takers.length - 1 ? undefined : at + 1);
      // Readers turn text from right to left round character by character.
      return [taker, (rtl ? [...share.join('')].reverse() : share).join('')];
    });
  };
  const single = dealOut([...text]);
  const isMarkAlone = ([glyph, share]: [number, string]): boolean =>
    (advances[glyph] ?? 0) > 0 && /^\p{Mn}/u.test(share);
  return rtl || single.some(isMarkAlone) ? dealOut(text.match(/.\p{Mn}*/gsu) ?? []) : single;
}

/** The clusters of a record in visual order, those without text (joiners) made part of a neighbour. */
function findClusters({ drawn, shaped }: DrawnText): GlyphCluster[] {
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

/** Where the glyphs of one cluster after the other stand. */
function clusterRanges(glyphClusters: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  glyphClusters.forEach((cluster, index) => {
    const last = ranges.at(-1);
    if (last !== undefined && glyphClusters[index - 1] === cluster) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  });
  return ranges;
}

/** Drops joiners that layout added at the ends, not those that hold an emoji together. */
function withoutJoiners(text: string): string {
  const start = text.startsWith(ZWJ) ? 1 : 0;
  const end = text.length > start && text.endsWith(ZWJ) ? text.length - 1 : text.length;
  return text.slice(start, end);
}

/** Indices of the widest `count` glyphs from `from` to `to`, in the order in which they stand. */
function widest(advances: readonly number[], from: number, to: number, count: number): number[] {
  const indices = Array.from({ length: to - from }, (_, index) => from + index);
  const byWidth = indices.toSorted((a, b) => (advances[b] ?? 0) - (advances[a] ?? 0) || a - b);
  return byWidth.slice(0, count).sort((a, b) => a - b);
}
