import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSheets, placeLabel } from './fill-order.ts';

type Grid = Parameters<typeof placeLabel>[0];

/** The labels of each sheet, cell by cell; a dot for an empty cell. */
function fill(grid: Grid, labels: number): string[] {
  const sheets = Array.from({ length: countSheets(grid, labels) }, () =>
    Array.from({ length: grid.columns * grid.rows }, () => '.'),
  );
  for (let index = 0; index < labels; index += 1) {
    const { sheet, cell } = placeLabel(grid, index, labels);
    const cells = sheets[sheet];
    assert.ok(cells?.[cell] === '.', `label ${index} has a cell of its own`);
    cells[cell] = String.fromCodePoint(97 + index);
  }
  return sheets.map((cells) => cells.join(''));
}

test('cells fill line by line, or column by column, from the first free one', () => {
  const grid = { columns: 3, rows: 2 };
  assert.deepEqual(fill(grid, 8), ['abcdef', 'gh....']);
  assert.deepEqual(fill({ ...grid, startAt: 5 }, 8), ['....ab', 'cdefgh']);
  assert.deepEqual(fill({ ...grid, order: 'columns' }, 8), ['acebdf', 'g..h..']);
  assert.deepEqual(fill({ ...grid, order: 'columns', startAt: 4 }, 4), ['..b.ac', 'd.....']);
});

test('stacks that are cut and laid on each other are in order', () => {
  const grid = { columns: 2, rows: 2, order: 'stack' } as const;
  const sheets = fill(grid, 10);
  assert.deepEqual(sheets, ['adgj', 'beh.', 'cfi.']);
  const stacks = [0, 1, 2, 3].map((cell) => sheets.map((sheet) => sheet[cell]).join(''));
  assert.equal(stacks.join('').replaceAll('.', ''), 'abcdefghij');
  for (let labels = 1; labels < 40; labels += 1) fill(grid, labels);
});
