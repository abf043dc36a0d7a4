import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests as suite } from '@bufbuild/cel-spec/testdata/conformance.js';
import { Environment } from '@marcbachmann/cel-js';
import { StepBudget } from './budget.ts';
import { ExpressionCompiler } from './compile.ts';
import { Decimal } from './decimal.ts';

/** A case of the conformance files, as far as it is read here. */
interface Case {
  readonly name: string;
  readonly expression: string;
}

const emptyLists = 'Entries of an empty list are of any type, as CEL has it; the library refuses them.';

const texts = 'string() takes dates, as CEL has it; the library refuses them.';
const finite = 'NaN, infinity and numbers that are too small are errors: no document has them.';
const exact = 'Numbers are exact decimals, where the library has doubles of some 16 digits.';

/** What templates have on purpose where the library has an error, or the other way round. */
const differences: Readonly<Record<string, string>> = {
  'comparisons/eq_literal/eq_mixed_types': 'Whole numbers are compared with doubles.',
  'comparisons/eq_literal/not_eq_double_nan': finite,
  'comparisons/eq_literal/not_eq_int_double_nan': finite,
  'comparisons/eq_literal/not_eq_uint_double_nan': finite,
  'comparisons/gt_literal/not_gt_dyn_int_small_lossy_double': exact,
  'comparisons/gte_literal/gte_dyn_small_double_int': exact,
  'comparisons/lt_literal/not_lt_dyn_small_double_int': exact,
  'comparisons/lte_literal/lte_dyn_int_small_lossy_double': exact,
  'comparisons/ne_literal/ne_double_nan': finite,
  'comparisons/ne_literal/not_ne_double_nan': finite,
  'comparisons/ne_literal/not_ne_int_double_nan': finite,
  'comparisons/ne_literal/not_ne_uint_double_nan': finite,
  'conversions/int/double_big_precision': exact,
  'conversions/int/double_int_max_range': exact,
  'conversions/int/double_range': exact,
  'conversions/uint/double_uint_max_range': exact,
  'fp_math/fp_math/divide_zero': finite,
  'fp_math/fp_math/fp_overflow_negative': finite,
  'fp_math/fp_math/fp_overflow_positive': finite,
  'fp_math/fp_math/fp_underflow': finite,
  'fp_math/fp_math/mod_not_support': 'A division of decimals leaves a rest.',
  'macros/all/list_empty': emptyLists,
  'timestamps/timestamp_conversions/toString_timestamp': texts,
  'timestamps/timestamp_conversions/toString_timestamp_nanos': texts,
};

/** All cases but those with variables of their own, which have types that variables of templates have not. */
function readCases({ suites = [], tests = [] }: typeof suite, around = ''): Case[] {
  return [
    ...tests
      .filter(({ original }) => !['bindings', 'typeEnv', 'container'].some((key) => key in original))
      .map(({ original: { expr, name = expr } }) => ({ name: `${around}${name}`, expression: expr })),
    ...suites.flatMap((inner) => readCases(inner, `${around}${inner.name}/`)),
  ];
}

const plain = new Environment({ homogeneousAggregateLiterals: false });
const compiler = new ExpressionCompiler([]);

type Outcome = { readonly value: unknown } | 'error';

function attempt(evaluate: () => unknown): Outcome {
  try {
    return { value: evaluate() };
  } catch {
    return 'error';
  }
}

function evaluateHere(source: string): unknown {
  const compiled = compiler.compile(source);
  if (!compiled.ok) throw new Error(compiled.problem.detail);
  return compiled.expression.evaluate(new Map(), new StepBudget(), { locale: 'en', now: new Date(0) });
}

/** Decimals are written without an exponent. */
function areSame(here: unknown, there: unknown): boolean {
  if (here instanceof Decimal && typeof there === 'number') return here.toNumber() === there;
  return Object.is(here, there) || String(here) === String(there);
}

/** Results that a template can show are compared themselves, others through an operator. */
function isShown(value: unknown): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value === null;
}

describe("CEL's conformance files", () => {
  const cases = readCases(suite);
  it('are read', () => assert.ok(cases.length > 1_000, `${cases.length}`));

  it('have the results of the library, but for the differences that are listed', () => {
    const different: string[] = [];
    for (const { name, expression } of cases) {
      const there = attempt(() => plain.evaluate(expression));
      const isCompared = there !== 'error' && !isShown(there.value);
      const source = isCompared ? `(${expression}) == (${expression})` : expression;
      const expected = isCompared ? attempt(() => plain.evaluate(source)) : there;
      const here = attempt(() => evaluateHere(source));
      const isSame =
        here === 'error' || expected === 'error' ? here === expected : areSame(here.value, expected.value);
      if (!isSame) different.push(name);
    }
    assert.deepEqual(different.sort(), Object.keys(differences).sort());
  });
});
