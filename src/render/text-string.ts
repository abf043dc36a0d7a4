import { PDFHexString } from 'pdf-lib';

/** Characters that XML cannot hold. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;
/**
 * In UTF-16 units. PDF/A allows strings of 32,767 bytes: two for each unit, and two for the byte order mark.
 */
const MAX_UNITS = 16_000;

/** A text without control characters, as long as a string of a PDF may be. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').toWellFormed().slice(0, MAX_UNITS).toWellFormed();
}

/** A text as a string of a PDF. */
export function textString(text: string): PDFHexString {
  return PDFHexString.fromText(printable(text));
}
