/**
 * The convolutions of the network that finds faces. Pixels by rows, then columns, then channels; all addresses
 * are of f32. Channels are multiples of 4, and outputs of 16, except for the three channels of the picture.
 */

const LEAK: f32 = 0.1;

/** Makes the memory at least `bytes` large. The caller lays it out. */
export function reserve(bytes: u32): void {
  const pages = (bytes + 0xffff) >> 16;
  const more = <i32>pages - memory.size();
  if (more > 0) memory.grow(more);
}

/** A 3 × 3 convolution of three channels without a margin, whose 16 outputs have negative values weakened. */
export function convolvePicture(
  input: usize,
  width: u32,
  height: u32,
  filters: usize,
  bias: usize,
  output: usize,
): void {
  let to = output;
  for (let y: u32 = 0; y + 2 < height; y++) {
    for (let x: u32 = 0; x + 2 < width; x++) {
      let a = v128.load(bias);
      let b = v128.load(bias, 16);
      let c = v128.load(bias, 32);
      let d = v128.load(bias, 48);
      let weights = filters;
      for (let row: u32 = 0; row < 3; row++) {
        const from = input + ((((y + row) * width + x) * 3) << 2);
        for (let index: usize = 0; index < 9; index++) {
          const value = v128.load32_splat(from + (index << 2));
          a = f32x4.add(a, f32x4.mul(value, v128.load(weights)));
          b = f32x4.add(b, f32x4.mul(value, v128.load(weights, 16)));
          c = f32x4.add(c, f32x4.mul(value, v128.load(weights, 32)));
          d = f32x4.add(d, f32x4.mul(value, v128.load(weights, 48)));
          weights += 64;
        }
      }
      v128.store(to, leak(a));
      v128.store(to, leak(b), 16);
      v128.store(to, leak(c), 32);
      v128.store(to, leak(d), 48);
      to += 64;
    }
  }
}

/** A 3 × 3 convolution of each channel alone, with a margin of zeros. */
export function convolveChannels(
  input: usize,
  width: i32,
  height: i32,
  channels: u32,
  filters: usize,
  output: usize,
): void {
  const stride: usize = channels << 2;
  let to = output;
  for (let y: i32 = 0; y < height; y++) {
    for (let x: i32 = 0; x < width; x++) {
      for (let each: usize = 0; each < stride; each += 16) {
        let sum = f32x4.splat(0);
        for (let row: i32 = -1; row <= 1; row++) {
          if (y + row < 0 || y + row >= height) continue;
          for (let column: i32 = -1; column <= 1; column++) {
            if (x + column < 0 || x + column >= width) continue;
            const from = input + <usize>((y + row) * width + x + column) * stride + each;
            const weights = filters + <usize>((row + 1) * 3 + column + 1) * stride + each;
            sum = f32x4.add(sum, f32x4.mul(v128.load(from), v128.load(weights)));
          }
        }
        v128.store(to + each, sum);
      }
      to += stride;
    }
  }
}

/** Mixes the channels of each pixel, 16 outputs of one pixel at a time. */
export function mixChannels(
  input: usize,
  pixels: u32,
  channels: u32,
  filters: usize,
  bias: usize,
  outputs: u32,
  weakens: bool,
  output: usize,
): void {
  const stride: usize = channels << 2;
  const row: usize = outputs << 2;
  for (let part: usize = 0; part < row; part += 64) {
    let from = input;
    let to = output + part;
    for (let pixel: u32 = 0; pixel < pixels; pixel++) {
      let a = v128.load(bias + part);
      let b = v128.load(bias + part, 16);
      let c = v128.load(bias + part, 32);
      let d = v128.load(bias + part, 48);
      let weights = filters + part;
      for (let each: usize = 0; each < stride; each += 4) {
        const value = v128.load32_splat(from + each);
        a = f32x4.add(a, f32x4.mul(value, v128.load(weights)));
        b = f32x4.add(b, f32x4.mul(value, v128.load(weights, 16)));
        c = f32x4.add(c, f32x4.mul(value, v128.load(weights, 32)));
        d = f32x4.add(d, f32x4.mul(value, v128.load(weights, 48)));
        weights += row;
      }
      v128.store(to, weakens ? leak(a) : a);
      v128.store(to, weakens ? leak(b) : b, 16);
      v128.store(to, weakens ? leak(c) : c, 32);
      v128.store(to, weakens ? leak(d) : d, 48);
      from += stride;
      to += row;
    }
  }
}

/** The largest of 2 × 2 values, for each `step`th pixel. */
export function pool(input: usize, width: u32, height: u32, channels: u32, step: u32, output: usize): void {
  const stride: usize = channels << 2;
  let to = output;
  for (let y: u32 = 0; y < height; y += step) {
    const below = min<u32>(height - 1, y + 1);
    for (let x: u32 = 0; x < width; x += step) {
      const right = min<u32>(width - 1, x + 1);
      const a = input + (y * width + x) * stride;
      const b = input + (y * width + right) * stride;
      const c = input + (below * width + x) * stride;
      const d = input + (below * width + right) * stride;
      for (let each: usize = 0; each < stride; each += 16) {
        const first = f32x4.max(v128.load(a + each), v128.load(b + each));
        const second = f32x4.max(v128.load(c + each), v128.load(d + each));
        v128.store(to + each, f32x4.max(first, second));
      }
      to += stride;
    }
  }
}

function leak(values: v128): v128 {
  return f32x4.max(values, f32x4.mul(values, f32x4.splat(LEAK)));
}
