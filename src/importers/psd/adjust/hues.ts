/** Adjustments that change colours by their hue and saturation. */
import type {
  BlackAndWhiteAdjustment,
  HueSaturationAdjustment,
  HueSaturationAdjustmentChannel,
  SelectiveColorAdjustment,
  VibranceAdjustment,
} from 'ag-psd';
import { readChannels } from '../paints.ts';
import { computeLuminance, setHsl, toHsl, type Rgb } from '../../color-spaces.ts';

/** Writes the new colour over the old one. */
export type ColorChange = (color: Rgb) => void;

/** The bit with which the settings of all colours say that they give them one hue. */
const colorizes = 256;

/**
 * Turns hues, and changes saturation and lightness: of all colours, then of those whose hue lies in a range.
 * Photoshop's own formulas are not published.
 */
export function hueSaturation(adjustment: HueSaturationAdjustment): ColorChange {
  const { master, reds, yellows, greens, cyans, blues, magentas } = adjustment;
  if (master !== undefined && (master.a & colorizes) !== 0) {
    const { b: hue, c: saturation, d: lightness } = master;
    return (color) => {
      const grey = computeLuminance(color) / 255;
      setHsl(color, (((hue % 360) + 360) % 360) / 360, Math.min(1, Math.max(0, saturation / 100)), grey);
      lighten(color, lightness / 100);
    };
  }
  const ranges = [reds, yellows, greens, cyans, blues, magentas].filter(
    (range): range is HueSaturationAdjustmentChannel =>
      range !== undefined && (range.hue !== 0 || range.saturation !== 0 || range.lightness !== 0),
  );
  return (color) => {
    const degrees = toHsl(color).hue * 360;
    if (master !== undefined) shiftHsl(color, master, 1);
    for (const range of ranges) shiftHsl(color, range, getShare(range, degrees));
  };
}

/** How much a hue belongs to a range: wholly from `b` to `c`, and less towards `a` and `d`. */
function getShare({ a, b, c, d }: HueSaturationAdjustmentChannel, degrees: number): number {
  const from = (start: number, end: number): number => (((end - start) % 360) + 360) % 360;
  const [place, begins, ends, last] = [from(a, degrees), from(a, b), from(a, c), from(a, d)];
  if (place > last) return 0;
  if (place < begins) return place / begins;
  return place <= ends ? 1 : (last - place) / Math.max(1, last - ends);
}

function shiftHsl(
  color: Rgb,
  { hue, saturation, lightness }: Pick<HueSaturationAdjustmentChannel, 'hue' | 'saturation' | 'lightness'>,
  share: number,
): void {
  if (share <= 0) return;
  if (hue !== 0) {
    const hsl = toHsl(color);
    setHsl(color, (((hsl.hue + (hue * share) / 360) % 1) + 1) % 1, hsl.saturation, hsl.lightness);
  }
  saturate(color, (saturation / 100) * share);
  lighten(color, (lightness / 100) * share);
}

/** Moves channels away from their middle, as far as a saturated colour allows, or towards it. */
function saturate(color: Rgb, change: number): void {
  if (change === 0) return;
  const { saturation, lightness } = toHsl(color);
  if (saturation === 0) return;
  const factor = change < 0 ? 1 + change : 1 / Math.max(saturation, 1 - change, 1e-3);
  for (let channel = 0; channel < 3; channel += 1) {
    const value = color[channel] ?? 0;
    color[channel] = lightness * 255 + (value - lightness * 255) * factor;
  }
}

function lighten(color: Rgb, change: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const value = color[channel] ?? 0;
    color[channel] = change < 0 ? value * (1 + change) : value + (255 - value) * change;
  }
}

/**
 * Saturates all colours alike, and those that are dull more than others, about as glfx.js does. Photoshop's
 * own formula is not published.
 */
export function vibrance({ vibrance: dull = 0, saturation = 0 }: VibranceAdjustment): ColorChange {
  return (color) => {
    saturate(color, saturation / 100);
    const most = Math.max(color[0], color[1], color[2]);
    const mean = (color[0] + color[1] + color[2]) / 3;
    const amount = (((most - mean) / 255) * 3 * -dull) / 100;
    for (let channel = 0; channel < 3; channel += 1)
      color[channel] = (color[channel] ?? 0) * (1 - amount) + most * amount;
  };
}

