import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from './schema.ts';

const getDocument = (elements: number) => ({
  schemaVersion: 1,
  name: 'A',
  viewport: { width: 10, height: 10 },
  elements: Array.from({ length: elements }, () => ({})),
});

test('refuses numbers beyond the range of a double', () => {
  const viewport = JSON.parse('{ "width": 10, "height": 1e999 }') as object;
  const element = JSON.parse(
    '{ "type": "rect", "id": "a", "x": -1e999, "y": 0, "width": 1, "height": 1 }',
  ) as object;
  const problems = checkSchema({ ...getDocument(0), viewport, elements: [element] });
  assert.deepEqual(
    problems.map(({ pointer }) => pointer),
    ['/viewport/height', '/elements/0/x'],
  );
  for (const { detail } of problems)
    assert.equal(detail, 'expected a number, got a number beyond the range of a double.');
});

test('reports only the first problem of a huge document', () => {
  assert.equal(checkSchema(getDocument(1_000)).length, 1_000);
  assert.deepEqual(checkSchema(getDocument(1_000_000)), checkSchema(getDocument(1)));
});

test('refuses lengths, angles and amounts beyond a million', () => {
  const box = { type: 'text', id: 'a', x: 0, y: 0, width: 1, height: 1, text: 'a' };
  const tooLarge = {
    x: 1e308,
    y: -1e7,
    width: 1e12,
    fontSize: 1e300,
    blur: 1e9,
    rotation: 1e20,
    minFontSize: 2e6,
  };
  const stroke = { color: '#000', width: 1e308 };
  const shadow = { x: 1e308, y: 1e308, blur: 1e308, color: '#000' };
  const elements = [{ ...box, ...tooLarge, stroke, shadow }];
  const problems = checkSchema({ ...getDocument(0), elements });
  assert.deepEqual(
    problems.map(({ pointer }) => pointer.replace('/elements/0/', '')).sort(),
    [...Object.keys(tooLarge), 'stroke/width', 'shadow/x', 'shadow/y', 'shadow/blur'].sort(),
  );
  for (const { detail } of problems) assert.match(detail, /1000000|1,000,000/u);
  const largest = { ...box, x: -1e6, y: 1e6, fontSize: 1e6, blur: 1e6, rotation: 1e6 };
  assert.deepEqual(checkSchema({ ...getDocument(0), elements: [largest] }), []);
});
