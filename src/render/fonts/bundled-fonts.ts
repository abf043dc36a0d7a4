import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { FontStyle } from '../scene/text.ts';

/** A font file that comes with the service. */
export interface BundledFace {
  readonly path: string;
  readonly weight: number;
  readonly style: FontStyle;
}

/** A font family that comes with the service. */
export interface BundledFamily {
  readonly name: string;
  /** The shaping language of a font for one language; null means English. */
  readonly language: string | null;
  readonly faces: readonly BundledFace[];
}

const WEIGHT_NAMES: readonly (readonly [number, string])[] = [
  [100, 'Thin'],
  [200, 'ExtraLight'],
  [300, 'Light'],
  [400, 'Regular'],
  [500, 'Medium'],
  [600, 'SemiBold'],
  [700, 'Bold'],
  [800, 'ExtraBold'],
  [900, 'Black'],
];

const require = createRequire(import.meta.url);

/** The faces and the language of a family. */
interface FamilyOptions {
  readonly minWeight?: number;
  readonly maxWeight?: number;
  readonly without?: readonly number[];
  readonly italics?: boolean;
  readonly language?: string;
}

/** The folder of all packages of fonts: one search instead of one for each. */
const packages = dirname(dirname(dirname(require.resolve('@expo-google-fonts/inter/package.json'))));

/** A family of a package that may be removed to save room: none without it. */
function removable(name: string, packageName: string, options: FamilyOptions = {}): BundledFamily[] {
  const isThere = existsSync(join(packages, '@expo-google-fonts', packageName));
  return isThere ? [family(name, packageName, options)] : [];
}

/** Signs of music, which no package of whole files has. */
function music(): BundledFamily[] {
  const path = join(packages, '@fontsource/noto-music/files/noto-music-music-400-normal.woff2');
  if (!existsSync(path)) return [];
  return [{ name: 'Noto Music', language: null, faces: [{ path, weight: 400, style: 'normal' }] }];
}

function family(name: string, packageName: string, options: FamilyOptions = {}): BundledFamily {
  const { minWeight = 100, maxWeight = 900, without = [], italics = false, language = null } = options;
  const root = join(packages, '@expo-google-fonts', packageName);
  const prefix = name.replaceAll(' ', '');
  const faces: BundledFace[] = [];
  for (const [weight, weightName] of WEIGHT_NAMES) {
    if (weight < minWeight || weight > maxWeight || without.includes(weight)) continue;
    for (const style of italics ? (['normal', 'italic'] as const) : (['normal'] as const)) {
      const variant = `${weight}${weightName}${style === 'italic' ? '_Italic' : ''}`;
      faces.push({ path: join(root, variant, `${prefix}_${variant}.ttf`), weight, style });
    }
  }
  return { name, language, faces };
}

const regularOnly = { minWeight: 400, maxWeight: 400 };
const regularAndBold = { minWeight: 400, maxWeight: 700, without: [500, 600] };
const regularToBold = { minWeight: 400, maxWeight: 700 };

/**
 * The bundled families by the name that templates use. To add one: a line here, and its package in
 * package.json. `fallback-families.ts` and `src/renderer/fonts.conf` decide what stored templates look like:
 * only add what nothing else draws.
 */
