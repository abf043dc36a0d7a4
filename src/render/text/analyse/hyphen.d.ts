/** The package has no types, and the published types describe an older version. */
declare module 'hyphen' {
  /** Returns a function that inserts `hyphenChar` wherever a word may be hyphenated. It caches every word. */
  function createHyphenator(
    patterns: createHyphenator.Patterns,
    options: { async: false; html: false; hyphenChar: string; minWordLength: number },
  ): (text: string) => string;

  namespace createHyphenator {
    /** Levels, the trie of patterns that refers to them, and exceptions with their hyphenation indices. */
    type Patterns = readonly [
      levels: unknown,
      trie: unknown,
      exceptions?: Readonly<Record<string, number[]>>,
    ];
  }

  export = createHyphenator;
}
