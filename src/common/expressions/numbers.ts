import { asDecimal } from './arithmetic.ts';
import { Decimal } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';

/** Whether a value is a number of an expression: a decimal or a whole one. */
export function isNumber(value: unknown): value is Decimal | bigint {
  return value instanceof Decimal || typeof value === 'bigint';
}

/** The numbers of a list, all as decimals. @throws ExpressionError for anything else */
export function getNumbers(name: string, items: Iterable<unknown>): Decimal[] {
  return [...items].map((item) => {
    if (isNumber(item)) return asDecimal(item);
    throw new ExpressionError(`calls ${name}() with something that is no number`);
  });
}
