/** Adjustments that change colours by their hue and saturation. */
import type { GradientMapAdjustment, HueSaturationAdjustment, HueSaturationAdjustmentChannel } from 'ag-psd';
import { colorAt } from '../gradients.ts';
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

/** White where the luminance reaches a level, else black. */
export function threshold(level: number): ColorChange {
  return (color) => {
    color.fill(computeLuminance(color) >= level ? 255 : 0);
  };
}

/** The colour of a gradient at the luminance of a colour; null for gradients of noise. */
export function gradientMap(adjustment: GradientMapAdjustment): ColorChange | null {
  const { gradientType, colorStops = [], reverse = false, smoothness = 1, method } = adjustment;
  if (gradientType !== 'solid' || colorStops.length === 0) return null;
  const table = Array.from({ length: 256 }, (_, value) =>
    colorAt({ colorStops, smoothness }, (reverse ? 255 - value : value) / 255, method),
  );
  return (color) => {
    const [r, g, b] = table[Math.round(computeLuminance(color))] ?? [0, 0, 0];
    color[0] = r;
    color[1] = g;
    color[2] = b;
  };
}

/** Rounds a colour to the values that 8 bits have. */
export function clip(color: Rgb): void {
  for (let channel = 0; channel < 3; channel += 1)
    color[channel] = Math.round(Math.min(255, Math.max(0, color[channel] ?? 0)));
}
