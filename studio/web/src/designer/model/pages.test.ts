import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closePages, openPages } from './pages.ts';

const rect = (id: string) => ({ type: 'rect', id, x: 0, y: 0, width: 5, height: 5 });
const document = {
  ...{ schemaVersion: 1, name: 'Two', viewport: { width: 100, height: 50 }, background: '#fff' },
  pages: [
    { id: 'one', viewport: { width: 40, height: 30 }, background: null, elements: [rect('a')] },
    { id: 'two', name: 'Back', layout: { direction: 'column' }, elements: [rect('b')] },
  ],
};

test('shows the first page, and saves all pages as they were', () => {
  const opened = openPages(document);
  assert.deepEqual(opened.elements, [rect('a')]);
  assert.deepEqual(opened.viewport, { width: 40, height: 30 });
  assert.equal(opened.background, null);
  assert.deepEqual(closePages(opened), document);
  assert.equal(closePages(opened), closePages(opened));
});

test('saves what is edited on the first page only', () => {
  const saved = closePages({ ...openPages(document), elements: [] }) as typeof document;
  assert.deepEqual(saved.pages[0]?.elements, []);
  assert.deepEqual(saved.pages[1], document.pages[1]);
  assert.deepEqual(saved.viewport, document.viewport);
});

test('leaves a document without pages as it is', () => {
  const plain = { ...document, pages: undefined, elements: [rect('a')] };
  assert.equal(openPages(plain), plain);
  assert.equal(closePages(plain), plain);
});
