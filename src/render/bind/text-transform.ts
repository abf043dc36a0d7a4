export type TextTransform = 'none' | 'uppercase' | 'lowercase' | 'capitalize';

type CaseChange = (text: string) => string;

/**
 * Changes the case of a text that may come in pieces of different style: the pieces are judged as one text, so that a word
 * or a final sigma that spans two of them comes out right. Unicode's full mappings, with what Turkish, Azeri, Lithuanian,
 * Greek and Dutch have of their own (CSS Text 3, section 2.1).
 *
 * @param language a BCP 47 tag, or null for no language's rules
 */
export function transformRuns(
  texts: readonly string[],
  transform: TextTransform,
  language: string | null = null,
): string[] {
  if (transform === 'none') return [...texts];
  // The rules depend on the language alone, and this much of a tag is always one that Intl takes.
  const [locale = 'und'] = (language ?? 'und').split('-');
  if (transform === 'uppercase') return changeRuns(texts, (text) => text.toLocaleUpperCase(locale));
  if (transform === 'lowercase') return changeRuns(texts, (text) => text.toLocaleLowerCase(locale));
  const units = capitalizedUnits(texts.join(''), locale);
  let start = 0;
  return texts.map(({ length }) => units.slice(start, (start += length)).join(''));
}

/** Changes all pieces as one text, unless what one becomes depends so much on the next that their lengths do not add up. */
function changeRuns(texts: readonly string[], change: CaseChange): string[] {
  const alone = texts.map(change);
  const whole = change(texts.join(''));
  if (alone.reduce((sum, { length }) => sum + length, 0) !== whole.length) return alone;
  let start = 0;
  return alone.map(({ length }) => whole.slice(start, (start += length)));
}

/** CSS Text 3, section 2.1.1: the first letter or number of each word in title case, everything else as it is. */
function capitalizedUnits(text: string, locale: string): string[] {
  const units = text.split('');
  const isDutch = /^(?:nl|nld|dut)$/iu.test(locale);
  const words = new Intl.Segmenter('und', { granularity: 'word' }).segment(text);
  for (const { segment, index, isWordLike } of words) {
    if (isWordLike !== true) continue;
    // The dot above an i belongs to it: Lithuanian letters lose it.
    const first = /[\p{L}\p{N}]\u0307?/u.exec(segment);
    if (first === null) continue;
    const [letter] = first;
    const at = index + first.index;
    units.splice(at, letter.length, titlecase(letter, locale), ...Array<string>(letter.length - 1).fill(''));
    if (isDutch && /^ij/iu.test(segment.slice(first.index))) units[at + 1] = 'J';
  }
  return units;
}

/** Letters that are two in one have a title-case form of their own, which JavaScript does not offer. */
const titlecaseDigraphs = new Map([
  ['Ǆ', 'ǅ'],
  ['Ǉ', 'ǈ'],
  ['Ǌ', 'ǋ'],
  ['Ǳ', 'ǲ'],
]);

function titlecase(letter: string, locale: string): string {
  // Greek words in capitals lose their accents, but not those with one capital.
  const upper = /^(?:el|ell|gre)$/iu.test(locale) ? letter.toUpperCase() : letter.toLocaleUpperCase(locale);
  const digraph = titlecaseDigraphs.get(upper);
  if (digraph !== undefined) return digraph;
  // What grows when it becomes upper case (ß, ﬁ) has only its first part raised: Ss, Fi.
  const [head = '', ...tail] = [...upper];
  return head + tail.join('').toLowerCase();
}
