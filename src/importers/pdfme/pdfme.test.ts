import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { designOf, firstOf } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConversionOptions } from '../design.ts';

const blank = { width: 100, height: 60, padding: [0, 0, 0, 0] };
const box = { position: { x: 10, y: 20 }, width: 50, height: 10 };

const convert = (schemas: unknown, more: object = {}, options: Partial<ConversionOptions> = {}) =>
  convertDesign(designOf('label.json', { basePdf: blank, schemas, ...more }), {
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
  const text = firstOf(document.elements, 'text');
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
    firstOf(marked.document.elements, 'text').runs?.map(({ text }) => text),
    ['Dear ', '{{who}}', ', ', '!'],
  );
  const none = await convert([[{ ...field, ...more }]], {}, { variables: 'none' });
  assert.equal(firstOf(none.document.elements, 'text').runs?.[1]?.text, 'Ada');
});

test('what is read only stays as it is, with the number of its page', async () => {
  const field = { type: 'text', name: 'Foot', ...box, fontName: 'Inter', readOnly: true };
  const { document, losses } = await convert([
    [{ ...field, content: '{currentPage}/{totalPages} {date}' }],
    [],
  ]);
  assert.equal(firstOf(document.elements, 'text').text, '1/2 {date}');
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
    [firstOf(document.elements, 'qrcode').value, firstOf(document.elements, 'qrcode').margin],
    ['{{Link}}', 0],
  );
  const { symbology, showText, value } = firstOf(document.elements, 'barcode');
  assert.deepEqual([symbology, showText, value], ['rationalizedCodabar', false, '{{Code}}']);
});

test('a table is a rect and a text for each cell, and moves what is below', async () => {
  const style = { fontName: 'Inter', fontSize: 10, lineHeight: 1, padding: {}, backgroundColor: '#eee' };
  const table = {
    ...{ type: 'table', name: 'Rows', position: { x: 0, y: 0 }, width: 80, height: 3, readOnly: true },
    ...{ content: '[["a","b"],["c","d"]]', head: ['A', 'B'], headWidthPercentages: [25, 75] },
    ...{ headStyles: style, bodyStyles: style, tableStyles: {} },
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

test('the PDF behind the fields becomes a picture of its first page, of its size', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([144, 72]);
  pdf.addPage([144, 72]);
  const basePdf = `data:application/pdf;base64,${await pdf.saveAsBase64()}`;
  const { document, losses, folder } = await convert([[]], { basePdf });
  assert.deepEqual(document.viewport, { width: 50.8, height: 25.4 });
  const { src } = firstOf(document.elements, 'image');
  assert.ok(folder.files.has(src));
  assert.deepEqual(losses.map(({ property }) => property).sort(), ['basePdf', 'schemas']);
});

test('what is no template is refused', async () => {
  await assert.rejects(convert([7]), UnreadableDesign);
  await assert.rejects(convert([[]], { basePdf: 'bm8gUERG' }), UnreadableDesign);
});
