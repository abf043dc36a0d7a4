/** National phone numbers, whose country is that of their column. */

type Library = typeof import('libphonenumber-js');

let library: Library | null = null;

/** Loads the numbering plans, which are large. Before, no phone number is read. */
export async function loadPhones(): Promise<void> {
  library ??= await import('libphonenumber-js');
}

/** Whether a text may be a phone number without its country. */
export function isNationalPhone(text: string): boolean {
  return /^[\d\s()./‐-―-]{4,}$/u.test(text) && (text.match(/\d/gu)?.length ?? 0) >= 4;
}

/** The country of a number in international form, as two letters; null if it has none. */
export function findCountry(text: string): string | null {
  return text.startsWith('+') ? (library?.parsePhoneNumberFromString(text)?.country ?? null) : null;
}

/** The number in international form that a national one has in a country; null for any other text. */
export function readLocalPhone(text: string, country: string): string | null {
  if (library === null || !isNationalPhone(text.trim())) return null;
  if (!library.isSupportedCountry(country)) return null;
  if (mayBeTwo(text)) return null;
  const parsed = library.parsePhoneNumberFromString(text, country);
  return parsed?.isPossible() === true ? parsed.formatInternational() : null;
}

/**
 * Whether a text has digits behind a slash that may be those of a second number: `0221 123456 / 7`. An area
 * (`0221/123456`) and groups (`0475/12/34/56`) end with slashes, too.
 */
function mayBeTwo(text: string): boolean {
  if (/^\d{2,5}(?:\/\d{2,3}){2,4}$/u.test(text.trim())) return false;
  const start = text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return start.replaceAll(/\D/gu, '').length > maxAreaDigits;
}

/** The longest area codes have this many digits, with their zero. */
const maxAreaDigits = 6;

/** The countries that have numbering plans. */
export function listCountries(): readonly string[] {
  return library?.getCountries() ?? [];
}
