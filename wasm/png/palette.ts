/** Images of at most 256 colours: a table of the colours, and rows of indexes. */
import { input, rowBytes } from './memory';
import { startRow } from './pack';

const MOST: u32 = 256;
const SLOTS: u32 = 1024;
const EMPTY: u32 = 0xffff;
const slotColors = memory.data(1024 * 4, 16);
const slotIndexes = memory.data(1024 * 2, 16);
const colors = memory.data(256 * 4, 16);
const ranks = memory.data(256, 16);

let seen: u32 = 0;

/** Clears the table. */
export function forgetColors(): void {
  seen = 0;
  memory.fill(slotIndexes, 0xff, SLOTS * 2);
}

function slotOf(color: u32): u32 {
  let slot = (color * 2654435761) >>> 22;
  while (<u32>load<u16>(slotIndexes + (slot << 1)) != EMPTY && load<u32>(slotColors + (slot << 2)) != color)
    slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

/** Adds the colours of the strip's pixels. Returns the number of colours so far; 257 means more than 256. */
export function countColors(pixels: u32): u32 {
  let last = ~load<u32>(input);
  const end = input + pixels * 4;
  let at = input;
  while (at < end) {
    // Four pixels of the previous colour, the usual case in labels.
    if (at + 16 <= end && i8x16.all_true(i32x4.eq(v128.load(at), i32x4.splat(last)))) {
      at += 16;
      continue;
    }
    const color = load<u32>(at);
    at += 4;
    if (color == last) continue;
    last = color;
    const slot = slotOf(color);
    if (<u32>load<u16>(slotIndexes + (slot << 1)) != EMPTY) continue;
    if (seen == MOST) {
      seen++;
      return seen;
    }
    store<u16>(slotIndexes + (slot << 1), seen);
    store<u32>(slotColors + (slot << 2), color);
    store<u32>(colors + (seen << 2), color);
    seen++;
  }
  return seen;
}

/** Whether all of the strip's pixels have full opacity. */
export function isOpaque(pixels: u32): bool {
  let all = i32x4.splat(-1);
  const end = input + pixels * 4;
  let at = input;
  for (; at + 16 <= end; at += 16) all = v128.and(all, v128.load(at));
  let rest: u32 = 0xffffffff;
  for (; at < end; at += 4) rest &= load<u32>(at);
  rest &=
    i32x4.extract_lane(all, 0) &
    i32x4.extract_lane(all, 1) &
    i32x4.extract_lane(all, 2) &
    i32x4.extract_lane(all, 3);
  return rest >>> 24 == 255;
}

/** The address of the colours, in the order in which they were found. */
export function colorsAt(): usize {
  return colors;
}

/** The address for the rank of each colour in the palette; write the ranks before rows are packed. */
export function ranksAt(): usize {
  return ranks;
}

/** Indexes of `bits` bits, the leftmost pixel highest. */
export function packIndexes(width: u32, count: u32, bits: u32): void {
  let last = ~load<u32>(input);
  let rank: u32 = 0;
  let from = input;
  for (let row: u32 = 0; row < count; row++) {
    const to = startRow(row);
    const end = to + rowBytes;
    let byte: u32 = 0;
    let filled: u32 = 0;
    let at = to;
    for (let x: u32 = 0; x < width; x++) {
      if (bits == 8 && x + 4 <= width && i8x16.all_true(i32x4.eq(v128.load(from), i32x4.splat(last)))) {
        store<u32>(at, rank * 0x01010101);
        at += 4;
        from += 16;
        x += 3;
        continue;
      }
      const color = load<u32>(from);
      from += 4;
      if (color != last) {
        last = color;
        rank = load<u8>(ranks + load<u16>(slotIndexes + (slotOf(color) << 1)));
      }
      byte = (byte << bits) | rank;
      filled += bits;
      if (filled == 8) {
        store<u8>(at++, byte);
        byte = 0;
        filled = 0;
      }
    }
    if (at < end) store<u8>(at, byte << (8 - filled));
  }
}
