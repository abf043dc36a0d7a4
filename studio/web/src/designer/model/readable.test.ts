import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPages } from './pages.ts';
import { makeReadable } from './readable.ts';

const good = {
  schemaVersion: 1,
  name: 'A',
  viewport: { width: 10, height: 10 },
  elements: [],
  variables: [],
};

test('a document that can be read is the same object', () => {
  assert.equal(makeReadable(good), good);
  const flowing = { ...good, viewport: { width: 10, height: { min: 10, max: 90 } } };
  assert.equal(makeReadable(flowing), flowing);
  const paged = { ...good, elements: undefined, pages: [{ id: 'one', elements: [] }] };
  assert.equal(makeReadable(paged), paged);
});

test('variables by their names are a list, and what is none is left out', () => {
  const given = { title: { type: 'text', label: 'Title' }, count: 3 };
  assert.deepEqual(openPages({ ...good, variables: given }).variables, [
    { name: 'title', type: 'text', label: 'Title' },
  ]);
  assert.equal(openPages({ ...good, variables: 'title' }).variables, undefined);
  const mixed = [null, { name: 'a', type: 'text' }];
  assert.deepEqual(openPages({ ...good, variables: mixed }).variables, [mixed[1]]);
});

test('elements and sizes that are none do not stop the designer', () => {
  const group = { type: 'group', id: 'g', elements: [null, { type: 'rect', id: 'r' }] };
  const opened = openPages({ ...good, viewport: { width: 'wide' }, elements: [7, group] });
  assert.deepEqual(opened.elements, [{ ...group, elements: [{ type: 'rect', id: 'r' }] }]);
  assert.deepEqual(opened.viewport, { width: 800, height: 600 });
  assert.deepEqual(openPages({ schemaVersion: 1, name: 'B', pages: {} }).elements, []);
});
