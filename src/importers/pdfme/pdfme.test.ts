import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { getDesign, getFirst } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConversionOptions } from '../design.ts';

const blank = { width: 100, height: 60, padding: [0, 0, 0, 0] };
const box = { position: { x: 10, y: 20 }, width: 50, height: 10 };

const convert = (schemas: unknown, more: object = {}, options: Partial<ConversionOptions> = {}) =>
  convertDesign(getDesign('label.json', { basePdf: blank, schemas, ...more }), {
    variables: 'marked',
    fetchImage: null,
    ...options,
  });

test('boxes are millimetres, fonts are points; a field is a marked variable with its value', async () => {
  const field = {
    type: 'text',
    name: 'Title',
    content: 'Hello',
    ...box,
    fontName: 'Inter-Bold',
    fontSize: 72,
  };
  const { document, format } = await convert([[field]]);
  assert.equal(format, 'pdfme');
  assert.deepEqual([document.viewport, document.viewportUnit], [{ width: 100, height: 60 }, 'mm']);
  const text = getFirst(document.elements, 'text');
  assert.deepEqual([text.x, text.width, text.height, text.fontSize], [10, 50, 10, 25.4]);
  assert.deepEqual([text.text, text.fontFamily, text.fontWeight], ['{{Title}}', 'Inter', 700]);
  assert.deepEqual(document.variables, [{ name: 'Title', type: 'text', defaultValue: 'Hello' }]);
});

test('before version 5, fields are named by their keys and have their values in sampledata', async () => {
  const { document } = await convert([{ a: { type: 'text', ...box } }], { sampledata: [{ a: 'one' }] });
  assert.deepEqual(document.variables, [{ name: 'a', type: 'text', defaultValue: 'one' }]);
});

test('a text with several variables has a run for each', async () => {
  const field = { type: 'multiVariableText', name: 'Line', ...box, fontName: 'Inter', variables: ['who'] };
  const more = { text: 'Dear {who}, {other}!', content: '{"who":"Ada"}' };
  const marked = await convert([[{ ...field, ...more }]]);
  assert.deepEqual(
    getFirst(marked.document.elements, 'text').runs?.map(({ text }) => text),
    ['Dear ', '{{who}}', ', ', '!'],
  );
  const none = await convert([[{ ...field, ...more }]], {}, { variables: 'none' });
  assert.equal(getFirst(none.document.elements, 'text').runs?.[1]?.text, 'Ada');
  // Each field has its own values: one name with two values is two variables.
  const other = { ...field, ...more, name: 'Copy', content: '{"who":"Bob"}' };
  const { document } = await convert([[{ ...field, ...more }, other, { ...other, name: 'Third' }]]);
  assert.deepEqual(document.variables, [
    { name: 'who', type: 'text', defaultValue: 'Ada' },
    { name: 'who 2', type: 'text', defaultValue: 'Bob' },
  ]);
});

test('what is read only stays as it is, with the number of its page', async () => {
  const field = { type: 'text', name: 'Foot', ...box, fontName: 'Inter', readOnly: true };
  const { document, losses } = await convert([
    [{ ...field, content: '{currentPage}/{totalPages} {date}' }],
    [],
  ]);
  assert.equal(getFirst(document.elements, 'text').text, '1/2 {date}');
  assert.deepEqual(losses.map(({ element, property }) => `${element}: ${property}`).sort(), [
    ': schemas',
    'Foot: content',
  ]);
});

test('shapes have their border inside; a line is as thick as its box is high', async () => {
  const rectangle = { type: 'rectangle', ...box, borderWidth: 1, borderColor: '#f00', color: '', radius: 2 };
  const line = { type: 'line', position: { x: 0, y: 5 }, width: 40, height: 0.5, color: '#00f' };
  const { document } = await convert([[rectangle, line]]);
  const [frame, bar] = document.elements.filter((element) => element.type === 'rect');
  assert.deepEqual(frame?.stroke, { color: '#ff0000ff', width: 1, align: 'inside' });
  assert.equal(frame.cornerRadius, 2);
  assert.deepEqual([bar?.y, bar?.height, bar?.fill], [5, 0.5, '#0000ffff']);
});

