import {
  Lab_to_XYZ_D50,
  XYZ_D50_to_Lab,
  XYZ_D50_to_sRGB,
  sRGB_to_XYZ_D50,
  type Color as Channels,
} from '@csstools/color-helpers';

import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { findTag, hasWholeTags, readTable, type IccTable } from './icc-table.ts';

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** What is seen of inks on paper, and the inks of what is seen, by the profile of a printing condition. */
export interface OutputProfile {
  readonly see: (cmyk: Cmyk) => Rgb;
  /** The inks of a colour of sRGB. */
  readonly separate: (rgb: Rgb) => Cmyk;
}

/** The bytes that the file of a profile may have. */
export const MAX_PROFILE_BYTES = 5_000_000;

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
  checkHeader(profile);
  const toLab = open(profile, 'A2B1', 4, 3) ?? open(profile, 'A2B0', 4, 3);
  const toBlack = open(profile, 'B2A0', 3, 4);
  const toInks = open(profile, 'B2A1', 3, 4) ?? toBlack;
  if (toLab === null || toInks === null || toBlack === null)
    throw new ProfileError('lacks a table from inks to Lab (A2B1) or back (B2A0), or has one with a matrix');
  const lab = (cmyk: readonly number[]): Channels => decodeLab(toLab, toLab.look(cmyk));
  const [lightness] = lab(toBlack.look(encodeLab(toBlack, [0, 0, 0])));
  const black = Lab_to_XYZ_D50([Math.min(50, lightness), 0, 0]);
  const scales = white.map((light, axis) => (light - (black[axis] ?? 0)) / light);
  return {
    see: (cmyk) => {
      const xyz = Lab_to_XYZ_D50(lab(cmyk)).map(
        (value, axis) => (value - (black[axis] ?? 0)) / (scales[axis] ?? 1),
      ) as Channels;
      const [red, green, blue] = XYZ_D50_to_sRGB(xyz).map((channel) =>
        Math.min(255, Math.max(0, Math.round(channel * 255))),
      );
      return [red ?? 0, green ?? 0, blue ?? 0];
    },
    separate: (rgb) => {
      const [red, green, blue] = rgb;
      const seen = sRGB_to_XYZ_D50([red / 255, green / 255, blue / 255]);
      const xyz = seen.map((value, axis) => value * (scales[axis] ?? 1) + (black[axis] ?? 0)) as Channels;
      return toInks.look(encodeLab(toInks, XYZ_D50_to_Lab(xyz))) as unknown as Cmyk;
    },
  };
}

/** Bytes that are no profile of a printing condition. The message continues "The profile ". */
export class ProfileError extends Error {}

/** What a profile calls itself; empty: nothing that can be read. */
export function nameOfProfile(bytes: Uint8Array): string {
  const tag = findTag(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'desc');
  if (tag === null || tag.length < DESCRIPTION_START) return '';
  if (tag.toString('latin1', 0, 4) === 'desc') {
    const end = DESCRIPTION_START + tag.readUInt32BE(8);
    return printable(tag.toString('latin1', DESCRIPTION_START, Math.min(end, tag.length)));
  }
  if (tag.toString('latin1', 0, 4) !== 'mluc' || tag.length < FIRST_TEXT + 8) return '';
  const start = tag.readUInt32BE(FIRST_TEXT + 4);
  const text = tag.subarray(start, start + tag.readUInt32BE(FIRST_TEXT));
  return printable(new TextDecoder('utf-16be').decode(text));
}

const DESCRIPTION_START = 12;
/** Where the length of the first text in `multiLocalizedUnicodeType` is; its offset follows. */
const FIRST_TEXT = 20;

function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 100)
    .toWellFormed();
}

function checkHeader(profile: Buffer): void {
  if (profile.length > MAX_PROFILE_BYTES)
    throw new ProfileError(`has ${profile.length} bytes, but at most ${MAX_PROFILE_BYTES} are accepted`);
  if (profile.length < HEADER_BYTES || profile.toString('latin1', 36, 40) !== 'acsp')
    throw new ProfileError('is no ICC profile');
  const read = (at: number): string => profile.toString('latin1', at, at + 4);
  const [kind, space, connection] = [read(12), read(16), read(20)];
  if (kind !== 'prtr' || space !== 'CMYK' || connection !== 'Lab ')
    throw new ProfileError(
      'is no ICC profile of a printer from CMYK to Lab, as printing conditions have them',
    );
  if (profile.readUInt32BE(0) !== profile.length || !hasWholeTags(profile))
    throw new ProfileError('is damaged: its size or a part of it is not what it says');
}

const HEADER_BYTES = 132;

function open(profile: Buffer, name: string, inputs: 3 | 4, outputs: 3 | 4): IccTable | null {
  const tag = findTag(profile, name);
  const table = tag === null ? null : readTable(tag);
  return table?.inputs === inputs && table.outputs === outputs ? table : null;
}

/** In `lut16Type`, 0xff00 is 100. */
const SHORT = 65_280 / 65_535;

function decodeLab({ lab }: IccTable, [l = 0, a = 0, b = 0]: readonly number[]): Channels {
  const scale = lab === 'short' ? SHORT : 1;
  return [(l / scale) * 100, (a / scale) * 255 - 128, (b / scale) * 255 - 128];
}

function encodeLab({ lab }: IccTable, [l, a, b]: Channels): number[] {
  const scale = lab === 'short' ? SHORT : 1;
  return [(l / 100) * scale, ((a + 128) / 255) * scale, ((b + 128) / 255) * scale];
}
