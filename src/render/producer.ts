/** What the metadata of all files say. */

export const PRODUCER = 'Platen';
/**
 * The date of files for print, as PDF/X requires one, and of attached files, as PDF/A-3 does. It is always
 * this one, so that the same page always gives the same bytes.
 */
export const FILE_DATE = '2000-01-01T00:00:00Z';
