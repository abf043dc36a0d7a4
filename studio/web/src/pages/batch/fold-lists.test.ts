import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldLists } from './fold-lists.ts';
import type { RowSource } from './row-source.ts';

const field = (name: string) => ({ name, type: 'text', label: name, required: false });
const variables = [
  field('title'),
  { ...field('items'), type: 'list', fields: [field('name'), field('price')] },
];

const source: RowSource = {
  name: 'a.csv',
  kind: 'text',
  columns: ['items[0].name', 'title', 'items[1].price', 'note'],
  records: [
    { line: 2, cells: ['Tea', 'One', '4.20', 'x'] },
    { line: 3, cells: ['', 'Two', '', ''] },
  ],
  faults: [{ line: 2, index: 2, detail: 'a', message: 'b' }],
  trims: true,
};

test('columns of a list become one with JSON', () => {
  const folded = foldLists(source, variables);
  assert.deepEqual(folded.columns, ['title', 'note', 'items']);
  assert.deepEqual(
    folded.records.map(({ cells }) => cells),
    [
      ['One', 'x', '[{"name":"Tea"},{"price":"4.20"}]'],
      ['Two', '', ''],
    ],
  );
  assert.equal(folded.faults[0]?.index, 2);
  assert.equal(foldLists(folded, variables), folded);
});

test('columns of a list that can be read in several ways, or are read by their cells, are said', () => {
  const fields = [field('name'), { ...field('price'), type: 'number' }];
  const typed = [field('title'), { ...field('items'), type: 'list', fields }];
  const read = (price: string) => {
    const cells = ['Tea', 'One', price, ''];
    return foldLists({ ...source, records: [{ line: 2, cells }] }, typed).notes?.join();
  };
  assert.match(read('1,250') ?? '', /"items\[1\]\.price" can be read in 2 ways: .* left as it is written/u);
  assert.match(read('4,20') ?? '', /"items\[1\]\.price" has numbers with a decimal comma/u);
  assert.equal(read('4.20'), undefined);
});
