/** Repeats and tables of lists whose entries have lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument, TemplateVariable } from '../../generated/template.ts';
import { renderDocument } from '../../test/helpers/pages.ts';
import { checkDocument } from '../domain/templates/check/check-document.ts';
import { checkVariables } from '../domain/variables/check-values.ts';
import { bindTemplate } from './bind/bind-template.ts';
import { VariableError } from './errors.ts';

const orders: TemplateVariable = {
  name: 'orders',
  type: 'list',
  fields: [
    { name: 'id', type: 'text' },
    {
      name: 'items',
      type: 'list',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'price', type: 'number', defaultValue: '2.5' },
        { name: 'parts', type: 'list', fields: [{ name: 'code', type: 'text' }] },
      ],
    },
  ],
};

const text = (id: string, shown: string, more: object = {}) => ({
  type: 'text',
  id,
  width: 'fill',
  height: 'hug',
  fontSize: 10,
  text: shown,
  ...more,
});

const group = (id: string, each: string, as: string, elements: readonly object[]) => ({
  type: 'group',
  id,
  width: 'fill',
  height: 'hug',
  layout: { direction: 'column' },
  repeat: { each, as, index: `${as}Index` },
  elements,
});

const table = (rows: string, more: object = {}) => ({
  type: 'table',
  id: 'lines',
  width: 'fill',
  rows,
  columns: [{ value: '{{ order.id }} {{ item.name }}' }, { value: '{{ item.price }}', format: 'number' }],
  total: { cells: ['Sum', '{{ sum(order.items.map(i, i.price)) }}'] },
  header: null,
  ...more,
});

const getDocument = (elements: readonly object[]) =>
  ({
    schemaVersion: 1,
    name: 'Orders',
    viewport: { width: 300, height: 400 },
    variables: [orders],
    layout: { direction: 'column' },
    elements,
  }) as unknown as TemplateDocument;

async function getProblems(document: TemplateDocument): Promise<string[]> {
  const { problems } = await checkDocument({ json: document, paths: [], maxOutputPixels: 1_000_000 });
  return problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

async function getTexts(document: TemplateDocument, given: readonly object[]): Promise<string[]> {
  assert.deepEqual(await getProblems(document), []);
  const checked = checkVariables({ document, files: [] }, { orders: given });
  assert.ok(checked.ok, JSON.stringify(checked));
  const { report } = await renderDocument(document, { values: checked.values });
  return (report?.elements ?? []).flatMap(({ id, text: shown }) =>
    shown === undefined ? [] : [`${id}: ${shown.lines.map((line) => line.text).join(' ')}`],
  );
}

const given = [
  {
    id: 'A',
    items: [
      { name: 'Tea', parts: [{ code: 'x' }, { code: 'y' }] },
      { name: 'Cup', price: '4' },
    ],
  },
  { id: 'B', items: [] },
  { id: 'C' },
  { id: 'D', items: [{ name: 'Tin', price: '0.1', parts: [{ code: 'z' }] }] },
];

test('repeats of inner lists know the entries and places around them', async () => {
  const leaf = text(
    'leaf',
    '{{ orderIndex }}{{ itemIndex }}{{ partIndex }} {{ order.id }} {{ item.name }} {{ part.code }}',
    {
      repeat: { each: '{{ item.parts }}', as: 'part', index: 'partIndex' },
    },
  );
  const document = getDocument([
    group('order', '{{ orders }}', 'order', [group('item', '{{ order.items }}', 'item', [leaf])]),
  ]);
  assert.deepEqual(await getTexts(document, given), [
    'leaf[0][0][0]: 000 A Tea x',
    'leaf[0][0][1]: 001 A Tea y',
    'leaf[3][0][0]: 300 D Tin z',
  ]);
});

test('tables have rows of the inner list, sorted and filtered, and their totals', async () => {
  const rows = '{{ sort(order.items.filter(i, i.price > 1), i, -i.price) }}';
  const document = getDocument([group('order', '{{ orders }}', 'order', [table(rows)])]);
  assert.deepEqual(await getTexts(document, given), [
    'lines[0][0][0]: A Cup',
    'lines[0][0][1]: 4',
    'lines[0][1][0]: A Tea',
    'lines[0][1][1]: 2.5',
    'lines[0].total[0]: Sum',
    'lines[0].total[1]: 6.5',
    'lines[1].total[0]: Sum',
    'lines[1].total[1]: 0',
    'lines[2].total[0]: Sum',
    'lines[2].total[1]: 0',
    'lines[3].total[0]: Sum',
    'lines[3].total[1]: 0.1',
  ]);
});

test('an inner list is checked where a template uses it', async () => {
  for (const [element, problem] of [
    [
      group('order', '{{ orders }}', 'order', [text('a', '{{ order.items }}')]),
      /text: The result is entries of "orders\[\]\.items", which cannot be shown/u,
    ],
    [
      group('order', '{{ orders }}', 'order', [
        text('a', '{{ item.prise }}', { repeat: { each: '{{ order.items }}' } }),
      ]),
      /Entries have no field "prise".*"price"/u,
    ],
    [
      group('order', '{{ orders }}', 'order', [group('x', '{{ order.id }}', 'y', [])]),
      /repeat\/each: Entries of a list are needed, but the expression makes something else/u,
    ],
    [
      group('order', '{{ orders }}', 'order', [
        table('{{ order.items }}', {
          columns: [{ value: '{{ item.parts.size() }}', format: 'date' }],
          total: undefined,
        }),
      ]),
      /columns\/0\/format: "date" needs a date, but the value is a number/u,
    ],
    [
      group('order', '{{ orders }}', 'order', [
        text('a', 'x', { repeat: { each: '{{ order.items }}', as: 'order' } }),
      ]),
      /repeat\/as: The name "order" is taken/u,
    ],
  ] as const) {
    const [first = ''] = await getProblems(getDocument([element]));
    assert.match(first, problem);
  }
});

test('too many elements are refused before any of them is made', () => {
  let made = 0;
  const counted = {
    ...text('leaf', 'x'),
    get text() {
      made += 1;
      return 'x';
    },
  };
  const inner = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'x', price: '1', parts: [] }));
  const all = (elements: readonly object[], entries: readonly object[]) => {
    const document = getDocument(elements);
    const checked = checkVariables({ document, files: [] }, { orders: entries });
    assert.ok(checked.ok, JSON.stringify(checked));
    return () => bindTemplate(document, checked.values);
  };
  // 49 orders of 100 items: 49 × 100 × 100 texts.
  const entries = Array.from({ length: 49 }, () => ({ items: inner(100) }));
  const repeats = [
    group('order', '{{ orders }}', 'order', [
      group('item', '{{ order.items }}', 'item', [group('again', '{{ order.items }}', 'other', [counted])]),
    ]),
  ];
  assert.throws(
    all(repeats, entries),
    (error) => error instanceof VariableError && /the repeats in "order" make too many/u.test(error.message),
  );
  const tables = [
    group('order', '{{ orders }}', 'order', [
      group('item', '{{ order.items }}', 'each', [table('{{ order.items }}')]),
    ]),
  ];
  assert.throws(all(tables, entries), /more than 100,000 elements/u);
  assert.equal(made, 0);
});

test('a default that stands in is named with its lists', async () => {
  const document = getDocument([
    group('order', '{{ orders }}', 'order', [table('{{ order.items }}', { total: undefined })]),
  ]);
  const checked = checkVariables({ document, files: [] }, { orders: given });
  assert.ok(checked.ok);
  const { report } = await renderDocument(document, { values: checked.values, defaults: checked.defaults });
  const found = report?.warnings.filter(({ code }) => code === 'DEFAULT_USED').map(({ detail }) => detail);
  assert.deepEqual(found, [
    'Variable "orders.items.price" is left out in an entry: its default ("2.5") is drawn.',
  ]);
});

test('a chart has the rows of inner lists, and takes them out with a transform', async () => {
  const chart = (data: object) => ({
    type: 'chart',
    id: 'chart',
    width: 'fill',
    height: 100,
    spec: {
      data,
      transform: [{ flatten: ['items'], as: ['line'] }],
      mark: 'bar',
      encoding: {
        x: { field: 'line.name', type: 'nominal' },
        y: { field: 'line.price', type: 'quantitative', aggregate: 'sum' },
      },
    },
  });
  const document = getDocument([chart({ name: 'orders' })]);
  assert.deepEqual(await getProblems(document), []);
  const checked = checkVariables({ document, files: [] }, { orders: given });
  assert.ok(checked.ok);
  const { report } = await renderDocument(document, { values: checked.values });
  assert.deepEqual(
    report?.warnings.filter(({ code }) => code === 'CHART_EMPTY'),
    [],
  );
});
