import type { Environment } from '@marcbachmann/cel-js';
import { DECIMAL } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';
import { TIMESTAMP } from './expression-problem.ts';
import { getNumbers } from './numbers.ts';

/** How many arguments `min` and `max` take, if they take no list. */
const maxArguments = 4;

const functions = { min: -1, max: 1 } as const;

/** `max(items.map(i, i.price))`, `max(n, 3)`: of numbers of all kinds, or of dates. */
export function registerExtremes(environment: Environment): void {
  for (const [name, sign] of Object.entries(functions)) {
    const ofNumbers = (items: Iterable<unknown>) =>
      findFirst(name, getNumbers(name, items), (a, b) => a.compare(b) * sign);
    const ofDates = (items: Iterable<unknown>) =>
      findFirst(name, getDates(name, items), (a, b) => (a.getTime() - b.getTime()) * sign);
    const add = (types: string, result: string, find: (items: Iterable<unknown>) => unknown) => {
      const handler = types.startsWith('list<')
        ? find
        : (...items: readonly unknown[]): unknown => find(items);
      environment.registerFunction(`${name}(${types}): ${result}`, handler, { async: false });
    };
    add(`list<${TIMESTAMP}>`, TIMESTAMP, ofDates);
    for (const type of [DECIMAL, 'int']) add(`list<${type}>`, DECIMAL, ofNumbers);
    for (let count = 2; count <= maxArguments; count += 1) {
      add(Array(count).fill(TIMESTAMP).join(', '), TIMESTAMP, ofDates);
      for (const types of listKinds(count)) add(types.join(', '), DECIMAL, ofNumbers);
    }
  }
}

/** The kinds of numbers that arguments may have: CEL has no function for any of several. */
function listKinds(count: number): string[][] {
  if (count === 0) return [[]];
  return listKinds(count - 1).flatMap((types) => [DECIMAL, 'int'].map((type) => [...types, type]));
}

function findFirst<Item>(name: string, items: readonly Item[], compare: (a: Item, b: Item) => number): Item {
  if (items.length > 0) return items.reduce((best, item) => (compare(item, best) > 0 ? item : best));
  throw new ExpressionError(`calls ${name}() with an empty list: write items.size() > 0 ? ${name}(…) : 0.0`);
}

function getDates(name: string, items: Iterable<unknown>): Date[] {
  return [...items].map((item) => {
    if (item instanceof Date) return item;
    throw new ExpressionError(`calls ${name}() with something that is no date`);
  });
}
