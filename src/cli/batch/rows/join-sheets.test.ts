import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import type { TemplateVariable } from '../../../../generated/template.ts';
import { UnreadableRows } from '../../../common/rows/table.ts';
import { readEntrySheets } from './join-sheets.ts';
import { chooseRows } from './choose-rows.ts';
import { mapContent } from './map-columns.ts';
import type { MappingOptions } from './mapped-rows.ts';
import { readRowsInWorker } from './read-in-worker.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-sheets-'));
after(() => rm(folder, { recursive: true }));

const variables: TemplateVariable[] = [
  { name: 'customer', type: 'text', label: 'Customer', required: true },
  {
    name: 'line_items',
    type: 'list',
    label: 'Items',
    fields: [
      { name: 'name', type: 'text', label: 'Name', required: true },
      { name: 'price', type: 'number', label: 'Price' },
    ],
  },
];

type Cells = readonly (string | number | boolean | null)[];
let written = 0;

/** Writes a workbook as spreadsheet programs do, and maps its rows. */
async function read(
  sheets: Readonly<Record<string, readonly Cells[]>>,
  options: MappingOptions & { sheet?: string } = {},
) {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((cells) => [...cells])), name);
  const file = path.join(folder, `${(written += 1)}.xlsx`);
  await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const { sheet, ...mapping } = options;
  const content = await readRowsInWorker(file, sheet === undefined ? {} : { sheet });
  return mapContent(content, variables, mapping, await readEntrySheets(file, content, variables, mapping));
}

const customers: readonly Cells[] = [
  ['Invoice', 'Customer'],
  [1001, 'Ines'],
  [1002, 'Mateus'],
  [1003, 'Wang'],
];

/** The message and the problems as `row column: detail`. */
async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => assert.fail('It was accepted.'),
    (each: unknown) => each,
  );
  if (!(error instanceof UnreadableRows)) throw error;
  const problems = error.problems.map(({ line, column, detail }) => `${line} ${column}: ${detail}`);
  return [error.message, ...problems].join('\n');
}

describe('a sheet with the name of a list', () => {
  test('has the entries of each row, by a column of the rows', async () => {
    const { rows } = await read({
      Invoices: customers,
      'Line items': [
        ['invoice', 'Name', 'Price'],
        [1002, 'Tea', 4.2],
        [1001, 'Cup', 12.5],
        [1002, 'Milk', null],
      ],
    });
    assert.deepEqual(rows, [
      { line: 2, values: { customer: 'Ines', line_items: '[{"name":"Cup","price":"12.5"}]' } },
      {
        line: 3,
        values: { customer: 'Mateus', line_items: '[{"name":"Tea","price":"4.2"},{"name":"Milk"}]' },
      },
      { line: 4, values: { customer: 'Wang' } },
    ]);
  });

  test('has the entries by the number of the row, and names the place of each', async () => {
    const { rows, placeOf } = await read({
      People: [['customer'], ['Ines'], [], ['Mateus']],
      line_items: [[], ['Row', 'price', 'name'], [4, 1, 'Tea'], [2, 2, 'Cup'], [4, 3, 'Milk']],
    });
    assert.deepEqual(
      rows.map(({ line, values }) => [line, values['line_items']]),
      [
        [2, '[{"price":"2","name":"Cup"}]'],
        [4, '[{"price":"1","name":"Tea"},{"price":"3","name":"Milk"}]'],
      ],
    );
    assert.deepEqual(placeOf(1, { list: 'line_items', index: 1, field: 'price' }), {
      line: 5,
      column: 'line_items!price (B)',
    });
    assert.deepEqual(placeOf(1, { list: 'line_items', index: 1, field: null }), {
      line: 5,
      column: 'line_items',
    });
    assert.equal(placeOf(1, { list: 'line_items', index: 9, field: null }), null);
  });

  test('is left alone if another sheet has the rows, or --map takes the list from a column', async () => {
    const entries: readonly Cells[] = [['customer'], ['Ana']];
    const { rows } = await read({ Other: customers, line_items: entries }, { sheet: 'line_items' });
    assert.deepEqual(rows, [{ line: 2, values: { customer: 'Ana' } }]);
    const mapped = await read(
      {
        People: [
          ['customer', 'what'],
          ['Ines', '[{"name":"Tea"}]'],
        ],
        line_items: [['nothing']],
      },
      { map: [{ variable: 'line_items', column: 'what' }] },
    );
    assert.equal(mapped.rows[0]?.values['line_items'], '[{"name":"Tea"}]');
  });

  test('reads decimal commas, keeps blanks and leaves columns out, as the rows do', async () => {
    const sheets = {
      Invoices: customers,
      line_items: [
        ['invoice', 'name', 'price', 'note'],
        [1001, ' Tea ', '4,20', 'x'],
      ],
    };
    const { rows } = await read(sheets, { ignoreColumns: true, decimalComma: true, trim: false });
    assert.equal(rows[0]?.values['line_items'], '[{"name":" Tea ","price":"4.20"}]');
  });
});

