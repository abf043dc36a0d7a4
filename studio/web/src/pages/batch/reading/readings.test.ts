/** The command line and Studio read the same files of rows alike, and refuse others in the same words. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { TemplateVariable } from '../../../../../../generated/template.ts';
import { chooseRows } from '../../../../../../src/cli/batch/rows/choose-rows.ts';
import { loadPhones } from '../../../../../../src/common/rows/locales/local-phones.ts';
import { readEntrySheets } from '../../../../../../src/cli/batch/rows/join-sheets.ts';
import { mapContent } from '../../../../../../src/cli/batch/rows/map-columns.ts';
import type { MappingOptions } from '../../../../../../src/cli/batch/rows/mapped-rows.ts';
import { readRows as readRowsOfFile } from '../../../../../../src/cli/batch/rows/read-rows.ts';
import { requireRows } from '../../../../../../src/common/rows/read-content.ts';
import { UnreadableRows } from '../../../../../../src/common/rows/table.ts';
import { toVariables } from '../../../designer/data-sets/variables.ts';
import { foldLists } from '../fold-lists.ts';
import { matchColumns } from '../match-columns.ts';
import { prepareRows } from '../prepared-batch.ts';
import { UnusableFile } from './read-file.ts';
import { readRows } from './read-rows.ts';
import { readSource } from './read-source.ts';
import { writeSpreadsheet as book, type Cells } from '../../../../../../test/helpers/spreadsheet.ts';
import { makeWorkbook } from '../../../../../../test/helpers/workbook.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-readings-'));
after(() => rm(folder, { recursive: true }));

const variables: TemplateVariable[] = [
  { name: 'name', type: 'text', label: 'Name', required: true },
  { name: 'city', type: 'text', label: 'City' },
  { name: 'note', type: 'text', label: 'Note' },
  { name: 'fee', type: 'number', label: 'Fee' },
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'tel', type: 'phone', label: 'Phone' },
  {
    name: 'items',
    type: 'list',
    label: 'Items',
    fields: [
      { name: 'what', type: 'text', label: 'What' },
      { name: 'price', type: 'number', label: 'Price' },
    ],
  },
];

/** The values of the rows with their lines, or why the file is refused. */
type Reading =
  | readonly { readonly line: number; readonly values: Readonly<Record<string, string>> }[]
  | string;

let written = 0;

async function readInCommandLine(
  name: string,
  bytes: Uint8Array,
  options: MappingOptions = {},
): Promise<Reading> {
  const file = path.join(folder, `${(written += 1)}-${name}`);
  await writeFile(file, bytes);
  try {
    const content = await readRowsOfFile(file, {});
    requireRows(content.kind, content.kind === 'objects' ? content.rows.length : content.records.length);
    await loadPhones();
    const { content: chosen } = await chooseRows(file, content, variables, options);
    const sheets = await readEntrySheets(file, chosen, variables, options);
    return mapContent(chosen, variables, options, sheets).rows;
  } catch (error) {
    if (error instanceof UnreadableRows) return error.message;
    throw error;
  }
}

async function readInStudio(name: string, bytes: Uint8Array): Promise<Reading> {
  const studioVariables = toVariables(variables);
  const file = new File([new Uint8Array(bytes)], name);
  try {
    const read = await readRows(
      { file, encoding: null, sheet: null, headerLine: null },
      studioVariables,
      (request) =>
        readSource(request).catch((error: unknown) => {
          throw error instanceof UnreadableRows ? new UnusableFile(error.message, error.problems) : error;
        }),
    );
    const source = foldLists(read, studioVariables);
    const assignments = matchColumns(source, studioVariables, 'template');
    const batch = {
      source,
      assignments,
      readings: {},
      corrections: {},
      leftOut: new Set<number>(),
    };
    return prepareRows(batch, studioVariables).map(({ line, values, faults }) => {
      assert.deepEqual(faults, []);
      return { line, values };
    });
  } catch (error) {
    if (error instanceof UnusableFile) return error.message;
    throw error;
  }
}

