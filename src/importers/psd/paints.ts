/** Colours of Photoshop. */
import { Lab_to_XYZ_D50, XYZ_D50_to_sRGB } from '@csstools/color-helpers';
import type { Color } from 'ag-psd';
import type { Paint } from '../../../generated/template.ts';

/** Red, green and blue from 0 to 255. */
export function readChannels(color: Color): readonly [number, number, number] {
  if ('r' in color) return [color.r, color.g, color.b];
  if ('fr' in color) return [color.fr * 255, color.fg * 255, color.fb * 255];
  if ('h' in color) return fromHsb(color.h, color.s, color.b);
  if ('c' in color) return [inked(color.c, color.k), inked(color.m, color.k), inked(color.y, color.k)];
  if ('l' in color) return fromLab(color.l, color.a, color.b);
  const grey = 255 - color.k * 2.55;
  return [grey, grey, grey];
}

/** The lightness is from 0 to 100. Colours that sRGB does not have are clipped. */
function fromLab(lightness: number, a: number, b: number): [number, number, number] {
  const [red, green, blue] = XYZ_D50_to_sRGB(Lab_to_XYZ_D50([lightness, a, b]));
  const channel = (value: number): number => 255 * Math.min(1, Math.max(0, value));
  return [channel(red), channel(green), channel(blue)];
}

/** A colour of the template. */
export function readColor(color: Color, opacity = 1): string {
  const all = [...readChannels(color), opacity * 255];
  const text = all.map((value) =>
    Math.round(Math.min(255, Math.max(0, finite(value))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${text.join('')}`;
}

/** Inks from 0 to 100. */
function inked(ink: number, black: number): number {
  return 255 * (1 - ink / 100) * (1 - black / 100);
}

/** The hue is a share of the circle; saturation and brightness are from 0 to 100. */
function fromHsb(hue: number, saturation: number, brightness: number): [number, number, number] {
  const channel = (offset: number): number => {
    const k = (offset + hue * 6) % 6;
    return 2.55 * brightness * (1 - (saturation / 100) * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [channel(5), channel(3), channel(1)];
}

/** A number, or 0. */
export function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** A paint with all its colours more translucent. */
export function fade(paint: Paint, opacity: number): Paint {
  const faded = (color: string): string => {
    const alpha = Math.round(Number.parseInt(color.slice(7, 9), 16) * opacity);
    return color.slice(0, 7) + alpha.toString(16).padStart(2, '0');
  };
  if (opacity >= 1) return paint;
  if (typeof paint === 'string') return faded(paint);
  return { ...paint, stops: paint.stops.map(({ offset, color }) => ({ offset, color: faded(color) })) };
}
