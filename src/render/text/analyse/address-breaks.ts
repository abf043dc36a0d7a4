/** A part of a text that readers see as one name, and where it may be broken if it does not fit on a line. */
export interface Address {
  readonly start: number;
  readonly end: number;
  /** The best indices for a break, in order. The break comes before the index. */
  readonly breaks: readonly number[];
}

/** Scripts without spaces between words. An address ends before such a character. */
const unspaced = new RegExp(
  String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}` +
    String.raw`\u3000-\u303f\uff00-\uffef]`,
  'u',
);
const part = String.raw`[\p{L}\p{M}\p{N}]`;
const word = String.raw`(?:(?!${unspaced.source})[\p{L}\p{M}\p{N}_])`;
const starts = String.raw`(?<![\p{L}\p{M}\p{N}_])`;
/** Every part has a max length, so that no text makes the search slow. */
const address = new RegExp(
  [
    // A URL with a scheme, or a host that starts with www.
    String.raw`(?:\b[a-z][a-z\d+.-]{0,15}:\/\/|\bwww\.)[^\s<>"{}|\\^\x60]{1,4000}`,
    // A mail address.
    String.raw`${part}(?:${part}|[.!#$%&'*+\/=?^_~-]){0,63}@` +
      String.raw`(?:${part}|-){1,63}(?:\.(?:${part}|-){1,63}){1,10}`,
    // A host with a path.
    String.raw`\b(?:[a-z\d][a-z\d-]{0,62}\.){1,10}[a-z]{2,63}\/[^\s<>"{}|\\^\x60]{0,4000}`,
    // A sign before a word of a script without spaces: only the sign and its first character stay together.
    String.raw`(?<!${word})(?<tagged>[#@\uff03\uff20]${unspaced.source}\p{M}*)`,
    // A @name, and a #tag.
    String.raw`${starts}@(?:${word}{1,100}\.){0,10}${word}{1,100}`,
    String.raw`${starts}#${word}{1,200}`,
    // Words that may be joined by marks.
    String.raw`${starts}(?<words>(?:${word}{1,100}\.){0,10}${word}{1,100})`,
  ].join('|'),
  'giu',
);
/** Words that are one name: of a file, a variable, or a host without a path. */
const joined = /[^_]_+[^_]|^(?:[a-z\d]{1,63}\.){1,10}[a-z]{2,63}$/u;
/** What every address has. */
const sign = /[/@#_\uff03\uff20]|www\.|[a-z\d]\.[a-z]{2}/iu;
/** Punctuation that belongs to the sentence, not to the address. */
const trailing = /[.,;:!?'"’”»)\]]+$/u;

/**
 * Finds URLs, mail addresses, @names, #tags, names of files and hosts, and their breaks, which never add a
 * hyphen, because it would look like a part of the address. A break comes after slashes (not inside `://`) and
 * equals signs, and before other punctuation or a port, so that a full stop does not look like the end of a
 * sentence (The Chicago Manual of Style, "URLs or DOIs and line breaks").
 */
export function findAddressBreaks(text: string): Address[] {
  if (!sign.test(text)) return [];
  const found: Address[] = [];
  for (const { 0: match, index: start, groups } of text.matchAll(address)) {
    if (groups?.['tagged'] !== undefined) {
      found.push({ start, end: start + match.length, breaks: [] });
      continue;
    }
    if (groups?.['words'] !== undefined && !joined.test(match)) continue;
    const foreign = match.search(unspaced);
    const own = (foreign === -1 ? match : match.slice(0, foreign)).replace(trailing, '');
    if (own.length < 2) continue;
    const breaks: number[] = [];
    for (let at = 1; at < own.length; at++) if (mayBreak(own, at)) breaks.push(start + at);
    found.push({ start, end: start + own.length, breaks });
  }
  return found;
}

function mayBreak(address: string, at: number): boolean {
  const before = address.charAt(at - 1);
  const after = address.charAt(at);
  if (before === '/') return after !== '/';
  if (before === '=') return true;
  if (after === ':' && /\p{N}/u.test(address.charAt(at + 1))) return /[\p{L}\p{N}\]]/u.test(before);
  // One break per group of punctuation is enough; `:` belongs to the port or the scheme.
  return /[.\-_~?#&%@+,;$!*]/u.test(after) && !/[.\-_~?#&%@+,;$!*:]/u.test(before);
}
