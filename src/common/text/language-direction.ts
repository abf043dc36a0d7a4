/** In which direction the lines of a language run. */

/** From left to right, or from right to left. */
export type LineDirection = 'ltr' | 'rtl';

/**
 * The scripts that are written from right to left, by their ISO 15924 codes. `Intl.Locale` says the direction
 * of a language, too (`getTextInfo`), but not in Firefox, where Studio runs this code.
 */
const rightToLeftScripts: ReadonlySet<string> = new Set(
  (
    'Adlm Arab Aran Armi Avst Chrs Cprt Elym Hatr Hebr Hung Khar Lydi Mand Mani Mend ' +
    'Merc Mero Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd ' +
    'Sogo Syrc Syre Syrj Syrn Thaa Yezi'
  ).split(' '),
);

/** Whether a language, a BCP 47 tag, is written from right to left: by its script, or by its usual one. */
export function isRightToLeft(language: string): boolean {
  try {
    return rightToLeftScripts.has(new Intl.Locale(language).maximize().script ?? '');
  } catch {
    return false;
  }
}

/**
 * The direction of a part of a document.
 *
 * @param given what the part says; `auto` and undefined: that of what is around
 * @param around null: nothing says it, so that each text has that of its own letters
 */
export function directionWithin(
  given: 'auto' | LineDirection | undefined,
  around: LineDirection | null,
): LineDirection | null {
  return given === undefined || given === 'auto' ? around : given;
}

/** The direction of a document: as it says, or `rtl` for a language that is written so. */
export function documentDirection(document: {
  readonly direction?: 'auto' | LineDirection | undefined;
  readonly language?: string | undefined;
}): LineDirection | null {
  const { direction, language } = document;
  return directionWithin(direction, language !== undefined && isRightToLeft(language) ? 'rtl' : null);
}
