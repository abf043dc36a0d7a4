import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relativeTime } from './formats.ts';
import { TemplateExpressions, toText } from './template-expressions.ts';

const locales =
  'en en-GB de de-AT de-CH fr es pt-BR it nl pl ru tr el ar ar-EG-u-nu-arab he hi th ja ko zh-Hans sv'.split(
    ' ',
  );

const expressions = new TemplateExpressions([
  { name: 'x', type: 'number' },
  { name: 'd', type: 'date' },
  { name: 'text', type: 'text' },
]);
const values = new Map([
  ['x', '1234567.891'],
  ['d', '2026-02-03'],
  ['text', 'istanbul ıssız ʼn straße ijs'],
]);
const now = new Date('2026-01-31T18:30:00Z');
const date = new Date('2026-02-03T00:00:00Z');
const x = 1_234_567.891;

/** Expressions, and what Intl makes of the same values. */
const cases: Readonly<Record<string, (locale: string) => string>> = {
  'number(x)': (locale) => new Intl.NumberFormat(locale).format(x),
  'number(x, {"maximumFractionDigits": 1, "notation": "compact"})': (locale) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1, notation: 'compact' }).format(x),
  'number(12, {"style": "unit", "unit": "kilometer-per-hour"})': (locale) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer-per-hour' }).format(12),
  'number(-5, {"signDisplay": "always"})': (locale) =>
    new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(-5),
  'currency(x, "EUR")': (locale) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(x),
  'currency(12, "JPY", {"currencyDisplay": "name"})': (locale) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'JPY', currencyDisplay: 'name' }).format(12),
  'percent(0.256)': (locale) => new Intl.NumberFormat(locale, { style: 'percent' }).format(0.256),
  'percent(0.256, {"minimumFractionDigits": 1})': (locale) =>
    new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 }).format(0.256),
  'date(d)': (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date),
  'date(d, "full")': (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(date),
  'date(d, {"month": "short"})': (locale) =>
    new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(date),
  'date(now, {"hour": "numeric", "minute": "2-digit"})': (locale) =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(now),
  'relative(d, now)': (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(3, 'day'),
  'relative(d, now, {"numeric": "always", "style": "short"})': (locale) =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }).format(3, 'day'),
  'list(["a", text, "c"])': (locale) =>
    new Intl.ListFormat(locale).format(['a', values.get('text') ?? '', 'c']),
  'list(["a", "b"], {"type": "disjunction"})': (locale) =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(['a', 'b']),
  'upper(text)': (locale) => (values.get('text') ?? '').toLocaleUpperCase(locale),
  'lower(upper(text))': (locale) =>
    (values.get('text') ?? '').toLocaleUpperCase(locale).toLocaleLowerCase(locale),
};

