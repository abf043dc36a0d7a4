import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import { functionNames } from './environment.ts';
import { ExpressionError } from './expression-error.ts';
import { TemplateExpressions, toText } from './template-expressions.ts';

const variables: TemplateVariable[] = [
  { name: 'price', type: 'number' },
  { name: 'stock', type: 'number' },
  { name: 'title', type: 'text' },
  { name: 'event', type: 'date' },
  { name: 'a/b', type: 'text' },
  { name: 'type', type: 'text' },
  { name: 'list price', type: 'number' },
];
const expressions = new TemplateExpressions(variables);
const moment = { locale: 'en', now: new Date('2026-03-10T12:00:00Z') };

function evaluate(source: string, values: Record<string, string> = {}, locale = 'en'): string {
  return toText(expressions.forValues(new Map(Object.entries(values)), { ...moment, locale })(source));
}

function getProblem(source: string): { offset: number; detail: string } {
  const compiled = expressions.compile(source);
  assert.ok(!compiled.ok, source);
  return compiled.problem;
}

describe('expressions', () => {
  it('work out values of variables by their types', () => {
    const values = { price: '10', stock: '3', title: 'Chair', event: '2026-03-12', 'a/b': 'x', type: 't' };
    const cases: Record<string, string> = {
      'price * 1.19': '11.9',
      'price * 2 + 1': '21',
      'price == null ? 0.0 : price': '10',
      '2 / price': '0.2',
      'stock > 0 ? "In stock" : "Sold out"': 'In stock',
      'title.size() > 3': 'true',
      'title + " " + vars["a/b"] + vars.type + vars["type"]': 'Chair xtt',
      'event > timestamp("2026-03-11T00:00:00Z")': 'true',
      event: '2026-03-12',
      now: '2026-03-10T12:00:00.000Z',
      '[1, 2, 3].filter(n, n > 1).size()': '2',
      '{"a": {"b": title}}["a"]["b"]': 'Chair',
      'vars["list price"] == null': 'true',
      'price == null ? "none" : number(price)': '10',
      'title.matches("^Ch.*r$")': 'true',
      'event.getDayOfYear()': '70',
      '// a comment\n price': '10',
      'cel.bind(x, price * 2, x + x)': '40',
      'stock == 3': 'true',
      'uint(7)': '7',
    };
    for (const [source, expected] of Object.entries(cases))
      assert.equal(evaluate(source, values), expected, source);
  });

  it('may have a variable of any name beside', () => {
    const values = new Map([['__proto__', 'p']]);
    const named = new TemplateExpressions([{ name: '__proto__', type: 'text' }]).forValues(values, moment);
    assert.equal(toText(named('1 + 1')), '2');
    assert.equal(toText(named('vars["__proto__"] + "!"')), 'p!');
  });

  it('say what to write instead of what other languages have', () => {
    assert.match(getProblem('!title').detail, /write name == ""\.$/);
    assert.match(getProblem('if(title == "", "a", "b")').detail, /Write condition \? a : b\.$/);
    assert.match(getProblem('title.substring(0, price)').detail, /write int\(n\) where/);
  });

  it('are empty where a number or date was not given, and fail where one is needed', () => {
    for (const source of [
      'price',
      'number(price)',
      'currency(price, "EUR")',
      'date(event)',
      'relative(event, now)',
    ])
      assert.equal(evaluate(source), '', source);
    assert.equal(evaluate('plural(stock, {"other": "#"})'), '');
    for (const source of ['price + 1', 'number(price * 2)', '[price].size()', 'price > 1', '-price']) {
      assert.throws(
        () => evaluate(source),
        (error: unknown) => {
          assert.ok(error instanceof ExpressionError);
          assert.deepEqual([error.variable, error.expression], ['price', source]);
          return true;
        },
      );
    }
  });

  it('name unknown names, wrong types and mistakes with their places', () => {
    const cases: [source: string, offset: number, detail: RegExp][] = [
      ['1.0 + prise', 6, /No variable "prise" is declared/],
      ['vars["nope"] + "x"', 0, /No variable "nope" is declared/],
      ['title + 1', 0, /string \+ int/],
      ['"a" + currencie(price)', 6, /no function currencie\(\)/],
      ['number(title)', 0, /no matching overload for 'number\(string\)'/],
      ['price +', 7, /Unexpected token/],
      ['price) + (2', 5, /Unexpected character/],
      ['title.nope()', 0, /no function nope\(\)/],
      ['[1, 2]', 0, /result is a list/],
      ['{"a": 1}', 0, /result is a map/],
      ['vars', 0, /vars takes the name/],
      ['vars[title]', 0, /vars takes the name/],
      ['event.getHours(1)', 0, /no matching overload/],
      [`title == "${'x'.repeat(2_000)}"`, 0, /2,011 characters; it may have 2,000/],
      ['price + optional.of(1).value()', 8, /no optional values/],
      ['"unclosed', 0, /Unterminated string/],
    ];
    for (const [source, offset, detail] of cases) {
      const problem = getProblem(source);
      assert.match(problem.detail, detail);
      assert.equal(problem.offset, offset, source);
    }
  });

  it('have only functions that the guide names', async () => {
    const guide = await readFile(new URL('../../../docs/template-guide.md', import.meta.url), 'utf8');
    const section = guide.slice(guide.indexOf('## Expressions'), guide.indexOf('## Fonts'));
    for (const name of functionNames()) assert.match(section, new RegExp(`\\b${name}\\b`), name);
  });

  it('do not confuse loop variables with variables that have no value', () => {
    assert.equal(evaluate('[1, 2].map(price, price * 2).size()'), '2');
  });

  it('show dates with a time as date-times', () => {
    assert.equal(evaluate('event', { event: '2026-03-12T10:30:00+01:00' }), '2026-03-12T10:30:00.000+01:00');
  });
});