test('a choice is a mark that its variable shows', async () => {
  const field = { type: 'checkbox', name: 'Yes', ...box, content: 'false', color: '#000' };
  const marked = await convert([[field]]);
  assert.deepEqual(
    marked.document.elements.map(({ visible }) => visible),
    [undefined, '{{Yes}}'],
  );
  const none = await convert([[field]], {}, { variables: 'none' });
  assert.equal(none.document.elements[1]?.visible, false);
});

test('codes have their symbology and their value', async () => {
  const code = { type: 'nw7', name: 'Code', ...box, content: 'A123B', includetext: false };
  const { document } = await convert([[{ type: 'qrcode', name: 'Link', ...box, content: 'x' }, code]]);
  assert.deepEqual(
    [getFirst(document.elements, 'qrcode').value, getFirst(document.elements, 'qrcode').margin],
    ['{{Link}}', 0],
  );
  const { symbology, showText, value } = getFirst(document.elements, 'barcode');
  assert.deepEqual([symbology, showText, value], ['rationalizedCodabar', false, '{{Code}}']);
});

test('a table is a rect and a text for each cell, and moves what is below', async () => {
  const style = { fontName: 'Inter', fontSize: 10, lineHeight: 1, padding: {}, backgroundColor: '#eee' };
  const table = {
    type: 'table',
    name: 'Rows',
    position: { x: 0, y: 0 },
    width: 80,
    height: 3,
    readOnly: true,
    content: '[["a","b"],["c","d"]]',
    head: ['A', 'B'],
    headWidthPercentages: [25, 75],
    headStyles: style,
    bodyStyles: style,
    tableStyles: {},
  };
  const below = { type: 'rectangle', position: { x: 0, y: 4 }, width: 10, height: 2, color: '#123' };
  const { document } = await convert([[table, below]]);
  const texts = document.elements.filter((element) => element.type === 'text');
  assert.deepEqual(
    texts.map(({ text, x, width }) => [text, x, width]),
    [
      ['A', 0, 20],
      ['B', 20, 60],
      ['a', 0, 20],
      ['b', 20, 60],
      ['c', 0, 20],
      ['d', 20, 60],
    ],
  );
  assert.equal(document.elements.at(-1)?.y, 11.583);
});

const border = { top: 0.2, right: 0, bottom: 0, left: 0 };
const cell = { fontName: 'Inter', fontSize: 10, borderColor: '#123', borderWidth: border };
const orders = {
  type: 'table',
  name: 'Orders',
  position: { x: 10, y: 5 },
  width: 80,
  height: 30,
  content: '[["Shirt","1"],["{{ Top }}"]]',
  head: ['Unit "price"', 'Unit "price"'],
  headWidthPercentages: [25, 75],
  headStyles: cell,
  bodyStyles: cell,
  tableStyles: {},
};

