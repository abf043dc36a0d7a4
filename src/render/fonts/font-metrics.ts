import * as hb from 'harfbuzzjs';

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
  /** Height of capital letters. */
  readonly capHeight: number;
  /** How far the middle of the em box is above the baseline: where a canvas has the baseline `middle`. */
  readonly emMiddle: number;
  /** The top of the em box; null if the font has none: ideographs stand on its bottom in vertical lines. */
  readonly emAscent: number | null;
}

const USE_TYPO_METRICS = 1 << 7;

/** The metrics of a font file, as browsers read them. */
export function readMetrics(tables: FontTables, font: hb.Font): FontMetrics {
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
    capHeight: em(readCapHeight(os2, font)),
    emMiddle: readEmMiddle(os2, ascent, descent),
    emAscent: readEmAscent(os2, unitsPerEm),
  };
}

/** The typographic ascent and descent are scaled to one em. */
function readEmMiddle(os2: DataView | null, ascent: number, descent: number): number {
  const [top, bottom] = os2 === null ? [0, 0] : [os2.getInt16(68), -os2.getInt16(70)];
  const [above, below] = top > 0 && bottom >= 0 ? [top, bottom] : [ascent, descent];
  return above + below > 0 ? (above - below) / (above + below) / 2 : 0;
}

/** OS/2 has the top and the bottom of the em box of ideographs. */
function readEmAscent(os2: DataView | null, unitsPerEm: number): number | null {
  if (os2 === null || os2.getInt16(68) - os2.getInt16(70) !== unitsPerEm) return null;
  return os2.getInt16(68) / unitsPerEm;
}

/** From OS/2, or else the height of the letter H. */
function readCapHeight(os2: DataView | null, font: hb.Font): number {
  if (os2 !== null && os2.getUint16(0) >= 2 && os2.byteLength >= 90 && os2.getInt16(88) > 0)
    return os2.getInt16(88);
  const glyph = font.nominalGlyph(0x48) ?? 0;
  return glyph === 0 ? 0 : (font.glyphExtents(glyph)?.yBearing ?? 0);
}

/** Adds what the axes change (OpenType, "MVAR"). */
export function varyMetrics(metrics: FontMetrics, font: hb.Font, unitsPerEm: number): FontMetrics {
  const change = (tag: hb.MetricsTag): number => font.getMetricVariation(tag) / unitsPerEm;
  const underline = change(hb.MetricsTag.UNDERLINE_SIZE);
  const strike = change(hb.MetricsTag.STRIKEOUT_SIZE);
  return {
    ...metrics,
    underlineOffset: metrics.underlineOffset - change(hb.MetricsTag.UNDERLINE_OFFSET) + underline / 2,
    underlineThickness: metrics.underlineThickness + underline,
    strikeOffset: metrics.strikeOffset + change(hb.MetricsTag.STRIKEOUT_OFFSET) - strike / 2,
    strikeThickness: metrics.strikeThickness + strike,
    capHeight: metrics.capHeight + change(hb.MetricsTag.CAP_HEIGHT),
  };
}

function tableView(tables: FontTables, tag: string): DataView | null {
  const table = tables.get(tag);
  return table === undefined ? null : new DataView(table.buffer, table.byteOffset, table.byteLength);
}
