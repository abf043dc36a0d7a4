/** Whether the values of a column may be those of a variable. */
import { readEnding, isPictureFile } from '../pictures/picture-names.ts';
import type { Meaning } from './column-words.ts';
import { meansPerson } from './meanings.ts';

/** Meanings whose values are words. */
const inWords: readonly Meaning[] = ['firstName', 'lastName', 'course', 'company', 'city', 'country', 'job'];

/** Meanings whose values have digits. */
const inDigits: readonly Meaning[] = [
  ...(['date', 'issueDate', 'startDate', 'endDate', 'dueDate', 'expiryDate', 'birthDate'] as const),
  ...(['hours', 'time', 'year', 'price', 'quantity', 'postcode', 'phone', 'mobile'] as const),
];

/** Of the values; the others may be blanks to be filled, as "-" or "TBD", and typing errors. */
const fittingShare = 0.8;

/** Whether most values fit. A column without values fits: nothing speaks against it. */
export function fitsValues(
  { type, meanings }: { readonly type: string; readonly meanings: ReadonlySet<Meaning> },
  values: readonly string[],
): boolean {
  const fitting = values.filter((value) => fitsType(type, value) && fitsMeaning(meanings, value));
  return fitting.length >= fittingShare * values.length;
}

/** Whether a value names a picture: a file, an address, or one that is placed in a cell. */
export function isPictureValue(value: string): boolean {
  return isPictureFile(value) || /^(https?:\/\/|data:image\/)/iu.test(value);
}

/** Coarser than the check of a row: a date as the sheet shows it is one to correct, not another column. */
function fitsType(type: string, value: string): boolean {
  switch (type) {
    case 'number':
      return /^[-+]?[\d\s.,'’]*\d\s?(?:[%€$£]|[\p{L}.]{1,4})?$/u.test(value);
    case 'date':
      return /^\d{1,4}([./-])\s?\d{1,2}\1\s?\d{1,4}(?:[T ].*)?$/u.test(value);
    case 'email':
      return value.includes('@');
    case 'url':
      return /^https?:\/\/|^www\./iu.test(value);
    case 'phone':
      return /^[-+()\d\s./]{4,}$/u.test(value);
    case 'image':
      // Matched by name, with or without ending: only what has another one is no picture.
      return isPictureValue(value) || !/^[a-z]{2,4}$/u.test(readEnding(value));
    default:
      return true;
  }
}

function fitsMeaning(meanings: ReadonlySet<Meaning>, value: string): boolean {
  if (meansPerson(meanings) || inWords.some((each) => meanings.has(each))) {
    return /\p{L}/u.test(value) && !value.includes('@') && !isPictureFile(value);
  }
  return !inDigits.some((each) => meanings.has(each)) || /\p{N}/u.test(value);
}
