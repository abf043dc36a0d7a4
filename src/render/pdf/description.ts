/** What the metadata of all files say. */

export const PRODUCER = 'Platen';
/** PDF/X requires a date. All files have this one, so that the same page always gives the same bytes. */
export const PRINT_DATE = '2000-01-01T00:00:00Z';
/** Characters that XML cannot hold. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;
/**
 * In UTF-16 units. PDF/A allows strings of 32,767 bytes: two for each unit, and two for the byte order mark.
 */
const MAX_TITLE_UNITS = 16_000;

/** A title as a file can have it. */
export function printableTitle(title: string): string {
  return title.replaceAll(UNPRINTABLE, ' ').toWellFormed().slice(0, MAX_TITLE_UNITS).toWellFormed();
}