test('a table that is a variable has a row for each entry of a list', async () => {
  const { document, losses, variables } = await convert([[orders]]);
  const group = getFirst(document.elements, 'group');
  const [rule, table] = group.elements;
  assert.ok(table?.type === 'table' && rule?.type === 'rect');
  assert.deepEqual([rule.height, table.borders?.width, table.borders?.between], [0.2, 0.2, 'rows']);
  assert.deepEqual(
    [table.rows, group.x, group.y, group.width, group.height],
    ['{{Orders}}', 10, 5, 80, 'hug'],
  );
  assert.deepEqual(
    table.columns.map(({ header, value, width }) => [header, value, width]),
    [
      ['Unit "price"', '{{ item["Unit \\"price\\""] }}', 20],
      ['Unit "price"', '{{ item["Unit \\"price\\" 2"] }}', 60],
    ],
  );
  const [name, other] = ['Unit "price"', 'Unit "price" 2'];
  assert.deepEqual(document.variables, [
    {
      name: 'Orders',
      type: 'list',
      defaultValue: [
        { [name]: 'Shirt', [other]: '1' },
        { [name]: '{{ Top }}', [other]: '' },
      ],
      fields: [
        { name, type: 'text' },
        { name: other, type: 'text' },
      ],
    },
  ]);
  assert.deepEqual(
    losses.map(({ element, property }) => `${element}: ${property}`),
    ['Orders: content'],
  );
  assert.deepEqual(variables[0]?.type, 'list');
  // Rows end on whole pixels, and are as high as in pdfme to half a pixel of them.
  const { padding = 0, fontSize = 0 } = table.body ?? {};
  const [top = 0, , bottom = 0] = Array.isArray(padding) ? padding : assert.fail();
  const height = 0.2 + top + Number(fontSize) + bottom;
  assert.ok(Math.abs(height - (10.2 + Number(fontSize))) < 25.4 / 96 / 2 + 0.01);
  assert.ok(Math.abs((height / 25.4) * 96 - Math.round((height / 25.4) * 96)) < 0.02);
});

test('a table keeps its cells where its list is not chosen, and where no table looks like it', async () => {
  const types = async (more: object, options: Partial<ConversionOptions> = {}) => {
    const { document, losses } = await convert([[{ ...orders, ...more }]], {}, options);
    const [loss] = losses.filter(({ property }) => property === 'content');
    return [document.elements.some(({ type }) => type === 'text'), loss?.reason];
  };
  assert.deepEqual(await types({}, { variables: 'none' }), [true, undefined]);
  const kept = 'The table keeps the rows that it has here: ';
  const looks = [
    [{ bodyStyles: { ...cell, alignment: 'right' } }, 'its head is aligned otherwise than its rows.'],
    [{ bodyStyles: { ...cell, backgroundColor: '#eee' } }, 'its head has no background.'],
    [
      { showHead: false, bodyStyles: { ...cell, alternateBackgroundColor: '#eee' } },
      'every second of its rows has no background.',
    ],
    [{ headStyles: { ...cell, borderColor: '#f00' } }, 'its head has other lines.'],
    [{ headStyles: { ...cell, padding: {} } }, 'its cells have too little padding.'],
    [{ content: '[["a","b","c"]]', head: ['A'], headWidthPercentages: [50] }, undefined],
  ] as const;
  for (const [more, reason] of looks) {
    const [isCells, loss] = await types(more);
    if (reason !== undefined) assert.deepEqual([isCells, loss], [true, kept + reason]);
    else assert.equal(isCells, false);
  }
});

test('the PDF behind the fields becomes a picture of its first page, of its size', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([144, 72]);
  pdf.addPage([144, 72]);
  const basePdf = `data:application/pdf;base64,${await pdf.saveAsBase64()}`;
  const { document, losses, folder } = await convert([[]], { basePdf });
  assert.deepEqual(document.viewport, { width: 50.8, height: 25.4 });
  const { src } = getFirst(document.elements, 'image');
  assert.ok(folder.files.has(src));
  assert.deepEqual(losses.map(({ property }) => property).sort(), ['basePdf', 'schemas']);
});

test('refuses a file that is not a template', async () => {
  await assert.rejects(convert([7]), UnreadableDesign);
  await assert.rejects(convert([[]], { basePdf: 'bm8gUERG' }), UnreadableDesign);
});

test('a barcode whose value it cannot have is a loss, and its variable has no default', async () => {
  const { document, losses } = await convert([[{ name: 'code', type: 'ean13', ...box, content: 'none' }]]);
  assert.equal(getFirst(document.elements, 'barcode').value, '{{code}}');
  assert.deepEqual(document.variables, [{ name: 'code', type: 'barcode' }]);
  assert.deepEqual(
    losses.map(({ element, property }) => `${element}: ${property}`),
    ['code: value'],
  );
});
