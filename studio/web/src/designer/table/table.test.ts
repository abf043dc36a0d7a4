/** Columns of tables, and the cell under a point. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableColumn, TableElement } from '../../../../../generated/template.ts';
import { canHugAnywhere } from '../model/known-boxes.ts';
import type { Rendered } from '../state/designer.ts';
import { changeKind } from './cell-kinds.ts';
import { changeColumns } from './change-columns.ts';
import { buildCarry, buildColumn, buildColumns } from './new-table.ts';
import { findCell } from './open-cell.ts';

const table = (cells?: string[]): TableElement => ({
  type: 'table',
  id: 'rows',
  rows: '{{ items }}',
  columns: ['a', 'b', 'c'].map((value) => ({ value })),
  ...(cells === undefined ? {} : { total: { cells, fontWeight: 700 } }),
});

test('the cells of the total go along with their columns', () => {
  const changed = table(['x', '', 'z']);
  changeColumns(changed, (columns, cells) => {
    columns.splice(0, 1);
    cells?.splice(0, 1);
  });
  assert.deepEqual(
    changed.columns.map(({ value }) => value),
    ['b', 'c'],
  );
  assert.deepEqual(changed.total, { cells: ['', 'z'], fontWeight: 700 });
  changeColumns(changed, (columns, cells) => {
    columns.pop();
    cells?.pop();
  });
  assert.deepEqual(changed.total?.cells, ['']);
  const last = table(['x']);
  changeColumns(last, (columns, cells) => {
    columns.pop();
    cells?.pop();
  });
  assert.deepEqual(last.total?.cells, ['x', '']);
  const without = table();
  changeColumns(without, (columns, cells) => {
    assert.equal(cells, null);
    columns.push({ value: 'd' });
  });
  assert.equal(without.columns.length, 4);
  assert.equal(without.total, undefined);
});

test('the cells of the header go on to take their columns', () => {
  const changed: TableElement = { ...table(), header: { span: [2, 1], fontWeight: 700 } };
  const add = () => changeColumns(changed, (columns) => columns.push({ value: 'd' }));
  add();
  assert.deepEqual(changed.header, { span: [2, 1, 1], fontWeight: 700 });
  changeColumns(changed, (columns, cells) => {
    columns.splice(1, 1);
    cells?.splice(1, 1);
  });
  assert.deepEqual(changed.header, { span: [1, 1, 1], fontWeight: 700 });
});

test('the column of the sum so far goes along, and is found by its value once it is removed', () => {
  const carry = { label: 'Carried', value: '{{ item.b }}' };
  const changed: TableElement = { ...table(), carry: { ...carry, column: 2 } };
  const remove = (at: number) =>
    changeColumns(changed, (columns, cells) => {
      columns.splice(at, 1);
      cells?.splice(at, 1);
    });
  remove(0);
  assert.deepEqual(changed.carry, { ...carry, column: 1 });
  remove(1);
  assert.deepEqual(changed.carry, carry);
});

test('the sum so far is that of the last column of numbers, or counts rows', () => {
  const getValue = (...formats: TableColumn['format'][]) =>
    buildCarry(
      formats.map((format, index) => ({
        value: `{{ item.v${index} }}`,
        ...(format === undefined ? {} : { format }),
      })),
    ).value;
  assert.equal(
    getValue(undefined, 'number', { style: 'currency' }, { dateStyle: 'long' }, 'date'),
    '{{ item.v2 }}',
  );
  assert.equal(getValue(undefined, 'date'), '{{ 1 }}');
});

test('columns are made of the fields that texts can show', () => {
  const fields = [
    { name: 'unit price', type: 'number', label: 'Price' },
    { name: 'photo', type: 'image' },
  ] as const;
  assert.deepEqual(buildColumns({ name: 'items', type: 'list', fields: [...fields] }), [
    { header: 'Price', value: '{{ item["unit price"] }}', width: 'hug', align: 'right', format: 'number' },
  ]);
  assert.deepEqual(buildColumn({ name: 'name', type: 'text' }), { header: 'Name', value: '{{ item.name }}' });
});

test('the cell under a point is found by its place in the report', () => {
  const box = (id: string, x: number, y: number) => ({ id, onPage: { x, y, width: 50, height: 20 } });
  const report = {
    elements: [
      box('rows', 0, 0),
      box('rows.header[0]', 0, 0),
      box('rows.header[1]', 50, 0),
      box('rows[0]', 0, 20),
      box('rows[0][0]', 0, 20),
      box('rows[12][1]', 50, 20),
      box('rows.total[1]', 50, 40),
    ],
  } as unknown as Rendered['report'];
  const find = (x: number, y: number) => findCell(report, 'rows', { x, y });
  assert.deepEqual(find(60, 5), { part: 'header', column: 1 });
  assert.deepEqual(find(5, 25), { part: 'body', column: 0 });
  assert.deepEqual(find(60, 25), { part: 'body', column: 1 });
  assert.deepEqual(find(60, 45), { part: 'total', column: 1 });
  assert.equal(find(500, 5), null);
  assert.equal(findCell(report, 'other', { x: 5, y: 5 }), null);
});

test('a table is as high as its rows also without a height', () => {
  assert.ok(canHugAnywhere({ type: 'table' }, 'height', 100));
  assert.ok(canHugAnywhere({ type: 'table', width: 'hug' }, 'width', 100));
  assert.ok(!canHugAnywhere({ type: 'table', height: 80 }, 'height', 80));
  assert.ok(!canHugAnywhere({ type: 'table', width: 80 }, 'width', 80));
});

test('cells become pictures and codes, and keep what fills them', () => {
  const column: TableColumn = { header: 'Code', value: '{{ item.code }}', format: 'number', width: 'hug' };
  changeKind(column, 'barcode', 40);
  assert.deepEqual(structuredClone(column), {
    header: 'Code',
    width: 'hug',
    cell: { type: 'barcode', value: '{{ item.code }}', symbology: 'code128', width: 40, height: 40 },
  });
  Object.assign(column.cell!, { height: 30, color: '#123456', visible: false });
  changeKind(column, 'qrcode', 40);
  const kept = { width: 40, height: 30, visible: false };
  assert.deepEqual(column.cell, { type: 'qrcode', value: '{{ item.code }}', color: '#123456', ...kept });
  const before = structuredClone(column);
  changeKind(column, 'qrcode', 40);
  assert.deepEqual(column, before);
  changeKind(column, 'image', 40);
  assert.deepEqual(column.cell, { type: 'image', src: '{{ item.code }}', fit: 'contain', ...kept });
  changeKind(column, 'text', 40);
  assert.deepEqual(column, { header: 'Code', width: 'hug', value: '{{ item.code }}' });
  const empty: TableColumn = {};
  changeKind(empty, 'image', 40);
  assert.deepEqual(empty, { cell: { type: 'image', src: '', fit: 'contain', height: 40 } });
});
