/** What the metadata of all files say. */

export const PRODUCER = 'Platen';
/** PDF/X requires a date. All files have this one, so that the same page always gives the same bytes. */
export const PRINT_DATE = '2000-01-01T00:00:00Z';
