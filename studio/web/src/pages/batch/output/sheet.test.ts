import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSheet, readSheet, sheetEntry } from './sheet.ts';

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
