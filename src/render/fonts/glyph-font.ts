import { buildSfnt, type FontTables } from './sfnt.ts';

/** The first character of the Supplementary Private Use Area-A: no text has its characters. */
const FIRST_CHARACTER = 0xf0000;
/** What would change or move glyphs, or count characters. */
const SHAPING_TABLES = ['GSUB', 'GPOS', 'GDEF', 'kern', 'kerx', 'morx', 'mort', 'feat', 'DSIG'];

/** The character of a glyph in the font that `buildGlyphFont` builds. */
export function glyphCharacter(glyph: number): string {
  return String.fromCodePoint(FIRST_CHARACTER + glyph);
}

/**
 * A copy of a font in which each glyph is a character, and nothing is shaped. The font's own characters stay:
 * they tell the rasteriser which script a glyph belongs to.
 */
export function buildGlyphFont(all: FontTables, characters: ReadonlyMap<number, number>): Uint8Array {
  const tables = new Map(all);
  for (const tag of SHAPING_TABLES) tables.delete(tag);
  const maxp = tables.get('maxp') ?? new Uint8Array(6);
  const count = ((maxp[4] ?? 0) << 8) | (maxp[5] ?? 0);
  const own = [...characters]
    .filter(([character]) => character < FIRST_CHARACTER)
    .sort(([first], [second]) => first - second)
    .map(([character, glyph]) => ({ first: character, last: character, glyph }));
  const glyphs = { first: FIRST_CHARACTER, last: FIRST_CHARACTER + Math.max(0, count - 1), glyph: 0 };
  tables.set('cmap', buildCmap([...own, glyphs]));
  return buildSfnt(tables);
}

/** A `cmap` table of format 12 with groups of characters whose glyphs follow each other. */
function buildCmap(
  groups: readonly { readonly first: number; readonly last: number; readonly glyph: number }[],
): Uint8Array {
  const view = new DataView(new ArrayBuffer(28 + 12 * groups.length));
  // One subtable, for Windows and all of Unicode.
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, view.byteLength - 12);
  view.setUint32(24, groups.length);
  for (const [index, { first, last, glyph }] of groups.entries()) {
    const at = 28 + 12 * index;
    view.setUint32(at, first);
    view.setUint32(at + 4, last);
    view.setUint32(at + 8, glyph);
  }
  return new Uint8Array(view.buffer);
}