export const BUNDLED_FAMILIES: readonly BundledFamily[] = [
  family('Inter', 'inter', { italics: true }),
  family('Playfair Display', 'playfair-display', { minWeight: 400, italics: true }),
  family('Arimo', 'arimo', { minWeight: 400, maxWeight: 700, italics: true }),
  family('Cousine', 'cousine', { ...regularAndBold, italics: true }),
  family('Lato', 'lato', { without: [200, 500, 600, 800], italics: true }),
  family('Montserrat', 'montserrat', { italics: true }),
  family('Open Sans', 'open-sans', { minWeight: 300, maxWeight: 800, italics: true }),
  family('Roboto', 'roboto', { italics: true }),
  family('Tinos', 'tinos', { ...regularAndBold, italics: true }),
  family('Noto Sans Arabic', 'noto-sans-arabic', { language: 'ar' }),
  family('Noto Sans Hebrew', 'noto-sans-hebrew', { language: 'he' }),
  family('Noto Sans Devanagari', 'noto-sans-devanagari', { language: 'hi' }),
  family('Noto Sans Thai', 'noto-sans-thai', { language: 'th' }),
  family('Noto Sans SC', 'noto-sans-sc', { language: 'zh-Hans' }),
  family('Noto Sans JP', 'noto-sans-jp', { language: 'ja' }),
  family('Noto Sans KR', 'noto-sans-kr', { language: 'ko' }),
  family('Noto Sans Symbols 2', 'noto-sans-symbols-2', regularOnly),
  family('Noto Color Emoji', 'noto-color-emoji', regularOnly),
  ...removable('Roboto Condensed', 'roboto-condensed', { italics: true }),
  ...removable('Caveat', 'caveat', regularToBold),
  ...removable('Noto Sans', 'noto-sans', { italics: true }),
  ...removable('Noto Sans TC', 'noto-sans-tc', { language: 'zh-Hant' }),
  ...removable('Noto Sans HK', 'noto-sans-hk', { language: 'zh-HK' }),
  ...removable('Noto Sans Bengali', 'noto-sans-bengali', { language: 'bn' }),
  ...removable('Noto Sans Tamil', 'noto-sans-tamil', { language: 'ta' }),
  ...removable('Noto Sans Telugu', 'noto-sans-telugu', { language: 'te' }),
  ...removable('Noto Sans Kannada', 'noto-sans-kannada', { language: 'kn' }),
  ...removable('Noto Sans Malayalam', 'noto-sans-malayalam', { language: 'ml' }),
  ...removable('Noto Sans Gujarati', 'noto-sans-gujarati', { language: 'gu' }),
  ...removable('Noto Sans Gurmukhi', 'noto-sans-gurmukhi', { language: 'pa' }),
  ...removable('Noto Sans Oriya', 'noto-sans-oriya', { language: 'or' }),
  ...removable('Noto Sans Sinhala', 'noto-sans-sinhala', { language: 'si' }),
  ...removable('Noto Sans Khmer', 'noto-sans-khmer', { language: 'km' }),
  ...removable('Noto Sans Myanmar', 'noto-sans-myanmar', { language: 'my' }),
  ...removable('Noto Sans Lao', 'noto-sans-lao', { language: 'lo' }),
  ...removable('Noto Sans Georgian', 'noto-sans-georgian', { language: 'ka' }),
  ...removable('Noto Sans Armenian', 'noto-sans-armenian', { language: 'hy' }),
  ...removable('Noto Sans Ethiopic', 'noto-sans-ethiopic', { language: 'am' }),
  ...removable('Noto Serif Tibetan', 'noto-serif-tibetan', { language: 'bo' }),
  ...removable('Noto Sans Thaana', 'noto-sans-thaana', { language: 'dv' }),
  ...removable('Noto Sans Syriac', 'noto-sans-syriac', { language: 'syr' }),
  ...removable('Noto Sans NKo', 'noto-sans-nko', { ...regularOnly, language: 'nqo' }),
  ...removable('Noto Sans Cherokee', 'noto-sans-cherokee', { language: 'chr' }),
  ...removable('Noto Sans Canadian Aboriginal', 'noto-sans-canadian-aboriginal', { language: 'iu' }),
  ...removable('Noto Sans Adlam', 'noto-sans-adlam', { ...regularToBold, language: 'ff-Adlm' }),
  ...removable('Noto Sans Mongolian', 'noto-sans-mongolian', { ...regularOnly, language: 'mn' }),
  ...removable('Noto Sans Javanese', 'noto-sans-javanese', { ...regularToBold, language: 'jv' }),
  ...removable('Noto Sans Balinese', 'noto-sans-balinese', { ...regularToBold, language: 'ban' }),
  ...removable('Noto Sans Tifinagh', 'noto-sans-tifinagh', { ...regularOnly, language: 'zgh' }),
  ...removable('Noto Sans Ol Chiki', 'noto-sans-ol-chiki', { ...regularToBold, language: 'sat' }),
  ...removable('Noto Sans Meetei Mayek', 'noto-sans-meetei-mayek', { language: 'mni' }),
  ...removable('Noto Sans Math', 'noto-sans-math', regularOnly),
  ...removable('Noto Sans Symbols', 'noto-sans-symbols'),
  ...music(),
];

/** The family for text whose family is missing or unknown. */
export const DEFAULT_FAMILY = 'Inter';
export const EMOJI_FAMILY = 'Noto Color Emoji';
