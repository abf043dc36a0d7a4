import { VariableError } from '../errors.ts';
import type { VariableValues } from './variable-values.ts';

/**
 * Max UTF-16 code units in all texts of one page. Every text is laid out, even if its box shows little of it:
 * this many take one or two seconds; five times as many, with many line breaks, exceed a renderer's memory.
 */
export const MAX_PAGE_CHARACTERS = 200_000;

/** The same for a page that flows over many: a table of 5,000 rows has this many. */
export const MAX_FLOW_CHARACTERS = 1_000_000;

/** Counts the characters of one page and refuses texts beyond the limit. */
export class TextLimit {
  readonly #max: number;
  #remaining: number;

  constructor(max = MAX_PAGE_CHARACTERS) {
    this.#max = max;
    this.#remaining = max;
  }

  /**
   * Counts the texts of one element.
   *
   * @param templates the texts with placeholders
   * @param filled the same texts with values
   * @param variables what the part of the template around the element knows
   * @throws VariableError beyond the limit; it names the variable with the longest value
   */
  add(templates: readonly string[], filled: readonly string[], variables: VariableValues): void {
    this.#remaining -= filled.reduce((sum, { length }) => sum + length, 0);
    if (this.#remaining >= 0) return;
    const getLength = (name: string): number => variables.text(`{{${name}}}`).length;
    const [longest = null] = templates
      .flatMap((template) => variables.names.findUsed(template))
      .sort((a, b) => getLength(b) - getLength(a));
    const max = this.#max.toLocaleString('en');
    if (longest === null) {
      throw new VariableError(
        null,
        `The texts of the template have more than the maximum of ${max} characters.`,
      );
    }
    const length = getLength(longest);
    // A list has no text of its own.
    const problem =
      length === 0
        ? `Texts with entries of "${longest}" are too long`
        : `Variable "${longest}" has ${length.toLocaleString('en')} characters`;
    throw new VariableError(longest, `${problem}: the texts of a page may have ${max} together.`);
  }
}
