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

function family(
  name: string,
  packageName: string,
  options: {
    minWeight?: number;
    maxWeight?: number;
    without?: readonly number[];
    italics?: boolean;
    language?: string;
  } = {},
): BundledFamily {
  const { minWeight = 100, maxWeight = 900, without = [], italics = false, language = null } = options;
  const root = dirname(require.resolve(`@expo-google-fonts/${packageName}/package.json`));
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

/**
 * The bundled families by the name that templates use. To add one: a line here, and its package in
 * package.json. The fallbacks below and `src/renderer/fonts.conf` decide what stored templates look like:
 * leave them as they are.
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
];

/** The family for text whose family is missing or unknown. */
export const DEFAULT_FAMILY = 'Inter';
export const EMOJI_FAMILY = 'Noto Color Emoji';

/** CSS generic family names (lower case) and their bundled family. */
export const GENERIC_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['sans-serif', 'Inter'],
  ['system-ui', 'Inter'],
  ['ui-sans-serif', 'Inter'],
  ['serif', 'Playfair Display'],
  ['ui-serif', 'Playfair Display'],
  ['emoji', EMOJI_FAMILY],
]);

/** Fallback families for a character that no named family has, in this order. */
export const FALLBACK_FAMILIES: readonly string[] = [
  'Inter',
  'Noto Sans Symbols 2',
  'Noto Sans SC',
  'Noto Sans JP',
  'Noto Sans KR',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  EMOJI_FAMILY,
];
