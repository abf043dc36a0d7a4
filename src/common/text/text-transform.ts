export type TextTransform = 'none' | 'uppercase' | 'lowercase' | 'capitalize';

/**
 * Changes the case of a text (CSS Text 3, section 2.1) with Unicode's full mappings and the special rules of
 * Turkish, Azeri, Lithuanian, Greek and Dutch. The runs are treated as one text, because a word or a final
 * sigma may cross the border of two runs.
 *
 * @param language a BCP 47 tag; null applies no language's rules
 */
export function transformRuns(
  texts: readonly string[],
  transform: TextTransform,
  language: string | null = null,
): string[] {
  if (transform === 'none') return [...texts];
  // The rules depend on the language subtag only, and Intl accepts it for every tag.
  const [locale = 'und'] = (language ?? 'und').split('-');
  if (transform === 'uppercase') return changeRuns(texts, (text) => text.toLocaleUpperCase(locale));
  if (transform === 'lowercase') return changeRuns(texts, (text) => text.toLocaleLowerCase(locale));
  const units = capitalizedUnits(texts.join(''), locale);
  let start = 0;
  return texts.map(({ length }) => units.slice(start, (start += length)).join(''));
}

/** Changes all runs as one text, or each run by itself if the lengths of the two results differ. */
function changeRuns(texts: readonly string[], change: (text: string) => string): string[] {
  const separate = texts.map(change);
  const whole = change(texts.join(''));
  if (separate.join('').length !== whole.length) return separate;
  let start = 0;
  return separate.map(({ length }) => whole.slice(start, (start += length)));
}

/** Puts the first letter or number of each word in title case (CSS Text 3, section 2.1.1). */
function capitalizedUnits(text: string, locale: string): string[] {
  const units = text.split('');
  const isDutch = /^(?:nl|nld|dut)$/iu.test(locale);
  const words = new Intl.Segmenter('und', { granularity: 'word' }).segment(text);
  for (const { segment, index, isWordLike } of words) {
    if (isWordLike !== true) continue;
    // U+0307 (dot above) belongs to the letter: Lithuanian capitals lose it.
    const first = /[\p{L}\p{N}]\u0307?/u.exec(segment);
    if (first === null) continue;
    const [letter] = first;
    const at = index + first.index;
    units.splice(at, letter.length, titlecase(letter, locale), ...Array<string>(letter.length - 1).fill(''));
    if (isDutch && /^ij/iu.test(segment.slice(first.index))) units[at + 1] = 'J';
  }
  return units;
}

/** Digraph letters have a title-case form that JavaScript does not offer. */
const titlecaseDigraphs = new Map([
  ['Ǆ', 'ǅ'],
  ['Ǉ', 'ǈ'],
  ['Ǌ', 'ǋ'],
  ['Ǳ', 'ǲ'],
]);

function titlecase(letter: string, locale: string): string {
  // A Greek word loses its accents only if all of it is in capitals.
  const upper = /^(?:el|ell|gre)$/iu.test(locale) ? letter.toUpperCase() : letter.toLocaleUpperCase(locale);
  const digraph = titlecaseDigraphs.get(upper);
  if (digraph !== undefined) return digraph;
  // Where upper case has several letters (ß, ﬁ), only the first stays upper case: Ss, Fi.
  const [head = '', ...tail] = [...upper];
  return head + tail.join('').toLowerCase();
}
