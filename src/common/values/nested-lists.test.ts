/** Lists whose entries have lists. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListField, TemplateDocument, TemplateVariable } from '../../../generated/template.ts';
import { checkVariables } from '../../domain/variables/check-values.ts';
import { fitValues } from '../../domain/variables/fit-values.ts';
import { findList, innerListKey, showListKey } from './lists.ts';
import type { VariableValue } from './values.ts';

const parts: ListField = {
  name: 'parts',
  type: 'list',
  fields: [
    { name: 'code', type: 'text', required: true },
    { name: 'count', type: 'number', defaultValue: '1' },
  ],
};
const items: ListField = {
  name: 'items',
  type: 'list',
  fields: [
    { name: 'name', type: 'text', defaultValue: 'Thing', validation: { maxLength: 12 } },
    { name: 'price', type: 'number' },
    parts,
  ],
};
const orders: TemplateVariable = {
  name: 'orders',
  type: 'list',
  fields: [{ name: 'id', type: 'text' }, items],
};

function check(value: unknown, variable = orders) {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 't',
    viewport: { width: 10, height: 10 },
    variables: [variable],
    elements: [],
  };
  return checkVariables({ document, files: [] }, value === undefined ? {} : { orders: value });
}

function accepted(value: unknown, variable = orders): VariableValue | undefined {
  const checked = check(value, variable);
  if (!checked.ok) assert.fail(JSON.stringify(checked.problems));
  return checked.values.get('orders');
}

function refused(value: unknown, variable = orders): string[] {
  const checked = check(value, variable);
  if (checked.ok) assert.fail('accepted');
  return checked.problems.map(({ pointer, place = '-', detail }) => `${pointer} ${place}: ${detail}`);
}

const withItems = (own: Partial<ListField>): TemplateVariable => ({
  ...orders,
  fields: [
    { name: 'id', type: 'text' },
    { ...items, ...own },
  ],
});

describe('lists in lists', () => {
  it('get the defaults of their fields at all depths; a list that is missing is empty', () => {
    assert.deepEqual(accepted([{ id: '1', items: [{ price: '2', parts: [{ code: 'a' }] }, {}] }, {}]), [
      {
        id: '1',
        items: [
          { name: 'Thing', price: '2', parts: [{ code: 'a', count: '1' }] },
          { name: 'Thing', price: '', parts: [] },
        ],
      },
      { id: '', items: [] },
    ]);
    assert.deepEqual(accepted([{ items: [] }, { items: '' }]), [
      { id: '', items: [] },
      { id: '', items: [] },
    ]);
  });

  it('are JSON as a whole, and each of them may be', () => {
    const expected = [{ id: '', items: [{ name: 'Tea', price: '', parts: [] }] }];
    for (const given of [
      '[{"items": [{"name": "Tea"}]}]',
      [{ items: '[{"name": "Tea"}]' }],
      JSON.stringify([{ items: '[{"name": "Tea"}]' }]),
    ])
      assert.deepEqual(accepted(given), expected);
  });

  it('have defaults of their own where an entry gives none', () => {
    for (const defaultValue of [[{ price: '3' }], '[{"price": "3"}]'])
      assert.deepEqual(accepted([{}, { items: [] }], withItems({ defaultValue })), [
        { id: '', items: [{ name: 'Thing', price: '3', parts: [] }] },
        { id: '', items: [] },
      ]);
  });

  it('name the place of a value that is refused', () => {
    assert.deepEqual(
      refused([
        {},
        {
          items: [
            { price: 'x' },
            { parts: [{ code: 'a', count: 'many' }, { count: '1' }] },
            { parts: 'a' },
            { nane: 'Tea' },
            5,
          ],
        },
      ]),
      [
        '/variables/orders/1/items/0/price orders[1].items[0].price: Variable "orders[1].items[0].price" ' +
          'must be a number as JSON writes it, such as 12 or -0.5, but received "x".',
        '/variables/orders/1/items/1/parts/0/count orders[1].items[1].parts[0].count: Variable ' +
          '"orders[1].items[1].parts[0].count" must be a number as JSON writes it, such as 12 or -0.5, ' +
          'but received "many".',
        '/variables/orders/1/items/1/parts/1/code orders[1].items[1].parts[1].code: Variable ' +
          '"orders[1].items[1].parts[1].code" is required and no value was given.',
        '/variables/orders/1/items/2/parts orders[1].items[2].parts: Variable "orders[1].items[2].parts" ' +
          'must be an array of objects of strings, or a string that holds one as JSON, but received "a".',
        '/variables/orders/1/items/3/nane orders[1].items[3].nane: Entries of "orders[].items" have no ' +
          'field "nane". Did you mean "name"? They have "name", "price", "parts".',
        '/variables/orders/1/items/4 orders[1].items[4]: Variable "orders[1].items[4]" must be an object, ' +
          'but received the number 5.',
      ],
    );
    for (const [value, shown] of [
      [null, 'null'],
      [{ name: 'Tea' }, 'an object'],
      [5, 'the number 5'],
    ] as const)
      assert.deepEqual(refused([{ items: value }]), [
        '/variables/orders/0/items orders[0].items: Variable "orders[0].items" must be an array of ' +
          `objects, or a string that holds one as JSON, but received ${shown}.`,
      ]);
  });

  it('are required, and have a number of entries of their own', () => {
    const variable = withItems({ required: true, validation: { minLength: 2, maxLength: 3 } });
    const of = (count: number) => [{ items: Array.from({ length: count }, () => ({})) }];
    assert.equal(accepted(of(3), variable)?.length, 1);
    assert.match(
      refused([{}], variable)[0] ?? '',
      /"orders\[0\]\.items" is required and no value was given/u,
    );
    assert.match(refused(of(0), variable)[0] ?? '', /"orders\[0\]\.items" is required, .* an empty list/u);
    assert.match(refused(of(1), variable)[0] ?? '', /"orders\[0\]\.items" must have at least 2 entries/u);
    assert.match(refused(of(4), variable)[0] ?? '', /"orders\[0\]\.items" must have at most 3 entries/u);
  });

  it('have at most 5,000 entries together, those of defaults included', () => {
    const many = (outer: number, inner: number) =>
      Array.from({ length: outer }, () => ({ items: Array.from({ length: inner }, () => ({})) }));
    const expected = [
      '/variables/orders -: Variable "orders" must have at most 5,000 entries, those of the lists in its ' +
        'entries included.',
    ];
    assert.equal(accepted(many(50, 99))?.length, 50);
    assert.deepEqual(refused(many(50, 100)), expected);
    assert.deepEqual(refused(many(5_000, 1)), expected);
    const withDefault = withItems({ defaultValue: Array.from({ length: 100 }, () => ({})) });
    assert.deepEqual(
      refused(
        Array.from({ length: 50 }, () => ({})),
        withDefault,
      ),
      expected,
    );
    const start = performance.now();
    const parts4999 = { ...parts, defaultValue: Array.from({ length: 4_999 }, () => ({ code: 'a' })) };
    const steep = withItems({
      fields: [parts4999],
      defaultValue: Array.from({ length: 4_999 }, () => ({})),
    });
    assert.deepEqual(
      refused(
        Array.from({ length: 5_000 }, () => ({})),
        steep,
      ),
      expected,
    );
    assert.ok(performance.now() - start < 1_000);
  });

  it('treat names such as __proto__ as plain names', () => {
    const variable: TemplateVariable = {
      name: 'orders',
      type: 'list',
      fields: [
        { name: '__proto__', type: 'list', fields: [{ name: 'constructor', type: 'text' }] },
        { name: 'toString', type: 'list', fields: [{ name: '__proto__', type: 'text' }] },
      ],
    };
    const json = '[{"__proto__": [{"constructor": "a"}]}, {"toString": [{"__proto__": "b"}]}]';
    const [first, second] = accepted(json, variable) as Record<string, VariableValue>[];
    assert.equal(
      JSON.stringify([first, second]),
      '[{"__proto__":[{"constructor":"a"}],"toString":[]},{"__proto__":[],"toString":[{"__proto__":"b"}]}]',
    );
    assert.equal(Object.getPrototypeOf(first), Object.prototype);
  });

  it('have their texts shortened at all depths', () => {
    const given = { orders: [{ items: [{ name: 'A name of many words' }, { price: '1' }] }] };
    const { values, fitted } = fitValues([orders], given);
    assert.deepEqual(JSON.parse(values['orders'] as string), [
      { items: [{ name: 'A name of…' }, { price: '1' }] },
    ]);
    assert.deepEqual(fitted, [
      { place: 'orders[0].items[0].name', pointer: '/variables/orders/0/items/0/name', text: 'A name of…' },
    ]);
  });

  it('have keys that no name of a variable is like', () => {
    const key = innerListKey(innerListKey('orders', 'items'), 'parts');
    assert.equal(showListKey(key), 'orders[].items[].parts');
    assert.equal(findList([orders], key), parts);
    assert.equal(findList([orders], 'orders'), orders);
    assert.equal(findList([orders], innerListKey('orders', 'id')), undefined);
    assert.equal(
      findList([{ ...orders, name: 'orders[].items' }], innerListKey('orders', 'items')),
      undefined,
    );
  });
});
