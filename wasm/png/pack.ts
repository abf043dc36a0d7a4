/** Converts RGBA pixels to the rows of a PNG. */
import { filtered, input, ROW_MARGIN, rowBytes, rows, rowStride } from './memory';

let first: usize = 0;
let stride: u32 = 0;

/** Chooses where rows are packed: into the input of the filters, or directly into that of the compression. */
export function packFor(filters: bool): void {
  first = filters ? rows + rowStride + ROW_MARGIN : filtered + 1;
  stride = filters ? rowStride : rowBytes + 1;
}

/**
 * Starts a row without a filter. Returns the address of its packed bytes. The next row overwrites what
 * follows them.
 */
export function startRow(index: u32): usize {
  const row = first + index * stride;
  store<u8>(row - 1, 0);
  return row;
}

/** Packs RGB without the opacity. */
export function packRgb(width: u32, count: u32): void {
  for (let index: u32 = 0; index < count; index++) {
    let from = input + index * width * 4;
    let to = startRow(index);
    for (let x: u32 = 0; x < width; x += 4) {
      v128.store(
        to,
        i8x16.shuffle(
          v128.load(from),
          i8x16.splat(0),
          0,
          1,
          2,
          4,
          5,
          6,
          8,
          9,
          10,
          12,
          13,
          14,
          16,
          16,
          16,
          16,
        ),
      );
      from += 16;
      to += 12;
    }
  }
}

/** Un-premultiplies the colours, rounded to the nearest value. */
export function packRgba(width: u32, count: u32): void {
  for (let index: u32 = 0; index < count; index++) {
    let from = input + index * width * 4;
    let to = startRow(index);
    for (let x: u32 = 0; x < width; x++) {
      const word = load<u32>(from);
      const alpha = word >>> 24;
      if (alpha == 255) store<u32>(to, word);
      else if (alpha == 0) store<u32>(to, 0);
      else {
        const color = f32x4.convert_i32x4_u(
          i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(word))),
        );
        const straight = f32x4.div(f32x4.mul(color, f32x4.splat(255)), f32x4.splat(f32(alpha)));
        const r = i32x4.trunc_sat_f32x4_u(f32x4.add(straight, f32x4.splat(0.5)));
        const n = i16x8.narrow_i32x4_u(r, r);
        const b = i8x16.narrow_i16x8_u(n, n);
        store<u32>(to, (i32x4.extract_lane(b, 0) & 0xffffff) | (alpha << 24));
      }
      from += 4;
      to += 4;
    }
  }
}
