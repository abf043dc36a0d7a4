/**
 * The pixels of a PNG: packed, filtered and compressed, strip by strip, so that memory stays as small for a poster as for a card. The
 * bytes of a strip depend on its own rows and on the row above them alone. src/render/encode/png/ drives it, and makes one zlib
 * stream of them.
 */
import { adler32 } from './adler';
import { align, position, put, reset, rewind } from './bits';
import { prepare } from './block';
import { filterStrip } from './filters';
import { compress, search } from './matches';
import { filtered, input, layOut, output, rowBytes, rows, rowStride, stripRows } from './memory';
import { packFor, packRgb, packRgba } from './pack';
import { packIndexes } from './palette';

export { colorsAt, countColors, forgetColors, isOpaque, ranksAt } from './palette';

/** Behind three bits that say that it is stored and an alignment: the length of an empty block, and its complement. */
const EMPTY_BLOCK: u32 = 0xffff0000;

let width: u32 = 0;
let bitsPerPixel: u32 = 0;
let sum: u32 = 1;
let adaptive = true;

/**
 * Begins a picture of rows of `pixels` pixels of 1 to 8 (indexes), 24 or 32 bits; returns how many rows a strip has. `shortest`:
 * of how many bytes repetitions are at least, where rows are not filtered.
 */
export function begin(pixels: u32, bits: u32, filters: bool, shortest: u32): u32 {
  width = pixels;
  bitsPerPixel = bits;
  adaptive = filters;
  layOut(pixels, (pixels * bits + 7) >>> 3);
  // Filtered photos have no long repetitions worth a search; what is not filtered lives on them.
  if (filters) search(8, 12, 1, 2);
  else if (bits > 8) search(shortest, shortest, shortest > 3 ? 4 : 6, 4);
  else search(3, 3, 16, 6);
  packFor(filters);
  prepare();
  return stripRows;
}

/** Where a strip's RGBA pixels are put. */
export function inputAt(): usize {
  return input;
}

/** Where the compressed bytes of a strip are. */
export function outputAt(): usize {
  return output;
}

/** Packs the one row that was put in as the one above the next strip, where that strip does not follow the one that was compressed last. */
export function passOver(): void {
  if (!adaptive) return;
  pack(1);
  memory.copy(rows, rows + rowStride, rowStride);
}

/**
 * Compresses the next `count` rows to whole bytes, of which others may follow unless they are the last; returns how many bytes that
 * makes.
 */
export function encode(count: u32, last: bool): u32 {
  reset();
  rewind(output);
  pack(count);
  const bytesPerPixel = max<u32>(1, bitsPerPixel >>> 3);
  if (adaptive) filterStrip(count, bytesPerPixel);
  const bytes = count * (rowBytes + 1);
  sum = adler32(1, filtered, bytes);
  compress(filtered, bytes, last, rowBytes + 1, bytesPerPixel);
  if (!last) put(0, 3);
  align();
  if (!last) put(EMPTY_BLOCK, 32);
  return <u32>(position() - output);
}

/** Adler-32 of the strip as it was before it was compressed. */
export function checkSum(): u32 {
  return sum;
}

function pack(count: u32): void {
  if (bitsPerPixel == 24) packRgb(width, count);
  else if (bitsPerPixel == 32) packRgba(width, count);
  else packIndexes(width, count, bitsPerPixel);
}
