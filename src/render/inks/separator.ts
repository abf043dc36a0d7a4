/** Separates colours of sRGB into process inks, for files that have no other colours. */
import type { Cmyk } from '../../common/colors/ink-colors.ts';
import type { OutputProfile } from './output-profile.ts';
import type { SceneProfile } from './scene-profile.ts';

/** From sRGB to the process inks of a printing condition. */
export interface Separator {
  /** A key of the condition. */
  readonly key: string;
  /** The inks of a colour; channels are from 0 to 1. White is no ink. */
  readonly color: (red: number, green: number, blue: number) => Cmyk;
  /** Four bytes of inks for each pixel of straight RGBA. */
  readonly pixels: (rgba: Uint8Array) => Buffer;
}

/** Steps of each channel in the table for pixels, as littleCMS has them. */
const STEPS = 33;

const separators = new WeakMap<OutputProfile, Separator>();

/** The separator of a profile. Its table is made when the first pixels need it. */
export function separatorOf({ profile, key }: SceneProfile): Separator {
  let separator = separators.get(profile);
  if (separator === undefined) separators.set(profile, (separator = createSeparator(profile, key)));
  return separator;
}

function createSeparator({ separate }: OutputProfile, key: string): Separator {
  let table: Uint16Array | undefined;
  const color: Separator['color'] = (red, green, blue) =>
    red >= 1 && green >= 1 && blue >= 1 ? [0, 0, 0, 0] : separate([red * 255, green * 255, blue * 255]);
  return {
    key,
    color,
    pixels: (rgba) => {
      table ??= fillTable(color);
      return separatePixels(table, rgba);
    },
  };
}

function fillTable(color: Separator['color']): Uint16Array {
  const table = new Uint16Array(STEPS ** 3 * 4);
  const last = STEPS - 1;
  let at = 0;
  for (let red = 0; red < STEPS; red++)
    for (let green = 0; green < STEPS; green++)
      for (let blue = 0; blue < STEPS; blue++)
        for (const ink of color(red / last, green / last, blue / last))
          table[at++] = Math.round(ink * 65_535);
  return table;
}

/** Tetrahedral: from a corner of the table along the axes, the one with the largest part first. */
function separatePixels(table: Uint16Array, rgba: Uint8Array): Buffer {
  const inks = Buffer.allocUnsafe(rgba.length);
  let [before, at] = [-1, 0];
  for (let pixel = 0; pixel < rgba.length; pixel += 4) {
    const [red, green, blue] = [rgba[pixel] ?? 0, rgba[pixel + 1] ?? 0, rgba[pixel + 2] ?? 0];
    const value = (red << 16) | (green << 8) | blue;
    if (value === before) {
      inks.copyWithin(pixel, at, at + 4);
      at = pixel;
      continue;
    }
    [before, at] = [value, pixel];
    if (value === WHITE) {
      inks.fill(0, pixel, pixel + 4);
      continue;
    }
    const [r, g, b] = [red * SCALE, green * SCALE, blue * SCALE];
    const [ri, gi, bi] = [Math.min(r | 0, STEPS - 2), Math.min(g | 0, STEPS - 2), Math.min(b | 0, STEPS - 2)];
    const [fr, fg, fb] = [r - ri, g - gi, b - bi];
    const first = ((ri * STEPS + gi) * STEPS + bi) * 4;
    // Each step adds the axis with the largest part that is left.
    const [x, y, z] =
      fr >= fg ? (fg >= fb ? RGB : fr >= fb ? RBG : BRG) : fr >= fb ? GRB : fg >= fb ? GBR : BGR;
    const [px, py, pz] = [partOf(x, fr, fg, fb), partOf(y, fr, fg, fb), partOf(z, fr, fg, fb)];
    const second = first + x;
    const third = second + y;
    const fourth = third + z;
    for (let ink = 0; ink < 4; ink++) {
      const sum =
        (table[first + ink] ?? 0) * (1 - px) +
        (table[second + ink] ?? 0) * (px - py) +
        (table[third + ink] ?? 0) * (py - pz) +
        (table[fourth + ink] ?? 0) * pz;
      inks[pixel + ink] = Math.round(sum / 257);
    }
  }
  return inks;
}

const WHITE = 0xff_ffff;
const SCALE = (STEPS - 1) / 255;
/** How far the next step of each channel is in the table. */
const R = STEPS ** 2 * 4;
const G = STEPS * 4;
const B = 4;
const RGB = [R, G, B] as const;
const RBG = [R, B, G] as const;
const BRG = [B, R, G] as const;
const GRB = [G, R, B] as const;
const GBR = [G, B, R] as const;
const BGR = [B, G, R] as const;

function partOf(axis: number, red: number, green: number, blue: number): number {
  return axis === R ? red : axis === G ? green : blue;
}
