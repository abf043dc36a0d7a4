/** Numbers of both kinds beside each other: decimals of variables, and whole numbers of expressions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import type { BoundValues } from '../values/values.ts';
import { TemplateExpressions, toText } from './template-expressions.ts';

const variables = [
  { name: 'n', type: 'number' },
  { name: 'm', type: 'number' },
  { name: 'none', type: 'number' },
  { name: 'day', type: 'date' },
  { name: 'title', type: 'text' },
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'price', type: 'number' },
      { name: 'day', type: 'date' },
    ],
  },
] as readonly TemplateVariable[];
const values: BoundValues = new Map<string, string | { price?: string; day: string }[]>([
  ['n', '2.5'],
  ['m', '2'],
  ['day', '2026-11-02'],
  ['title', 'abc'],
  ['items', [{ price: '1', day: '2026-03-01' }, { price: '2.5', day: '2026-01-31' }, { day: '2026-02-02' }]],
]);
const expressions = new TemplateExpressions(variables);
const moment = { locale: 'en', now: new Date('2026-11-30T12:00:00Z') };

function evaluate(source: string): string {
  return toText(expressions.forValues(values, moment)(source));
}

function check(results: Readonly<Record<string, string>>): void {
  for (const [source, result] of Object.entries(results)) assert.equal(evaluate(source), result, source);
}

function checkRefused(messages: Readonly<Record<string, RegExp>>): void {
  for (const [source, message] of Object.entries(messages)) {
    const compiled = expressions.compile(source);
    assert.ok(!compiled.ok, source);
    assert.match(compiled.problem.detail, message);
  }
}

describe('numbers of both kinds', () => {
  it('are compared by min and max, as two to four arguments and in lists', () => {
    check({
      'max(n, 3)': '3',
      'max(3, n)': '3',
      'min(n, 3, m)': '2',
      'max(n, 3, m, 7)': '7',
      'min(1, 2)': '1',
      'max(n, m)': '2.5',
      'max([n, 3])': '3',
      'max(n, items.size())': '3',
      'currency(max(0, m - n), "EUR")': '€0.00',
      'max(day, items[0].day)': '2026-11-02',
      'min(items.map(x, x.day))': '2026-01-31',
    });
    assert.throws(() => evaluate('max(none, 3)'), /needs a value of "none", which was not given/u);
    checkRefused({ 'max(n, title)': /no matching overload/u, 'max(n, day)': /no matching overload/u });
  });

  it('leave a rest', () => {
    check({
      'n % 2': '0.5',
      'n % m': '0.5',
      '7 % m': '1',
      '-n % 2': '-0.5',
      'n % 0.4': '0.1',
      '10.10 % 0.05': '0',
      '1e20 % 7': '2',
      '7 % 4': '3',
      'm % 2 == 0 ? "even" : "odd"': 'even',
    });
    assert.throws(() => evaluate('n % 0'), /NaN/u);
  });

  it('are the two ends of a choice', () => {
    check({
      'none == null ? 0 : none': '0',
      'none == null ? none : 0': '',
      'n == null ? -1 : items.size() > 9 ? items.size() : n': '2.5',
      'n > 1 ? 1 : 2.0': '1',
      'sum(items.map(x, x.price == null ? 0 : x.price))': '3.5',
      'running(items, x, x.price == null ? 0 : x.price)[2]': '3.5',
      'cel.bind(q, n > 9 ? 1 : n, q * 2)': '5',
      'items[n > 9 ? 0 : 1].price': '2.5',
      'items.size() > 0 ? items.size() / 2 : n': '1',
    });
    checkRefused({
      'n == null ? "" : n': /'string' and 'double'/u,
      'n > 1 ? day : n': /'date' and 'double'/u,
    });
  });

  it('are found in lists of the other kind', () => {
    check({
      'm in [1, 2]': 'true',
      'n in [1, 2]': 'false',
      '2 in [n, m]': 'true',
      '1 in items.map(x, x.price == null ? 0 : x.price)': 'true',
    });
  });

  it('are filled up to some digits', () => {
    check({ 'padStart(m, 5, "0")': '00002', 'padStart(12, 5, "0")': '00012', 'padStart(n, 5)': '  2.5' });
  });

  it('are refused with what to write instead, where only whole ones are possible', () => {
    checkRefused({
      'items[m].price': /write int\(n\)/u,
      'slice(title, 0, m)': /write int\(n\) where a whole number is needed/u,
      'title.substring(0, m)': /write int\(n\)/u,
      'round(n, m)': /write int\(n\)/u,
      'title + n': /Write string\(n\)/u,
    });
  });
});

describe('a field of a date', () => {
  it('is refused when a template is checked', () => {
    checkRefused({
      'day.year': /^A date has no field "year" \(character 5 of the expression\)\. Its parts/u,
      'now.hour': /^A date has no field "hour"/u,
      'items[0].day.year': /^A date has no field "year" \(character 14/u,
      'items.map(x, x.day["year"])': /^A date has no field/u,
    });
  });
});
