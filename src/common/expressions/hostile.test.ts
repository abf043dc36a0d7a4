import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deepExpressions, hostileExpressions, hostileVariables } from '../../../test/hostile/expressions.ts';
import { MAX_STEPS, StepBudget } from './budget.ts';
import { ExpressionError } from './expression-error.ts';
import { patternSize } from './pattern-size.ts';
import { TemplateExpressions, toText } from './template-expressions.ts';

const expressions = new TemplateExpressions(hostileVariables);

/** Evaluates an expression, and counts its steps. */
function evaluate(source: string, values: Readonly<Record<string, string>> = {}) {
  const budget = new StepBudget();
  const moment = { locale: 'en', now: new Date('2026-03-10T12:00:00Z') };
  const compiled = expressions.compile(source);
  assert.ok(compiled.ok, compiled.ok ? '' : compiled.problem.detail);
  try {
    const result = expressions.forValues(new Map(Object.entries(values)), moment, budget)(source);
    return { result: toText(result), error: null, steps: budget.taken };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { result: null, error, steps: budget.taken };
  }
}

describe('hostile expressions', () => {
  for (const [name, { source, values }] of Object.entries(hostileExpressions)) {
    it(`end with an error that names them: ${name}`, () => {
      const { error, steps } = evaluate(source, values);
      assert.ok(error !== null, `it took ${steps} steps`);
      assert.equal(error.expression, source);
      assert.ok(error.message.length < 500, 'no value is quoted in full');
      const isLimit = /of more than [\d,]+ characters$/u.test(error.message);
      assert.ok(isLimit || steps > MAX_STEPS, `${error.message} after ${steps} steps`);
    });
  }

  it('may be deep', () => {
    for (const source of deepExpressions) {
      const compiled = expressions.compile(source);
      if (compiled.ok) evaluate(source);
    }
  });
});

describe('steps', () => {
  const getSteps = (source: string, values: Readonly<Record<string, string>> = {}): number => {
    const { error, steps } = evaluate(source, { title: '', s: '', price: '12.5', ...values });
    assert.equal(error, null, source);
    return steps;
  };

  it('are few for what templates have', () => {
    for (const source of [
      'currency(price * 1.19, "EUR")',
      'price > 0 ? "In stock" : "Sold out"',
      'date(now, {"day": "numeric", "month": "short"})',
      'plural(price, {"one": "# seat", "other": "# seats"})',
      'title.size() > 40 ? truncate(title, 40) : title',
      'list(title.split(",").map(x, upper(x.trim())))',
    ])
      assert.ok(getSteps(source, { title: 'Chairs, tables, lamps and more of the same kind' }) < 200, source);
    assert.ok(getSteps(String.raw`title.matches("^[a-z]{1,64}@[a-z.-]{1,255}\\.[a-z]+$")`) < 2_000);
  });

  it('grow with the length of a chain, also where arguments are examined', () => {
    const chains: Readonly<Record<string, (before: string) => string>> = {
      '+ of a date': (before) => `${before} + duration("1h")`,
      '- of a date': (before) => `${before} - duration("1h")`,
      'timestamp()': (before) => `string(timestamp(${before}))`,
      'title()': (before) => `title(${before})`,
      'truncate()': (before) => `truncate(${before}, 90)`,
      'contains()': (before) => `string(${before}.contains("a"))`,
      'join()': (before) => `[${before}].join("")`,
      'split()': (before) => `${before}.split(",")[0]`,
      '[] of an unknown type': (before) => `[${before}][dyn(0)]`,
      '==': (before) => `dyn(${before}) == dyn("a")`,
    };
    const starts: Readonly<Record<string, string>> = {
      '+ of a date': 'now',
      '- of a date': 'now',
      'timestamp()': '"2026-03-10T12:00:00Z"',
    };
    for (const [name, next] of Object.entries(chains)) {
      const chain = (length: number) => Array.from({ length }).reduce<string>(next, starts[name] ?? 'title');
      const [one, twelve] = [1, 12].map((length) => getSteps(chain(length), { title: 'a' }));
      assert.ok(twelve! < 24 * one!, `${name}: ${one} and ${twelve}`);
    }
  });

  it('count what takes long before it is done', () => {
    const long = { title: 'a'.repeat(8_000) };
    assert.ok(getSteps('truncate(title, 10)', long) >= 2_000, 'characters');
    assert.ok(getSteps('title.matches("aaaa")', long) >= 1_000, 'states of a pattern');
    assert.ok(getSteps('(1 / 0 > 0) || true') >= 20, 'errors');
    assert.ok(
      getSteps('["", "", "", ""].join(title).size() > 0', long) >= 2 * 1_000,
      'texts that are joined',
    );
    assert.equal(
      getSteps('price > 1.0 || 1 / 0 > 0'),
      getSteps('price > 1.0 || true'),
      'not a part that is not run',
    );
  });
});

it('patterns are as large as what they repeat', () => {
  const sizes: Record<string, number> = {
    abc: 3,
    'a{10}': 10,
    'a{2,10}b': 11,
    '(ab){10}': 30,
    '((a{10}){10}){10}': 1_110,
    '[a-z]{5}': 5,
    '[]a]{5}': 5,
    '[^]\\]{9}]{5}': 5,
    '(a?){100}': 300,
    'a{,5}': 5,
    '\\{5}': 3,
    '\\pL{10}': 210,
    '[\\p{Greek}]{10}': 210,
    '[[:alpha:]_]{10}': 210,
    '[[:^digit:]]{10}x': 211,
    '[[:a]{10}': 210,
    '(?i)\\pL': 61 + 3,
    '((((': 0,
    '))))': 4,
  };
  for (const [pattern, size] of Object.entries(sizes)) assert.equal(patternSize(pattern), size, pattern);
});

it('measures a text that is not a pattern in linear time', () => {
  for (const part of ['[', '[:', '[[:a', '[^', '\\p{', '\\p{a', '(', 'a{1', '(?a'])
    assert.ok(patternSize(part.repeat(100_000)) >= 0, part);
});
