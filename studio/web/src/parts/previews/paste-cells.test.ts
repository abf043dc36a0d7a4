import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pasteCells } from './paste-cells.ts';

const columns = [
  { name: 'name', title: 'Name' },
  { name: 'price', title: 'Price in €' },
];
const at = (row: number, column: number) => ({ row, column });

test('cells are written from the chosen one on, and entries are added', () => {
  const entries = [{ name: 'a', price: '1' }, { name: 'b' }];
  assert.deepEqual(pasteCells(entries, 'x\t2\r\ny\t3\r\n', at(1, 0), columns), [
    { name: 'a', price: '1' },
    { name: 'x', price: '2' },
    { name: 'y', price: '3' },
  ]);
  assert.deepEqual(pasteCells(entries, '7\t8\n\t9', at(0, 1), columns), [
    { name: 'a', price: '7' },
    { name: 'b' },
  ]);
});

test('names of fields above the cells are no entry, by key or as people see them', () => {
  assert.deepEqual(pasteCells([], 'NAME\tprice in €\nx\t2', at(0, 0), columns), [{ name: 'x', price: '2' }]);
  assert.deepEqual(pasteCells([], 'name\tother\nx\t2', at(0, 0), columns)?.length, 2);
});

test('quoted cells may have tabs, lines and quotes', () => {
  assert.deepEqual(pasteCells([], '"a ""b""\n\tc"\t5\t6\n"x"\t', at(0, 0), columns), [
    { name: 'a "b"\n\tc', price: '5' },
    { name: 'x' },
  ]);
  assert.deepEqual(pasteCells([], 'a "b\t1', at(0, 0), columns), [{ name: 'a "b', price: '1' }]);
  assert.deepEqual(pasteCells([], '"open\t1', at(0, 0), columns), [{ name: '"open', price: '1' }]);
});

test('one cell is pasted as text', () => {
  for (const text of ['', 'just a text', 'a text\n', '"quoted"'])
    assert.equal(pasteCells([], text, at(0, 0), columns), null);
});
