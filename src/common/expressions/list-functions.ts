import type { Environment } from '@marcbachmann/cel-js';
import { asDecimal } from './arithmetic.ts';
import type { StepBudget } from './budget.ts';
import { type Decimal, DECIMAL, zero } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';
import { compareTexts } from './formats.ts';
import { group } from './groups.ts';
import { registerLoop, type Loop } from './loops.ts';
import { isNumber } from './numbers.ts';

/** What functions of lists depend on. */
export interface ListContext {
  readonly locale: string;
  readonly budget: StepBudget;
}

/** Functions of lists that take time by their entries, or `n log n` to sort them. */
export function registerListFunctions(environment: Environment, context: () => ListContext): void {
  const add = (signature: string, work: (items: readonly unknown[], ...others: never[]) => unknown) =>
    environment.registerFunction(
      signature,
      (items: Iterable<unknown>, ...others: never[]) => work([...items], ...others),
      { async: false },
    );
  const loop = (name: string, result: Loop['result'], work: Loop['work']) =>
    registerLoop(environment, { name, result, work });

  const sort = (items: readonly unknown[], keys: readonly unknown[]) => {
    const { budget, locale } = context();
    budget.take(items.length * Math.ceil(Math.log2(items.length + 1)));
    const order = [...items.keys()].sort((a, b) => compare(keys[a], keys[b], locale));
    return order.map((index) => items[index]);
  };
  add('sort(list<V>): list<V>', (items) => sort(items, items));
  loop('sort', 'list', sort);

  add('unique(list<V>): list<V>', (items) => findUnique(items, items));
  loop('unique', 'list', findUnique);
  loop('group', 'groups', group);

  for (const type of [DECIMAL, 'int'])
    add(`running(list<${type}>): list<${DECIMAL}>`, (items) => addUp(items, items));
  loop('running', 'numbers', addUp);

  add('slice(list<V>, int): list<V>', (items, from: bigint) => items.slice(Number(from)));
  add('slice(list<V>, int, int): list<V>', (items, from: bigint, to: bigint) =>
    items.slice(Number(from), Number(to)),
  );
  add('first(list<V>): V', (items) => requireItem('first', items.at(0)));
  add('last(list<V>): V', (items) => requireItem('last', items.at(-1)));
}

function requireItem(name: string, item: unknown): unknown {
  if (item !== undefined) return item;
  throw new ExpressionError(`calls ${name}() with an empty list: write items.size() > 0 ? … : …`);
}

/** The order of two keys: numbers, dates, texts as the locale sorts them; what was not given comes last. */
function compare(a: unknown, b: unknown, locale: string): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (isNumber(a) && isNumber(b)) return asDecimal(a).compare(asDecimal(b));
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(locale, a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  throw new ExpressionError('sorts by something that is no number, date or text, or by several of them');
}

/** Equal keys have the same text; entries and lists are equal to themselves only. */
function keyOf(key: unknown): unknown {
  if (isNumber(key)) return `number ${asDecimal(key).toString()}`;
  if (key instanceof Date) return key.getTime();
  return typeof key === 'string' ? `text ${key}` : key;
}

/** The first item of each key. */
function findUnique(items: readonly unknown[], keys: readonly unknown[]): unknown[] {
  const known = new Set<unknown>();
  return items.filter((_, index) => {
    const key = keyOf(keys[index]);
    return known.size !== known.add(key).size;
  });
}

/** The sum up to each item. */
function addUp(_: readonly unknown[], numbers: readonly unknown[]): Decimal[] {
  let sum = zero;
  return numbers.map((number) => {
    if (!isNumber(number)) throw new ExpressionError('calls running() with something that is no number');
    sum = sum.plus(asDecimal(number));
    return sum;
  });
}
