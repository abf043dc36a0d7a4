import type { TemplateDocument } from '../../generated/template.ts';
import type { OutputFormat } from './job.ts';
import { strongDirections } from './text/analyse/bidi.ts';

/** Bytes of a password in UTF-8 (ISO 32000-2, 7.6.4.3.2). */
const MAX_PASSWORD_BYTES = 127;

/**
 * Viewers prepare what is typed by SASLprep (RFC 4013), or not at all: a password opens the file in all of
 * them if SASLprep neither changes nor forbids it. These it removes, replaces or forbids (RFC 3454, B.1 and
 * C.1.2 to C.9).
 */
const AMBIGUOUS =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1806\u2ff0-\u2fff\ufffc\ufffd]|(?! )\p{Zs}/u;

/** Why a file cannot have a password; null if it can, or if there is none. */
export function checkPassword(
  { viewportOutputIntent = 'screen' }: Pick<TemplateDocument, 'viewportOutputIntent'>,
  { format, password }: { readonly format: OutputFormat; readonly password?: string | undefined },
): string | null {
  if (password === undefined) return null;
  if (format !== 'pdf') return `Only a pdf can have a password, but the format is ${format}.`;
  if (viewportOutputIntent === 'print')
    return 'A PDF for print is PDF/X-4, which cannot be encrypted: leave out the password.';
  const bytes = Buffer.byteLength(password, 'utf8');
  if (bytes === 0 || bytes > MAX_PASSWORD_BYTES)
    return `A password has 1 to ${MAX_PASSWORD_BYTES} bytes in UTF-8, but this one has ${bytes}.`;
  if (AMBIGUOUS.test(password) || password.normalize('NFKC') !== password)
    return (
      'A password has letters, digits, signs and spaces, without control characters, invisible characters ' +
      'and characters that Unicode replaces by others (NFKC).'
    );
  if (breaksDirections(password))
    return (
      'A password with letters that are written from right to left begins and ends with one of them, and ' +
      'has none that are written from left to right (RFC 3454, 6).'
    );
  return null;
}

function breaksDirections(password: string): boolean {
  const directions = strongDirections(password);
  if (!directions.includes('rtl')) return false;
  return directions.includes('ltr') || directions[0] !== 'rtl' || directions.at(-1) !== 'rtl';
}
