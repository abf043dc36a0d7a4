/** The scripts that shaping distinguishes, by ISO 15924 code, the most common first. */
const SCRIPT_CODES = [
  'Latn',
  'Zyyy',
  'Zinh',
  'Hani',
  'Hira',
  'Kana',
  'Hang',
  'Arab',
  'Cyrl',
  'Grek',
  'Hebr',
  'Deva',
  'Thai',
  'Beng',
  'Taml',
  'Telu',
  'Gujr',
  'Guru',
  'Knda',
  'Mlym',
  'Orya',
  'Sinh',
  'Laoo',
  'Khmr',
  'Mymr',
  'Tibt',
  'Armn',
  'Geor',
  'Ethi',
  'Bopo',
  'Mong',
  'Syrc',
  'Thaa',
  'Nkoo',
  'Cher',
  'Cans',
  'Adlm',
  'Mand',
  'Java',
  'Bali',
  'Tfng',
  'Copt',
  'Goth',
  'Runr',
  'Ogam',
  'Yiii',
  'Rohg',
  'Phag',
  'Mani',
  'Sogd',
  'Samr',
  'Sund',
  'Olck',
  'Mtei',
];

const SCRIPTS = SCRIPT_CODES.map((code) => ({ code, test: new RegExp(`\\p{Script=${code}}`, 'u') }));

/** Cached scripts of code points; cleared when full. */
const cache = new Map<number, string>();
const MAX_CACHED = 20_000;

/** The script of characters that take the script of their neighbours (common or inherited). */
export const COMMON_SCRIPT = 'Zyyy';

/**
 * The ISO 15924 code of a code point's script: `Zyyy` for common and inherited, `Zzzz` for scripts that are
 * not listed. Kana and Bopomofo count as Han, because words mix them and fonts shape them the same.
 */
export function findScript(codePoint: number): string {
  if (codePoint < 0x80) {
    const letter = codePoint | 0x20;
    return letter >= 0x61 && letter <= 0x7a ? 'Latn' : COMMON_SCRIPT;
  }
  let script = cache.get(codePoint);
  if (script === undefined) {
    const character = String.fromCodePoint(codePoint);
    script = SCRIPTS.find(({ test }) => test.test(character))?.code ?? 'Zzzz';
    if (script === 'Zinh') script = COMMON_SCRIPT;
    if (script === 'Hira' || script === 'Kana' || script === 'Bopo') script = 'Hani';
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(codePoint, script);
  }
  return script;
}

/** The script of the first character of a text that has one. */
export function scriptOfText(text: string): string {
  for (const character of text) {
    const script = findScript(character.codePointAt(0) ?? 0);
    if (script !== COMMON_SCRIPT) return script;
  }
  return COMMON_SCRIPT;
}
