import type { RasterPage } from '../raster-canvas.ts';

/** A page of black and white dots: rows of whole bytes, the first dot in the highest bit; 1 is black. */
export interface Dots {
  readonly bits: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
}

/** Greys as dark as this are black, and as light as this white: dark text and light paper have no specks. */
const [blackest, whitest] = [64, 240];

/**
 * Turns the pixels of a page into dots. Black and white stay what they are; greys and colours become patterns
 * of dots by error diffusion (R. W. Floyd and L. Steinberg, 1976), of the luma of ITU-R BT.709. Unpainted
 * pixels are white.
 */
export function ditherPage({ data, width, height }: RasterPage): Dots {
  const bytesPerRow = Math.ceil(width / 8);
  const bits = new Uint8Array(bytesPerRow * height);
  // Errors of this row and of the next, with a column on each side.
  let [errors, below] = [new Float32Array(width + 2), new Float32Array(width + 2)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x);
      const grey = readGrey(data, at);
      const level = grey <= blackest ? 0 : grey >= whitest ? 255 : grey + (errors[x + 1] ?? 0);
      const isBlack = level < 128;
      if (isBlack)
        bits[y * bytesPerRow + (x >> 3)] = (bits[y * bytesPerRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      const error = level - (isBlack ? 0 : 255);
      if (error === 0) continue;
      errors[x + 2] = (errors[x + 2] ?? 0) + (error * 7) / 16;
      below[x] = (below[x] ?? 0) + (error * 3) / 16;
      below[x + 1] = (below[x + 1] ?? 0) + (error * 5) / 16;
      below[x + 2] = (below[x + 2] ?? 0) + error / 16;
    }
    [errors, below] = [below, errors.fill(0)];
  }
  return { bits, width, height, bytesPerRow };
}

/** The luma of a premultiplied pixel on white, 0 to 255. */
function readGrey(data: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 255 - alpha;
}
