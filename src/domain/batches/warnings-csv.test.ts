import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { rowWarnings } from './row-warnings.ts';
import { WarningsCsv } from './warnings-csv.ts';

/** Of each row: none for a job of the API. */
type Lines = readonly number[] | null;

const warning = (elementId: string, detail = 'It is too long.') => ({
  code: 'TEXT_OVERFLOW',
  elementId,
  detail,
});

function write(...rows: ReturnType<typeof warning>[][]): string {
  return writeWithLines(null, rows);
}

function writeWithLines(lines: Lines, rows: readonly ReturnType<typeof warning>[][]): string {
  const table = new WarningsCsv();
  for (const [rowIndex, warnings] of rows.entries()) {
    const filename = `image-00${rowIndex}.png`;
    table.add({ rowIndex, filename, line: lines?.[rowIndex] ?? null, warnings: rowWarnings(warnings) });
  }
  return table.toBytes().toString();
}

test('a table without warnings has its header, in UTF-8 with a byte order mark', () => {
  assert.equal(write([], []), '\ufeffrowIndex,filename,code,elementId,detail\r\n');
});

test('cells keep commas, quotes and lines', () => {
  const ids = ['a, "b"', 'two\r\nlines', ' ', 'grüße', '写真'];
  const [, ...records] = parse(
    write(
      [],
      ids.map((id) => warning(id, `${id};`)),
    ),
    { bom: true },
  );
  assert.deepEqual(
    records,
    ids.map((id) => ['1', 'image-001.png', 'TEXT_OVERFLOW', id, `${id};`]),
  );
});

test('no cell is a formula', () => {
  const ids = ['=HYPERLINK("https://a.example","b")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'];
  const records = parse(write(ids.map((id) => warning(id, id))), { bom: true, from: 2 });
  assert.deepEqual(
    records.map((cells) => cells.slice(3)),
    ids.map((id) => [`'${id}`, `'${id}`]),
  );
});

test('a row lists 20 warnings, and says how many are left out', () => {
  const many = Array.from({ length: 33 }, (_, index) => warning(`text-${index}`));
  const records = parse(write(many, [warning('last')]), { bom: true, from: 2 });
  assert.equal(records.length, 22);
  assert.deepEqual(records[19]?.[3], 'text-19');
  assert.deepEqual(records[20], ['0', 'image-000.png', '', '', '13 more warnings of this row']);
  assert.deepEqual(records[21]?.[3], 'last');
});

test('rows of a file have their lines in a last column', () => {
  const rows = [[], [warning('title')], Array.from({ length: 21 }, () => warning('title'))];
  const records = parse(writeWithLines([2, 5, 14], rows), { bom: true });
  assert.deepEqual(records[0], ['rowIndex', 'filename', 'code', 'elementId', 'detail', 'line']);
  assert.deepEqual(records[1], ['1', 'image-001.png', 'TEXT_OVERFLOW', 'title', 'It is too long.', '5']);
  assert.deepEqual(records.at(-1), ['2', 'image-002.png', '', '', '1 more warnings of this row', '14']);
  const [header] = parse(writeWithLines([2], [[]]), { bom: true });
  assert.equal(header?.at(-1), 'line', 'without warnings too');
});

test('the warnings of a preflight have their severity in a last column', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    ...warning(`text-${index}`),
    severity: index === 0 ? ('error' as const) : ('advice' as const),
  }));
  const [header, first, second, ...more] = parse(writeWithLines([5], [many]), { bom: true });
  assert.deepEqual(header?.slice(4), ['detail', 'line', 'severity']);
  assert.deepEqual(
    [first?.slice(5), second?.slice(5)],
    [
      ['5', 'error'],
      ['5', 'advice'],
    ],
  );
  assert.deepEqual(more.at(-1)?.slice(4), ['1 more warnings of this row', '5', '']);
});
