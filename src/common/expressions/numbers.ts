import { asDecimal } from './arithmetic.ts';
import { Decimal } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';

/** The numbers of a list, all as decimals. @throws ExpressionError for anything else */
export function getNumbers(name: string, items: Iterable<unknown>): Decimal[] {
  return [...items].map((item) => {
    if (item instanceof Decimal || typeof item === 'bigint') return asDecimal(item);
    throw new ExpressionError(`calls ${name}() with something that is no number`);
  });
}
