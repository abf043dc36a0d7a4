/** Scripts that shaping tells apart, by ISO 15924 code, commonest first. */
const SCRIPT_CODES = [
  ...['Latn', 'Zyyy', 'Zinh', 'Hani', 'Hira', 'Kana', 'Hang', 'Arab', 'Cyrl', 'Grek', 'Hebr', 'Deva', 'Thai'],
  ...['Beng', 'Taml', 'Telu', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Laoo', 'Khmr', 'Mymr', 'Tibt'],
  ...['Armn', 'Geor', 'Ethi', 'Bopo', 'Mong', 'Syrc', 'Thaa', 'Nkoo', 'Cher', 'Cans', 'Adlm', 'Mand', 'Java'],
  ...['Bali', 'Tfng', 'Copt', 'Goth', 'Runr', 'Ogam', 'Yiii', 'Rohg', 'Phag', 'Mani', 'Sogd', 'Samr', 'Sund'],
];

const SCRIPTS = SCRIPT_CODES.map((code) => ({ code, test: new RegExp(`\\p{Script=${code}}`, 'u') }));

/** Scripts looked up so far; emptied when it grows. */
const known = new Map<number, string>();
const MAX_KNOWN = 20_000;

/** Common or inherited: the character takes the script of its neighbours. */
export const COMMON_SCRIPT = 'Zyyy';

/**
 * ISO 15924 code of a code point's script; `Zyyy` also for inherited ones, and `Zzzz` for scripts not listed above. Kana
 * and Bopomofo count as Han: they mix within words, and fonts shape them alike.
 */
export function scriptOf(codePoint: number): string {
  if (codePoint < 0x80) {
    const letter = codePoint | 0x20;
    return letter >= 0x61 && letter <= 0x7a ? 'Latn' : COMMON_SCRIPT;
  }
  let script = known.get(codePoint);
  if (script === undefined) {
    const character = String.fromCodePoint(codePoint);
    script = SCRIPTS.find(({ test }) => test.test(character))?.code ?? 'Zzzz';
    if (script === 'Zinh') script = COMMON_SCRIPT;
    if (script === 'Hira' || script === 'Kana' || script === 'Bopo') script = 'Hani';
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(codePoint, script);
  }
  return script;
}