const shifted: readonly Cells[] = [
  ['name', 'city', 'note'],
  ['Ada', 'London', ' UK', 'speaks at 10:00'],
  ['Grace', 'New York', 'late'],
];
const beyond = 'There is a value in column D of row 2, but the header (row 1) has no name for that column.';
const text = (content: string): Uint8Array => Buffer.from(content);
const string = (reference: string, content: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;
const fault = (reference: string): string => `<c r="${reference}" t="e"><v>#REF!</v></c>`;
const formatted = [
  ['name', 'fee', 'tel', 'day'],
  [
    { t: 'n', v: 7, z: '"A-"000' },
    { t: 'n', v: 0.15, z: '0%' },
    { t: 'n', v: 41_791_234_567, z: '\\+00 00 000 00 00' },
    { t: 'n', v: 46_283, z: 'd/m/yy' },
  ],
] as const;
const items = (...rows: readonly Cells[]): Uint8Array =>
  book({ Rows: [['name'], ['Ada']], items: [['name', 'what', 'price'], ...rows] });

const refused: readonly (readonly [
  what: string,
  file: string,
  bytes: Uint8Array,
  message: string | RegExp,
])[] = [
  [
    'a value beyond the header',
    'rows.csv',
    text('name,city,note\nAda,London, UK,speaks at 10:00\nGrace,"New York",late\n'),
    'There is a value in column 4 of line 2, but the header (line 1) has no name for that column.',
  ],
  [
    'values beyond the header of a file with tabs, with a byte order mark and a note of the delimiter',
    'rows.tsv',
    text('\ufeffname\tcity\n\nAda\tLondon\t\tx\nBob\t\ty\tz\n'),
    'There is a value in column 4 of line 3, in column 3 of line 4, but ' +
      'the header (line 1) has no name for that column.',
  ],
  [
    'values in many columns without a name',
    'rows.csv',
    text('name\nAda,1,2,3,4,5,6,7\n'),
    /column 5 of line 2, in column 6 of line 2 and 2 more columns, but the header/,
  ],
  ['a value beyond the header', 'rows.xlsx', book({ Rows: shifted }), beyond],
  ['a value beyond the header', 'rows.xls', book({ Rows: shifted }, 'xls'), beyond],
  ['a value beyond the header', 'rows.ods', book({ Rows: shifted }, 'ods'), beyond],
  ['a value beyond the header of a workbook with another name', 'rows.csv', book({ Rows: shifted }), beyond],
  [
    'a value under an empty cell of the header',
    'rows.csv',
    text('name, ,city\nAda,x,London\n'),
    'There is a value in column 2 of line 2, but the header (line 1) has no name for that column.',
  ],
  [
    'a value under an empty cell of the header',
    'rows.xlsx',
    book({
      Rows: [
        ['name', null, 'city'],
        ['Ada', 'x', 'London'],
      ],
    }),
    'There is a value in column B of row 2, but the header (row 1) has no name for that column.',
  ],
  [
    'a title above a header with an empty cell',
    'rows.xlsx',
    book({ Rows: [['Guests of the party'], [], ['name', null, 'city'], ['Ada', 'x', 'London']] }),
    'There is a value in column C of row 3, in column B of row 4, but ' +
      'the header (row 1) has no name for that column.',
  ],
  [
    'two columns of one name',
    'rows.csv',
    text('name,city,name\nAda,London,Lovelace\n'),
    'The header names "name" twice, in column 1 and column 3.',
  ],
  [
    'two columns for one variable',
    'rows.xlsx',
    book({
      Rows: [
        ['Name', 'NAME'],
        ['Ada', 'Lovelace'],
      ],
    }),
    'The columns "Name" and "NAME" (column A and column B) are both for the variable "name".',
  ],
  [
    'two columns for one value of a list',
    'rows.csv',
    text('name,items[0].what,items[0].What\nAda,Tea,Cup\n'),
    'The columns "items[0].what" and "items[0].What" (column 2 and column ' +
      '3) are both for the variable "items[0].what".',
  ],
  [
    'only a header',
    'rows.csv',
    text('name,city\n\n'),
    'It has no rows. It has column names, but no rows below them.',
  ],
  ['only a header', 'rows.xlsx', book({ Rows: [['name']] }), /^It has no rows\. It has column names/],
  ['nothing', 'rows.csv', text(' \n'), 'It is empty; its first line must name the columns.'],
  ['no objects', 'rows.jsonl', text('\n'), 'It has no rows.'],
  [
    'a row that is split',
    'rows.csv',
    text('name,city,note\nAda,Lon\ndon,late\n'),
    /^Line 2 and those to line 3 have fewer cells than the header, which has 3/,
  ],
  [
    'a value with an empty key',
    'rows.jsonl',
    text('{"name":"Ada","":""}\n{"name":"Bob"," ":"x"}\n'),
    'There is a value in line 2 whose key is empty.',
  ],
  ['a key twice', 'rows.jsonl', text('{"name":"Ada","name":"Bob"}\n'), 'Line 1 has the key "name" twice.'],
  [
    'an error in the header',
    'rows.xlsx',
    makeWorkbook([
      {
        name: 'Rows',
        rows: `<row r="1">${string('A1', 'name')}${fault('B1')}</row><row r="2">${string('A2', 'Ada')}</row>`,
      },
    ]),
    'Cell B1 of the sheet "Rows" holds the error #REF!.',
  ],
  [
    'an error in a row without values',
    'rows.xlsx',
    makeWorkbook([
      {
        name: 'Rows',
        rows:
          `<row r="1">${string('A1', 'name')}</row>` +
          `<row r="2">${string('A2', 'Ada')}</row><row r="3">${fault('A3')}</row>`,
      },
    ]),
    'Cell A3 of the sheet "Rows" holds the error #REF!.',
  ],
  [
    'merged cells of the header',
    'rows.xlsx',
    makeWorkbook([
      {
        name: 'Rows',
        merged: ['A1:B1'],
        rows: `<row r="1">${string('A1', 'name')}</row><row r="2">${string('A2', 'Ada')}</row>`,
      },
    ]),
    'The cells A1:B1 of the sheet "Rows" are merged; split them, so that each row has its values.',
  ],
  [
    'a value beyond the header in the sheet of a list',
    'rows.xlsx',
    items(['Ada', 'Tea', 4.2, 'fragile']),
    `The sheet "items" cannot be read: ${beyond}`,
  ],
  [
    'an entry without its row',
    'rows.xlsx',
    items(['Bob', 'Tea', 4.2]),
    'Cell A2 of the sheet "items": the sheet "Rows" has no row whose "name" is "Bob".',
  ],
  [
    'a file that is no table',
    'rows.docx',
    text('%PDF-1.7'),
    'Rows are read from these files: .csv, .tsv and .txt, .xlsx, .xlsm, .xlsb and .xls, .ods, .numbers, ' +
      '.json, .jsonl and .ndjson; this is a PDF file.',
  ],
  [
    'a file of an unknown kind',
    'rows.odt',
    text('name\nAda\n'),
    'Rows are read from these files: .csv, .tsv and .txt, .xlsx, .xlsm, .xlsb and .xls, .ods, .numbers, ' +
      '.json, .jsonl and .ndjson; save it as one of them in a spreadsheet program.',
  ],
  [
    'a text that is called a workbook',
    'rows.ods',
    text('name\nAda\n'),
    'It is not a workbook. It looks like text: if its cells are separated by commas or semicolons, ' +
      'name it .csv.',
  ],
  [
    'a file that is too large',
    'rows.csv',
    new Uint8Array(20 * 1024 * 1024 + 1).fill(0x61),
    'It has 20.1 MiB; at most 20 MiB are read.',
  ],
];

const accepted: readonly (readonly [what: string, file: string, bytes: Uint8Array, rows: Reading])[] = [
  [
    'empty cells beyond the header',
    'rows.csv',
    text('\ufeffname,city,,\nAda,London,, \nBob,,,,,\n'),
    [
      { line: 2, values: { name: 'Ada', city: 'London' } },
      { line: 3, values: { name: 'Bob' } },
    ],
  ],
  [
    'empty cells beyond the header',
    'rows.xlsx',
    book({ Rows: [[], ['name', null, 'City', ''], ['Ada', null, 'London', ' ', '']] }),
    [{ line: 3, values: { name: 'Ada', city: 'London' } }],
  ],
  [
    'a title above the header',
    'rows.xlsx',
    book({ Rows: [['Guests of the party'], [], ['name', 'city'], ['Ada', 'London']] }),
    [{ line: 4, values: { name: 'Ada', city: 'London' } }],
  ],
  [
    'a title, a note, and lines without their last cells',
    'rows.csv',
    text('Guests,,\n,,\nname,city,note\nAda,London\nBo,Rome,x\nCy\n\nTotal: 3 guests\n'),
    [
      { line: 4, values: { name: 'Ada', city: 'London' } },
      { line: 5, values: { name: 'Bo', city: 'Rome', note: 'x' } },
      { line: 6, values: { name: 'Cy' } },
    ],
  ],
  [
    'quotation marks inside of cells',
    'rows.tsv',
    text('name\tnote\nPipe 5" steel\t5\' 3" wide\n'),
    [{ line: 2, values: { name: 'Pipe 5" steel', note: '5\' 3" wide' } }],
  ],
  [
    'dates, amounts and phone numbers of a country',
    'rows.csv',
    text('name;day;fee;tel\nJürgen;18.09.2026;1.250,50 €;0221 123456\nRenée;2.10.26;3,00;+49 221 123456\n'),
    [
      { line: 2, values: { name: 'Jürgen', day: '2026-09-18', fee: '1250.50', tel: '+49 221 123456' } },
      { line: 3, values: { name: 'Renée', day: '2026-10-02', fee: '3.00', tel: '+49 221 123456' } },
    ],
  ],
  [
    'percentages',
    'rows.csv',
    text('name,fee,note\nAda,15 %,15 %\n'),
    [{ line: 2, values: { name: 'Ada', fee: '0.15', note: '15 %' } }],
  ],
  [
    'numbers of cells as the sheet shows them for texts, and as numbers for numbers',
    'rows.xlsx',
    book({ Rows: formatted }),
    [{ line: 2, values: { name: 'A-007', fee: '0.15', tel: '+41 79 123 45 67', day: '2026-09-18' } }],
  ],
  [
    'numbers of cells as the sheet shows them for texts, and as numbers for numbers',
    'rows.xls',
    book({ Rows: formatted }, 'biff8'),
    [{ line: 2, values: { name: 'A-007', fee: '0.15', tel: '+41 79 123 45 67', day: '2026-09-18' } }],
  ],
  [
    'a sheet behind a cover',
    'rows.xlsx',
    book({ Cover: [['Please fill in the next sheet'], ['Thank you']], Data: [['name'], ['Ada']] }),
    [{ line: 2, values: { name: 'Ada' } }],
  ],
  [
    'a workbook of LibreOffice',
    'rows.ods',
    book(
      {
        Rows: [
          ['name', 'fee'],
          ['Ada', 4.5],
        ],
      },
      'ods',
    ),
    [{ line: 2, values: { name: 'Ada', fee: '4.5' } }],
  ],
  [
    'JSON with a byte order mark',
    'rows.json',
    text('\ufeff[{"name": "Ada", "fee": 1.50},\n {"name": "Bo", "fee": "2,5"}]'),
    [
      { line: 1, values: { name: 'Ada', fee: '1.50' } },
      { line: 2, values: { name: 'Bo', fee: '2,5' } },
    ],
  ],
  [
    'the columns of a list',
    'rows.csv',
    text('name,items[0].what,items[1].what\nAda,Tea,Cup\n'),
    [{ line: 2, values: { name: 'Ada', items: '[{"what":"Tea"},{"what":"Cup"}]' } }],
  ],
  [
    'the sheet of a list',
    'rows.xlsx',
    items(['Ada', 'Tea', 4.2, ' ']),
    [{ line: 2, values: { name: 'Ada', items: '[{"what":"Tea","price":"4.2"}]' } }],
  ],
  ['the sheet of a list without entries', 'rows.xlsx', items(), [{ line: 2, values: { name: 'Ada' } }]],
  [
    'objects whose keys differ',
    'rows.jsonl',
    text('{"name":"Ada","city":null}\n\n{"Note":"x","name":"Bob"}\n'),
    [
      { line: 1, values: { name: 'Ada' } },
      { line: 3, values: { name: 'Bob', note: 'x' } },
    ],
  ],
];

describe('the command line and Studio', () => {
  for (const [what, file, bytes, message] of refused) {
    test(`refuse ${what} in the same words (${file})`, async () => {
      const reason = await readInCommandLine(file, bytes);
      assert.ok(typeof reason === 'string', JSON.stringify(reason));
      if (typeof message === 'string') assert.equal(reason, message);
      else assert.match(reason, message);
      assert.equal(await readInStudio(file, bytes), reason);
    });
  }

  for (const [what, file, bytes, rows] of accepted) {
    test(`read ${what} alike (${file})`, async () => {
      assert.deepEqual(await readInCommandLine(file, bytes), rows);
      assert.deepEqual(await readInStudio(file, bytes), rows);
    });
  }

  test('refuse a list with a column and columns for its values', async () => {
    const bytes = text('name,items,items[0].what\nAda,[],Tea\n');
    const words = 'A list has one column, or columns such as "items[0]…": leave out one or the others.';
    const reason = await readInCommandLine('rows.csv', bytes);
    assert.ok(typeof reason === 'string' && reason.includes(words), JSON.stringify(reason));
    assert.equal(await readInStudio('rows.csv', bytes), words);
  });
});

test('--ignore-columns leaves out values without a name', async () => {
  const ignore = { ignoreColumns: true };
  const rows = [{ line: 2, values: { name: 'Ada' } }];
  assert.deepEqual(await readInCommandLine('rows.csv', text('name\nAda,x\n'), ignore), rows);
  assert.deepEqual(await readInCommandLine('rows.jsonl', text('\n{"name":"Ada","":"x"}\n'), ignore), rows);
  const joined = [{ line: 2, values: { name: 'Ada', items: '[{"what":"Tea","price":"4"}]' } }];
  assert.deepEqual(await readInCommandLine('rows.xlsx', items(['Ada', 'Tea', 4, 'x']), ignore), joined);
});
