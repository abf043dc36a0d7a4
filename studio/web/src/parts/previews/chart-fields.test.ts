import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameFieldsInSpec } from './chart-fields.ts';

const names = new Map([
  ['price', 'amount'],
  ['month', 'month of sale'],
]);

function renamed(spec: object): object {
  const copy = structuredClone(spec);
  renameFieldsInSpec(copy, new Set(['items', 'item']), names);
  return copy;
}

test('fields of channels, transforms and expressions get their new names', () => {
  const spec = {
    data: { name: 'items' },
    title: 'price of datum.price',
    transform: [
      { filter: "datum.price > 10 && datum['month'] != 'price'" },
      { filter: { field: 'price', gt: 2 } },
      { aggregate: [{ op: 'sum', field: 'price', as: 'total' }], groupby: ['month', 'region'] },
      { lookup: 'month', from: { data: { name: 'others' }, key: 'month', fields: ['price'] } },
      { pivot: 'month', value: 'price' },
      { stack: 'price', as: ['from', 'to'], groupby: ['month'] },
    ],
    mark: 'bar',
    encoding: {
      x: { field: 'month', type: 'nominal', sort: { field: 'price' } },
      y: { field: 'price', stack: 'zero', axis: { labelExpr: "datum.label + 'price'" } },
      color: { condition: { test: 'datum["price"] > 3', value: 'price' }, value: 'price' },
      tooltip: [{ field: 'price' }, { field: 'region' }],
    },
  };
  assert.deepEqual(renamed(spec), {
    ...spec,
    transform: [
      { filter: `datum.amount > 10 && datum["month of sale"] != 'price'` },
      { filter: { field: 'amount', gt: 2 } },
      { aggregate: [{ op: 'sum', field: 'amount', as: 'total' }], groupby: ['month of sale', 'region'] },
      { lookup: 'month of sale', from: { data: { name: 'others' }, key: 'month', fields: ['price'] } },
      { pivot: 'month of sale', value: 'amount' },
      { stack: 'amount', as: ['from', 'to'], groupby: ['month of sale'] },
    ],
    encoding: {
      x: { field: 'month of sale', type: 'nominal', sort: { field: 'amount' } },
      y: { field: 'amount', stack: 'zero', axis: { labelExpr: "datum.label + 'price'" } },
      color: { condition: { test: 'datum.amount > 3', value: 'price' }, value: 'price' },
      tooltip: [{ field: 'amount' }, { field: 'region' }],
    },
  });
});

test('what a transform makes under the name of a field keeps to the channels that draw it', () => {
  const spec = (price: string) => ({
    data: { name: 'items' },
    transform: [
      { aggregate: [{ op: 'sum', field: price, as: price }], groupby: ['region'] },
      { calculate: `datum.${price} * 2`, as: price },
      { stack: price, as: [price, 'end'], groupby: ['region'] },
    ],
    encoding: { y: { field: price } },
  });
  assert.deepEqual(renamed(spec('price')), spec('amount'));
});

test('other data in the same chart keeps its fields', () => {
  const channel = (field: string) => ({ encoding: { x: { field } } });
  const spec = (own: string) => ({
    data: { name: 'items' },
    layer: [
      channel(own),
      { data: { name: 'others' }, ...channel('price') },
      { data: { values: [{ price: 1 }], name: 'items' }, ...channel('price') },
      { data: { name: 'item' }, ...channel(own) },
    ],
    params: [
      { name: 'p', expr: own === 'price' ? 'item.price + others.price' : 'item.amount + others.price' },
    ],
  });
  assert.deepEqual(renamed(spec('price')), spec('amount'));
});

test('names that change places do so at once', () => {
  const spec = { data: { name: 'items' }, encoding: { x: { field: 'a' }, y: { field: 'b' } } };
  const swapped = new Map([
    ['a', 'b'],
    ['b', 'a'],
  ]);
  renameFieldsInSpec(spec, new Set(['items']), swapped);
  assert.deepEqual(spec.encoding, { x: { field: 'b' }, y: { field: 'a' } });
});
