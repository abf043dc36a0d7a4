/** Amounts and dates are not divided between lines, in any locale. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderDocument } from '../../test/helpers/pages.ts';

const variables = [
  { name: 'net', type: 'number' as const },
  { name: 'day', type: 'date' as const },
  {
    name: 'items',
    type: 'list' as const,
    fields: [
      { name: 'price', type: 'number' as const },
      { name: 'name', type: 'text' as const },
    ],
  },
];
const values = new Map<string, string | { name: string; price: string }[]>([
  ['net', '-1234567.89'],
  ['day', '2026-11-30'],
  [
    'items',
    [
      { name: 'one', price: '1234.5' },
      { name: 'two', price: '-98765.4' },
    ],
  ],
]);

async function getLines(element: object, more: object = {}) {
  const document = {
    schemaVersion: 1,
    name: 'Amounts',
    viewport: { width: 600, height: 900 },
    variables,
    locale: 'en',
    elements: [{ type: 'text', id: 'text', x: 0, y: 0, width: 60, height: 880, fontSize: 10, ...element }],
    ...more,
  } as unknown as TemplateDocument;
  const { report, warnings } = await renderDocument(document, { values });
  const lines = (report?.elements ?? []).flatMap(
    ({ text }) => text?.lines.map((line) => line.text.trim()) ?? [],
  );
  return { lines, codes: warnings.map(({ code, elementId }) => `${code} ${elementId}`) };
}

/** The lines with the narrowest box: every place where a line may end is one. */
const divide = async (text: string, more: object = {}) => (await getLines({ text, width: 2 }, more)).lines;

describe('amounts and dates are one word', () => {
  test('what formats make, with currencies, signs and spaces, in several locales', async () => {
    const text = '{{ currency(net, "EUR") }} {{ number(net) }} {{ percent(net) }} {{ date(day, "full") }}';
    for (const [locale, expected] of [
      ['en', ['-€1,234,567.89', '-1,234,567.89', '-123,456,789%', 'Monday, November 30, 2026']],
      ['de', ['-1.234.567,89 €', '-1.234.567,89', '-123.456.789 %', 'Montag, 30. November 2026']],
      ['fr', ['-1 234 567,89 €', '-1 234 567,89', '-123 456 789 %', 'lundi 30 novembre 2026']],
      ['sv', ['−1 234 567,89 €', '−1 234 567,89', '−123 456 789 %', 'måndag 30 november 2026']],
      ['ja', ['-€1,234,567.89', '-1,234,567.89', '-123,456,789%', '2026年11月30日月曜日']],
      ['en-IN', ['-€12,34,567.89', '-12,34,567.89', '-12,34,56,789%', 'Monday, 30 November 2026']],
    ] as const) {
      const shown = (await divide(text, { locale })).map((line) => line.replaceAll(/\s/gu, ' '));
      assert.deepEqual(shown, expected, locale);
    }
    const arabic = await divide(text, { locale: 'ar-EG', language: 'ar' });
    assert.equal(arabic.length, 4);
  });

  test('within longer expressions, and where a text is changed again', async () => {
    assert.deepEqual(await divide('{{ "to " + currency(net, "CHF") + " by " + date(day, "long") }}'), [
      't',
      'o',
      '-CHF\u00a01,234,567.89',
      'b',
      'y',
      'November 30, 2026',
    ]);
    assert.deepEqual(await divide('{{ replace(number(net), ",", " ") }} {{ upper(date(day)) }}'), [
      '-1 234 567.89',
      'NOV 30, 2026',
    ]);
    assert.deepEqual(await divide('{{ join(items.map(x, currency(x.price, "EUR")), " ") }}'), [
      '€1,234.50',
      '-€98,765.40',
    ]);
  });

  test('values of numbers and dates, and numbers that are worked out', async () => {
    assert.deepEqual(await divide('{{net}} {{day}} {{ net * 2.0 }} {{ day }}'), [
      '-1234567.89',
      '2026-11-30',
      '-2469135.78',
      '2026-11-30',
    ]);
  });

  test('a currency and a sign that the template writes belong to the amount', async () => {
    assert.deepEqual(
      await divide('{{ number(2) }} EUR, CHF {{ number(3) }}. (-{{ number(4) }} %) $ {{ number(5) }}'),
      ['2 EUR,', 'CHF 3.', '(-4 %)', '$ 5'],
    );
    // Three capitals that are no currency are a word of their own.
    assert.deepEqual(await divide('{{ number(22) }} ABC'), ['22', 'A', 'B', 'C']);
    const { lines } = await getLines({
      text: undefined,
      width: 2,
      runs: [{ text: '{{ number(22) }}' }, { text: ' EUR', fontSize: 8 }],
    });
    assert.deepEqual(lines, ['22 EUR']);
  });

  test('a sign between two amounts does not begin a line, where it would be a minus', async () => {
    assert.deepEqual(await divide('{{ 5 + 0 }}-{{ 10 + 0 }} {{ 5 + 0 }}+{{ 1 + 0 }} INV-{{ 7 + 0 }}'), [
      '5-',
      '10',
      '5+',
      '1',
      'I',
      'N',
      'V-',
      '7',
    ]);
    assert.deepEqual(await divide('{{ currency(5.0, "EUR") }}-{{ currency(10.0, "EUR") }}'), [
      '€5.00-',
      '€10.00',
    ]);
    assert.deepEqual(await divide('{{ 5 + 0 }}-({{ 10 + 0 }}) {{ 5 + 0 }}±{{ 1 + 0 }}'), [
      '5-',
      '(10)',
      '5',
      '±1',
    ]);
    for (const [text, ...lines] of [
      ['EUR-{{ 5 + 0 }}', 'EUR-5'],
      ['$-{{ 5 + 0 }}', '$-5'],
      ['{{ 5 + 0 }} EUR-{{ 9 + 0 }}', '5 EUR-', '9'],
    ] as const)
      assert.deepEqual(await divide(text), lines, text);
  });

  test('what is too wide shrinks, or runs out of its box with a warning', async () => {
    const text = '{{ currency(net, "EUR") }}';
    assert.deepEqual(await getLines({ text }), { lines: ['-€1,234,567.89'], codes: ['TEXT_OVERFLOW text'] });
    const shrunk = await getLines({ text, overflow: 'shrink', minFontSize: 5 });
    assert.deepEqual(shrunk, { lines: ['-€1,234,567.89'], codes: ['TEXT_SHRUNK text'] });
    const least = await getLines({ text, overflow: 'shrink', minFontSize: 9 });
    assert.deepEqual(least, { lines: ['-€1,234,567.89'], codes: ['TEXT_SHRUNK text', 'TEXT_OVERFLOW text'] });
    // An ellipsis does not make a smaller amount of it.
    const cut = await getLines({ text: `Net ${text}`, wrap: false });
    assert.deepEqual(cut, { lines: ['Net…'], codes: ['TEXT_OVERFLOW text'] });
  });

  test('nothing is added to the text', async () => {
    const { lines } = await getLines({ text: 'Net {{ currency(net, "EUR") }}', width: 300 });
    assert.deepEqual(lines, ['Net -€1,234,567.89']);
  });
});

