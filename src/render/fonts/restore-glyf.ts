import { FontTable, TableStream } from './font-table.ts';

/** The tables that a transformed `glyf` of WOFF2 is restored to. */
export interface Outlines {
  readonly glyf: Uint8Array;
  readonly loca: Uint8Array;
  /** The left edge of each glyph, for side bearings that WOFF2 left out. */
  readonly xMins: Int16Array;
}

/** Flags of a point (OpenType, "glyf", Simple Glyph Description). */
const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME = 0x10;
const Y_SAME = 0x20;
const OVERLAP = 0x40;
/** Flags of a component (Composite Glyph Description). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;
const INSTRUCTIONS = 0x0100;

/** Far larger than any real font; a small file that unpacks to more is an attack. */
const MAX_GLYF_BYTES = 128 * 1024 * 1024;

const COMPOSITE = 0xffff;
/** The bit of the header's options: a bitmap says which glyphs overlap themselves. */
const HAS_OVERLAPS = 1;
const STREAM_COUNT = 7;
const FIRST_STREAM = 36;

/** One point: its distance from the one before. */
interface Point {
  readonly dx: number;
  readonly dy: number;
  readonly isOnCurve: boolean;
}

/**
 * Restores a `glyf` table that WOFF2 transformed (WOFF2, sections 5.1 and 5.3), and the `loca` table that
 * belongs to it. Throws if it is damaged.
 */
export function restoreGlyf(transformed: Uint8Array): Outlines {
  const table = new FontTable('glyf', new Map([['glyf', transformed]]));
  const options = table.uint16(2, 'its header');
  const glyphCount = table.uint16(4, 'its header');
  const isLong = table.uint16(6, 'its header') !== 0;
  const streams = new GlyphStreams(table, glyphCount, (options & HAS_OVERLAPS) !== 0);
  const glyphs: Uint8Array[] = [];
  const loca = new DataView(new ArrayBuffer((isLong ? 4 : 2) * (glyphCount + 1)));
  const xMins = new Int16Array(glyphCount);
  let length = 0;
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const bytes = streams.nextGlyph(glyph);
    if (bytes.length > 0) xMins[glyph] = (byteAt(bytes, 2) << 8) | byteAt(bytes, 3);
    glyphs.push(bytes);
    length += bytes.length;
    if (length > MAX_GLYF_BYTES) throw new Error('its table glyf unpacks to too many bytes');
    if (isLong) loca.setUint32(4 * glyph + 4, length);
    else if (length > 2 * 0xffff) throw new Error('its table glyf is too long for its table loca');
    else loca.setUint16(2 * glyph + 2, length / 2);
  }
  return { glyf: Buffer.concat(glyphs, length), loca: new Uint8Array(loca.buffer), xMins };
}

/** The streams of the transformed table, of which each glyph takes its part. */
class GlyphStreams {
  readonly #contours: TableStream;
  readonly #pointCounts: TableStream;
  readonly #flags: TableStream;
  readonly #coordinates: TableStream;
  readonly #components: TableStream;
  readonly #boxes: TableStream;
  readonly #instructions: TableStream;
  readonly #hasBox: TableStream;
  readonly #overlaps: TableStream | null;

  constructor(table: FontTable, glyphCount: number, hasOverlaps: boolean) {
    let end = FIRST_STREAM;
    const take = (length: number): TableStream => {
      end += length;
      table.need(end, 'its outlines');
      return new TableStream(table, end - length, end);
    };
    const streams = Array.from({ length: STREAM_COUNT }, (_, index) =>
      take(table.uint32(8 + 4 * index, 'its header')),
    );
    const [contours, pointCounts, flags, coordinates, components, boxes, instructions] = streams as [
      ...[TableStream, TableStream, TableStream, TableStream],
      ...[TableStream, TableStream, TableStream],
    ];
    this.#contours = contours;
    this.#pointCounts = pointCounts;
    this.#flags = flags;
    this.#coordinates = coordinates;
    this.#components = components;
    this.#boxes = boxes;
    this.#instructions = instructions;
    this.#hasBox = boxes.part(4 * Math.ceil(glyphCount / 32));
    this.#overlaps = hasOverlaps ? take(Math.ceil(glyphCount / 8)) : null;
  }

  /** The description of the next glyph; no bytes if it is empty. */
  nextGlyph(glyph: number): Uint8Array {
    const contours = this.#contours.uint16();
    const hasBox = this.#hasBox.bit(glyph);
    if (contours === 0) {
      if (hasBox) throw new Error(`its table glyf has a box for glyph ${glyph}, which is empty`);
      return new Uint8Array(0);
    }
    if (contours !== COMPOSITE) return this.#simple(glyph, contours, hasBox);
    if (!hasBox) throw new Error(`its table glyf has no box for glyph ${glyph}`);
    return this.#composite();
  }

