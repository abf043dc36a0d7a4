import type { PageNumbers } from '../../bind/running.ts';

/**
 * Numbers pages while they are placed. A page before it is placed, which is one entry of a repeat where the
 * page is repeated, is a group: it becomes several pages if it flows.
 */
export class NumberedPages {
  readonly #expected: readonly number[];
  readonly #all: number;
  readonly #found: number[];
  #number = 0;

  /** @param expected how many pages each becomes, as far as it is known */
  constructor(expected: readonly number[]) {
    this.#expected = expected;
    this.#all = expected.reduce((sum, count) => sum + count, 0);
    this.#found = expected.map(() => 0);
  }

  /** The numbers of the next page, which one of the pages before they are placed becomes. */
  next(index: number): PageNumbers {
    this.#number += 1;
    const own = (this.#found[index] ?? 0) + 1;
    this.#found[index] = own;
    const { [index]: expected = 1 } = this.#expected;
    return { page: this.#number, pages: this.#all, pageOfGroup: own, pagesOfGroup: expected };
  }

  /** How many pages each has become. */
  get found(): readonly number[] {
    return this.#found;
  }

  /** Whether each has become as many as it was expected to. */
  get isSettled(): boolean {
    return this.#found.every((count, index) => count === this.#expected[index]);
  }
}
