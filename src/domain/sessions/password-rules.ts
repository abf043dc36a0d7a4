import { dictionary } from '@zxcvbn-ts/language-common';
import { problems } from '../problems/catalogue.ts';

const minCharacters = 8;
const minDifferent = 4;

/** The most common passwords, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Digits and marks that people put around a common password. */
const maxAround = 4;

/** The local part of an address counts from this length on: shorter ones are in many words. */
const minLocalPart = 4;

/**
 * Refuses a password that is easy to guess: a short one, a common one (also with a few digits or marks around
 * it), and one that is little more than the own address or the product's name. The rules are those of NIST SP
 * 800-63B (3.1.1.2) and OWASP ASVS 5.0 (6.2.1, 6.2.4, 6.2.11).
 *
 * @param email the account's address
 * @param pointer the field of the request
 * @throws Problem VALIDATION_ERROR
 */
export function requireGoodPassword(password: string, email: string | null, pointer: string): void {
  const fault = findPasswordFault(password, email);
  if (fault !== null) throw problems.invalidRequest([{ pointer, detail: fault }]);
}

/** What is wrong with a password, as a sentence; null if nothing is. */
export function findPasswordFault(password: string, email: string | null): string | null {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < minCharacters) return `A password needs at least ${minCharacters} characters.`;
  if (new Set(text).size < minDifferent) {
    return `A password needs at least ${minDifferent} different characters.`;
  }
  if (isCommon(text)) return 'This is one of the most common passwords, which attackers try first.';
  const left = contextWords(email).reduce((rest, word) => rest.replaceAll(word, ''), text);
  if (left !== text && [...left].length < minCharacters) {
    return (
      `Without your address and the name Platen, this password has fewer than ${minCharacters} ` +
      'characters.'
    );
  }
  return null;
}

function isCommon(text: string): boolean {
  const around = `[^\\p{L}]{0,${maxAround}}`;
  const core = new RegExp(`^${around}(.*?)${around}$`, 'su').exec(text)?.[1] ?? text;
  return common.has(text) || common.has(core);
}

/** What anybody who attacks this account tries, the longest first. */
function contextWords(email: string | null): readonly string[] {
  const [local = ''] = email?.toLowerCase().split('@') ?? [];
  const words = [email?.toLowerCase() ?? '', local.length >= minLocalPart ? local : '', 'platen'];
  return words.filter((word) => word !== '');
}
