import type { PageNumbers } from '../../bind/running.ts';

/**
 * Numbers pages while they are placed. Groups are pages that are numbered together: one entry of a group of
 * pages, or of a page; a page that flows becomes several.
 */
export class NumberedPages {
  readonly #expected: readonly number[];
  readonly #all: number;
  readonly #found: number[];
  #number = 0;

  /** @param expected how many pages each group becomes, as far as it is known */
  constructor(expected: readonly number[]) {
    this.#expected = expected;
    this.#all = expected.reduce((sum, count) => sum + count, 0);
    this.#found = expected.map(() => 0);
  }

  /** The numbers of the next page. @param group the place of its group */
  next(group: number): PageNumbers {
    this.#number += 1;
    const own = (this.#found[group] ?? 0) + 1;
    this.#found[group] = own;
    const { [group]: expected = 1 } = this.#expected;
    return { page: this.#number, pages: this.#all, pageOfGroup: own, pagesOfGroup: expected };
  }

  /** How many pages each group has become. */
  get found(): readonly number[] {
    return this.#found;
  }

  /** Whether each has become as many as it was expected to. */
  get isSettled(): boolean {
    return this.#found.every((count, index) => count === this.#expected[index]);
  }
}
