import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectLists, columnVariables, findPlace, findTwoForms, readListName } from './list-columns.ts';

const text = (name: string) => ({ name, type: 'text' });
const list = (name: string, ...fields: readonly object[]) => ({
  name,
  type: 'list',
  fields: fields as never[],
});
const variables = [
  text('title'),
  list(
    'orders',
    text('id'),
    list('items', text('name'), { name: 'price', type: 'number' }, list('parts', text('code'))),
  ),
];

function collect(values: Readonly<Record<string, string>>): unknown {
  const targets = columnVariables(variables, Object.keys(values));
  const { orders, ...others } = collectLists(values, targets);
  assert.deepEqual(others, {});
  return orders === undefined ? undefined : JSON.parse(orders);
}

test('columns are for values of lists in lists, at any depth', () => {
  const nameOf = (name: string) => {
    const place = findPlace(name, variables);
    return place === null ? null : readListName(place);
  };
  for (const [given, expected] of [
    ['orders[0].id', 'orders[0].id'],
    ['orders[0].items[1].name', 'orders[0].items[1].name'],
    ['Orders[0].Items[1].NAME', 'orders[0].items[1].name'],
    ['orders[2].items[0].parts[3].code', 'orders[2].items[0].parts[3].code'],
    ['orders[0].items', 'orders[0].items'],
    ['orders[0].items[0]', null],
    ['orders[0].items[5000].name', null],
    ['orders[0].items[0].id', null],
    ['orders[0].id[0].name', null],
    ['title[0].name', null],
  ] as const)
    assert.equal(nameOf(given), expected, given);
});

test('their values become entries in entries; a list ends with its last value', () => {
  assert.deepEqual(
    collect({
      'orders[0].id': 'A',
      'orders[0].items[1].name': 'Cup',
      'orders[0].items[0].parts[0].code': 'x',
      'orders[0].items[2].name': '',
      'orders[1].items[0].price': '',
      'orders[2].items[0].price': '5',
    }),
    [{ id: 'A', items: [{ parts: [{ code: 'x' }] }, { name: 'Cup' }] }, {}, { items: [{ price: '5' }] }],
  );
  assert.equal(collect({ 'orders[0].items[0].name': '' }), undefined);
  const names = [
    'orders[1].items[0].name',
    'orders[0].items[0].price',
    'orders[0].items[0].name',
    'orders[0].id',
  ];
  assert.deepEqual(
    columnVariables(variables, names).map(({ name, type }) => `${name} ${type}`),
    [
      'title text',
      'orders[0].id text',
      'orders[0].items[0].name text',
      'orders[0].items[0].price number',
      'orders[1].items[0].name text',
    ],
  );
});

test('a list in a list has one column, or columns for its values', () => {
  assert.deepEqual(collect({ 'orders[0].items': '[{"name": "Tea"}]' }), [{ items: '[{"name": "Tea"}]' }]);
  const both = { 'orders[0].items': '[]', 'orders[0].items[0].name': 'Tea' };
  assert.equal(findTwoForms(Object.keys(both), variables), 'orders[0].items');
  assert.equal(findTwoForms(['orders[0].items', 'orders[1].items[0].name'], variables), null);
  assert.throws(() => collect(both), /"orders\[0\]\.items\[0\]…": leave out one or the others/u);
});

test('columns that make too many entries are refused before they are made', () => {
  const far = Array.from({ length: 100 }, (_, index) => [`orders[${index}].items[4999].name`, 'x'] as const);
  assert.throws(
    () => collect(Object.fromEntries(far)),
    /The columns of "orders" make more than 5,000 entries/u,
  );
});

test('names such as __proto__ are plain names', () => {
  const odd = [list('__proto__', list('constructor', text('__proto__')))];
  const values = Object.fromEntries([['__proto__[0].constructor[0].__proto__', 'a']]);
  const collected = collectLists(values, columnVariables(odd, Object.keys(values)));
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.ok(!('polluted' in {}));
  assert.equal(
    JSON.stringify(Object.values(collected)),
    '["[{\\"constructor\\":[{\\"__proto__\\":\\"a\\"}]}]"]',
  );
});
