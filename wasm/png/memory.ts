/** The memory layout: tables of fixed size, then the buffers of one strip, laid out for each image. */

/** The target size of a strip in RGBA bytes: its buffers fit into a core's L2 cache. */
const STRIP_BYTES: u32 = 1 << 18;
/**
 * Bytes before each row (the pixel left of the first one is zero) and after it (16 bytes can be read
 * anywhere).
 */
export const ROW_MARGIN: u32 = 32;

/** RGBA pixels of the strip. */
export let input: usize = 0;
/** Rows of a strip. */
export let stripRows: u32 = 0;
/** Bytes of a packed row. */
export let rowBytes: u32 = 0;
/** Packed rows: the last row of the previous strip, then those of the strip. */
export let rows: usize = 0;
/** Bytes from one packed row to the next. */
export let rowStride: u32 = 0;
/** Rows as PNG has them: filter type, then bytes. */
export let filtered: usize = 0;
/** Compressed bytes. */
export let output: usize = 0;

/** Lays out the buffers for images of `width` RGBA pixels whose packed rows have `bytes` bytes. */
export function layOut(width: u32, bytes: u32): void {
  rowBytes = bytes;
  stripRows = max<u32>(1, STRIP_BYTES / (width * 4));
  rowStride = (bytes + 2 * ROW_MARGIN + 15) & ~15;
  input = (__heap_base + 63) & ~63;
  rows = input + ((stripRows * width * 4 + 64 + 63) & ~63);
  filtered = rows + (stripRows + 1) * rowStride + 64;
  const filteredBytes = stripRows * (bytes + 1);
  output = filtered + ((filteredBytes + 127) & ~63);
  // Incompressible data is stored and becomes a little larger.
  const end = output + filteredBytes + (filteredBytes >> 4) + 4096;
  const pages = i32((end + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
  memory.fill(rows, 0, (stripRows + 1) * rowStride);
}
