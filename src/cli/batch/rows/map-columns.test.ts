import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import type { TemplateVariable } from '../../../../generated/template.ts';
import { mapContent } from './map-columns.ts';
import type { MappingOptions } from './mapped-rows.ts';
import { columnLetters, UnreadableRows, type RowsContent, type Table } from '../../../common/rows/table.ts';
import { locateErrors } from '../problem-table.ts';

const variables: TemplateVariable[] = [
  { name: 'guest', type: 'text', label: 'Name of the guest', required: true },
  { name: 'seat', type: 'number', label: 'Seat' },
];

const table = (header: string[], ...lines: string[][]): Table => ({
  kind: 'workbook',
  header: { line: 1, cells: header },
  records: lines.map((cells, index) => ({ line: index + 2, cells })),
  faults: [],
});

const map = (given: Table, options?: MappingOptions) => mapContent(given, variables, options).rows;

function refuses(given: Table, message: RegExp, options?: MappingOptions): void {
  assert.throws(
    () => map(given, options),
    (error) => error instanceof UnreadableRows && message.test(error.message),
    String(message),
  );
}

describe('mapContent', () => {
  test('maps columns to variables in any order, and omits empty cells', () => {
    const given = table([' seat', 'guest ', ''], ['', 'Ada', ''], ['7 ', ' B\n\t'], ['  ', 'C']);
    assert.deepEqual(map(given), [
      { line: 2, values: { guest: 'Ada' } },
      { line: 3, values: { guest: 'B', seat: '7' } },
      { line: 4, values: { guest: 'C' } },
    ]);
    assert.deepEqual(
      map(given, { trim: false }).map(({ values }) => values),
      [{ guest: 'Ada' }, { guest: ' B\n\t', seat: '7 ' }, { guest: 'C', seat: '  ' }],
    );
  });

  test('column names may differ in case', () => {
    const { rows, columnOf } = mapContent(table(['SEAT', 'Guest'], ['7', 'Ada']), variables);
    assert.deepEqual(rows, [{ line: 2, values: { guest: 'Ada', seat: '7' } }]);
    assert.deepEqual([columnOf('guest'), columnOf('seat'), columnOf('x')], ['Guest (B)', 'SEAT (A)', 'x']);
    refuses(
      table(['guest', 'Guest']),
      /^The columns "guest" and "Guest" \(column A and column B\) are both for/,
    );
    // Where the template distinguishes the case, the file has to, too.
    const cases: TemplateVariable[] = [
      { name: 'a', type: 'text', label: 'a' },
      { name: 'A', type: 'text', label: 'A' },
    ];
    const exact = mapContent(table(['A', 'a'], ['1', '2']), cases).rows;
    assert.deepEqual(exact[0]?.values, { A: '1', a: '2' });
    const accented: TemplateVariable[] = [{ name: 'größe', type: 'text', label: 'G' }];
    assert.deepEqual(
      mapContent(table(['GRO\u0308SSE'.replace('SS', 'ß')], ['1']), accented).rows[0]?.values,
      {
        größe: '1',
      },
    );
  });

  test('uses other columns for variables, one also for several', () => {
    const given = table(['Name', 'guest', 'Platz'], ['Ada', 'no', '7']);
    const renamed = [
      { variable: 'guest', column: 'Name' },
      { variable: 'SEAT', column: 'platz' },
    ];
    refuses(given, /^--map takes another column than "guest"; rename that one, or add --ignore-columns\.$/, {
      map: renamed,
    });
    assert.deepEqual(map(given, { map: renamed, ignoreColumns: true })[0]?.values, {
      guest: 'Ada',
      seat: '7',
    });
    const twice = [
      { variable: 'guest', column: 'seat' },
      { variable: 'seat', column: 'seat' },
    ];
    assert.deepEqual(map(table(['seat'], ['7']), { map: twice })[0]?.values, { guest: '7', seat: '7' });
    const wrong = [
      { variable: 'gest', column: 'Nam' },
      { variable: 'guest', column: 'Name' },
      { variable: 'guest', column: 'Platz' },
    ];
    refuses(given, /--map: The template has no variable "gest" \(did you mean "guest"\?\)/, {
      map: wrong,
    });
    refuses(given, /--map: There is no column "Nam" \(did you mean "Name"\?\)\. The columns are "Name",/, {
      map: wrong,
    });
    refuses(given, /The columns "Name" and "Platz" .* are both for the variable "guest"/, { map: wrong });
  });

  test('ignores columns that are no variables', () => {
    const given = table(['guest', 'note', '', 'note'], ['Ada', 'x', 'y', 'z']);
    assert.deepEqual(map(given, { ignoreColumns: true }), [{ line: 2, values: { guest: 'Ada' } }]);
    refuses(table(['guest', 'guest', 'note']), /names "guest" twice/, { ignoreColumns: true });
    refuses(table(['note']), /^There is no column "guest"/, { ignoreColumns: true });
    const fault = (index: number) => ({ line: 2, index, detail: 'holds #N/A.', message: 'It holds #N/A.' });
    const faulty = (index: number) => ({ ...table(['guest', 'note'], ['Ada', '']), faults: [fault(index)] });
    assert.equal(map(faulty(1), { ignoreColumns: true }).length, 1);
    refuses(faulty(0), /^It holds #N\/A\.$/, { ignoreColumns: true });
    refuses(faulty(1), /^It holds #N\/A\.$/);
  });

  test('reads decimal commas of numbers, but not of texts', () => {
    const given = table(
      ['guest', 'seat'],
      ['1,5', '1.166,76'],
      ['a', '166.76'],
      ['b', '1.166'],
      ['c', 'x,y'],
    );
    // The third line has a number in a workbook, and a text elsewhere.
    const inWorkbook = given.records.map((record) =>
      record.line === 4 ? { ...record, numbers: [undefined, '1.166'] } : record,
    );
    const seats = (options: MappingOptions, kind: Table['kind'] = 'text') =>
      map({ ...given, kind, records: kind === 'workbook' ? inWorkbook : given.records }, options).map(
        ({ values }) => values['seat'],
      );
    assert.deepEqual(seats({}), ['1.166,76', '166.76', '1.166', 'x,y']);
    assert.deepEqual(seats({ decimalComma: true }), ['1166.76', '166.76', '1166', 'x,y']);
    assert.deepEqual(seats({ decimalComma: true }, 'workbook'), ['1166.76', '166.76', '1.166', 'x,y']);
    assert.equal(map(given, { decimalComma: true })[0]?.values['guest'], '1,5');
  });

  test('JSON Lines follow the same rules, and unknown names stay for the check', () => {
    const rows = [
      { line: 1, values: { Guest: ' Ada ', SEAT: '1,5', note: 'x' } },
      { line: 2, values: { name: 'B', seat: '' } },
    ];
    const mapped = (options: MappingOptions) =>
      mapContent({ kind: 'objects', rows }, variables, options).rows.map(({ values }) => values);
    assert.deepEqual(mapped({}), [
      { guest: ' Ada ', seat: '1.5', note: 'x' },
      { name: 'B', seat: '' },
    ]);
    assert.deepEqual(
      mapped({ map: [{ variable: 'guest', column: 'name' }], ignoreColumns: true, decimalComma: true }),
      [
        { guest: ' Ada ', seat: '1.5' },
        { guest: 'B', seat: '' },
      ],
    );
  });

  test('refuses --map with a field that no row of JSON Lines has', () => {
    const rows = [{ line: 1, values: { guest: 'Ada', seats: '7' } }];
    assert.throws(
      () => mapContent({ kind: 'objects', rows }, variables, { map: [{ variable: 'seat', column: 'seat' }] }),
      /--map: No row has the field "seat" \(did you mean "seats"\?\)\./,
    );
  });

  test('refuses a header that does not match the template', () => {
    refuses(
      table(['guset', 'seat']),
      /no variable for the column "guset" \(did you mean "guest"\?\)\. Its .* There is no column "guest",/,
    );
    refuses(table(['name of the guest']), /"name of the guest" \(did you mean "guest"\?\)/);
    refuses(
      table(['guest', 'x1', 'zzzzzz']),
      /for the columns "x1", "zzzzzz"\. .* are "guest", "seat"\. --map VARIABLE=COLUMN/,
    );
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
      table(['guest'], ['A', 'y', ''], ['B', '', 'x']),
      /in column B of row 2, in column C of row 3, but/,
    );
    refuses(
      table(['seat'], ['1']),
      /^There is no column "guest", which every row needs\. The columns are "seat"\./,
    );
  });

  test('suggests columns by what they mean and hold, not by their letters', () => {
    const certificate: TemplateVariable[] = [
      { name: 'recipient', type: 'text', required: true },
      { name: 'course', type: 'text' },
      { name: 'hours', type: 'number' },
    ];
    const given = table(['Vorname', 'Nachname', 'Kurs', 'Stunden'], ['Ada', 'Byron', 'Backen', '12']);
    const refusal = {
      message:
        'The template has no variable for the columns "Vorname", "Nachname", ' +
        '"Kurs" (did you mean "course"?), "Stunden" (did you mean "hours"?). ' +
        'Its variables are "recipient", "course", "hours". ' +
        "Try --map 'recipient={{Vorname}} {{Nachname}}'. " +
        '--map VARIABLE=COLUMN uses a column for a variable; --ignore-columns leaves such columns out. ' +
        'There is no column "recipient", which every row needs. ' +
        'The columns are "Vorname", "Nachname", "Kurs", "Stunden".',
    };
    assert.throws(() => mapContent(given, certificate), refusal);
    const rates = table(['recipient', 'Kurs'], ['Ada', '1.0843']);
    assert.throws(() => mapContent(rates, certificate), /for the column "Kurs"\. Its/);
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

describe('lists', () => {
  const list: TemplateVariable[] = [
    { name: 'guest', type: 'text' },
    {
      name: 'items',
      type: 'list',
      required: true,
      fields: [
        { name: 'unit price', type: 'number' },
        { name: 'name', type: 'text' },
      ],
    },
  ];
  const getValues = (given: RowsContent, options?: MappingOptions) =>
    mapContent(given, list, options).rows.map(({ values }) => values);

  test('have a column for each value of an entry', () => {
    const header = ['guest', 'items[0].name', 'Items[0].Unit_Price', 'items[1].name', 'items[1].unit price'];
    const rows = [
      ['Ada', 'Tea', '4,20', 'Cup', '12.50'],
      ['Bo', 'Tea', '', '', ''],
      ['Cy', '', '', 'Cup', ''],
      ['Di', '', '', '', ''],
    ];
    assert.deepEqual(getValues(table(header, ...rows), { decimalComma: true }), [
      {
        guest: 'Ada',
        items: '[{"unit price":"4.20","name":"Tea"},{"unit price":"12.50","name":"Cup"}]',
      },
      { guest: 'Bo', items: '[{"name":"Tea"}]' },
      { guest: 'Cy', items: '[{},{"name":"Cup"}]' },
      { guest: 'Di' },
    ]);
    const { columnOf } = mapContent(table(header, ...rows), list);
    assert.equal(columnOf('items[0].unit price'), 'Items[0].Unit_Price (C)');
  });

  test('have one column with JSON', () => {
    assert.deepEqual(getValues(table(['items'], ['[{"name":"Tea"}]'])), [{ items: '[{"name":"Tea"}]' }]);
  });

  test('take their values from the columns that --map names', () => {
    const map = [{ variable: 'items[0].name', column: 'Artikel' }];
    assert.deepEqual(getValues(table(['Artikel'], ['Tea']), { map }), [{ items: '[{"name":"Tea"}]' }]);
  });

  test('refuse columns of no field', () => {
    for (const name of ['items[0].nam', 'items[x].name', 'guests[0].name', 'items[5000].name'])
      assert.throws(
        () => getValues(table(['items[0].name', name], ['a', 'b'])),
        /has no variable for the column/,
      );
    assert.throws(
      () => getValues(table(['items[0].name', 'items'], ['a', '[]'])),
      /no variable for the column/,
    );
  });

  test('say how their columns are named where one is not known', () => {
    assert.throws(
      () => getValues(table(['items[0].nam'], ['a'])),
      /Columns of the first entry of "items" are "items\[0\]\.unit price", "items\[0\]\.name"\./,
    );
    assert.throws(
      () => getValues(table(['items[0].name', 'items'], ['a', '[]'])),
      /A list has one column, or columns such as "items\[0\]…": leave out one or the others\./,
    );
  });

  test('are located by their column, or by their place in one', () => {
    const errors = [
      { pointer: '/rows/0/items/1/unit price', detail: 'Variable "items[1].unit price" must be a number.' },
    ];
    const [wide, narrow] = [
      table(['items[1].unit price'], ['x']),
      table(['items'], ['[{}, {"unit price": "x"}]']),
    ].map((content) => {
      const mapped = mapContent(content, list);
      const [problem] = locateErrors(errors, { kind: 'workbook', variables: list, ...mapped });
      return `${problem?.column}: ${problem?.detail}`;
    });
    assert.equal(wide, 'items[1].unit price (A): must be a number.');
    assert.equal(narrow, 'items (A): items[1].unit price: must be a number.');
  });
});
