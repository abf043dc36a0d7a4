import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, getFirst } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';

async function getText(object: object) {
  const text = { type: 'textbox', left: 200, top: 200, fontFamily: 'Inter', fontSize: 40, strokeWidth: 0 };
  const design = { version: '5.3.0', width: 400, height: 400, objects: [{ ...text, ...object }] };
  const options = { variables: 'none', fetchImage: null } as const;
  return getFirst((await convertDesign(getDesign('text.json', design), options)).document.elements, 'text');
}

test('a text box is as wide as its longest word, about its origin', async () => {
  const { x, width } = await getText({ text: 'a incomprehensible b', width: 50, originX: 'center' });
  assert.ok(Number(width) > 250 && Number(width) < 400, String(width));
  assert.ok(Math.abs(Number(x) + Number(width) / 2 - 200) < 0.01);
  assert.equal((await getText({ text: 'a b', width: 150 })).width, 150);
  assert.equal((await getText({ text: 'incomprehensible', width: 50, splitByGrapheme: true })).width, 50);
});

test('a height that is not saved is that of its lines', async () => {
  const lines = { text: 'one two three', width: 100, lineHeight: 1 };
  assert.equal((await getText(lines)).height, 40 * 1.13 * 3);
  assert.equal((await getText({ ...lines, height: 70 })).height, 70);
});
