import { VariableError } from '../errors.ts';
import type { VariableValues } from './variable-values.ts';

/**
 * Max UTF-16 code units in all texts of one page. Every text is laid out, even if its box shows little of it:
 * this many take one or two seconds; five times as many, with many line breaks, exceed a renderer's memory.
 */
export const MAX_PAGE_CHARACTERS = 200_000;

/** Counts the characters of one page and refuses texts beyond the limit. */
export class TextLimit {
  readonly #variables: VariableValues;
  #remaining = MAX_PAGE_CHARACTERS;

  constructor(variables: VariableValues) {
    this.#variables = variables;
  }

  /**
   * Counts the texts of one element.
   *
   * @param templates the texts with placeholders
   * @param filled the same texts with values
   * @throws VariableError beyond the limit; it names the variable with the longest value
   */
  add(templates: readonly string[], filled: readonly string[]): void {
    this.#remaining -= filled.reduce((sum, { length }) => sum + length, 0);
    if (this.#remaining >= 0) return;
    const lengthOf = (name: string): number => this.#variables.text(`{{${name}}}`).length;
    const [longest = null] = templates
      .flatMap((template) => this.#variables.namesIn(template))
      .sort((a, b) => lengthOf(b) - lengthOf(a));
    const max = MAX_PAGE_CHARACTERS.toLocaleString('en');
    if (longest === null) {
      throw new VariableError(
        null,
        `The texts of the template have more than the maximum of ${max} characters.`,
      );
    }
    const length = lengthOf(longest).toLocaleString('en');
    throw new VariableError(
      longest,
      `Variable "${longest}" has ${length} characters: the texts of a page may have ${max} together.`,
    );
  }
}
