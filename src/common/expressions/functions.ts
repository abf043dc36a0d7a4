import type { Environment } from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import * as formats from './formats.ts';
import type { FormatOptions } from './formats.ts';

/** What the functions of the running evaluation depend on. */
export interface Moment {
  /** BCP 47. */
  readonly locale: string;
  readonly now: Date;
}

const timestamp = 'google.protobuf.Timestamp';

type Add = (signature: string, write: (value: never, ...others: never[]) => string) => void;

/** Adds the functions. They read the locale of the evaluation that runs. */
export function registerFunctions(environment: Environment, moment: () => Moment): void {
  // Of a value that was not given there is nothing to write.
  const add: Add = (signature, write) => {
    const handler = (value: never, ...others: never[]) => (value === null ? '' : write(value, ...others));
    environment.registerFunction(`${signature}: string`, handler, { async: false });
  };
  const locale = () => moment().locale;
  registerNumbers(add, locale);
  registerDates(add, locale);
  registerTotals(environment);
  registerRounding(environment);
  add('list(list<string>)', (items: Iterable<unknown>) => formats.formatList(locale(), getTexts(items)));
  add('list(list<string>, map)', (items: Iterable<unknown>, options: object) =>
    formats.formatList(locale(), getTexts(items), plainOptions(options)),
  );
  add('upper(string)', (text: string) => text.toLocaleUpperCase(locale()));
  add('lower(string)', (text: string) => text.toLocaleLowerCase(locale()));
  add('title(string)', (text: string) => formats.toTitleCase(locale(), text));
  add('trim(string)', (text: string) => text.trim());
  add('truncate(string, int)', (text: string, max: bigint) => formats.truncate(locale(), text, Number(max)));
  add('truncate(string, int, string)', (text: string, max: bigint, ellipsis: string) =>
    formats.truncate(locale(), text, Number(max), ellipsis),
  );
}

function registerNumbers(add: Add, locale: () => string): void {
  const format = (value: number | bigint, fixed: FormatOptions, options: object = {}) =>
    formats.formatNumber(locale(), value, { ...plainOptions(options), ...fixed });
  for (const type of ['double', 'int']) {
    add(`number(${type})`, (value: number) => format(value, {}));
    add(`number(${type}, map)`, (value: number, options: object) => format(value, {}, options));
    add(`percent(${type})`, (value: number) => format(value, { style: 'percent' }));
    add(`percent(${type}, map)`, (value: number, options: object) =>
      format(value, { style: 'percent' }, options),
    );
    add(`currency(${type}, string)`, (value: number, currency: string) =>
      format(value, { style: 'currency', currency }),
    );
    add(`currency(${type}, string, map)`, (value: number, currency: string, options: object) =>
      format(value, { style: 'currency', currency }, options),
    );
    add(`plural(${type}, map)`, (value: number, forms: object) =>
      formats.formatPlural(locale(), Number(value), plainOptions(forms)),
    );
  }
}

function registerDates(add: Add, locale: () => string): void {
  add(`date(${timestamp})`, (date: Date) => formats.formatDate(locale(), date, 'medium'));
  add(`date(${timestamp}, string)`, (date: Date, style: string) => formats.formatDate(locale(), date, style));
  add(`date(${timestamp}, map)`, (date: Date, options: object) =>
    formats.formatDate(locale(), date, plainOptions(options)),
  );
  add(`relative(${timestamp}, ${timestamp})`, (date: Date, from: Date | null) =>
    from === null ? '' : formats.formatRelative(locale(), date, from),
  );
  add(`relative(${timestamp}, ${timestamp}, map)`, (date: Date, from: Date | null, options: object) =>
    from === null ? '' : formats.formatRelative(locale(), date, from, plainOptions(options)),
  );
}

/** Functions of lists: `sum(items.map(i, i.price))`. */
function registerTotals(environment: Environment): void {
  for (const type of ['double', 'int']) {
    environment.registerFunction(
      `sum(list<${type}>): double`,
      (items: Iterable<unknown>) => getNumbers('sum', items).reduce((total, number) => total + number, 0),
      { async: false },
    );
    for (const name of ['min', 'max'] as const) {
      const handler = (items: Iterable<unknown>) => Math[name](...getNumbers(name, items, false));
      environment.registerFunction(`${name}(list<${type}>): double`, handler, { async: false });
    }
  }
}

/** `round(x)`, `round(x, 2)`: a number that can be added up. Null stays null. */
function registerRounding(environment: Environment): void {
  const round = (value: number | bigint | null, decimals = 0n) =>
    value === null ? null : formats.roundNumber(Number(value), Number(decimals));
  for (const type of ['double', 'int']) {
    environment.registerFunction(`round(${type}): double`, (value: number) => round(value), { async: false });
    environment.registerFunction(
      `round(${type}, int): double`,
      (value: number, decimals: bigint) => round(value, decimals),
      { async: false },
    );
  }
}

function getNumbers(name: string, items: Iterable<unknown>, mayBeEmpty = true): number[] {
  const numbers = [...items].map((item) => {
    if (typeof item === 'number' || typeof item === 'bigint') return Number(item);
    throw new ExpressionError(`calls ${name}() with something that is no number`);
  });
  if (numbers.length > 0 || mayBeEmpty) return numbers;
  throw new ExpressionError(`calls ${name}() with an empty list: write items.size() > 0 ? ${name}(…) : 0.0`);
}

/** A map of CEL as options of Intl: its integers become numbers. */
function plainOptions(options: object): Record<string, unknown> {
  const entries: [unknown, unknown][] = options instanceof Map ? [...options] : Object.entries(options);
  return Object.fromEntries(
    entries.map(([key, value]) => [String(key), typeof value === 'bigint' ? Number(value) : value]),
  );
}

function getTexts(items: Iterable<unknown>): string[] {
  return [...items].map(String);
}
