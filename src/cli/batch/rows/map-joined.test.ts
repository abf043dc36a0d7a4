import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateVariable } from '../../../../generated/template.ts';
import { UnreadableRows, type RowsContent, type Table } from '../../../common/rows/table.ts';
import type { ColumnMapping } from './assign-columns.ts';
import { joinSheets } from './join-sheets.ts';
import { mapContent } from './map-columns.ts';
import type { MappingOptions } from './mapped-rows.ts';

const variables: TemplateVariable[] = [
  { name: 'recipient', type: 'text', label: 'Recipient', required: true },
  { name: 'vorname', type: 'text', label: 'First name' },
  { name: 'price', type: 'number', label: 'Price' },
];

const table = (header: string[], ...lines: string[][]): Table => ({
  kind: 'workbook',
  header: { line: 1, cells: header },
  records: lines.map((cells, index) => ({ line: index + 2, cells })),
  faults: [],
});

/** `recipient={{A}} {{B}}`, as the command line has it. */
const mapped = (...pairs: readonly string[]): MappingOptions => ({
  map: pairs.map((pair): ColumnMapping => {
    const [variable = '', column = ''] = pair.split('=');
    return { variable, column };
  }),
});

const map = (content: RowsContent, options: MappingOptions) => mapContent(content, variables, options);
const getValues = (content: RowsContent, options: MappingOptions) =>
  map(content, options).rows.map(({ values }) => values);

const people = table(['Nachname', 'Vorname'], ['Byron', 'Ada'], ['Bo', ''], ['', ' Cy ']);

describe('joined columns of a table', () => {
  test('give a variable its values, and may feed the variables of their own names, too', () => {
    const { rows, columns, columnOf } = map(people, mapped('recipient={{VORNAME}} {{nachname}}'));
    assert.deepEqual(
      rows.map(({ line, values }) => [line, values]),
      [
        [2, { recipient: 'Ada Byron', vorname: 'Ada' }],
        [3, { recipient: 'Bo' }],
        [4, { recipient: 'Cy', vorname: 'Cy' }],
      ],
    );
    assert.equal(columnOf('recipient'), '{{VORNAME}} {{nachname}} (A, B)');
    assert.deepEqual(columns, [
      { name: '{{VORNAME}} {{nachname}}', variable: 'recipient' },
      { name: 'Vorname', variable: 'vorname' },
    ]);
  });

  test('keep blanks, and become numbers, as plain columns do', () => {
    const [first] = getValues(people, { ...mapped('recipient={{Vorname}}|{{Nachname}}'), trim: false });
    assert.equal(first?.['recipient'], 'Ada|Byron');
    const third = getValues(people, { ...mapped('recipient={{Vorname}}|{{Nachname}}'), trim: false })[2];
    assert.equal(third?.['recipient'], ' Cy |');
    const prices = table(['recipient', 'Euro', 'Cent'], ['Ada', '12', '50'], ['Bo', '', '']);
    assert.deepEqual(getValues(prices, { ...mapped('price={{Euro}},{{Cent}}'), decimalComma: true }), [
      { recipient: 'Ada', price: '12.50' },
      { recipient: 'Bo' },
    ]);
  });

  test('may have braces in their own names, and such a name is a plain column', () => {
    const odd = table(['Name {{kurz}}', 'Ort'], ['Ada', 'Rom']);
    assert.deepEqual(getValues(odd, { ...mapped('recipient=Name {{kurz}}'), ignoreColumns: true }), [
      { recipient: 'Ada' },
    ]);
    assert.deepEqual(getValues(odd, mapped('recipient={{Name {{kurz}}}}, {{Ort}}')), [
      { recipient: 'Ada, Rom' },
    ]);
  });

  test('are refused by name if there is no such column, or two', () => {
    const refuses = (content: RowsContent, options: MappingOptions, message: RegExp) =>
      assert.throws(
        () => map(content, options),
        (error) => error instanceof UnreadableRows && message.test(error.message),
        String(message),
      );
    refuses(
      people,
      mapped('recipient={{Vorname}} {{Nachnam}}'),
      /--map recipient: There is no column "Nachnam"\. Did you mean "Nachname"\? The columns are "Nachname", "Vorname"\./,
    );
    refuses(
      table(['Ort', 'Ort'], ['a', 'b']),
      mapped('recipient={{Ort}}'),
      /--map recipient: Two columns have the name "Ort"\. Rename one of them\./,
    );
    refuses(people, mapped('recipent={{Vorname}}'), /no variable "recipent" \(did you mean "recipient"\?\)/);
    refuses(
      people,
      mapped('recipient={{Vorname}}', 'recipient={{Nachname}}'),
      /--map names the variable "recipient" twice\./,
    );
    const faulty = {
      ...people,
      faults: [{ line: 3, index: 0, detail: 'is #N/A', message: 'Cell A3 is #N/A.' }],
    };
    refuses(faulty, { ...mapped('recipient={{Vorname}} {{Nachname}}'), ignoreColumns: true }, /A3 is #N\/A/);
  });

  test('may be the key of the entries of a list', () => {
    const list: TemplateVariable = {
      name: 'items',
      type: 'list',
      label: 'Items',
      fields: [{ name: 'name', type: 'text', label: 'Name' }],
    };
    const rows: Table = { ...table(['Nr', 'Ort'], ['7', 'Rom']), sheet: 'Rows' };
    const entries = { list: 'items', sheet: 'items', table: table(['Nr', 'name'], ['7', 'Hat']), notes: [] };
    const all = [...variables, list];
    const options = mapped('recipient={{Nr}} {{Ort}}');
    assert.deepEqual(mapContent(rows, all, options, [entries]).rows[0]?.values, {
      recipient: '7 Rom',
      items: '[{"name":"Hat"}]',
    });
    assert.equal(joinSheets(rows, all, {}, [entries]).table.header.cells[0], '', 'else it is not needed');
  });
});

describe('joined fields of JSON Lines', () => {
  const rows = (...values: Record<string, string>[]): RowsContent => ({
    kind: 'objects',
    rows: values.map((each, index) => ({ line: index + 1, values: each })),
  });
  const options = mapped('recipient={{first name}} {{last}}');

  test('give a variable its values, whichever way a row spells them', () => {
    const content = rows({ 'first name': 'Ada', last: 'Byron' }, { last: 'Bo' }, { 'First-Name': 'Cy' });
    const { columns, columnOf } = map(content, options);
    assert.deepEqual(getValues(content, options), [
      { recipient: 'Ada Byron' },
      { recipient: 'Bo' },
      { recipient: 'Cy' },
    ]);
    assert.deepEqual(columns, [{ name: '{{first name}} {{last}}', variable: 'recipient' }]);
    assert.equal(columnOf('recipient'), '{{first name}} {{last}}');
  });

  test('are refused if no row has them, or a row names the variable itself', () => {
    assert.throws(() => map(rows({ last: 'a' }), options), /There is no column "first name"\./);
    assert.throws(
      () => map(rows({ 'first name': 'a', last: 'b', recipient: 'c' }), options),
      /Line 1: --map takes another field than "recipient"; rename that one, or add --ignore-columns\./,
    );
    const ignoring = { ...options, ignoreColumns: true };
    assert.deepEqual(getValues(rows({ 'first name': 'a', last: 'b', recipient: 'c' }), ignoring), [
      { recipient: 'a b' },
    ]);
  });
});
