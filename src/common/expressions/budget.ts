import { MAX_FORMATTERS } from './formats.ts';
import { ExpressionError } from './expression-error.ts';

/**
 * Steps of all expressions of one page. A step is one operation, or 32 characters of a text that one works
 * on. It takes 0.1 to 0.5 µs: `npm run bench expressions` measures those that are made to take long.
 */
export const MAX_STEPS = 25_000;

/** Steps more where there are lists: each row of a list of 100 may go through all of them. */
const stepsWithLists = 50_000;

/** Steps more for each entry of the lists of a request. */
export const STEPS_PER_ENTRY = 500;

/** Steps more for each time that an expression is evaluated, as in the rows of a table. */
const stepsPerExpression = 100;
/** 5,000 rows with eight expressions. */
const maxGrants = 40_000;

/** To write a value with Intl, and to make the formatter first if its options depend on values. */
const stepsOfFormat = 10;
const stepsOfFormatter = 400;
const charactersPerFormatStep = 8;

const charactersPerStep = 32;

/** Counts the steps of one page's expressions. */
export class StepBudget {
  readonly #start: number;
  #max: number;
  #remaining: number;
  readonly #formatters = new Set<string>();

  /** @param entries how many entries the lists have together */
  constructor(entries = 0) {
    this.#start = MAX_STEPS + (entries > 0 ? stepsWithLists : 0) + entries * STEPS_PER_ENTRY;
    this.#max = this.#start;
    this.#remaining = this.#start;
  }

  /** The steps that were taken, the refused ones included. */
  get taken(): number {
    return this.#max - this.#remaining;
  }

  /** Begins a new page. */
  renew(): void {
    this.#max = this.#start;
    this.#remaining = this.#start;
  }

  /** Adds what an expression may take, before it is evaluated: a table of many cells has many steps. */
  grantExpression(): void {
    if (this.#max >= this.#start + maxGrants * stepsPerExpression) return;
    this.#max += stepsPerExpression;
    this.#remaining += stepsPerExpression;
  }

  /**
   * @param expression for the error, where it is not known to those who catch it
   * @throws ExpressionError if too little is left
   */
  take(steps: number, expression = ''): void {
    this.#remaining -= steps;
    if (this.#remaining < 0) {
      const max = this.#max.toLocaleString('en');
      const advice =
        'Go through a list once, not again in each row of it: running(), group() and sort() help';
      throw new ExpressionError(
        `takes too long: the expressions of this page may take ${max} steps together. ${advice}`,
        expression,
      );
    }
  }

  /** Counts a value that Intl has written. */
  takeFormat(text: string, expression = ''): void {
    this.take(stepsOfFormat + Math.floor(text.length / charactersPerFormatStep), expression);
  }

  /** Counts a formatter of options that depend on values, unless it is one of the last that were counted. */
  takeFormatter(key: string): void {
    if (this.#formatters.has(key)) return;
    if (this.#formatters.size >= MAX_FORMATTERS) this.#formatters.clear();
    this.#formatters.add(key);
    this.take(stepsOfFormatter);
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
