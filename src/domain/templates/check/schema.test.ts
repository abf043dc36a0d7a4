import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from './schema.ts';

const documentOf = (elements: number) => ({
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
  const problems = checkSchema({ ...documentOf(0), viewport, elements: [element] });
  assert.deepEqual(
    problems.map(({ pointer }) => pointer),
    ['/viewport/height', '/elements/0/x'],
  );
  for (const { detail } of problems)
    assert.equal(detail, 'expected a number, got a number beyond the range of a double.');
});

test('reports only the first problem of a huge document', () => {
  assert.equal(checkSchema(documentOf(1_000)).length, 1_000);
  assert.deepEqual(checkSchema(documentOf(1_000_000)), checkSchema(documentOf(1)));
});