test('notes, hidden rows and readings of a sheet with the name of a list are said', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(customers.map((cells) => [...cells])), 'Invoices');
  const entries = utils.aoa_to_sheet([
    ['invoice', 'name', 'price'],
    [1001, 'Tea', '4,20'],
    [1001, 'Cup', '3,10'],
    [],
    ['Source: the till'],
  ]);
  entries['!rows'] = [{}, {}, { hidden: true }];
  utils.book_append_sheet(book, entries, 'line_items');
  const file = path.join(folder, 'hidden.xlsx');
  await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx', cellStyles: true }) as Buffer);
  const content = await readRowsInWorker(file, {});
  for (const skipHidden of [false, true]) {
    const sheets = await readEntrySheets(file, content, variables, { skipHidden });
    const { rows, notes } = mapContent(content, variables, {}, sheets);
    const tea = '{"name":"Tea","price":"4.20"}';
    const cup = skipHidden ? '' : ',{"name":"Cup","price":"3.10"}';
    assert.equal(rows[0]?.values['line_items'], `[${tea}${cup}]`);
    const text = notes.join('\n');
    assert.match(text, /The sheet "line_items": Row 5 below the rows is a note, and not read: "Source/u);
    assert.match(
      text,
      skipHidden ? /Row 3 is hidden in the sheet, and left out/u : /Row 3 is hidden .* rendered/u,
    );
    assert.match(text, /The column "line_items!price \(C\)" has numbers with a decimal comma/u);
  }
});

test('entries of a hidden row are left out with it, and refused if there is no such row', async () => {
  const book = utils.book_new();
  const invoices = utils.aoa_to_sheet(customers.map((cells) => [...cells]));
  invoices['!rows'] = [{}, { hidden: true }];
  utils.book_append_sheet(book, invoices, 'Invoices');
  const entries = [
    ['invoice', 'name', 'price'],
    [1001, 'Tea', '4.20'],
    [1002, 'Cup', '3.10'],
  ];
  const file = path.join(folder, 'hidden-row.xlsx');
  const make = async () => {
    if (book.SheetNames.length === 1)
      utils.book_append_sheet(book, utils.aoa_to_sheet(entries), 'line_items');
    else book.Sheets['line_items'] = utils.aoa_to_sheet(entries);
    await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx', cellStyles: true }) as Buffer);
    const given = await readRowsInWorker(file, {});
    const { content } = await chooseRows(file, given, variables, { skipHidden: true });
    const sheets = await readEntrySheets(file, content, variables, { skipHidden: true });
    return mapContent(content, variables, {}, sheets);
  };
  const { rows, notes } = await make();
  assert.deepEqual(
    rows.map(({ values }) => values['line_items'] ?? ''),
    customers.slice(2).map((_, index) => (index === 0 ? '[{"name":"Cup","price":"3.10"}]' : '')),
  );
  assert.match(notes.join('\n'), /The sheet "line_items": row 2 is left out, since its row is hidden\./u);
  entries.push([9999, 'Pot', '9.00']);
  assert.match(await refusal(make()), /has no row whose "Invoice" is "9999"/u);
});

