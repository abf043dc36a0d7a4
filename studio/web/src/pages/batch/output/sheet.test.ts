import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSheet, readSheet, rowsOfCells, sheetEntry } from './sheet.ts';

const badge = { width: 85, height: 54, unit: 'mm', dpi: 300 } as const;

test('a sheet begins with as many pages as an A4 holds', () => {
  const entry = firstSheet(badge);
  assert.deepEqual([entry.columns, entry.rows], [2, 5]);
  assert.equal(readSheet(entry, badge).layout?.cells.length, 10);
  const poster = { ...badge, width: 21, height: 29.7, unit: 'cm' } as const;
  const { columns, rows, paper } = firstSheet(poster);
  assert.deepEqual([columns, rows, paper], [1, 1, 'A3'], 'or a larger paper');
});

test('empty lengths have the defaults of the service', () => {
  const entry = { ...firstSheet(badge), gap: 4, rowGap: '', margin: '' };
  const { grid } = readSheet({ ...entry, rows: 4 }, badge);
  assert.deepEqual([grid?.rowGap, grid?.margin], [4, 10]);
  assert.deepEqual(readSheet({ ...entry, gap: '', rowGap: 1 }, badge).grid?.gap, 0);
});

test('what is wrong is said beside its field', () => {
  const getErrors = (part: object) => Object.keys(readSheet({ ...firstSheet(badge), ...part }, badge).errors);
  assert.deepEqual(getErrors({ columns: '', rows: 1.5, gap: '-' }), ['columns', 'rows', 'gap']);
  assert.deepEqual(getErrors({ margin: 501 }), ['margin']);
  assert.deepEqual(getErrors({ rows: 7 }), ['rows']);
  assert.deepEqual(getErrors({ margin: 1 }), ['margin'], 'cut marks need a margin');
});

test("a job's sheet can be changed", () => {
  const sheet = { columns: 2, rows: 5, gap: 1, rowGap: 0, margin: 5, paper: 'A4', cutMarks: true } as const;
  assert.deepEqual(readSheet(sheetEntry(sheet), badge).grid, sheet);
});

test("a maker's sheet, its first free label, copies and backs can be changed", () => {
  const given = {
    preset: 'avery-c32011',
    columns: 2,
    rows: 5,
    startAt: 3,
    copies: 'quantity',
    backs: 'short-edge',
    offset: { x: 0.3, y: -0.1 },
    backOffset: { x: 0, y: 0.5 },
  } as const;
  const { grid, errors } = readSheet(sheetEntry(given), badge);
  assert.deepEqual(errors, {});
  const { gap, rowGap, margin, paper, cutMarks, ...rest } = grid ?? {};
  assert.deepEqual(rest, given);
  assert.deepEqual([gap, rowGap, margin, paper, cutMarks], [10, 0, 0, 'A4', false]);
  const getErrors = (part: object) => Object.keys(readSheet({ ...sheetEntry(given), ...part }, badge).errors);
  assert.deepEqual(getErrors({ startAt: 11 }), ['startAt']);
  assert.deepEqual(getErrors({ offsetX: 21, backOffsetY: '-' }), ['offsetX', 'backOffsetY']);
  assert.deepEqual(getErrors({ preset: 'avery-l7160' }), ['preset'], 'its labels are smaller');
  assert.deepEqual(getErrors({ columns: '' }), [], 'fields that are not shown do not count');
  assert.deepEqual(getErrors({ copiesFrom: null, copyCount: 0 }), ['copyCount']);
});

test('the drawing shows the rows of the cells of the first sheet', () => {
  const read = (part: object) => {
    const { grid } = readSheet({ ...firstSheet(badge), rows: 2, ...part }, badge);
    return grid === null ? [] : rowsOfCells(grid, 5).map((row) => row ?? '.');
  };
  assert.deepEqual(read({}), [0, 1, 2, 3]);
  assert.deepEqual(read({ startAt: 3 }), ['.', '.', 0, 1]);
  assert.deepEqual(read({ copyCount: 2 }), [0, 0, 1, 1]);
  assert.deepEqual(read({ order: 'columns' }), [0, 2, 1, 3]);
  assert.deepEqual(read({ order: 'stack' }), [0, 2, 4, '.']);
});
