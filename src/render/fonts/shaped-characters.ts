/** Signs of a vowel that HarfBuzz draws as two, the first of which is another character (Khmer). */
const KHMER_SPLIT = /[\u17be\u17bf\u17c0\u17c4\u17c5]/u;
const KHMER_E = '\u17c1';
/** Thai and Lao sara am become two characters in each shaper, though Unicode joins them only loosely. */
const SARA_AM = /[\u0e33\u0eb3]/u;
/** Stands in for the letter that a mark lacks. */
const DOTTED_CIRCLE = '\u25cc';
/** What stands in for a character that the font lacks. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ['\u2011', '\u2010'],
]);

/**
 * All characters whose glyphs a shaper may ask for to draw a text: those of the text, the parts of which they
 * are made, and what they make together.
 */
export function shapedCharacters(text: string): ReadonlySet<string> {
  const found = new Set<string>(text);
  for (const form of [text.normalize('NFC'), text.normalize('NFD')])
    for (const character of form) found.add(character);
  for (const character of found) {
    const replacement = REPLACEMENTS.get(character);
    if (replacement !== undefined) found.add(replacement);
    if (KHMER_SPLIT.test(character)) found.add(KHMER_E);
    if (SARA_AM.test(character)) for (const part of character.normalize('NFKD')) found.add(part);
  }
  if (/\p{M}/u.test(text)) found.add(DOTTED_CIRCLE);
  return found;
}
