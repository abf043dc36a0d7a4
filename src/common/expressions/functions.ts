import type { Environment } from '@marcbachmann/cel-js';
import type { StepBudget } from './budget.ts';
import { registerExtremes } from './extremes.ts';
import { getNumbers, isNumber } from './numbers.ts';
import { registerListFunctions } from './list-functions.ts';
import { registerTextFunctions } from './text-functions.ts';
import { writeWords } from './words.ts';
import { asDecimal } from './arithmetic.ts';
import { type Decimal, DECIMAL, zero } from './decimal.ts';
import * as formats from './formats.ts';
import type { FormatOptions } from './formats.ts';

/** What the functions of the running evaluation depend on. */
export interface Moment {
  /** BCP 47. */
  readonly locale: string;
  readonly now: Date;
  /** IANA name of the template's time zone, in which dates with a time are shown. */
  readonly timeZone?: string | undefined;
}

/** The evaluation that runs. */
export interface Running {
  readonly moment: Moment;
  readonly budget: StepBudget;
}

const timestamp = 'google.protobuf.Timestamp';

type Add = (signature: string, write: (value: never, ...others: never[]) => string) => void;

/** Adds the functions. They read the locale of the evaluation that runs. */
export function registerFunctions(environment: Environment, running: () => Running): void {
  const moment = () => running().moment;
  // Of a value that was not given there is nothing to write.
  const add: Add = (signature, write) => {
    const handler = (value: never, ...others: never[]) => (value === null ? '' : write(value, ...others));
    environment.registerFunction(`${signature}: string`, handler, { async: false });
  };
  const locale = () => moment().locale;
  registerNumbers(add, locale);
  registerDates(add, locale, () => moment().timeZone);
  registerTotals(environment);
  registerExtremes(environment);
  registerRounding(environment);
  registerTextFunctions(environment, () => running().budget);
  registerListFunctions(environment, () => ({ locale: locale(), budget: running().budget }));
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
  const format = (value: Decimal | bigint, fixed: FormatOptions, options: object = {}) =>
    formats.formatNumber(locale(), value, { ...plainOptions(options), ...fixed });
  for (const type of [DECIMAL, 'int']) {
    add(`number(${type})`, (value: Decimal) => format(value, {}));
    add(`number(${type}, map)`, (value: Decimal, options: object) => format(value, {}, options));
    add(`percent(${type})`, (value: Decimal) => format(value, { style: 'percent' }));
    add(`percent(${type}, map)`, (value: Decimal, options: object) =>
      format(value, { style: 'percent' }, options),
    );
    add(`currency(${type}, string)`, (value: Decimal, currency: string) =>
      format(value, { style: 'currency', currency }),
    );
    add(`currency(${type}, string, map)`, (value: Decimal, currency: string, options: object) =>
      format(value, { style: 'currency', currency }, options),
    );
    add(`words(${type})`, (value: Decimal | bigint) => writeWords(locale(), asDecimal(value)));
    add(`plural(${type}, map)`, (value: Decimal, forms: object) =>
      formats.formatPlural(locale(), value, plainOptions(forms)),
    );
  }
}

function registerDates(add: Add, locale: () => string, zone: () => string | undefined): void {
  add(`string(${timestamp})`, formats.writeDate);
  add(`date(${timestamp})`, (date: Date) => formats.formatDate(locale(), date, 'medium', zone()));
  add(`date(${timestamp}, string)`, (date: Date, style: string) =>
    formats.formatDate(locale(), date, style, zone()),
  );
  add(`date(${timestamp}, map)`, (date: Date, options: object) =>
    formats.formatDate(locale(), date, plainOptions(options), zone()),
  );
  add(`relative(${timestamp}, ${timestamp})`, (date: Date, from: Date | null) =>
    from === null ? '' : formats.formatRelative(locale(), date, from, {}, zone()),
  );
  add(`relative(${timestamp}, ${timestamp}, map)`, (date: Date, from: Date | null, options: object) =>
    from === null ? '' : formats.formatRelative(locale(), date, from, plainOptions(options), zone()),
  );
}

/** `sum(items.map(i, i.price))`. */
function registerTotals(environment: Environment): void {
  const sum = (items: Iterable<unknown>) =>
    getNumbers('sum', items).reduce((total, number) => total.plus(number), zero);
  for (const type of [DECIMAL, 'int'])
    environment.registerFunction(`sum(list<${type}>): ${DECIMAL}`, sum, { async: false });
}

/** `round(x)`, `round(x, 2)`, `floor`, `ceil`, `abs`: numbers that can be added up. Null stays null. */
function registerRounding(environment: Environment): void {
  const add = (signature: string, change: (value: Decimal, decimals?: bigint) => Decimal) => {
    const handler = (value: Decimal | bigint | null, decimals?: bigint) =>
      value === null ? null : change(asDecimal(value), decimals);
    environment.registerFunction(`${signature}: ${DECIMAL}`, handler, { async: false });
  };
  const roundings = { round: 'half', floor: 'floor', ceil: 'ceil' } as const;
  for (const type of [DECIMAL, 'int']) {
    for (const [name, rounding] of Object.entries(roundings)) {
      const round = (value: Decimal, decimals = 0n) => formats.roundNumber(name, value, decimals, rounding);
      add(`${name}(${type})`, round);
      add(`${name}(${type}, int)`, round);
    }
    add(`abs(${type})`, (value) => value.abs());
  }
}

/** A map of CEL as options of Intl. */
function plainOptions(options: object): Record<string, unknown> {
  const entries: [unknown, unknown][] = options instanceof Map ? [...options] : Object.entries(options);
  return Object.fromEntries(
    entries.map(([key, value]) => [String(key), isNumber(value) ? Number(value) : value]),
  );
}

function getTexts(items: Iterable<unknown>): string[] {
  return [...items].map(String);
}
