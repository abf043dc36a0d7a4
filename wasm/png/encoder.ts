/**
 * Packs, filters and compresses the pixels of a PNG strip by strip, so that a poster needs no more memory
 * than a card. The bytes of a strip depend only on its rows and the row above. src/render/encode/png/ calls
 * it and joins the strips to one zlib stream.
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

/** Length and complement of an empty stored block; follows its three header bits and the alignment. */
const EMPTY_BLOCK: u32 = 0xffff0000;

let width: u32 = 0;
let bitsPerPixel: u32 = 0;
let sum: u32 = 1;
let adaptive = true;

/**
 * Starts an image with rows of `pixels` pixels of 1 to 8 (indexes), 24 or 32 bits. Returns the number of rows
 * in a strip. `shortest`: the shortest repetition in bytes, if rows are not filtered.
 */
export function begin(pixels: u32, bits: u32, filters: bool, shortest: u32): u32 {
  width = pixels;
  bitsPerPixel = bits;
  adaptive = filters;
  layOut(pixels, (pixels * bits + 7) >>> 3);
  // Filtered photos have few long repetitions. Plain rows depend on them.
  if (filters) search(8, 12, 1, 2);
  else if (bits > 8) search(shortest, shortest, shortest > 3 ? 4 : 6, 4);
  else search(3, 3, 16, 6);
  packFor(filters);
  prepare();
  return stripRows;
}

/** The address for a strip's RGBA pixels. */
export function inputAt(): usize {
  return input;
}

/** The address of a strip's compressed bytes. */
export function outputAt(): usize {
  return output;
}

/** Packs one row as the row above the next strip, if the strip before it was not compressed. */
export function passOver(): void {
  if (!adaptive) return;
  pack(1);
  memory.copy(rows, rows + rowStride, rowStride);
}

/**
 * Compresses the next `count` rows to whole bytes. Returns their number. `last`: these are the last rows
 * of the image.
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

/** Adler-32 of the strip before compression. */
export function checkSum(): u32 {
  return sum;
}

function pack(count: u32): void {
  if (bitsPerPixel == 24) packRgb(width, count);
  else if (bitsPerPixel == 32) packRgba(width, count);
  else packIndexes(width, count, bitsPerPixel);
}
