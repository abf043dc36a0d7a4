/** New names of a list's fields, in all that uses them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, undo } from '../design.ts';
import { closePages, openPages, showPage } from '../pages.ts';
import type { TemplateVariable } from '../template.ts';
import { renameFields } from './rename-fields.ts';
import { changeVariable } from './variables.ts';
import { innerListKey } from '../../../../../../src/common/values/lists.ts';

const list = (name: string, ...fields: readonly string[]): TemplateVariable => ({
  name,
  type: 'list',
  fields: fields.map((field) => ({ name: field, type: field === 'price' ? 'number' : 'text' })),
});
const variables = [list('items', 'name', 'price'), list('others', 'name', 'price')];

/** A document that uses fields in every place, by what they are called. */
const makeSaved = (price: string, name: string, listed: readonly TemplateVariable[]) => ({
  schemaVersion: 1,
  name: 'Not filled: {{ items[0].price }}',
  viewport: { width: 100, height: 100 },
  variables: listed,
  pages: [
    {
      id: 'first',
      repeat: { each: '{{items}}', as: 'one' },
      background: `{{ one${price} > 1 ? one${name} : 'red' }}`,
      elements: [{ type: 'text', id: 'one', text: `{{ one${price} }}` }],
    },
    {
      id: 'second',
      repeat: { each: '{{ others }}', as: 'other' },
      background: {
        type: 'linear',
        stops: [{ color: '{{ other.name }}' }, { color: `{{ items[0]${name} }}` }],
      },
      elements: [
        {
          type: 'text',
          id: 'own',
          text: '{{ other.price }} "price" {{ items.filter(price, true)[0].name }}',
        },
        {
          type: 'group',
          id: 'card',
          layout: {},
          visible: `{{ item${price} > 2 }}`,
          repeat: { each: `{{ items.filter(e, e${price} > other.price) }}`, as: 'item', index: 'i' },
          elements: [
            {
              type: 'text',
              id: 'runs',
              width: `{{ item${price} }}`,
              runs: [{ text: `{{ i }}: {{item${name}}}, {{ other.name }}`, color: `{{ item${name} }}` }],
            },
            {
              type: 'chart',
              id: 'chart',
              spec: {
                data: { name: 'item' },
                title: `{{ item${name} }}`,
                encoding: { x: { field: price === '.price' ? 'price' : 'unit price' }, y: { field: 'name' } },
              },
            },
          ],
        },
        {
          type: 'table',
          id: 'table',
          rows: `{{ items.filter(e, has(e${price})) }}`,
          as: 'row',
          columns: [
            { header: `{{ items[0]${name} }}`, value: `{{ row${price} * 2 }}`, format: 'number' },
            { value: '{{ row.price.oops }}' },
          ],
          body: { color: `{{ row${price} > 3 ? "red" : "blue" }}` },
          total: { cells: ['', `{{ sum(items.map(e, e${price})) }}`] },
        },
      ],
    },
    {
      id: 'third',
      background: `{{ items[0]${name} }}`,
      footer: {
        type: 'group',
        id: 'foot',
        elements: [
          {
            type: 'text',
            id: 'number',
            text: `{{ page }} {{ pages > 1 ? items[0]${name} : others[0].name }}`,
          },
        ],
      },
      elements: [],
    },
  ],
});

for (const inWork of [0, 1, 2])
  test(`expressions and charts follow, in one step of undo: page ${inWork + 1} in work`, () => {
    const saved = makeSaved('.price', '.name', variables);
    const next = { ...list('items', 'name'), fields: [{ name: 'unit price', type: 'number' as const }] };
    const names = new Map([['price', 'unit price']]);
    const design = openDesign(openPages(saved, inWork));
    const changed = changeVariable(design, 'items', next, (document) =>
      renameFields(document, { names: new Map([['items', names]]), variables }),
    );
    assert.deepEqual(
      closePages(changed.document),
      makeSaved('["unit price"]', '.name', [next, variables[1]!]),
    );
    assert.equal(changed.done.length, 1);
    assert.equal(JSON.stringify(closePages(undo(changed).document)), JSON.stringify(saved));
  });

test('the variable and its fields are renamed together', () => {
  const saved = makeSaved('.price', '.name', variables);
  const next = list('goods', 'title', 'price');
  const changed = changeVariable(openDesign(openPages(saved)), 'items', next, (document) =>
    renameFields(document, { names: new Map([['items', new Map([['name', 'title']])]]), variables }),
  );
  const second = closePages(showPage(changed.document, 1));
  const expected = JSON.stringify(makeSaved('.price', '.title', [next, variables[1]!]))
    .replaceAll(/(?<=\{\{[^}]*)\bitems\b/gu, 'goods')
    .replace('Not filled: {{ goods', 'Not filled: {{ items')
    .replace('true)[0].name', 'true)[0].title')
    .replace('"field":"name"', '"field":"title"')
    .replaceAll('{{item.title}}', '{{ item.title }}');
  assert.equal(JSON.stringify(second), expected);
});

test('fields of lists in lists follow', () => {
  const orders: TemplateVariable = {
    name: 'orders',
    type: 'list',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'items', type: 'list', fields: [{ name: 'name', type: 'text' }] },
    ],
  };
  const saved = (order: string, items: string, item: string) => ({
    schemaVersion: 1,
    name: 'Orders',
    viewport: { width: 100, height: 100 },
    variables: [orders],
    elements: [
      {
        type: 'group',
        id: 'order',
        repeat: { each: '{{ orders }}', as: 'order' },
        elements: [
          {
            type: 'table',
            id: 'lines',
            rows: `{{ order.${items}.filter(i, i.${item} != order.${order}) }}`,
            columns: [{ value: `{{ item.${item} + orders[0].${items}[0].${item} + order.${order} }}` }],
          },
        ],
      },
    ],
  });
  const document = saved('name', 'items', 'name');
  const names = new Map([
    ['orders', new Map([['items', 'lines']])],
    [innerListKey('orders', 'items'), new Map([['name', 'title']])],
  ]);
  renameFields(document as never, { names, variables: [orders] });
  assert.deepEqual(document, saved('name', 'lines', 'title'));
});
