import { ExpressionError } from './expression-error.ts';

/**
 * Steps of all expressions of one page. A step is one operation, or 32 characters of a text that one works
 * on. It takes 0.1 to 0.5 µs: `npm run bench expressions` measures those that are made to take long.
 */
export const MAX_STEPS = 25_000;

/** Steps more for each entry of the lists of a request. */
export const STEPS_PER_ENTRY = 100;

const charactersPerStep = 32;

/** Counts the steps of one page's expressions. */
export class StepBudget {
  readonly #max: number;
  #remaining: number;

  /** @param entries how many entries the lists have together */
  constructor(entries = 0) {
    this.#max = MAX_STEPS + entries * STEPS_PER_ENTRY;
    this.#remaining = this.#max;
  }

  /** The steps that were taken, the refused ones included. */
  get taken(): number {
    return this.#max - this.#remaining;
  }

  /** Begins a new page. */
  renew(): void {
    this.#remaining = this.#max;
  }

  /** @throws ExpressionError if too little is left */
  take(steps: number): void {
    this.#remaining -= steps;
    if (this.#remaining < 0) {
      throw new ExpressionError(
        `takes too long: the expressions of a page may take ${this.#max.toLocaleString('en')} steps together`,
      );
    }
  }

  /** Counts a text by its length, before it is made. */
  takeCharacters(characters: number): void {
    if (characters > charactersPerStep) this.take(Math.floor(characters / charactersPerStep));
  }

  /** Counts a value by its size, with everything inside; entries of lists only where they are compared. */
  takeValue(value: unknown, isCompared = false): void {
    if (typeof value === 'string') {
      this.takeCharacters(value.length);
      return;
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) return;
    if (value instanceof Uint8Array) {
      this.take(Math.ceil(value.length / charactersPerStep));
    } else if (Array.isArray(value)) {
      this.take(value.length);
      for (const item of value) this.takeValue(item, isCompared);
    } else if (value.constructor === Object) {
      for (const item of Object.values(value)) {
        this.take(1);
        this.takeValue(item, isCompared);
      }
    } else if (isCompared && value instanceof Map) {
      this.take(value.size);
      for (const item of value.values()) this.takeValue(item, isCompared);
    }
  }
}
