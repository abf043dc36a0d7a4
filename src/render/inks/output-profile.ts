import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  Lab_to_XYZ_D50,
  sRGB_to_XYZ_D50,
  XYZ_D50_to_Lab,
  XYZ_D50_to_sRGB,
  type Color as Channels,
} from '@csstools/color-helpers';

import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { findTag, readTable, type IccTable } from './icc-table.ts';

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** Inks on paper and how they are seen, by the profile of a printing condition. */
export interface OutputProfile {
  readonly see: (cmyk: Cmyk) => Rgb;
  /** The inks that print a colour of sRGB, as a printer's workflow separates it. */
  readonly separate: (rgb: Rgb) => Cmyk;
}

let standard: OutputProfile | undefined;

/** FOGRA39: see pdf/profiles/README.md. */
export function standardProfile(): OutputProfile {
  standard ??= openProfile(readFileSync(join(import.meta.dirname, '../pdf/profiles/fogra39.icc')));
  return standard;
}

/** The white of ICC's connection space: D50. */
const white = [0.9642, 1, 0.8249] as const;

/**
 * Opens the profile of a printing condition. Colours are relative to the paper, with black point
 * compensation: the darkest print is black, as in viewers of PDFs.
 *
 * @throws ProfileError for bytes that are no such profile
 */
export function openProfile(bytes: Uint8Array): OutputProfile {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [space, connection] = [profile.toString('latin1', 16, 20), profile.toString('latin1', 20, 24)];
  if (space !== 'CMYK' || connection !== 'Lab ')
    throw new ProfileError('is no ICC profile from CMYK to Lab, as printing conditions have them');
  const toLab = open(profile, 'A2B1', 4) ?? open(profile, 'A2B0', 4);
  const toInks = open(profile, 'B2A0', 3);
  if (toLab === null || toInks === null)
    throw new ProfileError('has no tables of version 2 of ICC profiles (lut8 or lut16) in both directions');
  const lab = (cmyk: readonly number[]): Channels => decodeLab(toLab, toLab.look(cmyk));
  const [lightness] = lab(toInks.look([0, 0.5, 0.5]));
  const black = Lab_to_XYZ_D50([Math.min(50, lightness), 0, 0]);
  return {
    see: (cmyk) => {
      const xyz = Lab_to_XYZ_D50(lab(cmyk)).map((value, axis) => {
        const [dark, light] = [black[axis] ?? 0, white[axis] ?? 1];
        return ((value - dark) * light) / (light - dark);
      }) as Channels;
      const [red, green, blue] = XYZ_D50_to_sRGB(xyz).map((channel) =>
        Math.min(255, Math.max(0, Math.round(channel * 255))),
      );
      return [red ?? 0, green ?? 0, blue ?? 0];
    },
    separate: (rgb) => {
      const xyz = sRGB_to_XYZ_D50(rgb.map((channel) => channel / 255) as Channels).map((value, axis) => {
        const [dark, light] = [black[axis] ?? 0, white[axis] ?? 1];
        return dark + (value * (light - dark)) / light;
      }) as Channels;
      const [cyan = 0, magenta = 0, yellow = 0, key = 0] = toInks.look(
        encodeLab(toInks, XYZ_D50_to_Lab(xyz)),
      );
      return [cyan, magenta, yellow, key];
    },
  };
}

/** Bytes that are no profile of a printing condition. The message continues "The profile ". */
export class ProfileError extends Error {}

function open(profile: Buffer, name: string, inputs: 3 | 4): IccTable | null {
  const tag = findTag(profile, name);
  const table = tag === null ? null : readTable(tag);
  return table?.inputs === inputs ? table : null;
}

/** Lab as version 2 writes it: in 16 bits, 0xff00 is 100. */
const WIDE_SCALE = 65_535 / 65_280;

function decodeLab({ bits }: IccTable, [l = 0, a = 0, b = 0]: readonly number[]): Channels {
  const scale = bits === 8 ? 1 : WIDE_SCALE;
  return [l * scale * 100, a * scale * 255 - 128, b * scale * 255 - 128];
}

function encodeLab({ bits }: IccTable, [l, a, b]: Channels): number[] {
  const scale = bits === 8 ? 1 : WIDE_SCALE;
  return [l / 100 / scale, (a + 128) / 255 / scale, (b + 128) / 255 / scale];
}
