import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSheetDefaults } from '../../common/sheets/sheet-grid.ts';
import { Problem } from '../problems/problem.ts';
import { countCopies } from './count-copies.ts';

const rows = [{ name: 'A', labels: '2' }, { name: 'B' }, { name: 'C', labels: 3 }];
const values = rows.map(({ name }) => new Map([['name', name]]));

function count(copies: number | string, source: object = {}, bound = values) {
  const sheet = withSheetDefaults({ columns: 2, rows: 2, copies });
  return countCopies({ rows, otherColumns: undefined, sheet, ...source }, bound);
}

function refusals(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (error instanceof Problem)
      return (error.facts.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
    throw error;
  }
  throw new Error('nothing was refused');
}

test('a number counts for all rows; without sheets each row is there once', () => {
  assert.deepEqual(count(4), [4, 4, 4]);
  assert.deepEqual(count(4, { sheet: null }), [1, 1, 1]);
});

test('a variable with its default, another column, or a value of the row says the number', () => {
  const bound = values.map((map, index) => new Map([...map, ['quantity', String(index + 1)]]));
  assert.deepEqual(count('quantity', {}, bound), [1, 2, 3]);
  const otherColumns = { columns: [{ name: 'Anzahl', cells: ['1', ' 12 ', '3.0'] }] };
  assert.deepEqual(count('Anzahl', { otherColumns }), [1, 12, 3]);
  assert.deepEqual(count('labels', { rows: rows.map((row) => ({ labels: 1, ...row })) }), [2, 1, 3]);
});

test('a row without a whole number is refused with its place; an unknown column with what is near', () => {
  const range = 'The number of copies must be a whole number from 1 to 1000, but is';
  const cells = ['0', '-1', '1.5'];
  const otherColumns = { columns: [{ name: 'a/b', cells }] };
  assert.deepEqual(
    refusals(() => count('a/b', { otherColumns })),
    [`/rows/0/a~1b ${range} "0".`, `/rows/1/a~1b ${range} "-1".`, `/rows/2/a~1b ${range} "1.5".`],
  );
  assert.deepEqual(
    refusals(() => count('labels')),
    [`/rows/1/labels ${range} nothing.`],
  );
  assert.deepEqual(
    refusals(() => count('nmae')),
    ['/sheet/copies No variable of the template, and no column, is called "nmae". Did you mean "name"?'],
  );
  const many = Array.from({ length: 101 }, () => ({ name: 'A' }));
  assert.match(refusals(() => count(1000, { rows: many }))[0] ?? '', /^\/sheet\/copies .*101000 cells/);
});
