import { copyRows, pixelEncoder } from './pixel-encoder.ts';

const MAX_COLORS = 256;

/** The colours of an image with few colours, in the order of the file. */
export interface Palette {
  readonly bits: 1 | 2 | 4 | 8;
  /** Red, green and blue of each colour. */
  readonly colors: Buffer;
  /** The opacity of the first colours; the others are opaque. */
  readonly alphas: Buffer;
}

interface Color {
  /** The order in which the encoder found the colours. */
  readonly found: number;
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

/**
 * Counts the colours of premultiplied RGBA pixels. If there are at most 256, prepares the encoder for indexes
 * into them. `opaque`: no pixel is translucent. Stops as soon as both answers are known.
 */
export function inspectColors(
  data: Uint8Array,
  width: number,
  height: number,
  knownOpaque: boolean,
): { readonly opaque: boolean; readonly palette: Palette | null } {
  const encoder = pixelEncoder();
  const strip = encoder.begin(width, 32, false, 3);
  encoder.forgetColors();
  let count = 0;
  let opaque = true;
  for (let from = 0; from < height; from += strip) {
    const to = Math.min(height, from + strip);
    const few = count <= MAX_COLORS;
    if (!few && (knownOpaque || !opaque)) break;
    copyRows(encoder, { data, width }, from, to);
    if (few) count = encoder.countColors((to - from) * width);
    if (!knownOpaque && opaque) opaque = encoder.isOpaque((to - from) * width);
  }
  return { opaque, palette: count <= MAX_COLORS ? sortColors(count) : null };
}

/** Sorts the colours: translucent ones first (only they need an opacity), then from dark to light. */
function sortColors(count: number): Palette {
  const encoder = pixelEncoder();
  const pixels = Buffer.from(encoder.memory.buffer, encoder.colorsAt(), count * 4);
  const colors: Color[] = Array.from({ length: count }, (_, found) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(found * 4, found * 4 + 4);
    const straight = (value: number): number =>
      alpha === 0 ? 0 : Math.min(255, Math.floor((value * 255) / alpha + 0.5));
    return { found, rgb: [straight(red), straight(green), straight(blue)], alpha };
  });
  colors.sort((a, b) => a.alpha - b.alpha || light(a) - light(b) || a.found - b.found);
  const ranks = new Uint8Array(encoder.memory.buffer, encoder.ranksAt(), count);
  for (const [rank, { found }] of colors.entries()) ranks[found] = rank;
  return {
    bits: count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8,
    colors: Buffer.from(colors.flatMap(({ rgb }) => rgb)),
    alphas: Buffer.from(colors.filter(({ alpha }) => alpha < 255).map(({ alpha }) => alpha)),
  };
}

function light({ rgb: [red, green, blue] }: Color): number {
  return red * 3 + green * 6 + blue;
}