const table = (columns: readonly object[], more: object = {}) => ({
  type: 'table',
  text: undefined,
  height: undefined,
  width: 120,
  rows: '{{ items }}',
  header: null,
  body: { fontSize: 10, padding: 0 },
  columns,
  ...more,
});
const price = { value: '{{ item.price }}', format: { style: 'currency', currency: 'EUR' } };

describe('in tables', () => {
  test('the format of a column makes one word, in rows and total', async () => {
    const total = { cells: ['{{ sum(items.map(x, x.price)) }}'] };
    const { lines, codes } = await getLines(table([{ ...price, width: 30 }], { total, fontSize: undefined }));
    assert.deepEqual(lines, ['€1,234.50', '-€98,765.40', '-€97,530.90']);
    assert.deepEqual(codes, [
      'TEXT_OVERFLOW text[0][0]',
      'TEXT_OVERFLOW text[1][0]',
      'TEXT_OVERFLOW text.total[0]',
    ]);
  });

  test('columns have wrap and overflow for rows and total, parts for all columns', async () => {
    const total = { cells: ['{{ sum(items.map(x, x.price)) }}'] };
    const narrow = { ...price, width: 40 };
    const shrink = { overflow: 'shrink', minFontSize: 4 };
    const shrunk = ['TEXT_SHRUNK text[0][0]', 'TEXT_SHRUNK text[1][0]', 'TEXT_SHRUNK text.total[0]'];
    const get = async (column: object, more: object = {}) =>
      (await getLines(table([column], { total, fontSize: undefined, ...more }))).codes;
    assert.deepEqual(await get({ ...narrow, ...shrink }), shrunk);
    assert.deepEqual(await get(narrow, { body: { fontSize: 10, padding: 0, ...shrink } }), shrunk);
    assert.deepEqual(await get({ ...narrow, ...shrink }, { total: { ...total, overflow: 'visible' } }), [
      ...shrunk.slice(0, 2),
      'TEXT_OVERFLOW text.total[0]',
    ]);
    const name = { value: 'a {{ item.name }} of a kind', width: 40 };
    const { lines } = await getLines(
      table([{ ...name, wrap: false, overflow: 'visible' }], { fontSize: undefined }),
    );
    assert.deepEqual(lines, ['a one of a kind', 'a two of a kind']);
  });

  test('columns that share too little room break names before amounts', async () => {
    const name = { value: 'long names of {{ item.name }} and more of them', width: 'hug' };
    const both = [name, { ...price, width: 'hug' }, { ...price, width: 'hug' }];
    const { lines, codes } = await getLines(table(both, { width: 160, fontSize: undefined }));
    assert.deepEqual(codes, []);
    assert.deepEqual(
      lines.filter((line) => line.includes('€')),
      ['€1,234.50', '€1,234.50', '-€98,765.40', '-€98,765.40'],
    );
  });
});
