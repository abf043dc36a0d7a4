/** A web or mail address in a text, and where it may be cut if it does not fit on a line. */
export interface Address {
  readonly start: number;
  readonly end: number;
  /** Indices before which it is cut best, in order. */
  readonly cuts: readonly number[];
}

const part = String.raw`[\p{L}\p{M}\p{N}]`;
/** Every part has a greatest length, so that no value makes the search slow; what is longer is text like any other. */
const address = new RegExp(
  [
    // With a scheme, or a host that is known by its first label.
    String.raw`(?:\b[a-z][a-z\d+.-]{0,15}:\/\/|\bwww\.)[^\s<>"{}|\\^\x60]{1,4000}`,
    // A mail address.
    String.raw`${part}(?:${part}|[.!#$%&'*+\/=?^_~-]){0,63}@(?:${part}|-){1,63}(?:\.(?:${part}|-){1,63}){1,10}`,
    // A host with a path behind it.
    String.raw`\b(?:[a-z\d][a-z\d-]{0,62}\.){1,10}[a-z]{2,63}\/[^\s<>"{}|\\^\x60]{0,4000}`,
  ].join('|'),
  'giu',
);
/** Written without spaces between words, so that an address ends where one of these begins. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\u3000-\u303f\uff00-\uffef]/u;
/** Of the sentence around it, not of the address. */
const trailing = /[.,;:!?'"’”»)\]]+$/u;

/**
 * Finds addresses. A hyphen would be read as part of one, so none is ever added; a cut goes after slashes (never inside `://`),
 * after an equals sign, and before other punctuation or a port, so that nobody takes a full stop for the end of a sentence
 * (The Chicago Manual of Style, "URLs or DOIs and line breaks").
 */
export function findAddressCuts(text: string): Address[] {
  if (!/[/@]|www\./iu.test(text)) return [];
  const found: Address[] = [];
  for (const { 0: match, index: start } of text.matchAll(address)) {
    const foreign = match.search(unspaced);
    const own = (foreign === -1 ? match : match.slice(0, foreign)).replace(trailing, '');
    if (own.length < 2) continue;
    const cuts: number[] = [];
    for (let at = 1; at < own.length; at++) if (mayCut(own, at)) cuts.push(start + at);
    found.push({ start, end: start + own.length, cuts });
  }
  return found;
}

function mayCut(address: string, at: number): boolean {
  const before = address.charAt(at - 1);
  const after = address.charAt(at);
  if (before === '/') return after !== '/';
  if (before === '=') return true;
  if (after === ':' && /\p{N}/u.test(address.charAt(at + 1))) return /[\p{L}\p{N}\]]/u.test(before);
  // One cut beside a group of marks is enough, and `:` belongs to what follows it or to the scheme.
  return /[.\-_~?#&%@+,;$!*]/u.test(after) && !/[.\-_~?#&%@+,;$!*:]/u.test(before);
}
