/** Words for the parts of patterns: "Two capital letters, a dash, four digits". */
const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
] as const;

const counted = (count: number): string => numbers[count] ?? String(count);

/** What a character of a pattern may be: one, and several. */
export const patternWords = {
  kinds: {
    digit: ['digit', 'digits'],
    capital: ['capital letter', 'capital letters'],
    small: ['small letter', 'small letters'],
    letter: ['letter', 'letters'],
    capitalOrDigit: ['capital letter or digit', 'capital letters or digits'],
    smallOrDigit: ['small letter or digit', 'small letters or digits'],
    letterOrDigit: ['letter or digit', 'letters or digits'],
    any: ['character', 'characters'],
    space: ['space', 'spaces'],
  },
  /** Characters that are hard to see in a sentence. */
  signs: { '-': 'dash', ' ': 'space', '.': 'dot', ',': 'comma', '/': 'slash', ':': 'colon', _: 'underscore' },
  exactly: ([one, many]: readonly [string, string], count: number) =>
    count === 1 ? `${/^[aeiou]/u.test(one) ? 'an' : 'a'} ${one}` : `${counted(count)} ${many}`,
  between: ([, many]: readonly [string, string], least: number, most: number) =>
    least === 0 ? `up to ${counted(most)} ${many}` : `${counted(least)} to ${counted(most)} ${many}`,
  atLeast: ([one, many]: readonly [string, string], least: number) =>
    least === 0 ? `any number of ${many}` : `at least ${counted(least)} ${least === 1 ? one : many}`,
  optional: (part: string) => `perhaps ${part}`,
  quoted: (text: string) => `“${text}”`,
  sentence: (parts: readonly string[]) => {
    const text = parts.join(', ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  withExample: (words: string, example: string) => `${words}, such as ${example}`,
} as const;
