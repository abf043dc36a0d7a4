/** Which characters of a value stay in a file name (`template.output.filenameCharacters`). */
import { forbiddenInNames } from './file-names.ts';

/**
 * `hyphen`: a-z, 0-9, `-` and `_`, everything else becomes a hyphen. `latin`: as `hyphen`, after letters of
 * other scripts and letters with marks were written in plain Latin ones. `unicode`: all that file systems
 * accept, in the letter case of the value.
 */
export const filenameCharacters = ['hyphen', 'latin', 'unicode'] as const;

export type FilenameCharacters = (typeof filenameCharacters)[number];

/** Rewrites a value for a file name. */
export type ValueWriter = (value: string) => string;

/**
 * The writer of the values of one batch.
 *
 * @param locale a BCP 47 tag: `latin` writes ü as ue in German, else as u
 */
export async function createValueWriter(
  characters: FilenameCharacters,
  locale: string,
): Promise<ValueWriter> {
  switch (characters) {
    case 'hyphen':
    case 'unicode':
      return simpleWriters[characters];
    case 'latin': {
      // Half a megabyte of tables, which few batches need.
      const { default: toAscii } = await import('any-ascii');
      const own = latinOf[new Intl.Locale(locale).language] ?? {};
      return (value) => {
        const lower = value.normalize('NFC').toLowerCase().normalize('NFC');
        return hyphenate(toAscii(lower.replaceAll(/[äöüåæø]/g, (letter) => own[letter] ?? letter)).trim());
      };
    }
  }
}

/** Lower case; each character other than a-z, 0-9, `-` and `_` becomes a hyphen. */
export function hyphenate(value: string): string {
  return value.toLowerCase().replaceAll(/[^a-z0-9_-]/gu, '-');
}

/** Writers that do not depend on a locale. */
export const simpleWriters = { hyphen: hyphenate, unicode: keepLetters } as const;

const danish = { å: 'aa', æ: 'ae', ø: 'oe' };

/** Letters that languages write in another way than without their marks. */
const latinOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  da: danish,
  nb: danish,
  nn: danish,
  no: danish,
};

/** Separators of lines and cells. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Other control characters, annotations, and the replacement of what could not be read. */
const unusable = /[\p{Cc}\p{Noncharacter_Code_Point}\uFFF9-\uFFFD]/gu;

/** Characters without a picture: they hide differences, or reverse the displayed name. */
const invisible = /(?!\p{Variation_Selector}|[\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu;

/** Joiners outside of words and emoji, where they change nothing that is seen. */
const looseJoiners =
  /(?<![\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Keeps all that file systems accept; a hyphen stands for what Windows forbids. */
function keepLetters(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(breaks, ' ')
    .replaceAll(forbiddenInNames, '-')
    .replaceAll(unusable, '-')
    .replaceAll(invisible, '')
    .replaceAll(looseJoiners, '')
    .normalize('NFC')
    .trim();
}
