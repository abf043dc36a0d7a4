/** Cells of headers over several columns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDocument } from '../../../../test/helpers/pages.ts';
import { readObjects } from '../../../../test/helpers/pdf.ts';
import { decodePixels } from '../../../../test/helpers/scenes.ts';
import {
  getBoxes,
  getTableDocument,
  getTexts,
  makeEntries,
  renderTable,
  tableBody as body,
} from '../../../../test/helpers/tables.ts';

const columns = [
  { header: 'Part', value: '{{ item.name }}' },
  { value: 'pcs', width: 40 },
  { header: 'Price', value: '{{ item.price }}', width: 60 },
];
const spanned = { columns, header: { span: [2, 1] } };

test('a cell of the header takes several columns, and shows the text of the first one', async () => {
  const { report, warnings } = await renderTable(spanned, makeEntries(1));
  assert.deepEqual(warnings, []);
  assert.deepEqual(getTexts(report), {
    'lines.header[0]': 'Part',
    'lines.header[2]': 'Price',
    'lines[0][0]': 'Part 0',
    'lines[0][1]': 'pcs',
    'lines[0][2]': '0.5',
  });
  assert.deepEqual(getBoxes(report)['lines.header[0]'], [16, 24, 128, 12]);
  const turned = await renderTable({ ...spanned, direction: 'rtl' }, makeEntries(1));
  const boxes = getBoxes(turned.report);
  assert.deepEqual(
    ['lines.header[0]', 'lines.header[2]'].map((id) => boxes[id]?.slice(0, 3)),
    [
      [76, 24, 128],
      [16, 24, 48],
    ],
  );
});

test('spanAlign places the texts of cells over several columns, and leaves those of one column', async () => {
  const numbers = columns.map((column) => ({ ...column, align: 'right' }));
  const placed = async (spanAlign?: 'start' | 'center') => {
    const row = { span: [2, 1], ...(spanAlign === undefined ? {} : { spanAlign }) };
    const { report } = await renderTable(
      {
        columns: numbers,
        header: row,
        groupBy: '{{ item.name }}',
        groupHeader: { ...row, cells: ['Part', 'Price'] },
        total: { ...row, cells: ['Part', 'Price'] },
      },
      makeEntries(1),
    );
    return ['header', 'groups[0].header', 'total'].map((id) =>
      [0, 2].map((column) => {
        const found = report?.elements.find((each) => each.id === `lines.${id}[${column}]`);
        const [{ x, width } = { x: 0, width: 0 }] = found?.text?.lines ?? [];
        const room = (found?.box.width ?? 0) - width;
        return Math.round((x / room) * 100) / 100;
      }),
    );
  };
  const rows = (label: number) => Array.from({ length: 3 }, () => [label, 1]);
  assert.deepEqual(await placed(), rows(1));
  assert.deepEqual(await placed('start'), rows(0));
  assert.deepEqual(await placed('center'), rows(0.5));
});

test('the header keeps its text where a column of it is left out', async () => {
  const hide = (at: number) =>
    columns.map((column, index) =>
      index === at ? { ...column, visible: '{{ items.size() > 3 }}' } : column,
    );
  for (const [at, id] of [
    [0, 'lines.header[1]'],
    [1, 'lines.header[0]'],
  ] as const) {
    const { report } = await renderTable({ ...spanned, columns: hide(at) }, makeEntries(1));
    assert.equal(getTexts(report)[id], 'Part');
  }
  const { report } = await renderTable({ ...spanned, columns: hide(2) }, makeEntries(1));
  assert.equal(getTexts(report)['lines.header[2]'], undefined);
});

test('the frame is as wide as the columns, with one line around it, and no line crosses a cell', async () => {
  const narrow = columns.map((column) => ({ ...column, width: 40 }));
  const borders = { color: '#ff0000', between: 'all', outer: true, width: 2 };
  const { data, report } = await renderTable(
    { ...spanned, columns: narrow, borders, body: { ...body, fill: '#ffffff' } },
    makeEntries(1),
    { background: '#ffffff' },
  );
  assert.deepEqual(getBoxes(report)['lines']?.slice(0, 3), [10, 20, 124]);
  const pixels = await decodePixels(data);
  const listLines = (y: number) =>
    Array.from({ length: 200 }, (_, x) => x).filter((x) => pixels.at(x, y).slice(0, 3).join() === '255,0,0');
  // The line around, and those between columns: the header has only that before its second cell.
  assert.deepEqual(listLines(24), [10, 11, 92, 93, 132, 133]);
  assert.deepEqual(listLines(48), [10, 11, 52, 53, 92, 93, 132, 133]);
});

test('screen readers get the columns of a cell of the header', async () => {
  const values = new Map([['items', makeEntries(1)]]);
  const output = { format: 'pdf' as const };
  const { data } = await renderDocument(getTableDocument(spanned), { values, output });
  const objects = await readObjects(data);
  assert.equal(objects.match(/\/ColSpan 2\b/gu)?.length, 1);
  assert.equal(objects.match(/\/Scope \/Column\b/gu)?.length, 2);
});
