/** Elements and pages that are repeated for the entries of a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { readPdf, renderDocument } from '../../test/helpers/pages.ts';
import { checkVariables } from '../domain/variables/check-values.ts';
import { checkDocument } from '../domain/templates/check/check-document.ts';
import { bindTemplate } from './bind/bind-template.ts';
import { VariableError } from './errors.ts';

const list = (name: string) =>
  ({
    name,
    type: 'list' as const,
    fields: [
      { name: 'name', type: 'text' as const },
      { name: 'price', type: 'number' as const },
    ],
  }) as const;

const row = (repeat: object, text = '{{ i }} {{ item.name }} {{ item.price * 2 }}') => ({
  type: 'group',
  id: 'row',
  width: 'fill',
  height: 'hug',
  layout: { direction: 'row' },
  repeat,
  elements: [{ type: 'text', id: 'label', width: 'fill', height: 'hug', text, fontSize: 12 }],
});

const getDocument = (elements: readonly object[], more: object = {}) =>
  ({
    schemaVersion: 1,
    name: 'Rows',
    viewport: { width: 300, height: 400 },
    variables: [list('items')],
    layout: { direction: 'column', gap: 10 },
    elements,
    ...more,
  }) as unknown as TemplateDocument;

const each = { each: '{{ items }}', as: 'item', index: 'i' };
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Part ${index}`, price: String(index) }));

test('an item by the number of an entry is refused where its list has another order', async () => {
  const values = new Map([['items', entries(3)]]);
  const last = { ...each, each: '{{ items.filter(x, x.price > 1) }}' };
  const refused =
    /takes an item by "i", the number of the row, but its list .*: write the same list .* "each"/u;
  const render = (document: TemplateDocument) => renderDocument(document, { values });
  const balance = (list: string) => `{{ running(${list}, x, x.price)[i] }}`;
  await assert.rejects(render(getDocument([row(last, balance('items'))])), refused);
  // In an element that is itself repeated, too.
  const inner = {
    ...row({ each: '{{ items }}', as: 'part' }, `{{ part.name }} ${balance('items')}`),
    id: 'in',
  };
  const outer = { ...row(last), elements: [inner] };
  await assert.rejects(render(getDocument([outer])), refused);
  const pages = [{ id: 'page', repeat: last, elements: [row({ each: '{{ items }}' }, balance('items'))] }];
  await assert.rejects(
    render(getDocument([], { elements: undefined, layout: undefined, pages })),
    /Page "page".*takes an item/u,
  );
  await render(getDocument([row(last, balance('items.filter(x, x.price > 1)'))]));
  await render(getDocument([row(each, balance('items'))]));
});

test('an element is there once for each entry, and knows it and its place', async () => {
  const document = getDocument([row(each)]);
  const { report } = await renderDocument(document, { values: new Map([['items', entries(3)]]) });
  const texts = report?.elements.flatMap(({ id, text }) =>
    text === undefined ? [] : [[id, text.lines[0]?.text]],
  );
  assert.deepEqual(texts, [
    ['label[0]', '0 Part 0 0'],
    ['label[1]', '1 Part 1 2'],
    ['label[2]', '2 Part 2 4'],
  ]);
  const tops = report?.elements.filter(({ type }) => type === 'group').map(({ onPage }) => onPage.y) ?? [];
  assert.equal(new Set(tops).size, 3);
  const none = await renderDocument(document, { values: new Map([['items', []]]) });
  assert.deepEqual(none.report?.elements, []);
});

test('repeats may be in each other, and have only some of the entries', async () => {
  const inner = row(
    { each: '{{ items.filter(e, e.price > outer.price) }}', as: 'item' },
    '{{ outer.name }} < {{ item.name }}',
  );
  const outer = {
    type: 'group',
    id: 'outer',
    width: 'fill',
    height: 'hug',
    layout: { direction: 'column' },
    repeat: { each: '{{ items }}', as: 'outer' },
    elements: [inner],
  };
  const values = new Map([['items', entries(3)]]);
  const { report } = await renderDocument(getDocument([outer]), { values });
  const texts = report?.elements.flatMap(({ id, text }) =>
    text === undefined ? [] : [`${id}: ${text.lines[0]?.text}`],
  );
  assert.deepEqual(texts, [
    'label[0][0]: Part 0 < Part 1',
    'label[0][1]: Part 0 < Part 2',
    'label[1][0]: Part 1 < Part 2',
  ]);
});

test('a page is there once for each entry', async () => {
  const label = { type: 'text', id: 'who', x: 10, y: 10, width: 200, height: 40, text: '{{ item.name }}' };
  const document = getDocument([], {
    elements: undefined,
    layout: undefined,
    pages: [{ id: 'badge', repeat: { each: '{{ items }}' }, elements: [label] }],
  });
  const values = new Map([['items', entries(20)]]);
  const { data, pageCount, report } = await renderDocument(document, { values, output: { format: 'pdf' } });
  assert.equal(pageCount, 20);
  const pages = await readPdf(data);
  assert.deepEqual(
    pages.map(({ items }) => items.map(({ text }) => text).join('')),
    entries(20).map(({ name }) => name),
  );
  assert.deepEqual(report?.pages?.map(({ id }) => id).slice(0, 2), ['badge[0]', 'badge[1]']);
  assert.throws(() => bindTemplate(document, new Map([['items', []]])), /has no page/u);
  assert.throws(() => bindTemplate(document, new Map([['items', entries(1001)]])), /1001 pages/u);
});

test('refuses a template that would have too many elements', () => {
  const outer = {
    type: 'group',
    id: 'outer',
    width: 'fill',
    height: 'hug',
    layout: { direction: 'column' },
    repeat: { each: '{{ items }}', as: 'outer' },
    elements: [row({ each: '{{ items }}' }, 'x')],
  };
  assert.throws(
    () => bindTemplate(getDocument([outer]), new Map([['items', entries(5000)]])),
    (error) =>
      error instanceof VariableError &&
      /more than 100,000 elements.*the repeats in "outer" make too many/u.test(error.message),
  );
});

test('checks what is repeated, and the names that expressions know there', async () => {
  const getProblems = async (json: object) =>
    (
      await checkDocument({
        json: JSON.parse(JSON.stringify(json)) as object,
        paths: [],
        maxOutputPixels: 1e8,
      })
    ).problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  assert.deepEqual(await getProblems(getDocument([row(each)])), []);
  const outside = await getProblems(getDocument([row(each)], { layout: undefined }));
  assert.ok(outside.includes('/elements/0/repeat: Only an element that a layout places can be repeated.'));
  const [unknown = ''] = await getProblems(getDocument([{ ...row(each), repeat: undefined }]));
  assert.match(unknown, /^\/elements\/0\/elements\/0\/text: .*"i"/u);
  const [field = ''] = await getProblems(getDocument([row(each, '{{ item.prise }}')]));
  assert.match(field, /^\/elements\/0\/elements\/0\/text: .*prise/u);
  assert.deepEqual(await getProblems(getDocument([row({ each: '{{ items }}', as: 'items' }, 'x')])), [
    '/elements/0/repeat/as: The name "items" is taken by a variable: choose another one.',
  ]);
  const [noList = ''] = await getProblems(getDocument([row({ each: '{{ 1 + 1 }}' }, 'x')]));
  assert.match(noList, /^\/elements\/0\/repeat\/each: Entries of a list are needed/u);
});

test('pictures, codes, charts and limits know the entry', async () => {
  const fields = ['name', 'picture', 'code'].map((name) => ({ name, type: 'text' as const }));
  const variables = [
    { name: 'items', type: 'list', fields: [...fields, { name: 'price', type: 'number' }] },
    { name: 'prefix', type: 'text' },
  ];
  const cell = (element: object) =>
    getDocument([{ width: 'fill', height: 40, id: 'cell', repeat: each, ...element }], { variables });
  const values = new Map([
    ['items', ['a', 'b'].map((name) => ({ name, picture: `${name}.png`, code: '123', price: '2' }))],
  ]);
  const { sources } = bindTemplate(cell({ type: 'image', src: '{{ item.picture }}' }), values);
  assert.deepEqual(
    sources.map(({ location, variable }) => [location.from === 'template' && location.path, variable]),
    [
      ['a.png', 'items'],
      ['b.png', 'items'],
    ],
  );
  const code = cell({ type: 'barcode', symbology: 'ean8', value: '{{prefix}}{{ item.code }}' });
  const drawWith = async (prefix: string) => {
    const checked = checkVariables({ document: code, files: [] }, { items: values.get('items'), prefix });
    assert.ok(checked.ok, 'only the renderer knows the whole code');
    return await renderDocument(code, { values: checked.values });
  };
  assert.equal((await drawWith('1234')).report?.elements.length, 2);
  await assert.rejects(drawWith('12'), /The value of "cell\[0\]" cannot be drawn as ean8/u);
  const spec = {
    data: { name: 'item' },
    mark: 'bar',
    encoding: { x: { field: 'name' }, y: { field: 'price' }, size: { value: { expr: 'i + 1' } } },
  };
  const chart = cell({ type: 'chart', spec });
  const charts = bindTemplate(chart, values).scene.elements;
  assert.deepEqual(
    charts.map((bound) => bound.type === 'chart' && [bound.lists['item']?.[0]?.['price'], bound.values]),
    [
      [2, { i: 0 }],
      [2, { i: 1 }],
    ],
  );
  const json = JSON.parse(JSON.stringify(chart)) as { elements: { repeat?: object }[] };
  const getProblems = async () => (await checkDocument({ json, paths: [], maxOutputPixels: 1e8 })).problems;
  assert.deepEqual(await getProblems(), []);
  delete json.elements[0]?.repeat;
  assert.match((await getProblems())[0]?.detail ?? '', /no list "item"/u);
  const long = cell({ type: 'text', text: '{{ item.name }}'.repeat(150_000) });
  assert.throws(
    () => bindTemplate(long, values),
    (error) => error instanceof VariableError && error.variable === 'items',
  );
});
