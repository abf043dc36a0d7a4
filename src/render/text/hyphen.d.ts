/** The package brings no types, and those of others describe patterns as they no longer are. */
declare module 'hyphen' {
  /** A function that puts `hyphenChar` wherever a word of a text may be divided. It remembers every word. */
  function createHyphenator(
    patterns: createHyphenator.Patterns,
    options: { async: false; html: false; hyphenChar: string; minWordLength: number },
  ): (text: string) => string;

  namespace createHyphenator {
    /** Levels, the trie of patterns that refers to them, and exceptions with the indices at which they are divided. */
    type Patterns = readonly [
      levels: unknown,
      trie: unknown,
      exceptions?: Readonly<Record<string, number[]>>,
    ];
  }

  export = createHyphenator;
}
