import type { Environment } from '@marcbachmann/cel-js';
import { TIMESTAMP } from './expression-problem.ts';

/** Whole numbers beside doubles: `price * 2`. CEL has only `price * 2.0`. */
export function registerArithmetic(environment: Environment): void {
  const operations: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  };
  for (const [operator, apply] of Object.entries(operations)) {
    const handler = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b));
    environment.registerOperator(`double ${operator} int: double`, handler);
    environment.registerOperator(`int ${operator} double: double`, handler);
  }
  environment.registerOperator('double == int', (a: number, b: bigint) => a === Number(b));
  for (const type of ['double', TIMESTAMP]) {
    environment.registerOperator(`${type} == null`, (value: unknown) => value === null);
  }
}
