import { ExpressionError } from './expression-error.ts';
import { asDecimal } from './arithmetic.ts';
import { isNumber } from './numbers.ts';

/** The items of each key, by its text. A key that no item has has no items. */
export function group(items: readonly unknown[], keys: readonly unknown[]): Map<string, unknown> {
  const groups = new Map<string, unknown[]>();
  for (const [index, item] of items.entries()) {
    const key = keyText(keys[index]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  made.add(groups);
  return groups;
}

const made = new WeakSet<object>();

/** The items of a key, if a value is the result of `group()`. */
export function findGroup(value: unknown, key: unknown): unknown {
  if (!(value instanceof Map) || !made.has(value)) return undefined;
  return value.get(keyText(key)) ?? [];
}

/** The text of a key: equal values have the same one, such as 1 and 1.0, or a day and its midnight in UTC. */
export function keyText(key: unknown): string {
  if (key === null) return '';
  // The same time is one key, whatever offset it was sent with.
  if (key instanceof Date) return key.toISOString().replace(/T00:00:00\.000Z$/u, '');
  if (isNumber(key)) return asDecimal(key).toString();
  if (typeof key === 'string' || typeof key === 'boolean') return String(key);
  throw new ExpressionError('groups by something that is no number, date or text');
}
