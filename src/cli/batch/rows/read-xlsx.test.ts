import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { CFB, utils, write } from '@e965/xlsx';
import { makeWorkbook, type WorkbookOptions } from '../../../../test/helpers/workbook.ts';
import { makeZip } from '../../../../test/helpers/zip.ts';
import { readXlsx } from './read-xlsx.ts';
import { refuseFaults, UnreadableRows } from '../../../common/rows/table.ts';

const formats = [
  'yyyy\\-mm\\-dd',
  'd/m/yy h:mm',
  '00000',
  '0.00',
  '#,##0.00\\ "€";[Red]\\-#,##0.00\\ "€"',
  '0.0%',
  'h:mm',
  '[h]:mm:ss',
  '[$-409]d\\ mmmm\\ yyyy;@',
  'h:mm:ss AM/PM',
  '0.00E+00',
  '# ?/?',
  'mmmm',
  '"day "0',
  '@',
];

/** What one cell in the second row shows. */
async function read(cell: string, options: WorkbookOptions = {}): Promise<string> {
  return (await readTexts(cell, options)).shown;
}

/** What one cell in the second row shows, and its number. */
async function readTexts(
  cell: string,
  options: WorkbookOptions = {},
): Promise<{ readonly shown: string; readonly number: string | undefined }> {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2">${cell}</row>`;
  const table = await readXlsx(makeWorkbook([{ name: 'Rows', rows }], { formats, ...options }), null);
  refuseFaults(table, () => true);
  const [record] = table.records;
  return { shown: record?.cells[0] ?? '', number: record?.numbers?.[0] };
}

const number = (value: string, style = 0): string => `<c r="A2" s="${style}"><v>${value}</v></c>`;

async function refuses(reading: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(reading, (error) => {
    assert.ok(error instanceof UnreadableRows, String(error));
    assert.match(error.message, message);
    return true;
  });
}

/** A workbook with a password is a container of an encrypted one. */
function makeLocked(): Buffer {
  const { utils: make, write: save } = CFB as Containers;
  const container = make.cfb_new();
  for (const name of ['/EncryptionInfo', '/EncryptedPackage']) {
    make.cfb_add(container, name, Buffer.alloc(4096, 1));
  }
  return save(container, { type: 'buffer' });
}

/** The part of the library that writes such containers. It has no types for it. */
interface Containers {
  readonly utils: {
    cfb_new(): object;
    cfb_add(container: object, name: string, content: Buffer): void;
  };
  write(container: object, options: { readonly type: 'buffer' }): Buffer;
}

