import { variablesIn } from './placeholders.ts';
import type { ValueReader } from './value-reader.ts';
import { VariableError } from './variable-error.ts';

/**
 * Most characters (UTF-16 code units) in the texts of one page together. Every one of them is laid out, whether there is room for it or
 * not: this many take a second or two, and five times as many in lines of their own more memory than a renderer has.
 */
export const MOST_CHARACTERS = 200_000;

/** What may still be written on a page. */
export class TextAllowance {
  readonly #reader: ValueReader;
  #left = MOST_CHARACTERS;

  constructor(reader: ValueReader) {
    this.#reader = reader;
  }

  /**
   * Takes the characters of an element's texts.
   *
   * @param given the texts as the template has them
   * @param filled the same with values in them
   * @throws VariableError where they are too many; it blames the longest value among them.
   */
  take(given: readonly string[], filled: readonly string[]): void {
    this.#left -= filled.reduce((sum, { length }) => sum + length, 0);
    if (this.#left >= 0) return;
    const lengthOf = (name: string): number => this.#reader.text(`{{${name}}}`).length;
    const [longest = null] = given.flatMap(variablesIn).sort((a, b) => lengthOf(b) - lengthOf(a));
    const most = MOST_CHARACTERS.toLocaleString('en');
    throw longest === null
      ? new VariableError(
          null,
          `The texts of the template have more than ${most} characters, which is all that is drawn.`,
        )
      : new VariableError(
          longest,
          `Variable "${longest}" has ${lengthOf(longest).toLocaleString('en')} characters: the texts of a page may have ${most} together.`,
        );
  }
}
