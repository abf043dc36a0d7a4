import { handOver, pixelEncoder } from './pixel-encoder.ts';

const MOST_COLORS = 256;

/** The colours of a picture that has few, in the order of the file. */
export interface Palette {
  readonly bits: 1 | 2 | 4 | 8;
  /** Red, green and blue of each. */
  readonly colors: Buffer;
  /** Opacity of the first ones; those left out are opaque. */
  readonly alphas: Buffer;
}

interface Color {
  readonly seen: number;
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

/**
 * Looks for at most 256 colours in premultiplied RGBA pixels, and where there are no more, prepares the encoder for indexes
 * into them. `opaque`: no pixel has transparency. Stops as soon as both are known.
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
    const few = count <= MOST_COLORS;
    if (!few && (knownOpaque || !opaque)) break;
    handOver(encoder, { data, width }, from, to);
    if (few) count = encoder.countColors((to - from) * width);
    if (!knownOpaque && opaque) opaque = encoder.isOpaque((to - from) * width);
  }
  return { opaque, palette: count <= MOST_COLORS ? arrange(count) : null };
}

/** Colours that are alike get indexes that are: translucent ones first (only those need an entry of opacity), then dark to light. */
function arrange(count: number): Palette {
  const encoder = pixelEncoder();
  const found = Buffer.from(encoder.memory.buffer, encoder.colorsAt(), count * 4);
  const colors: Color[] = Array.from({ length: count }, (_, seen) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = found.subarray(seen * 4, seen * 4 + 4);
    const straight = (value: number): number =>
      alpha === 0 ? 0 : Math.min(255, Math.floor((value * 255) / alpha + 0.5));
    return { seen, rgb: [straight(red), straight(green), straight(blue)], alpha };
  });
  colors.sort((a, b) => a.alpha - b.alpha || light(a) - light(b) || a.seen - b.seen);
  const ranks = new Uint8Array(encoder.memory.buffer, encoder.ranksAt(), count);
  for (const [rank, { seen }] of colors.entries()) ranks[seen] = rank;
  return {
    bits: count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8,
    colors: Buffer.from(colors.flatMap(({ rgb }) => rgb)),
    alphas: Buffer.from(colors.filter(({ alpha }) => alpha < 255).map(({ alpha }) => alpha)),
  };
}

function light({ rgb: [red, green, blue] }: Color): number {
  return red * 3 + green * 6 + blue;
}
