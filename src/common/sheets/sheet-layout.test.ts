import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSheetDefaults, type GivenGrid } from './sheet-grid.ts';
import { checkSheet, layOutSheet } from './sheet-layout.ts';

const points = (millimetres: number) => (millimetres * 72) / 25.4;
const mm = (length: number) => Math.round((length * 25.4 * 1000) / 72) / 1000;
const badge = { width: points(85), height: points(54) };
const getSheet = (given: GivenGrid, cell = badge, bleed = 0) =>
  layOutSheet(withSheetDefaults(given), cell, bleed);

test('cells stand line by line in the middle of the paper', () => {
  const sheet = getSheet({ columns: 2, rows: 5, gap: 5, rowGap: 1 });
  assert.deepEqual([mm(sheet?.width ?? 0), mm(sheet?.height ?? 0)], [210, 297]);
  assert.deepEqual(
    sheet?.cells.map(({ left, bottom }) => [mm(left), mm(bottom)]),
    [231.5, 176.5, 121.5, 66.5, 11.5].flatMap((bottom) => [
      [17.5, bottom],
      [107.5, bottom],
    ]),
  );
  const [first] = sheet?.cells ?? [];
  assert.deepEqual(
    Object.entries(first?.room ?? {}).map(([side, room]) => [side, mm(room)]),
    [
      ['left', 17.5],
      ['right', 2.5],
      ['top', 11.5],
      ['bottom', 0.5],
    ],
  );
});

test('paper is turned if the cells fit only so', () => {
  const sheet = getSheet({ columns: 3, rows: 3 });
  assert.deepEqual([mm(sheet?.width ?? 0), mm(sheet?.height ?? 0)], [297, 210]);
});

test('a sheet that cannot hold its cells is refused with its sizes', () => {
  const fault = (given: GivenGrid) => checkSheet(withSheetDefaults(given), badge);
  assert.deepEqual(fault({ columns: 4, rows: 2, gap: 5 }), {
    key: 'columns',
    detail:
      '4 columns of 85 mm with gaps of 5 mm and margins of 10 mm need 375 mm, ' +
      '2 rows of 54 mm with gaps of 5 mm and margins of 10 mm need 133 mm, ' +
      'but the paper (A4) is 210 × 297 mm, or 297 × 210 mm turned.',
  });
  assert.equal(fault({ columns: 2, rows: 6 })?.key, 'rows');
  assert.equal(fault({ columns: 2, rows: 6, paper: 'SRA3' }), null);
  assert.deepEqual(fault({ columns: 1, rows: 1, margin: 2, cutMarks: true }), {
    key: 'margin',
    detail: 'Cut marks stand in the margin, which must be at least 3 mm then, but is 2 mm.',
  });
  assert.equal(fault({ columns: 2, rows: 5, margin: 0 }), null);
});

test('marks prolong every edge of the cells, outside of them', () => {
  for (const [gap, cuts] of [
    [0, 9],
    [5, 14],
  ] as const) {
    const { cells = [], marks = [] } =
      getSheet({ columns: 2, rows: 5, gap, rowGap: 0, cutMarks: true }) ?? {};
    const upright = marks.filter(([x1, , x2]) => x1 === x2);
    const level = marks.filter(([, y1, , y2]) => y1 === y2);
    const places = (values: readonly number[]) => new Set(values.map(mm)).size;
    assert.equal(places(upright.map(([x]) => x)) + places(level.map(([, y]) => y)), gap === 0 ? cuts : 10);
    assert.equal(upright.length + level.length, marks.length);
    for (const [x1, y1, x2, y2] of marks) {
      assert.ok(Math.hypot(x2 - x1, y2 - y1) > points(1), 'a mark can be seen');
      for (const { left, bottom } of cells) {
        const isBeside = Math.max(x1, x2) <= left || Math.min(x1, x2) >= left + badge.width;
        const isAbove = Math.max(y1, y2) <= bottom || Math.min(y1, y2) >= bottom + badge.height;
        assert.ok(isBeside || isAbove, 'no mark touches a cell');
      }
    }
  }
});