describe('readXlsx', () => {
  test('reads old workbooks (.xls)', async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Preis'],
      ['Jürgen Öztürk', 12.5],
      ['محمد', 1],
    ]);
    sheet['B2'] = { t: 'n', v: 12.5, z: '0.00' };
    utils.book_append_sheet(book, sheet, 'Gäste');
    const bytes = write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
    assert.deepEqual(await readXlsx(bytes, null), {
      kind: 'workbook',
      header: { line: 1, cells: ['Name', 'Preis'] },
      records: [
        { line: 2, cells: ['Jürgen Öztürk', '12.50'], numbers: [undefined, '12.50'] },
        { line: 3, cells: ['محمد', '1'], numbers: [undefined, '1'] },
      ],
      faults: [],
      sheet: 'Gäste',
      sheets: ['Gäste'],
    });
    await refuses(readXlsx(bytes, 'Rows'), /It has no sheet "Rows"; it has "Gäste"\./);
  });

  test('numbers have the digits that the sheet shows', async () => {
    // Without a third text, a variable of type number gets what is shown.
    for (const [value, style, shown, inNumber = shown] of [
      ['0.30000000000000004', 0, '0.3'],
      ['5', 0, '5'],
      ['5.0', 0, '5'],
      ['-0', 0, '0'],
      ['1E+21', 0, '1000000000000000000000'],
      ['1.5E-7', 0, '0.00000015'],
      ['-1234.5', 0, '-1234.5'],
      ['123456789012345', 0, '123456789012345'],
      ['1234', 3, '01234', '1234'],
      ['12.5', 4, '12.50'],
      ['1.005', 4, '1.01'],
      ['-1.005', 4, '-1.01'],
      ['-0.001', 4, '0.00'],
      ['1234567.891', 5, '1,234,567.89 €', '1234567.89'],
      ['-3.5', 5, '-3.50 €', '-3.50'],
      ['0.125', 6, '12.5%', '0.125'],
      ['0.1249', 6, '12.5%', '0.125'],
      ['123456', 11, '1.23E+05', '123456'],
      ['0.5', 12, '1/2', '0.5'],
      ['7', 14, 'day 7', '7'],
      ['7.25', 15, '7.25'],
    ] as const) {
      const texts = await readTexts(number(value, style));
      assert.deepEqual(texts, { shown, number: inNumber }, `${value} as ${style}`);
    }
  });

  test('numbers have the letters, signs and groups of their formats', async () => {
    for (const [format, value, shown, number] of [
      ['0#" "##" "##" "##" "##', '612345678', '06 12 34 56 78', '612345678'],
      ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '5551234567', '(555) 123-4567', '5551234567'],
      ['00000\\-0000', '21340001', '02134-0001', '21340001'],
      ['000\\-00\\-0000', '12345678', '012-34-5678', '12345678'],
      ['"A-"000', '7', 'A-007', '7'],
      ['"2026/"0000', '42', '2026/0042', '42'],
      ['0.0" kg"', '2.5', '2.5 kg', '2.5'],
      ['#,##0.0,,"M"', '1500000', '1.5M', '1500000'],
      ['#,##0.0,"k"', '1234', '1.2k', '1234'],
      // The section is that of the number before it is rounded.
      ['[>=1000]#,##0;0.00', '12.75', '12.75', '12.75'],
      ['[>=1000]#,##0;0.00', '1234.5', '1,235', '1234.5'],
      ['#,##0;-#,##0.00', '-2.75', '-2.75', '-2.75'],
      ['[>=1]0" kg";0.00" kg"', '0.05', '0.05 kg', '0.05'],
      ['0.00;-0.00;"none"', '0.001', '0.00', '0.001'],
      ['0.00;-0.00;"none"', '1.005', '1.01', '1.01'],
      // A comma at a currency divides by nothing.
      ['#,##0.00,\\€', '1250.5', '1,250.50€', '1250.50'],
      ['#,##0.00,\\k\\r', '1250.5', '1,250.50kr', '1250.50'],
      ['#,##0.00,[$€-407]', '1250.5', '1,250.50€', '1250.50'],
      ['#,##0.0,"k €"', '1250', '1.3k €', '1250'],
      ['# ?/?', '0.333333333333333', '1/3', '0.333333333333333'],
      ['000\\.0000\\.0000\\.00', '7561234567897', '756.1234.5678.97', '7561234567897'],
      ['\\+00\\ 00\\ 000\\ 00\\ 00', '41791234567', '+41 79 123 45 67', '41791234567'],
      ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', '1234.5', '1,234.50 €', '1234.50'],
      ['0.00;(0.00)', '-3.5', '(3.50)', '-3.50'],
      ['0.##', '2.5', '2.5', '2.5'],
      ['0" pcs";;"none"', '0', 'none', '0'],
      ['[Red]0.0%', '0.155', '15.5%', '0.155'],
      ['#', '12', '12', '12'],
      ['0.00', '99999999999.995', '100000000000.00', '100000000000.00'],
    ] as const) {
      const cell = `<c r="A2" s="1"><v>${value}</v></c>`;
      assert.deepEqual(await readTexts(cell, { formats: [format] }), { shown, number }, format);
    }
  });

  test('dates and times do not depend on the time zone of the machine', async () => {
    const zone = process.env['TZ'];
    try {
      for (const place of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
        process.env['TZ'] = place;
        for (const [value, style, expected] of [
          ['46000', 1, '2025-12-09'],
          ['46000', 9, '2025-12-09'],
          ['46000', 13, '2025-12-09'],
          ['46000.5', 2, '2025-12-09T12:00:00'],
          ['0.8125', 7, '19:30'],
          ['0.812511574074', 10, '19:30:01'],
          ['1.5', 8, '36:00:00'],
          ['1', 1, '1900-01-01'],
          ['61', 1, '1900-03-01'],
        ] as const) {
          assert.equal(await read(number(value, style)), expected, `${value} as ${style}`);
        }
        assert.equal(await read(number('44538', 1), { date1904: true }), '2025-12-09');
        assert.equal(await read('<c r="A2" t="d" s="1"><v>2025-12-09</v></c>'), '2025-12-09');
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('text stays unchanged', async () => {
    const strings = [
      '<t>0042</t>',
      '<r><t>two </t></r><r><rPr><b/></rPr><t>runs</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh>',
      '<t xml:space="preserve"> a_x000D_\nb &amp; c </t>',
    ];
    assert.equal(await read('<c r="A2" t="s"><v>0</v></c>', { strings }), '0042');
    assert.equal(await read('<c r="A2" t="s"><v>1</v></c>', { strings }), 'two runs');
    assert.equal(await read('<c r="A2" t="s"><v>2</v></c>', { strings }), ' a\nb & c ');
    assert.equal(await read('<c r="A2" t="inlineStr"><is><t>007</t></is></c>'), '007');
    assert.equal(await read('<c r="A2" t="b"><v>1</v></c>'), 'true');
    assert.equal(await read('<c r="A2" t="b"><v>0</v></c>'), 'false');
  });

  test('reads the result of a formula, and names the cell of an error', async () => {
    assert.equal(await read('<c r="A2"><f>1+1</f><v>2</v></c>'), '2');
    assert.equal(await read('<c r="A2" t="str"><f>A1&amp;"b"</f><v>ab</v></c>'), 'ab');
    await refuses(
      read('<c r="A2"><f>1+1</f></c>'),
      /^Cell A2 of the sheet "Rows" has a formula without its result/,
    );
    await refuses(
      read('<c r="A2" t="e"><v>#N/A</v></c>'),
      /^Cell A2 of the sheet "Rows" holds the error #N\/A\.$/,
    );
    assert.equal(await read(number('0', 7)), '00:00');
    await refuses(read(number('0', 1)), /^Cell A2 of the sheet "Rows" is formatted as a date, but/);
    await refuses(read(number('-5', 1)), /^Cell A2 of the sheet "Rows" is formatted as a date, but/);
    await refuses(
      read(number('1', 1), { formats: ['[h]sssssssss'] }),
      /^Cell A2 of the sheet "Rows" has the format .* cannot be read/,
    );
    await refuses(read(number('1e307', 1), { formats: ['0%'] }), /^Cell A2 .* percentage that is not finite/);
    const millions = { formats: [`0.${'0'.repeat(1_000_000)}`] };
    await refuses(read(number('1', 1), millions), /has a format of 1000002 characters; at most 255/);
  });

  test('names all cells without a usable value at once, except in columns that are ignored', async () => {
    const fault = (address: string) => `<c r="${address}" t="e"><v>#N/A</v></c>`;
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>' +
      `<row r="2">${fault('A2')}${fault('B2')}</row><row r="3">${fault('A3')}</row>`;
    const table = await readXlsx(makeWorkbook([{ name: 'Rows', rows }]), null);
    assert.throws(
      () => refuseFaults(table, () => true),
      (error) => {
        assert.ok(error instanceof UnreadableRows);
        assert.equal(error.message, 'It has 3 problems.');
        const places = error.problems.map(({ line, column, detail }) => `${column}${line} ${detail}`);
        assert.deepEqual(
          places,
          ['A2', 'B2', 'A3'].map((place) => `${place} holds the error #N/A.`),
        );
        return true;
      },
    );
    assert.throws(() => refuseFaults(table, (index) => index === 1), /Cell B2 of the sheet "Rows" holds/);
    refuseFaults(table, (index) => index === 2);
  });

  test('keeps row numbers and column positions', async () => {
    const rows =
      '<row r="2"><c r="B2" t="inlineStr"><is><t>b</t></is></c>' +
      '<c r="D2" t="inlineStr"><is><t>d</t></is></c></row>' +
      '<row r="3"><c r="B3" t="inlineStr"><is><t>  </t></is></c></row>' +
      '<row r="5"><c r="D5"><v>5</v></c><c r="E5" s="1"/></row>';
    const table = await readXlsx(makeWorkbook([{ name: 'Rows', rows, merged: ['G7:H8'] }]), null);
    assert.deepEqual(table, {
      kind: 'workbook',
      header: { line: 2, cells: ['', 'b', '', 'd'] },
      records: [{ line: 5, cells: ['', '', '', '5'], numbers: [undefined, undefined, undefined, '5'] }],
      faults: [],
      sheet: 'Rows',
      sheets: ['Rows'],
    });
  });

  test('reads the first visible sheet, or the named one', async () => {
    const sheet = (name: string, state?: 'hidden' | 'veryHidden') => ({
      name,
      rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${name}</t></is></c></row>`,
      ...(state === undefined ? {} : { state }),
    });
    const book = makeWorkbook([sheet('Lists', 'hidden'), sheet('Old', 'veryHidden'), sheet('Guests')]);
    assert.deepEqual((await readXlsx(book, null)).header.cells, ['Guests']);
    assert.deepEqual((await readXlsx(book, 'Lists')).header.cells, ['Lists']);
    await refuses(readXlsx(book, 'guests'), /It has no sheet "guests"; it has "Lists", "Old", "Guests"\./);
    await refuses(readXlsx(makeWorkbook([sheet('Old', 'hidden')]), null), /no sheet that is visible/);
  });

  test('refuses what it cannot read correctly', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>';
    const merged = await readXlsx(makeWorkbook([{ name: 'Rows', rows, merged: ['A2:A4'] }]), null);
    assert.throws(
      () => refuseFaults(merged, () => true),
      /The cells A2:A4 of the sheet "Rows" are merged; split them/,
    );
    await refuses(readXlsx(makeWorkbook([{ name: 'Rows', rows: '' }]), null), /^It is empty/);
    await refuses(readXlsx(Buffer.from('a,b\n1,2\n'), null), /^It is not a workbook/);
    await refuses(readXlsx(makeZip([{ name: 'a.txt', content: 'a' }]), null), /^It is not a workbook/);
    await refuses(readXlsx(Buffer.from('d0cf11e0a1b11ae1', 'hex'), null), /^It is not a workbook/);
    await refuses(readXlsx(makeLocked(), null), /^It has a password; save it as a workbook without one\.$/);
    await refuses(
      read('<c r="A2"><v>1</v></c><c r="XFD2"><v>1</v></c>'),
      /Cell XFD2 .* beyond the 1000 columns/,
    );
  });

  test('reads sheets with many empty cells, and refuses too many before they are in memory', async () => {
    const sheet = (empty: string): Buffer => {
      const rows = '<row r="1"><c r="A1"><v>1</v></c></row>';
      return makeWorkbook([{ name: 'Rows', rows: rows + empty }]);
    };
    const farthest = sheet('<row r="1048576"><c r="XFD1048576"/></row>');
    assert.deepEqual((await readXlsx(farthest, null)).records, []);
    const formatted = sheet(`<row>${'<c s="0"/>'.repeat(1000)}</row>`.repeat(100));
    assert.deepEqual((await readXlsx(formatted, null)).records, []);
    const millions = sheet(`<row>${'<c/>'.repeat(16_384)}</row>`.repeat(130));
    assert.ok(millions.length < 20_000);
    await refuses(
      readXlsx(millions, null),
      /more than 2000000 XML tags: too many cells, empty ones included/,
    );
  });

  test('refuses a zip bomb before it is in memory', async () => {
    const bomb = makeZip([{ name: 'xl/workbook.xml', content: Buffer.alloc(70 * 1024 * 1024, 0x20) }]);
    assert.ok(bomb.length < 200_000);
    await refuses(readXlsx(bomb, null), /Unpacked, its content is larger than 64 MiB/);
  });
});