/**
 * Greys, of shares for six hues: the grey part of a colour, and those of the primary and the secondary colour
 * that it is mixed of. https://dsp.stackexchange.com/questions/688
 */
export function blackAndWhite(adjustment: BlackAndWhiteAdjustment): ColorChange {
  const { reds = 40, yellows = 60, greens = 40, cyans = 60, blues = 20, magentas = 80 } = adjustment;
  const primaries = [reds, greens, blues];
  // The secondary colour lacks the least channel.
  const secondaries = [cyans, magentas, yellows];
  const tint =
    adjustment.useTint === true && adjustment.tintColor ? readChannels(adjustment.tintColor) : null;
  const { hue, saturation } = tint === null ? { hue: 0, saturation: 0 } : toHsl([...tint]);
  return (color) => {
    const most = Math.max(color[0], color[1], color[2]);
    const least = Math.min(color[0], color[1], color[2]);
    const mid = color[0] + color[1] + color[2] - most - least;
    const high = color.indexOf(most);
    const low = color.lastIndexOf(least);
    const grey =
      least + ((mid - least) * (secondaries[low] ?? 0) + (most - mid) * (primaries[high] ?? 0)) / 100;
    setHsl(color, hue, saturation, Math.min(1, Math.max(0, grey / 255)));
  };
}

type Range = Exclude<keyof SelectiveColorAdjustment, 'type' | 'mode'>;

/**
 * Adds inks to colours near a hue, to light, middle and dark ones.
 * FFmpeg, libavfilter/vf_selectivecolor.c, after http://blog.pkh.me/p/22-understanding-selective-coloring-in-adobe-photoshop.html
 */
export function selectiveColor(adjustment: SelectiveColorAdjustment): ColorChange {
  const isRelative = adjustment.mode !== 'absolute';
  const names: readonly Range[] = ['reds', 'yellows', 'greens', 'cyans', 'blues', 'magentas'];
  const greys: readonly Range[] = ['whites', 'neutrals', 'blacks'];
  const inks = [...names, ...greys].flatMap((name) => {
    const ink = adjustment[name];
    const isUsed = ink !== undefined && [ink.c, ink.m, ink.y, ink.k].some((value) => value !== 0);
    return isUsed ? [{ name, black: ink.k / 100, own: [ink.c / 100, ink.m / 100, ink.y / 100] }] : [];
  });
  return (color) => {
    const before: Readonly<Rgb> = [color[0], color[1], color[2]];
    for (const { name, black, own } of inks) {
      const weight = weightIn(name, before);
      if (weight <= 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const change = inkChange((before[channel] ?? 0) / 255, own[channel] ?? 0, black, isRelative);
        color[channel] = (color[channel] ?? 0) + weight * change;
      }
    }
  };
}

/** How much a channel changes by an ink and black, at most to the ends of its range. */
function inkChange(value: number, ink: number, black: number, isRelative: boolean): number {
  const change = ((-1 - ink) * black - ink) * (isRelative ? 1 - value : 1);
  return Math.min(1 - value, Math.max(-value, change));
}

/** How much a colour belongs to a range, from 0 to 255. */
function weightIn(name: Range, color: Readonly<Rgb>): number {
  const r = color[0];
  const g = color[1];
  const b = color[2];
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const mid = r + g + b - most - least;
  switch (name) {
    case 'reds':
      return r === most ? most - mid : 0;
    case 'greens':
      return g === most ? most - mid : 0;
    case 'blues':
      return b === most ? most - mid : 0;
    case 'cyans':
      return r === least ? mid - least : 0;
    case 'magentas':
      return g === least ? mid - least : 0;
    case 'yellows':
      return b === least ? mid - least : 0;
    case 'whites':
      return least > 127 ? least * 2 - 255 : 0;
    case 'blacks':
      return most < 128 ? 255 - most * 2 : 0;
    case 'neutrals':
      return 255 - (Math.abs(most - 127.5) + Math.abs(least - 127.5));
    default:
      return 0;
  }
}