describe('formats of expressions', () => {
  for (const [source, expected] of Object.entries(cases)) {
    it(`are those of Intl in ${locales.length} locales: ${source}`, () => {
      for (const locale of locales)
        assert.equal(
          toText(expressions.forValues(values, { locale, now })(source)),
          expected(locale),
          locale,
        );
    });
  }

  it('choose the form of a number by the plural rules of the locale', () => {
    const forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'x' };
    for (const locale of locales) {
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1.5]) {
        const source = `plural(${count}, ${JSON.stringify(forms)})`;
        const category = new Intl.PluralRules(locale).select(count);
        assert.equal(toText(expressions.forValues(values, { locale, now })(source)), forms[category], locale);
      }
    }
    const german = expressions.forValues(values, { locale: 'de', now });
    assert.equal(german('plural(x, {"one": "# Platz", "other": "# Plätze"})'), '1.234.567,891 Plätze');
    assert.throws(() => german('plural(x, {"one": "a"})'), /needs a text for "other"/);
  });

  it('round as numbers are shown', () => {
    const evaluate = expressions.forValues(values, { locale: 'de', now });
    const decimals = [0, 1, 2, 5];
    for (const value of [
      1.5 * 33.33,
      1.005,
      -2.5,
      0.1 + 0.2,
      8.345,
      -0.004,
      1e-7,
      123_456_789.125,
      1e21,
      5e15,
    ]) {
      for (const count of decimals) {
        const shown = new Intl.NumberFormat('en', { maximumFractionDigits: count, useGrouping: false });
        const rounded = evaluate(`round(double("${value}"), ${count})`);
        assert.equal(Number(toText(rounded)), Number(shown.format(value)) + 0, `${value}, ${count}`);
      }
    }
    for (const [source, expected] of Object.entries({
      'round(2.5)': '3',
      'round(1234.5, -2)': '1200',
      'round(1250, -2)': '1300',
      'round(-1250.0, -2)': '-1300',
      'round(49.99, -2)': '0',
      'round(-49.99, -2)': '0',
      'floor(-1, -3)': '-1000',
      'ceil(1234.5, -3)': '2000',
      'round(5e19, -20)': '100000000000000000000',
      '1e-7 * 1.0': '0.0000001',
      '1e21 + 1.0': '1000000000000000000001',
      'string(1e21)': '1000000000000000000000',
      '-1.5e-8': '-0.000000015',
    }))
      assert.equal(toText(evaluate(source)), expected, source);
    assert.equal(toText(evaluate('round(7, 2) + round(x, 1)')), '1234574.9');
    assert.equal(expressions.forValues(new Map(), { locale: 'en', now })('round(x, 2)'), null);
    for (const count of ['-21', '21'])
      assert.throws(() => evaluate(`round(x, ${count})`), /round\(\) with -?\d+ decimals: -20 to 20/u);
  });

  it('measure distances in the largest unit that fits', () => {
    const from = new Date('2026-03-10T12:00:00Z');
    const cases: [date: string, expected: [number, string]][] = [
      ['2026-03-10', [0, 'day']],
      ['2026-03-11', [1, 'day']],
      ['2026-03-09', [-1, 'day']],
      ['2026-03-24', [2, 'week']],
      ['2026-06-10', [3, 'month']],
      ['2024-03-10', [-2, 'year']],
      ['2026-03-10T12:00:40Z', [40, 'second']],
      ['2026-03-10T12:50:00Z', [50, 'minute']],
      ['2026-03-10T09:00:00Z', [-3, 'hour']],
      ['2026-03-13T13:00:00Z', [3, 'day']],
    ];
    for (const [date, expected] of cases)
      assert.deepEqual(relativeTime(new Date(date), from), expected, date);
  });

  it('measure one day, week, month and year by the calendar, as they are written', () => {
    const cases: [from: string, date: string, expected: [number, string]][] = [
      // 30 and 34 hours: the day after tomorrow, and before yesterday.
      ['2026-03-10T20:00:00Z', '2026-03-12T02:00:00Z', [2, 'day']],
      ['2026-03-10T02:00:00Z', '2026-03-08T16:00:00Z', [-2, 'day']],
      ['2026-03-10T02:00:00Z', '2026-03-11T20:00:00Z', [1, 'day']],
      // What rounds up to the next unit has it.
      ['2026-03-10T12:00:00Z', '2026-03-10T12:59:40Z', [1, 'hour']],
      ['2026-03-10T12:00:00Z', '2026-03-10T12:00:59.700Z', [1, 'minute']],
      ['2026-03-10T12:00:00Z', '2026-03-11T11:50:00Z', [1, 'day']],
      ['2026-03-10T00:05:00Z', '2026-03-10T23:50:00Z', [24, 'hour']],
      ['2026-03-10', '2026-03-17', [1, 'week']],
      ['2026-03-15', '2026-03-24', [9, 'day']],
      ['2026-01-31', '2026-03-10', [5, 'week']],
      ['2026-01-31', '2026-03-02', [4, 'week']],
      ['2026-01-15', '2026-02-20', [1, 'month']],
      ['2026-12-31', '2028-01-05', [12, 'month']],
      ['2026-12-31', '2027-12-20', [1, 'year']],
    ];
    for (const [from, date, expected] of cases)
      assert.deepEqual(relativeTime(new Date(date), new Date(from)), expected, `${date} from ${from}`);
  });

  it('truncate by characters as people see them, and put words in title case', () => {
    const evaluate = expressions.forValues(values, { locale: 'nl', now });
    assert.equal(evaluate('truncate("👩‍👩‍👧‍👦 family", 3)'), '👩‍👩‍👧‍👦 f…');
    assert.equal(evaluate('truncate("short", 5)'), 'short');
    assert.equal(evaluate('truncate("some words", 5, "")'), 'some');
    assert.equal(evaluate('title("ijs en thee")'), 'IJs En Thee');
    assert.equal(evaluate('trim("  a ")'), 'a');
  });

  it('have no sign for amounts that round to zero', () => {
    const evaluate = expressions.forValues(values, { locale: 'de', now });
    assert.equal(evaluate('currency(0.3 - 0.1 - 0.2, "EUR")'), '0,00\u00a0€');
    assert.equal(evaluate('number(-0.004, {"maximumFractionDigits": 2})'), '0');
    assert.equal(evaluate('percent(-0.001)'), '0\u00a0%');
    assert.equal(evaluate('currency(-0.005, "EUR")'), '-0,01\u00a0€');
    assert.equal(evaluate('number(-0.2, {"maximumFractionDigits": 0, "signDisplay": "always"})'), '-0');
    assert.equal(toText(evaluate('0.0 * -1.0')), '0');
    assert.equal(toText(evaluate('string(0.0 * -1.0)')), '0');
  });

  it('refuse NaN and infinity, wherever they would be made', () => {
    const evaluate = expressions.forValues(values, { locale: 'en', now });
    for (const source of [
      '0.0 / 0.0',
      'x / 0',
      '-x / 0.0',
      'number(x / 0)',
      'currency(0.0 / 0.0, "EUR")',
      'percent(x / 0.0)',
      'plural(0.0 / 0.0, {"other": "seats"})',
      '"Average: " + string(sum([x]) / 0.0)',
      'x / 0.0 > 1.0',
      '0.0 / 0.0 == 0.0 ? 1 : 2',
      '[x, 1.0 / 0.0] == [x]',
      '1.0 / 0.0 in [1.0]',
      'min(1.0 / 0.0, x)',
      'x % 0.0 < 1.0',
      '1e308 * 10.0 > x',
      'sort([1.0, x / 0.0])[0]',
      'unique([x / 0.0]).size()',
      'group([1], x, 0.0 / 0.0).size()',
      'int(x / 0.0) > 1',
    ])
      assert.throws(() => toText(evaluate(source)), /makes (?:NaN|-?Infinity), which is no number/u, source);
    for (const text of ['NaN', 'inf', '-Infinity'])
      assert.throws(() => evaluate(`double("${text}") > 1.0`), /makes a number of a text that is none/u);
    assert.throws(() => evaluate('x < 1e400'), /Invalid number: Infinity/u);
    assert.throws(() => evaluate('x > 1e-400'), /This number has more than 34 digits, or is below/u);
    assert.equal(evaluate('x == 0.0 || 1.0 / x > 1.0'), false);
  });

  it('refuse time zones that there are not, and what Intl refuses', () => {
    const evaluate = expressions.forValues(values, { locale: 'en', now });
    assert.throws(() => evaluate('date(d, {"timeZone": "Asia/Tokio"})'), /has the time zone "Asia\/Tokio"/);
    assert.throws(() => evaluate('currency(x, "EURO")'), /Invalid currency code/);
    assert.throws(() => evaluate('number(x, {"style": "nope"})'), /style/);
  });
});
