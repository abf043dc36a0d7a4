/** Random expressions of money against Python's decimals, which are another program. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import { TemplateExpressions, toText } from '../../src/common/expressions/template-expressions.ts';

const count = 500;

test('expressions of money have the values of decimals with 34 digits, to the cent', async () => {
  const { python, variables } = await preparePythonEnvironment();
  const program = path.join(import.meta.dirname, 'amounts.py');
  const { stdout } = await promisify(execFile)(python, [program, `${count}`], {
    env: { ...process.env, ...variables },
    maxBuffer: 10 * 1024 * 1024,
  });
  const cases = JSON.parse(stdout) as [expression: string, cents: string][];
  assert.equal(cases.length, count);
  const expressions = new TemplateExpressions([]);
  for (const [source, cents] of cases) {
    const evaluate = expressions.forValues(new Map(), { locale: 'en', now: new Date(0) });
    const options = '{"minimumFractionDigits": 2, "maximumFractionDigits": 2, "useGrouping": false}';
    assert.equal(toText(evaluate(`number(${source}, ${options})`)), cents, source);
    assert.equal(toText(evaluate(`round(${source}, 2)`)), cents.replace(/\.?0+$/u, ''), source);
  }
});