describe('a sheet with the name of a list is refused', () => {
  test('if a column can be read in several ways', async () => {
    const entries: readonly Cells[] = [
      ['row', 'name', 'price'],
      [2, 'Tea', '1,250'],
    ];
    assert.match(
      await refusal(read({ Invoices: customers, line_items: entries })),
      /^The column "line_items!price \(C\)" can be read in 2 ways: "1,250" is 1250 .*--cells-locale/u,
    );
    const sheets = { Invoices: customers, line_items: entries };
    const { rows } = await read(sheets, { cellsLocale: 'de-AT', ignoreColumns: true });
    assert.equal(rows[0]?.values['line_items'], '[{"name":"Tea","price":"1.250"}]');
  });

  const refused = async (entries: readonly Cells[], rows = customers) =>
    await refusal(read({ Invoices: rows, line_items: entries }));

  test('with the place of each entry that belongs to no row, or to two', async () => {
    const twice: readonly Cells[] = [...customers, [1001, 'Ana']];
    const entries: readonly Cells[] = [
      ['invoice', 'name'],
      [1004, 'Tea'],
      [1001, 'Cup'],
      [null, 'Milk'],
    ];
    assert.equal(
      await refused(entries, twice),
      'It has 3 problems.\n' +
        '2 line_items!invoice (A): the sheet "Invoices" has no row whose "Invoice" is "1004".\n' +
        '3 line_items!invoice (A): ' +
        'the rows 2 and 5 of the sheet "Invoices" both have the "Invoice" "1001".\n' +
        '4 line_items!invoice (A): it is empty; ' +
        'it must say to which row of the sheet "Invoices" the entry belongs.',
    );
    assert.match(
      await refused([
        ['row', 'name'],
        [5, 'Tea'],
      ]),
      /^Cell A2 of the sheet "line_items": the sheet "Invoices" has no row 5 with values\./u,
    );
  });

  test('if its columns are no values of an entry', async () => {
    assert.match(
      await refused([
        ['name', 'price'],
        ['Tea', 1],
      ]),
      /its header \(A1\) must be "row", or one of the columns of the sheet "Invoices", "Invoice", "Customer", but is "name"/u,
    );
    assert.equal(
      await refused([['row', 'name', 'Name', 'note']]),
      'It has 2 problems.\n' +
        '1 line_items!Name (C): the column B has "name" already.\n' +
        '1 line_items!note (D): "note" is no value of an entry; they have "name", "price".',
    );
  });

  test('if the rows have columns for the list, too', async () => {
    const entries: readonly Cells[] = [
      ['row', 'name'],
      [2, 'Tea'],
    ];
    for (const column of ['line_items[0].name', 'Line items'])
      assert.match(
        await refused(entries, [
          ['Customer', column],
          ['Ines', 'Tea'],
        ]),
        /have the sheet "line_items", and the column ".*" \(B\) of the sheet "Invoices"; remove one/u,
      );
  });

  test('if a cell has an error, or the sheet is empty', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(customers.map((cells) => [...cells])), 'Invoices');
    const sheet = utils.aoa_to_sheet([
      ['row', 'name', 'price'],
      [2, 'Tea', 1],
    ]);
    sheet['C2'] = { t: 'e', v: 0x07 };
    utils.book_append_sheet(book, sheet, 'line_items');
    const file = path.join(folder, 'error.xlsx');
    await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    const content = await readRowsInWorker(file, {});
    const entries = await readEntrySheets(file, content, variables, {});
    assert.throws(
      () => mapContent(content, variables, {}, entries),
      /Cell C2 of the sheet "line_items".*#DIV\/0!/u,
    );
    assert.match(await refused([]), /^The sheet "line_items" cannot be read: It is empty/u);
  });
});
