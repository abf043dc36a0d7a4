/**
 * Colours in inks within a scene. A colour of a scene begins with what is seen, `#rrggbbaa`; one in inks has
 * these after it, as JSON. Pixels and SVGs draw what is seen, PDFs for print the inks.
 */
import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { parseColor } from '../color-channels.ts';
import type { Color } from '../scene/paint.ts';

/** The amount of a named ink, and what replaces all of it where there is none. */
export interface SpotInk {
  readonly name: string;
  readonly tint: number;
  readonly cmyk: Cmyk;
}

/** What a colour consists of. */
export interface Inks {
  readonly cmyk: Cmyk;
  readonly spots: readonly SpotInk[];
}

/** Characters of `#rrggbbaa`. */
const SEEN_LENGTH = 9;

const noInk: Cmyk = [0, 0, 0, 0];

/** A colour in inks, by how it is seen. */
export function inkColor(seen: Color, inks: Inks): Color {
  return `${seen} ${JSON.stringify(inks)}`;
}

/** How a colour is seen, as `#rrggbbaa`. */
export function seenColor(color: Color): Color {
  return color.length > SEEN_LENGTH && color.startsWith('#') ? color.slice(0, SEEN_LENGTH) : color;
}

/** The inks of a colour; null: it is sRGB. */
export function inksOf(color: Color): Inks | null {
  if (color.length <= SEEN_LENGTH || !color.startsWith('#')) return null;
  return JSON.parse(color.slice(SEEN_LENGTH)) as Inks;
}

/** The same colour with another opacity. `alpha`: from 0 to 1. */
export function withAlpha(color: Color, alpha: number): Color {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return `${color.slice(0, 7)}${byte.toString(16).padStart(2, '0')}${color.slice(SEEN_LENGTH)}`;
}

/** A colour as a template writes it, except for mixtures. */
export function writeColor(color: Color): string {
  const inks = inksOf(color);
  if (inks === null) return color;
  const alpha = parseColor(color)[3] / 255;
  const [spot] = inks.spots;
  return spot === undefined
    ? `device-cmyk(${inks.cmyk.join(' ')} / ${alpha})`
    : `ink("${spot.name}" ${spot.tint} / ${alpha})`;
}

/** The inks between two colours. `share`: of the second. */
export function mixInks(one: Inks, other: Inks, share: number): Inks {
  const mix = (from: number, to: number): number => from + (to - from) * share;
  const names = new Map([...one.spots, ...other.spots].map(({ name, cmyk }) => [name, cmyk]));
  const tintOf = ({ spots }: Inks, name: string): number =>
    spots.find((spot) => spot.name === name)?.tint ?? 0;
  return {
    cmyk: one.cmyk.map((part, index) => mix(part, other.cmyk[index] ?? 0)) as unknown as Cmyk,
    spots: [...names].map(([name, cmyk]) => ({
      name,
      cmyk,
      tint: mix(tintOf(one, name), tintOf(other, name)),
    })),
  };
}

/** The process inks that stand for all inks of a colour. */
export function toProcess({ cmyk, spots }: Inks): Cmyk {
  return cmyk.map((part, index) => {
    const all = spots.reduce((sum, { tint, cmyk: own }) => sum + tint * (own[index] ?? 0), part);
    return Math.min(1, all);
  }) as unknown as Cmyk;
}

/** Whether it is black ink alone, or none. */
export function isBlackInk({ cmyk: [cyan, magenta, yellow], spots }: Inks): boolean {
  return cyan === 0 && magenta === 0 && yellow === 0 && spots.every(({ tint }) => tint === 0);
}

/** Process inks alone. */
export function processInks(cmyk: Cmyk): Inks {
  return { cmyk, spots: [] };
}

/** One named ink alone. */
export function spotInks(spot: SpotInk): Inks {
  return { cmyk: noInk, spots: [spot] };
}

/**
 * The inks of a colour in a mixture with another one: a neutral grey is black ink, and full transparency
 * takes the inks of the other. Null: it is a colour of sRGB.
 */
export function toInks(color: Color, other: Color): Inks | null {
  const own = inksOf(color);
  if (own !== null) return own;
  const [red, green, blue, alpha] = parseColor(color);
  if (alpha === 0) {
    const inks = inksOf(other);
    if (inks !== null) return inks;
  }
  return red === green && green === blue ? processInks([0, 0, 0, 1 - red / 255]) : null;
}
