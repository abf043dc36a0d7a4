import { BUNDLED_FAMILIES, EMOJI_FAMILY } from './bundled-fonts.ts';

/** Fallback families for a character that no named family has, in this order. */
export const FALLBACK_FAMILIES: readonly string[] = [
  'Inter',
  'Noto Sans Symbols 2',
  'Noto Sans SC',
  'Noto Sans JP',
  'Noto Sans KR',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  EMOJI_FAMILY,
];

/** The families of scripts that those above lack, by ISO 15924 code: the first choice for their script. */
const SCRIPT_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['Adlm', 'Noto Sans Adlam'],
  ['Armn', 'Noto Sans Armenian'],
  ['Bali', 'Noto Sans Balinese'],
  ['Beng', 'Noto Sans Bengali'],
  ['Cans', 'Noto Sans Canadian Aboriginal'],
  ['Cher', 'Noto Sans Cherokee'],
  ['Ethi', 'Noto Sans Ethiopic'],
  ['Geor', 'Noto Sans Georgian'],
  ['Gujr', 'Noto Sans Gujarati'],
  ['Guru', 'Noto Sans Gurmukhi'],
  ['Java', 'Noto Sans Javanese'],
  ['Khmr', 'Noto Sans Khmer'],
  ['Knda', 'Noto Sans Kannada'],
  ['Laoo', 'Noto Sans Lao'],
  ['Mlym', 'Noto Sans Malayalam'],
  ['Mong', 'Noto Sans Mongolian'],
  ['Mtei', 'Noto Sans Meetei Mayek'],
  ['Mymr', 'Noto Sans Myanmar'],
  ['Nkoo', 'Noto Sans NKo'],
  ['Olck', 'Noto Sans Ol Chiki'],
  ['Orya', 'Noto Sans Oriya'],
  ['Sinh', 'Noto Sans Sinhala'],
  ['Syrc', 'Noto Sans Syriac'],
  ['Taml', 'Noto Sans Tamil'],
  ['Telu', 'Noto Sans Telugu'],
  ['Tfng', 'Noto Sans Tifinagh'],
  ['Thaa', 'Noto Sans Thaana'],
  ['Tibt', 'Noto Serif Tibetan'],
]);

/** For letters and signs that none of the others has: rare Latin, currencies, mathematics, music. */
const LAST_FAMILIES = ['Noto Sans', 'Noto Sans Math', 'Noto Sans Symbols', 'Noto Music'];
const LAST_HAN_FAMILIES = ['Noto Sans HK', 'Noto Sans TC'];

/** Whether a family is only for characters that all others lack. */
export function isLastFamily(name: string): boolean {
  return LAST_FAMILIES.includes(name) || LAST_HAN_FAMILIES.includes(name);
}

const installed: ReadonlySet<string> = new Set(BUNDLED_FAMILIES.map(({ name }) => name));
const lists = new Map<string, readonly string[]>();

/**
 * The families for a character that no named family has, in order.
 *
 * @param script of the text around the character, by ISO 15924 code
 */
export function fallbacksFor(script: string): readonly string[] {
  let list = lists.get(script);
  if (list === undefined) {
    const first = SCRIPT_FAMILIES.get(script);
    const last = script === 'Hani' ? [...LAST_HAN_FAMILIES, ...LAST_FAMILIES] : LAST_FAMILIES;
    const all = [...(first === undefined ? [] : [first]), ...FALLBACK_FAMILIES, ...last];
    list = all.filter((name) => installed.has(name));
    lists.set(script, list);
  }
  return list;
}

/** The families that are drawn where no text names them. */
export const UNNAMED_FAMILIES: readonly string[] = [...FALLBACK_FAMILIES, ...SCRIPT_FAMILIES.values()].filter(
  (name) => installed.has(name),
);
