/**
 * PNG's filters, 16 bytes at a time. A filter that predicts a row well leaves small differences: the filter
 * with the smallest sum of absolute differences is chosen, as the PNG specification suggests.
 */
import { filtered, ROW_MARGIN, rowBytes, rows, rowStride } from './memory';

const NONE: u32 = 0;
const SUB: u32 = 1;
const UP: u32 = 2;
const AVERAGE: u32 = 3;
const PAETH: u32 = 4;

/** Of left (a), above (b) and above left (c), the value nearest to a + b - c. */
function paeth(a: v128, b: v128, c: v128): v128 {
  const pa = i8x16.sub(i8x16.max_u(b, c), i8x16.min_u(b, c));
  const pb = i8x16.sub(i8x16.max_u(a, c), i8x16.min_u(a, c));
  // If a and b are on the same side of c, both distances add up; otherwise they subtract.
  const apart = v128.xor(i8x16.ge_u(a, c), i8x16.ge_u(b, c));
  const difference = i8x16.sub(i8x16.max_u(pa, pb), i8x16.min_u(pa, pb));
  const pc = v128.bitselect(difference, i8x16.add_sat_u(pa, pb), apart);
  const least = i8x16.min_u(i8x16.min_u(pa, pb), pc);
  return v128.bitselect(a, v128.bitselect(b, c, i8x16.eq(pb, least)), i8x16.eq(pa, least));
}

function average(a: v128, b: v128): v128 {
  // avgr rounds up; PNG rounds down.
  return i8x16.sub(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)));
}

/** Adds absolute values of signed bytes to eight sums of 16 bits. */
function size(sums: v128, residue: v128): v128 {
  return i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(i8x16.abs(residue)));
}

function total(sums: v128): u32 {
  const words = i32x4.extadd_pairwise_i16x8_u(sums);
  return (
    i32x4.extract_lane(words, 0) +
    i32x4.extract_lane(words, 1) +
    i32x4.extract_lane(words, 2) +
    i32x4.extract_lane(words, 3)
  );
}

/** Ignores the last bytes of a row if they are fewer than 16. */
function choose(row: usize, above: usize, bpp: u32): u32 {
  let none: u64 = 0,
    sub: u64 = 0,
    up: u64 = 0,
    avg: u64 = 0,
    pae: u64 = 0;
  const whole = rowBytes & ~15;
  // Sums of 16 bits hold 128 rounds.
  for (let from: u32 = 0; from < whole;) {
    let s0 = i16x8.splat(0),
      s1 = s0,
      s2 = s0,
      s3 = s0,
      s4 = s0;
    let end = from + 16 * 128;
    if (end > whole) end = whole;
    for (; from < end; from += 16) {
      const x = v128.load(row + from);
      const a = v128.load(row + from - bpp);
      const b = v128.load(above + from);
      const c = v128.load(above + from - bpp);
      s0 = size(s0, x);
      s1 = size(s1, i8x16.sub(x, a));
      s2 = size(s2, i8x16.sub(x, b));
      s3 = size(s3, i8x16.sub(x, average(a, b)));
      s4 = size(s4, i8x16.sub(x, paeth(a, b, c)));
    }
    none += total(s0);
    sub += total(s1);
    up += total(s2);
    avg += total(s3);
    pae += total(s4);
  }
  let best = UP;
  let least = up;
  if (sub < least) {
    least = sub;
    best = SUB;
  }
  if (pae < least) {
    least = pae;
    best = PAETH;
  }
  if (avg < least) {
    least = avg;
    best = AVERAGE;
  }
  if (none < least) {
    best = NONE;
  }
  return best;
}

function write(filter: u32, to: usize, row: usize, above: usize, bpp: u32): void {
  store<u8>(to, filter);
  to++;
  if (filter == NONE) {
    memory.copy(to, row, rowBytes);
    return;
  }
  for (let at: u32 = 0; at < rowBytes; at += 16) {
    const x = v128.load(row + at);
    let p: v128;
    if (filter == UP) p = v128.load(above + at);
    else if (filter == SUB) p = v128.load(row + at - bpp);
    else if (filter == AVERAGE) p = average(v128.load(row + at - bpp), v128.load(above + at));
    else p = paeth(v128.load(row + at - bpp), v128.load(above + at), v128.load(above + at - bpp));
    v128.store(to + at, i8x16.sub(x, p));
  }
}

/** Filters the strip's packed rows. */
export function filterStrip(count: u32, bpp: u32): void {
  let to = filtered;
  for (let index: u32 = 1; index <= count; index++) {
    const row = rows + index * rowStride + ROW_MARGIN;
    const above = row - rowStride;
    write(choose(row, above, bpp), to, row, above, bpp);
    to += 1 + rowBytes;
  }
  // The last row is the row above the next strip.
  memory.copy(rows, rows + count * rowStride, rowStride);
}
