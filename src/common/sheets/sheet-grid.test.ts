import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelSheetNames, labelSheets } from './label-sheets.ts';
import { paperSizes } from './papers.ts';
import { checkGivenGrid, withSheetDefaults } from './sheet-grid.ts';
import { checkSheet, layOutSheet } from './sheet-layout.ts';

const points = (millimetres: number) => (millimetres * 72) / 25.4;
const mm = (length: number) => Math.round((length * 25.4 * 100) / 72) / 100;

test("every maker's sheet holds its labels on its paper", () => {
  assert.ok(labelSheetNames.length >= 30);
  for (const preset of labelSheetNames) {
    const { width, height, columns, rows, gap, rowGap, paper } = labelSheets[preset];
    const grid = withSheetDefaults({ preset });
    const label = { width: points(width), height: points(height) };
    assert.equal(checkSheet(grid, label), null, preset);
    const sheet = layOutSheet(grid, label, 0);
    assert.deepEqual([mm(sheet?.width ?? 0), mm(sheet?.height ?? 0)], [...paperSizes[paper]], preset);
    assert.equal(sheet?.cells.length, columns * rows);
    const used = [columns * width + (columns - 1) * gap, rows * height + (rows - 1) * rowGap];
    assert.ok(Math.abs(mm(sheet?.cells[0]?.left ?? 0) - (paperSizes[paper][0] - (used[0] ?? 0)) / 2) < 0.02);
  }
});

test("a page that is smaller than a maker's label stands in its middle; a larger one is refused", () => {
  const grid = withSheetDefaults({ preset: 'avery-l7160' });
  const at = (width: number, height: number) =>
    layOutSheet(grid, { width: points(width), height: points(height) }, 0)?.cells.map(({ left, bottom }) => [
      mm(left + points(width / 2)),
      mm(bottom + points(height / 2)),
    ]);
  assert.deepEqual(at(40, 20), at(63.5, 38.1));
  const fault = checkSheet(grid, { width: points(70), height: points(37) });
  assert.deepEqual(fault, {
    key: 'preset',
    detail: 'A label of avery-l7160 is 63.5 × 38.1 mm, but the page of the template is 70 × 37 mm.',
  });
  // 240 × 144 px are 63.5 × 38.1 mm; 241 px are a little more.
  assert.equal(checkSheet(grid, { width: (241 * 72) / 96, height: (144 * 72) / 96 }), null);
});

test('keys that do not go together are refused with their names', () => {
  const key = (given: Parameters<typeof checkGivenGrid>[0]) => checkGivenGrid(given)?.key;
  assert.equal(key({ columns: 2 }), 'rows');
  assert.equal(key({}), 'columns');
  assert.equal(key({ preset: 'herma-4464' }), undefined);
  assert.equal(key({ preset: 'herma-4464', columns: 3, rows: 8 }), undefined);
  assert.equal(key({ preset: 'herma-4464', columns: 4 }), 'columns');
  assert.equal(key({ preset: 'herma-4464', paper: 'letter' }), 'paper');
  assert.equal(key({ preset: 'herma-4464', startAt: 24 }), undefined);
  assert.equal(key({ preset: 'herma-4464', startAt: 25 }), 'startAt');
  assert.equal(key({ columns: 2, rows: 2, order: 'stack', startAt: 2 }), 'startAt');
  assert.equal(key({ columns: 2, rows: 2, backOffset: { x: 1 } }), 'backOffset');
});

test('defaults of new keys are left out, so that grids of earlier releases compare equal', () => {
  const before = { columns: 2, rows: 5, gap: 0, rowGap: 0, margin: 10, paper: 'A4', cutMarks: false };
  const given = { columns: 2, rows: 5, startAt: 1, copies: 1, order: 'rows', offset: { x: 0 } } as const;
  assert.deepEqual(withSheetDefaults(given), before);
});

test('backs are mirrored for the edge about which the paper turns', () => {
  const page = { width: points(60), height: points(40) };
  const lay = (given: Parameters<typeof withSheetDefaults>[0]) => {
    const layout = layOutSheet(withSheetDefaults({ columns: 2, rows: 2, ...given }), page, 0);
    assert.ok(layout?.back != null);
    return layout as typeof layout & { back: NonNullable<typeof layout.back> };
  };
  for (const [paper, backs, isTurned] of [
    [{}, 'long-edge', false],
    [{}, 'short-edge', true],
    [{ columns: 4, rows: 3 }, 'long-edge', true],
    [{ columns: 4, rows: 3 }, 'short-edge', false],
  ] as const) {
    const { width, height, cells, back } = lay({ ...paper, backs });
    assert.equal(back.isTurned, isTurned, `${JSON.stringify(paper)} ${backs}`);
    for (const [index, front] of cells.entries()) {
      const behind = back.cells[index];
      const mirrored = isTurned
        ? { left: front.left, bottom: height - front.bottom - page.height }
        : { left: width - front.left - page.width, bottom: front.bottom };
      assert.deepEqual(
        [mm(behind?.left ?? 0), mm(behind?.bottom ?? 0)],
        [mm(mirrored.left), mm(mirrored.bottom)],
      );
    }
  }
  const moved = lay({ backs: 'long-edge', offset: { x: 0.3, y: 1 }, backOffset: { x: -0.2 } });
  const still = lay({ backs: 'long-edge' });
  const by = (one?: { left: number; bottom: number }, other?: { left: number; bottom: number }) =>
    [(one?.left ?? 0) - (other?.left ?? 0), (one?.bottom ?? 0) - (other?.bottom ?? 0)].map(mm);
  assert.deepEqual(by(moved.cells[0], still.cells[0]), [0.3, -1]);
  assert.deepEqual(by(moved.back.cells[0], still.back.cells[0]), [-0.2, 0]);
});