  #composite(): Uint8Array {
    const out = [COMPOSITE >> 8, COMPOSITE & 0xff, ...this.#boxes.bytes(8)];
    let hasInstructions = false;
    for (let flags = MORE; (flags & MORE) !== 0;) {
      flags = this.#components.uint16();
      hasInstructions ||= (flags & INSTRUCTIONS) !== 0;
      const scales =
        (flags & MATRIX) !== 0 ? 4 : (flags & TWO_SCALES) !== 0 ? 2 : (flags & SCALE) !== 0 ? 1 : 0;
      pushUint16(out, flags);
      out.push(...this.#components.bytes(2 + ((flags & WORDS) === 0 ? 2 : 4) + 2 * scales));
    }
    if (hasInstructions) this.#writeInstructions(out);
    return padded(out);
  }

  #simple(glyph: number, contours: number, hasBox: boolean): Uint8Array {
    const ends: number[] = [];
    let count = 0;
    for (let contour = 0; contour < contours; contour++) {
      count += this.#pointCounts.packedUint16();
      ends.push(count - 1);
    }
    if (count > 0xffff) throw new Error(`its table glyf has too many points in glyph ${glyph}`);
    const points: Point[] = [];
    for (let index = 0; index < count; index++) points.push(this.#nextPoint());
    const out: number[] = [];
    pushUint16(out, contours);
    if (hasBox) out.push(...this.#boxes.bytes(8));
    else for (const edge of getBox(points)) pushUint16(out, edge);
    for (const end of ends) pushUint16(out, end);
    this.#writeInstructions(out);
    writePoints(out, points, this.#overlaps?.bit(glyph) === true);
    return padded(out);
  }

  #writeInstructions(out: number[]): void {
    const length = this.#coordinates.packedUint16();
    pushUint16(out, length);
    for (const byte of this.#instructions.bytes(length)) out.push(byte);
  }

  /** WOFF2, section 5.2: the flag says how the bytes hold both distances. */
  #nextPoint(): Point {
    const byte = this.#flags.uint8();
    const isOnCurve = byte < 0x80;
    const flag = byte & 0x7f;
    const next = (): number => this.#coordinates.uint8();
    const signed = (bit: number, distance: number): number => ((flag & bit) === 0 ? -distance : distance);
    if (flag < 10) return { dx: 0, dy: signed(1, ((flag & 14) << 7) + next()), isOnCurve };
    if (flag < 20) return { dx: signed(1, (((flag - 10) & 14) << 7) + next()), dy: 0, isOnCurve };
    if (flag < 84) {
      const [group, both] = [flag - 20, next()];
      const dx = signed(1, 1 + (group & 0x30) + (both >> 4));
      return { dx, dy: signed(2, 1 + ((group & 0x0c) << 2) + (both & 0x0f)), isOnCurve };
    }
    if (flag < 120) {
      const group = flag - 84;
      const dx = signed(1, 1 + (Math.floor(group / 12) << 8) + next());
      return { dx, dy: signed(2, 1 + (((group % 12) >> 2) << 8) + next()), isOnCurve };
    }
    if (flag < 124) {
      const [first, both, last] = [next(), next(), next()];
      return {
        dx: signed(1, (first << 4) + (both >> 4)),
        dy: signed(2, ((both & 0x0f) << 8) + last),
        isOnCurve,
      };
    }
    const dx = signed(1, (next() << 8) + next());
    return { dx, dy: signed(2, (next() << 8) + next()), isOnCurve };
  }
}

/** xMin, yMin, xMax, yMax. */
function getBox(points: readonly Point[]): readonly number[] {
  let [x, y] = [0, 0];
  let box = [0, 0, 0, 0] as [number, number, number, number];
  points.forEach(({ dx, dy }, index) => {
    x += dx;
    y += dy;
    const [left, top, right, bottom] = index === 0 ? [x, y, x, y] : box;
    box = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  });
  return box;
}

/** Flags with runs, then the distances of x, then those of y. */
function writePoints(out: number[], points: readonly Point[], overlaps: boolean): void {
  let last = -1;
  let repeats = 0;
  points.forEach(({ dx, dy, isOnCurve }, index) => {
    const flag =
      (isOnCurve ? ON_CURVE : 0) |
      (overlaps && index === 0 ? OVERLAP : 0) |
      getFlag(dx, X_SHORT, X_SAME) |
      getFlag(dy, Y_SHORT, Y_SAME);
    if (flag === last && repeats < 255) {
      repeats += 1;
      if (repeats === 1) out.splice(-1, 1, flag | REPEAT, repeats);
      else out[out.length - 1] = repeats;
      return;
    }
    out.push(flag);
    repeats = 0;
    last = flag;
  });
  for (const { dx } of points) writeDistance(out, dx);
  for (const { dy } of points) writeDistance(out, dy);
}

function getFlag(distance: number, short: number, same: number): number {
  if (distance === 0) return same;
  if (Math.abs(distance) > 255) return 0;
  return distance > 0 ? short | same : short;
}

function writeDistance(out: number[], distance: number): void {
  if (Math.abs(distance) > 255) pushUint16(out, distance);
  else if (distance !== 0) out.push(Math.abs(distance));
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

function pushUint16(out: number[], value: number): void {
  out.push((value >> 8) & 0xff, value & 0xff);
}

/** Glyphs begin at multiples of four bytes. */
function padded(out: readonly number[]): Uint8Array {
  const bytes = new Uint8Array((out.length + 3) & ~3);
  bytes.set(out);
  return bytes;
}
