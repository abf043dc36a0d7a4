/**
 * Numbers as people type them: `12`, `10mm`, `(100-20)/3`, `50%` of the current value, `+5` relative to it. A
 * parser of its own, because those in the registry are unmaintained, or are large and know functions and
 * variables that a field must not accept.
 */
import type { TemplateDocument } from './template.ts';

/** A unit of lengths. */
export type Unit = NonNullable<TemplateDocument['viewportUnit']>;

/** Pixels in one of each unit. */
const pixels: Readonly<Record<Unit, number>> = { px: 1, mm: 96 / 25.4, cm: 960 / 25.4, in: 96, pt: 96 / 72 };

/** Makes a new number from the current one. */
export type Amount = (current: number) => number;

/**
 * Reads what is typed into a field of a number; null if it is no number, or has a result that is none.
 *
 * - A leading `+`, `*` or `/` is relative to the current value, as are `+=`, `-=`, `--`, `*=` and `/=`. A
 * single   leading `-` is a negative number.
 * - `%` is a part of the current value.
 *
 * @param unit that lengths are converted to; null: the number has no unit
 */
export function parseAmount(text: string, unit: Unit | null): Amount | null {
  // Half of the world writes a comma; nothing here takes several numbers.
  const typed = text.replaceAll(/(\d),(?=\d)/gu, '$1.').replace(unit === null ? /°\s*$/u : /$^/u, '');
  const [, operator = '', rest = ''] = /^\s*([-+*/]=|--|[+*/])?(.*)$/su.exec(typed) ?? [];
  const amount = parseSum(rest, unit);
  if (amount === null) return null;
  switch (operator[0]) {
    case '+':
      return (current) => current + amount(current);
    case '-':
      return (current) => current - amount(current);
    case '*':
      return (current) => current * amount(current);
    case '/':
      return (current) => current / amount(current);
    case undefined:
    default:
      return amount;
  }
}

/** A recursive descent: sums of products of signed numbers and parentheses. */
function parseSum(text: string, unit: Unit | null): Amount | null {
  const tokens = text.match(/(?:\d+\.?\d*|\.\d+)|[a-z]+|[^\s]/giu) ?? [];
  let next = 0;
  const take = (...accepted: readonly string[]): string | null =>
    accepted.includes(tokens[next] ?? '') ? tokens[next++]! : null;

  const sum = (): Amount | null => chain(product, '+', '-');
  const product = (): Amount | null => chain(signed, '*', '/');
  function chain(operand: () => Amount | null, ...operators: readonly string[]): Amount | null {
    let left = operand();
    for (let sign = take(...operators); sign !== null && left !== null; sign = take(...operators)) {
      const right = operand();
      left = right === null ? null : combine(sign, left, right);
    }
    return left;
  }
  function signed(): Amount | null {
    if (take('-') === null) return measured();
    const amount = signed();
    return amount === null ? null : (current) => -amount(current);
  }
  function measured(): Amount | null {
    const amount = parenthesis();
    if (amount === null) return null;
    if (take('%') !== null) return (current) => (amount(current) / 100) * current;
    const word = tokens[next]?.toLowerCase() ?? '';
    if (!Object.hasOwn(pixels, word)) return amount;
    if (unit === null) return null;
    next += 1;
    const factor = word === unit ? 1 : pixels[word as Unit] / pixels[unit];
    return (current) => amount(current) * factor;
  }
  function parenthesis(): Amount | null {
    if (take('(') !== null) {
      const amount = sum();
      return take(')') === null ? null : amount;
    }
    const number = Number(tokens[next] ?? '');
    if (!/^[\d.]/u.test(tokens[next] ?? '') || Number.isNaN(number)) return null;
    next += 1;
    return () => number;
  }

  const amount = sum();
  return next === tokens.length ? amount : null;
}

function combine(operator: string, left: Amount, right: Amount): Amount {
  switch (operator) {
    case '+':
      return (current) => left(current) + right(current);
    case '-':
      return (current) => left(current) - right(current);
    case '*':
      return (current) => left(current) * right(current);
    default:
      return (current) => left(current) / right(current);
  }
}

/** Converts a length between units. */
export function convertLength(length: number, from: Unit, to: Unit): number {
  return from === to ? length : (length * pixels[from]) / pixels[to];
}
