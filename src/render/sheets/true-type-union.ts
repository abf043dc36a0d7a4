import { buildSfnt, readAllTables } from '../fonts/sfnt.ts';

/** The outline and the metrics of a glyph. An outline without bytes draws nothing. */
interface Glyph {
  readonly outline: Buffer;
  readonly advance: number;
  readonly bearing: number;
}

/** A subset of a TrueType font whose glyphs have the ids of the whole font. */
export interface TrueTypeSubset {
  /** `head`, `hhea`, `maxp` and the programs of hinting. */
  readonly tables: ReadonlyMap<string, Buffer>;
  /** Glyphs that draw or have an advance, by their ids. */
  readonly glyphs: ReadonlyMap<number, Glyph>;
  readonly count: number;
}

const required = ['head', 'hhea', 'maxp'];
/** Equal in all subsets of a font. */
const programs = ['cvt ', 'fpgm', 'prep'];

/** Reads a subset as a page embeds it. Null for a font of another kind. */
export function readSubset(file: Uint8Array): TrueTypeSubset | null {
  const all = readAllTables(file);
  const table = (tag: string): Buffer => {
    const { buffer, byteOffset, length } = all.get(tag) ?? new Uint8Array(0);
    return Buffer.from(buffer, byteOffset, length);
  };
  if (!['glyf', 'loca', 'hmtx', ...required].every((tag) => all.has(tag))) return null;
  const [head, hhea, maxp, loca, hmtx, glyf] = ['head', 'hhea', 'maxp', 'loca', 'hmtx', 'glyf'].map(table);
  if (!head || !hhea || !maxp || !loca || !hmtx || !glyf) return null;
  const isLong = head.readInt16BE(50) === 1;
  const offsetAt = (glyph: number): number =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
  const count = maxp.readUInt16BE(4);
  const metrics = hhea.readUInt16BE(34);
  const glyphs = new Map<number, Glyph>();
  for (let id = 0; id < count; id++) {
    const outline = glyf.subarray(offsetAt(id), offsetAt(id + 1));
    const advance = hmtx.readUInt16BE(4 * Math.min(id, metrics - 1));
    if (outline.length === 0 && advance === 0) continue;
    const bearing = hmtx.readInt16BE(id < metrics ? 4 * id + 2 : 4 * metrics + 2 * (id - metrics));
    glyphs.set(id, { outline, advance, bearing });
  }
  const kept = [...required, ...programs].filter((tag) => all.has(tag));
  return { tables: new Map(kept.map((tag) => [tag, table(tag)])), glyphs, count };
}

/** The union of subsets of one font. */
export class TrueTypeUnion {
  readonly #tables: ReadonlyMap<string, Buffer>;
  readonly #glyphs = new Map<number, Glyph>();
  /** Glyphs that texts use because they draw nothing. */
  readonly #blanks = new Set<number>();
  #count = 0;

  constructor(first: TrueTypeSubset) {
    this.#tables = first.tables;
  }

  /**
   * Adds a subset. False, and nothing is added, if it is one of another font, or if a blank of one subset is
   * a glyph of another.
   *
   * @param used the glyphs that texts show
   */
  add(subset: TrueTypeSubset, used: Iterable<number>): boolean {
    const blanks = [...used].filter((id) => !subset.glyphs.has(id));
    if (!this.#isSameFont(subset) || blanks.some((id) => this.#glyphs.has(id))) return false;
    for (const [id, { outline, advance }] of subset.glyphs) {
      if (this.#blanks.has(id)) return false;
      const known = this.#glyphs.get(id);
      if (known !== undefined && (known.advance !== advance || !known.outline.equals(outline))) return false;
    }
    for (const [id, { outline, ...metrics }] of subset.glyphs) {
      // A copy: the outline is a part of its whole file.
      if (!this.#glyphs.has(id)) this.#glyphs.set(id, { outline: Buffer.from(outline), ...metrics });
    }
    for (const id of blanks) this.#blanks.add(id);
    this.#count = Math.max(this.#count, subset.count);
    return true;
  }

  /** The font as a TrueType file, with what PDF readers need (ISO 32000-1, 9.9). */
  build(): Uint8Array {
    const tables = new Map(this.#tables);
    const count = this.#count;
    const head = Buffer.from(tables.get('head') ?? []);
    head.writeUInt32BE(0, 8);
    head.writeInt16BE(1, 50);
    const hhea = Buffer.from(tables.get('hhea') ?? []);
    hhea.writeUInt16BE(count, 34);
    const maxp = Buffer.from(tables.get('maxp') ?? []);
    maxp.writeUInt16BE(count, 4);
    const hmtx = Buffer.alloc(4 * count);
    const loca = Buffer.alloc(4 * (count + 1));
    const outlines: Buffer[] = [];
    let length = 0;
    for (let id = 0; id < count; id++) {
      const glyph = this.#glyphs.get(id);
      loca.writeUInt32BE(length, 4 * id);
      if (glyph === undefined) continue;
      hmtx.writeUInt16BE(glyph.advance, 4 * id);
      hmtx.writeInt16BE(glyph.bearing, 4 * id + 2);
      const padding = Buffer.alloc(-glyph.outline.length & 3);
      outlines.push(glyph.outline, padding);
      length += glyph.outline.length + padding.length;
    }
    loca.writeUInt32BE(length, 4 * count);
    for (const [tag, table] of Object.entries({ head, hhea, maxp, hmtx, loca })) tables.set(tag, table);
    tables.set('glyf', Buffer.concat(outlines));
    return buildSfnt(tables);
  }

  #isSameFont({ tables }: TrueTypeSubset): boolean {
    const unitsPerEm = (font: ReadonlyMap<string, Buffer>): number => font.get('head')?.readUInt16BE(18) ?? 0;
    if (unitsPerEm(tables) !== unitsPerEm(this.#tables)) return false;
    const none = Buffer.alloc(0);
    return [...programs, 'maxp'].every((tag) => {
      const [own, other] = [this.#tables.get(tag) ?? none, tables.get(tag) ?? none];
      // Subsets end at their last glyph, so their numbers of glyphs differ.
      return tag === 'maxp' ? own.subarray(6).equals(other.subarray(6)) : own.equals(other);
    });
  }
}
