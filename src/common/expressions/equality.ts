import { asDecimal } from './arithmetic.ts';
import { Decimal } from './decimal.ts';
import { Entry } from './entries.ts';
import { isNumber } from './numbers.ts';

/**
 * `==` and `in` of lists and maps with decimals, at any depth: a whole number is equal to a decimal there,
 * too. Null for other values, so that the library decides.
 */
export function compareDecimals(operator: string, left: unknown, right: unknown): boolean | null {
  const hasParts = listParts(left).length > 0 || listParts(right).length > 0;
  if (!hasParts || !(hasDecimal(left) || hasDecimal(right))) return null;
  if (operator !== 'in') return isEqual(left, right) === (operator === '==');
  return Array.isArray(right) ? right.some((item) => isEqual(left, item)) : null;
}

function hasDecimal(value: unknown): boolean {
  return value instanceof Decimal || listParts(value).some(hasDecimal);
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return asDecimal(a).compare(asDecimal(b)) === 0;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

/** A map that an expression has made. Entries of lists are equal to themselves only. */
function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && value.constructor === Object;
}

function listParts(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value[0] instanceof Entry ? [] : value;
  return isMap(value) ? Object.values(value) : [];
}
