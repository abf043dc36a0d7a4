import type { Environment } from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { beyondNumbers, Decimal, DECIMAL } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';
import { TIMESTAMP } from './expression-problem.ts';

type Value = Decimal | bigint | UnsignedInt;

/**
 * Decimals in place of CEL's doubles: their operators, also beside whole numbers (`price * 2`; CEL has only
 * `price * 2.0`), and their conversions.
 */
export function registerArithmetic(environment: Environment): void {
  // Without fields, so that the check of types refuses any.
  environment.registerType(DECIMAL, { ctor: Decimal as unknown as new () => Decimal, fields: {} });
  const operations: Record<string, (a: Decimal, b: Decimal) => Decimal> = {
    '+': (a, b) => a.plus(b),
    '-': (a, b) => a.minus(b),
    '*': (a, b) => a.times(b),
    '/': (a, b) => a.div(b),
    '%': (a, b) => a.rem(b),
  };
  for (const [operator, apply] of Object.entries(operations)) {
    environment.registerOperator(`${DECIMAL} ${operator} ${DECIMAL}: ${DECIMAL}`, apply);
    const handler = (a: Value, b: Value) => apply(asDecimal(a), asDecimal(b));
    environment.registerOperator(`${DECIMAL} ${operator} int: ${DECIMAL}`, handler);
    environment.registerOperator(`int ${operator} ${DECIMAL}: ${DECIMAL}`, handler);
  }
  environment.registerOperator(`-${DECIMAL}`, (a: Decimal) => a.neg());
  registerComparisons(environment);
  registerConversions(environment);
}

function registerComparisons(environment: Environment): void {
  const comparisons: Record<string, (difference: number) => boolean> = {
    '<': (difference) => difference < 0,
    '<=': (difference) => difference <= 0,
    '>': (difference) => difference > 0,
    '>=': (difference) => difference >= 0,
  };
  const wholes = ['int', 'uint'];
  for (const [operator, decide] of Object.entries(comparisons)) {
    const handler = (a: Value, b: Value) => decide(asDecimal(a).compare(asDecimal(b)));
    for (const other of [DECIMAL, ...wholes])
      environment.registerOperator(`${DECIMAL} ${operator} ${other}: bool`, handler);
    for (const whole of wholes)
      environment.registerOperator(`${whole} ${operator} ${DECIMAL}: bool`, handler);
  }
  for (const other of [DECIMAL, ...wholes]) {
    const isEqual = (a: Decimal, b: Value) => a.compare(asDecimal(b)) === 0;
    environment.registerOperator(`${DECIMAL} == ${other}`, isEqual);
  }
  for (const type of [DECIMAL, TIMESTAMP])
    environment.registerOperator(`${type} == null`, (value: unknown) => value === null);
}

/** `double(x)` is read as `decimal(x)`. */
function registerConversions(environment: Environment): void {
  const add = (signature: string, convert: (value: never) => unknown) =>
    environment.registerFunction(signature, convert, { async: false });
  for (const type of [DECIMAL, 'int', 'uint']) add(`decimal(${type}): ${DECIMAL}`, asDecimal);
  add(`decimal(string): ${DECIMAL}`, readText);
  add(`int(${DECIMAL}): int`, (value: Decimal) => value.toBigInt());
  add(`uint(${DECIMAL}): uint`, (value: Decimal) => new UnsignedInt(value.toBigInt()));
  add(`string(${DECIMAL}): string`, (value: Decimal) => value.toShown());
}

const inDigits = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** CEL reads `inf` and `nan` as well, which are no numbers here. */
function readText(text: string): Decimal {
  const number = inDigits.test(text) ? Decimal.read(text) : null;
  if (number === null) throw new ExpressionError('makes a number of a text that is none');
  if (Decimal.canHold(text)) return number;
  throw new ExpressionError(`makes a number of a text that has ${beyondNumbers}`);
}

/** A number of any kind as a decimal. */
export function asDecimal(value: Value): Decimal {
  if (value instanceof Decimal) return value;
  return Decimal.from(typeof value === 'bigint' ? value : value.valueOf());
}
