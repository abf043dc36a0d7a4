import { checkCff } from './check-cff.ts';
import { FontTable } from './font-table.ts';
import { type FontTables, readAllTables } from './sfnt.ts';

/** Flags of a simple glyph (OpenType, "glyf", Simple Glyph Description). */
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME = 0x10;
const Y_SAME = 0x20;
/** Flags of a component (Composite Glyph Description). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;
/** Real fonts have three. */
const MAX_COMPONENT_DEPTH = 32;

/**
 * Checks that every outline of a font lies within its tables. The libraries that draw and shape text skip
 * a glyph that does not, so its text would vanish. Throws an error that says what is damaged.
 */
export function checkOutlines(bytes: Uint8Array): void {
  const tables = readAllTables(bytes);
  const glyphCount = new FontTable('maxp', tables).uint16(4);
  if (glyphCount === 0) throw new Error('it has no glyphs');
  new FontTable('hmtx', tables).need(
    4 * new FontTable('hhea', tables).uint16(34),
    'the widths of its glyphs',
  );
  if (tables.has('glyf')) checkGlyf(tables, glyphCount);
  else if (tables.has('CFF ')) checkCff(new FontTable('CFF ', tables), glyphCount);
  else if (tables.has('CFF2')) checkCff(new FontTable('CFF2', tables), glyphCount);
  else if (!['CBDT', 'sbix', 'SVG '].some((tag) => tables.has(tag))) throw new Error('it has no outlines');
  if (tables.has('gvar')) checkGvar(new FontTable('gvar', tables), glyphCount);
  if (tables.has('CBDT')) new FontTable('CBLC', tables).need(8, 'its header');
}

function checkGlyf(tables: FontTables, glyphCount: number): void {
  const glyf = new FontTable('glyf', tables);
  const loca = new FontTable('loca', tables);
  const isLong = new FontTable('head', tables).uint16(50) !== 0;
  const getStart = (glyph: number): number =>
    isLong ? loca.uint32(4 * glyph, 'its offsets') : 2 * loca.uint16(2 * glyph, 'its offsets');
  const components = new Map<number, readonly number[]>();
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const [start, end] = [getStart(glyph), getStart(glyph + 1)];
    const name = `glyph ${glyph}`;
    if (end < start) throw new Error(`its table loca has ${name} backwards`);
    if (start === end) continue;
    glyf.need(end, name);
    const parts = new GlyphReader(glyf, start, end, name).check();
    if (parts.length > 0) components.set(glyph, parts);
  }
  checkComponents(components, glyphCount);
}

/** One glyph's description. */
class GlyphReader {
  readonly #table: FontTable;
  readonly #end: number;
  readonly #name: string;
  #at: number;

  constructor(table: FontTable, start: number, end: number, name: string) {
    this.#table = table;
    this.#at = start;
    this.#end = end;
    this.#name = name;
  }

  /** Returns the glyphs that it is composed of. */
  check(): readonly number[] {
    const contours = this.#uint16();
    this.#skip(8);
    if (contours >= 0x8000) return this.#composite();
    if (contours > 0) this.#simple(contours);
    return [];
  }

  #simple(contours: number): void {
    this.#skip(2 * (contours - 1));
    const points = this.#uint16() + 1;
    this.#skip(this.#uint16());
    let coordinates = 0;
    for (let point = 0; point < points;) {
      const flag = this.#uint8();
      const times = (flag & REPEAT) === 0 ? 1 : this.#uint8() + 1;
      const x = (flag & X_SHORT) !== 0 ? 1 : (flag & X_SAME) !== 0 ? 0 : 2;
      const y = (flag & Y_SHORT) !== 0 ? 1 : (flag & Y_SAME) !== 0 ? 0 : 2;
      coordinates += Math.min(times, points - point) * (x + y);
      point += times;
    }
    this.#skip(coordinates);
  }

  #composite(): number[] {
    const glyphs: number[] = [];
    for (let flags = MORE; (flags & MORE) !== 0;) {
      flags = this.#uint16();
      glyphs.push(this.#uint16());
      const scales =
        (flags & MATRIX) !== 0 ? 4 : (flags & TWO_SCALES) !== 0 ? 2 : (flags & SCALE) !== 0 ? 1 : 0;
      this.#skip(((flags & WORDS) === 0 ? 2 : 4) + 2 * scales);
    }
    return glyphs;
  }

  #skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#end) throw new Error(`its table glyf cuts off ${this.#name}`);
  }

  #uint8(): number {
    this.#skip(1);
    return this.#table.uint8(this.#at - 1);
  }

  #uint16(): number {
    this.#skip(2);
    return this.#table.uint16(this.#at - 2);
  }
}

/** Components must exist and must not contain themselves. */
function checkComponents(components: ReadonlyMap<number, readonly number[]>, glyphCount: number): void {
  const done = new Set<number>();
  const visit = (glyph: number, depth: number): void => {
    if (glyph >= glyphCount) throw new Error(`its table glyf uses glyph ${glyph}, which it does not have`);
    if (done.has(glyph)) return;
    if (depth > MAX_COMPONENT_DEPTH)
      throw new Error(`its glyph ${glyph} contains itself or is nested too deep`);
    for (const part of components.get(glyph) ?? []) visit(part, depth + 1);
    done.add(glyph);
  };
  for (const glyph of components.keys()) visit(glyph, 0);
}

/** OpenType, "gvar": the offsets of each glyph's variations. */
function checkGvar(gvar: FontTable, glyphCount: number): void {
  if (gvar.uint16(12, 'its header') !== glyphCount)
    throw new Error('its table gvar has another number of glyphs');
  const isLong = (gvar.uint16(14, 'its header') & 1) !== 0;
  const data = gvar.uint32(16, 'its header');
  let last = 0;
  for (let index = 0; index <= glyphCount; index++) {
    const offset = isLong
      ? gvar.uint32(20 + 4 * index, 'its offsets')
      : 2 * gvar.uint16(20 + 2 * index, 'its offsets');
    if (offset < last) throw new Error(`its table gvar has glyph ${index - 1} backwards`);
    last = offset;
  }
  gvar.need(data + last, 'the variations of its glyphs');
}
