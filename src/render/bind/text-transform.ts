export type TextTransform = 'none' | 'uppercase' | 'lowercase' | 'capitalize';

/**
 * Changes the case of a text that may come in pieces of different style: the pieces are judged as one text, so that a word
 * or a final sigma that spans two of them comes out right. Unicode's full mappings, without the rules of a language.
 */
export function transformRuns(texts: readonly string[], transform: TextTransform): string[] {
  if (transform === 'none') return [...texts];
  if (transform === 'uppercase') return texts.map((text) => text.toUpperCase());
  const joined = texts.join('');
  const changed = transform === 'lowercase' ? lowercaseUnits(joined) : capitalizedUnits(joined);
  let start = 0;
  return texts.map((text) => {
    const end = start + text.length;
    const piece = changed.slice(start, end).join('');
    start = end;
    return piece;
  });
}

/** The lower-case form, cut up so that entry `i` is what the UTF-16 unit `i` became (some become two characters). */
function lowercaseUnits(text: string): string[] {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower.split('');
  const units: string[] = [];
  for (const character of text)
    units.push(character.toLowerCase(), ...Array<string>(character.length - 1).fill(''));
  return units;
}

/** CSS Text 3, section 2.1.1: the first letter or number of each word in title case, everything else as it is. */
function capitalizedUnits(text: string): string[] {
  const units = text.split('');
  const words = new Intl.Segmenter('und', { granularity: 'word' }).segment(text);
  for (const { segment, index, isWordLike } of words) {
    if (isWordLike !== true) continue;
    const first = /[\p{L}\p{N}]/u.exec(segment);
    if (first === null) continue;
    const at = index + first.index;
    units.splice(at, first[0].length, titlecase(first[0]), ...Array<string>(first[0].length - 1).fill(''));
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

function titlecase(letter: string): string {
  const upper = letter.toUpperCase();
  const digraph = titlecaseDigraphs.get(upper);
  if (digraph !== undefined) return digraph;
  // What grows when it becomes upper case (ß, ﬁ) has only its first part raised: Ss, Fi.
  const [head = '', ...tail] = [...upper];
  return head + tail.join('').toLowerCase();
}
