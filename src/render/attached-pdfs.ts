/** What is said of PDFs before and after the pages of a template, at import and in renders. */

/** The code of the warning that a picture has none of their pages. */
export const PDF_LEFT_OUT = 'PDF_LEFT_OUT';

/** Why a template for print has none. */
export function printAttachedProblem(place: 'prepend' | 'append'): string {
  return (
    'A PDF for print is PDF/X-4, and pages of other files cannot be promised to conform: ' +
    `leave out "${place}", or choose the intent "screen".`
  );
}

/** What the pages of a PDF lose, as the end of a sentence that starts with the file. */
export function describeLeftOut(leftOut: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(leftOut);
  return `has ${list}, which are left out: pages keep what they show, and links.`;
}
