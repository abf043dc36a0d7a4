/** Adjustments that mix channels, or colours with others. */
import type {
  ChannelMixerAdjustment,
  ChannelMixerChannel,
  ColorBalanceAdjustment,
  ColorBalanceValues,
  GradientMapAdjustment,
  PhotoFilterAdjustment,
} from 'ag-psd';
import { colorAt } from '../gradients.ts';
import { readChannels, fromLab } from '../paints.ts';
import { computeLuminance, setHsl, setLuminance, toHsl, type Rgb } from '../../color-spaces.ts';
import type { ColorChange } from './hues.ts';

/** White where the luminance reaches a level, else black. */
export function threshold(level: number): ColorChange {
  return (color) => {
    color.fill(computeLuminance(color) >= level ? 255 : 0);
  };
}

/** Each channel is a sum of all of them, in hundredths. */
export function channelMixer(adjustment: ChannelMixerAdjustment): ColorChange {
  const { monochrome = false, red, green, blue, gray } = adjustment;
  const rows = monochrome ? [gray, gray, gray] : [red, green, blue];
  return (color) => {
    const [r, g, b] = color;
    for (const [channel, row] of rows.entries()) if (row !== undefined) color[channel] = getSum(row, r, g, b);
  };
}

function getSum(
  { red, green, blue, constant }: ChannelMixerChannel,
  r: number,
  g: number,
  b: number,
): number {
  return (r * red + g * green + b * blue + 255 * constant) / 100;
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

/**
 * Light through a coloured glass: a part of it is multiplied by its colour, and made as bright as before.
 * Photoshop's own formula is not published.
 */
export function photoFilter(adjustment: PhotoFilterAdjustment): ColorChange | null {
  const { color: glass, density = 0.25, preserveLuminosity = true } = adjustment;
  if (glass === undefined) return null;
  // Here Lab is from 0 to 1.
  const [r, g, b] = 'l' in glass ? fromLab(glass.l * 100, glass.a * 127, glass.b * 127) : readChannels(glass);
  const factors = [r, g, b].map((channel) => 1 - density + (density * channel) / 255);
  return (color) => {
    const luminance = computeLuminance(color);
    for (let channel = 0; channel < 3; channel += 1)
      color[channel] = (color[channel] ?? 0) * (factors[channel] ?? 1);
    if (preserveLuminosity) setLuminance(color, luminance);
  };
}

/** How much values belong to the shadows and the highlights, of which the midtones are the rest. */
const [bend, border, scale] = [0.25, 0.333, 0.7];

/**
 * Moves channels in shadows, midtones and highlights by different lengths: GIMP,
 * app/operations/gimpoperationcolorbalance.c. Photoshop's own formula is not published.
 */
export function colorBalance(adjustment: ColorBalanceAdjustment): ColorChange {
  const none: ColorBalanceValues = { cyanRed: 0, magentaGreen: 0, yellowBlue: 0 };
  const { shadows = none, midtones = none, highlights = none, preserveLuminosity = true } = adjustment;
  const parts = [shadows, midtones, highlights].map((part) =>
    [part.cyanRed, part.magentaGreen, part.yellowBlue].map((value) => value / 100),
  );
  const lows = parts[0] ?? [];
  const mids = parts[1] ?? [];
  const highs = parts[2] ?? [];
  return (color) => {
    const { lightness } = toHsl(color);
    const dark = clamp((lightness - border) / -bend + 0.5) * scale;
    const bright = clamp((lightness + border - 1) / bend + 0.5) * scale;
    const middle =
      clamp((lightness - border) / bend + 0.5) * clamp((lightness + border - 1) / -bend + 0.5) * scale;
    for (let channel = 0; channel < 3; channel += 1) {
      const moved =
        (lows[channel] ?? 0) * dark + (mids[channel] ?? 0) * middle + (highs[channel] ?? 0) * bright;
      color[channel] = 255 * clamp((color[channel] ?? 0) / 255 + moved);
    }
    if (!preserveLuminosity) return;
    const { hue, saturation } = toHsl(color);
    setHsl(color, hue, saturation, lightness);
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Rounds a colour to the values that 8 bits have. */
export function clip(color: Rgb): void {
  for (let channel = 0; channel < 3; channel += 1)
    color[channel] = Math.round(Math.min(255, Math.max(0, color[channel] ?? 0)));
}
