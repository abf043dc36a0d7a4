import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, getFirst } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import type { TextElement } from '../../../generated/template.ts';

const basePdf = { width: 100, height: 100, padding: [0, 0, 0, 0] };
const place = { position: { x: 10, y: 20 }, width: 40, height: 20, fontName: 'Inter' };

async function convert(field: object, variables: 'marked' | 'none' = 'marked') {
  return await convertDesign(getDesign('text.json', { basePdf, schemas: [[field]] }), {
    variables,
    fetchImage: null,
  });
}

test('a text that is underlined and struck through is there twice, with one variable', async () => {
  const lines = { underline: true, strikethrough: true };
  const { document } = await convert({ type: 'text', name: 'Old', ...place, ...lines, content: 'x' });
  const [text, line] = document.elements.filter((element): element is TextElement => element.type === 'text');
  assert.deepEqual([text?.decoration, line?.decoration], ['underline', 'line-through']);
  assert.deepEqual([text?.text, line?.text, line?.color], ['{{Old}}', '{{Old}}', '#00000000']);
  assert.equal(document.variables?.length, 1);
});

test('a text of dynamic size is as large as its box allows, and shrinks with its value', async () => {
  const dynamicFontSize = { min: 4, max: 100, fit: 'vertical' };
  const field = { type: 'text', name: 'Big', ...place, dynamicFontSize, content: 'word '.repeat(30) };
  const dynamic = getFirst((await convert(field)).document.elements, 'text');
  assert.deepEqual([dynamic.overflow, dynamic.fontSize], ['shrink', 35.278]);
  const fixed = getFirst((await convert({ ...field, readOnly: true })).document.elements, 'text');
  assert.equal(fixed.overflow, 'visible');
  const points = (Number(fixed.fontSize) * 72) / 25.4;
  assert.ok(points > 8 && points < 20, String(points));
});

test('where lines are not to be broken, the longest one has room', async () => {
  const dynamicFontSize = { min: 2, max: 100, fit: 'horizontal' };
  const field = { type: 'text', name: 'Line', ...place, dynamicFontSize, content: 'one long line of words' };
  const text = getFirst((await convert(field)).document.elements, 'text');
  assert.deepEqual([text.overflow, text.wrap], ['shrink', false]);
});

test('a text without room keeps the smallest size, which is a loss', async () => {
  const dynamicFontSize = { min: 40, max: 50 };
  const field = { type: 'text', name: 'Full', ...place, dynamicFontSize, content: 'a b c d e f g h i' };
  const { document, losses } = await convert(field);
  const text = getFirst(document.elements, 'text');
  assert.deepEqual([text.overflow, text.fontSize], ['visible', 14.111]);
  assert.deepEqual(
    losses.map(({ property }) => property),
    ['dynamicFontSize'],
  );
});

test('a text with several variables and none of them is its text', async () => {
  const field = { type: 'multiVariableText', name: 'Static', ...place, variables: [], text: 'as it is' };
  const { document } = await convert({ ...field, content: '{}' });
  assert.equal(getFirst(document.elements, 'text').text, 'as it is');
});

test('the box of a barcode is larger by its clear space: its bars are as wide as the field', async () => {
  const field = { type: 'code39', name: 'Code', position: { x: 30, y: 20 }, width: 40, height: 10 };
  const { document } = await convert({ ...field, content: '12345', backgroundColor: '#fff' });
  const [background, code] = document.elements;
  assert.deepEqual([background?.type, background?.x, background?.width], ['rect', 30, 40]);
  const { x = 0, width = 0, y, height } = getFirst(document.elements, 'barcode');
  assert.equal(code?.type, 'barcode');
  assert.deepEqual([y, height], [20, 10]);
  assert.ok(Number(x) < 30 && Math.abs(Number(x) + Number(width) / 2 - 50) < 0.01);
});

test('a list keeps its items, marks and the place of its texts', async () => {
  const field = { type: 'list', name: 'List', ...place, fontSize: 10, readOnly: true };
  const list = { content: '["one","**two**"]', textFormat: 'inline-markdown' };
  const { document } = await convert({ ...field, ...list });
  const text = getFirst(document.elements, 'text');
  assert.deepEqual([text.list, text.runs?.length, text.runs?.[1]?.fontWeight], ['disc', 2, 700]);
  // Texts begin behind the room for marks, which is 1.5 times as wide as the font is high.
  assert.equal(text.x, 12.708);
});

test('an expression that names another field has its value, and its variable', async () => {
  const total = { type: 'text', name: 'total', ...place, content: '70' };
  const info = {
    type: 'multiVariableText',
    name: 'info',
    ...place,
    text: 'No. {number}',
    variables: ['number'],
  };
  const line = { type: 'text', name: 'line', ...place, readOnly: true };
  const content = 'Invoice {info.number}: {total} USD, page {currentPage}; {Number(total) * 2}';
  const fields = [total, { ...info, content: '{"number":"A-1"}' }, { ...line, content }];
  const getTexts = async (variables: 'marked' | 'none', more: object = {}) => {
    const schemas = [[...fields.slice(0, 2), { ...fields[2], ...more }]];
    const design = getDesign('text.json', { basePdf, schemas });
    const { document, losses } = await convertDesign(design, { variables, fetchImage: null });
    const texts = document.elements.filter((element): element is TextElement => element.type === 'text');
    const last = texts.at(-1);
    const names = document.variables?.map(({ name }) => name);
    return { text: last?.runs?.map(({ text }) => text) ?? last?.text, names, losses };
  };
  const marked = await getTexts('marked');
  const end = ' USD, page 1; {Number(total) * 2}';
  assert.deepEqual(marked.text, ['Invoice ', '{{number}}', ': ', '{{total}}', end]);
  assert.deepEqual(marked.names, ['total', 'number']);
  assert.deepEqual(
    marked.losses.map(({ element, reason }) => [element, reason]),
    [['line', 'The expression {Number(total) * 2} is not worked out.']],
  );
  assert.deepEqual((await getTexts('none')).text, ['Invoice ', 'A-1', ': ', '70', end]);
  assert.deepEqual((await getTexts('marked', { content: '{total}' })).text, ['{{total}}']);
});
