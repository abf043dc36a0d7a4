import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import type { TemplateVariable } from '../../../../generated/template.ts';
import { mapColumns } from './map-columns.ts';
import { columnLetters, UnreadableRows, type Table } from './table.ts';

const variables: TemplateVariable[] = [
  { name: 'guest', type: 'text', label: 'Name of the guest', required: true },
  { name: 'seat', type: 'number', label: 'Seat' },
];

const table = (header: string[], ...lines: string[][]): Table => ({
  kind: 'workbook',
  header: { line: 1, cells: header },
  records: lines.map((cells, index) => ({ line: index + 2, cells })),
});

function refuses(given: Table, message: RegExp): void {
  assert.throws(
    () => mapColumns(given, variables),
    (error) => error instanceof UnreadableRows && message.test(error.message),
    String(message),
  );
}

describe('mapColumns', () => {
  test('maps columns to variables in any order, and omits empty cells', () => {
    assert.deepEqual(mapColumns(table([' seat', 'guest ', ''], ['', 'Ada', ''], ['7', ' B ']), variables), [
      { line: 2, values: { guest: 'Ada' } },
      { line: 3, values: { guest: ' B ', seat: '7' } },
    ]);
  });

  test('refuses a header that does not match the template', () => {
    refuses(table(['guset', 'seat']), /no variable for the column "guset" \(did you mean "guest"\?\)\. Its/);
    refuses(table(['name of the guest']), /"name of the guest" \(did you mean "guest"\?\)/);
    refuses(table(['guest', 'x1', 'zzzzzz']), /for the columns "x1", "zzzzzz"\. .* are "guest", "seat"\.$/);
    refuses(
      table(['guest', 'seat', 'guest']),
      /^The header names "guest" twice, in column A and column C\.$/,
    );
    refuses(
      table(['guest', '', 'seat'], ['Ada', 'x', '1']),
      /value in column B of row 2, but the header \(row 1\)/,
    );
    refuses(table(['guest'], ['Ada', '', 'x']), /value in column C of row 2/);
    refuses(
      table(['seat'], ['1']),
      /^There is no column "guest", which every row needs\. The columns are "seat"\./,
    );
  });

  test('names columns with the letters of spreadsheets', () => {
    assert.deepEqual([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters), [
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });
});
