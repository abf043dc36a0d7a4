import { isUniqueViolation } from '../../store/database.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/**
 * The form in which an address is stored and compared: A to Z become a to z, everything else stays as it is.
 * Other letters are not folded, since some of them become ASCII: U+212A KELVIN SIGN becomes k. Null for what
 * cannot be an address: with control characters, invisible characters or blanks inside.
 */
export function normalizeEmail(email: string): string | null {
  const address = email.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (address === '' || /[\p{C}\p{Z}\s]/u.test(address)) return null;
  return address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * As `normalizeEmail`.
 *
 * @throws Problem VALIDATION_ERROR
 */
export function requireEmail(email: string): string {
  const address = normalizeEmail(email);
  if (address !== null) return address;
  throw problems.invalidRequest([
    { pointer: '/email', detail: 'Must be an address without control characters and blanks.' },
  ]);
}

/** @throws Problem EMAIL_TAKEN if the database refuses an address because another account has it */
export async function refuseTakenEmail<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isUniqueViolation(error) ? studioProblems.emailTaken() : error;
  }
}
