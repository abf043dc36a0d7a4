import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit, goToPage, openDesign, select, undo, type Design } from './design.ts';
import { findElement, listIds, pageOfElement, walkPages } from './elements.ts';
import { closePages, openPages, pageInWork, showPage, sizeOfPage } from './pages.ts';
import { distanceOfWork, pageAtPoint, placeAroundWork, placePages } from './place-pages.ts';

const rect = (id: string) => ({ type: 'rect', id, x: 0, y: 0, width: 5, height: 5 });
const document = {
  schemaVersion: 1,
  name: 'Two',
  viewport: { width: 100, height: 50 },
  background: '#fff',
  pages: [
    { id: 'one', viewport: { width: 40, height: 30 }, background: null, elements: [rect('a')] },
    { id: 'two', elements: [rect('b')], layout: { direction: 'column' }, name: 'Back' },
    { id: 'three', elements: [rect('c')], viewport: { width: 60, height: 90 } },
  ],
  variables: [],
};
const text = JSON.stringify(document);

test('shows the page in work, and saves all pages as they were, byte for byte', () => {
  for (const index of [0, 1, 2]) {
    const opened = openPages(document, index);
    assert.equal(pageInWork(opened), index);
    assert.deepEqual(opened.elements, document.pages[index]!.elements);
    assert.equal(JSON.stringify(closePages(opened)), text);
    assert.equal(closePages(opened), closePages(opened));
    assert.equal(JSON.stringify(closePages(openPages(opened, 1))), text);
  }
  const [first, second] = [openPages(document), openPages(document, 1)];
  assert.deepEqual([first.viewport, first.background], [{ width: 40, height: 30 }, null]);
  assert.deepEqual([second.viewport, second.background], [document.viewport, '#fff']);
  assert.deepEqual(second.layout, { direction: 'column' });
});

test('another page in work is the same saved document', () => {
  const first = openPages(document);
  const third = showPage(first, 2);
  assert.equal(closePages(third), closePages(first));
  assert.equal(showPage(third, 2), third);
  assert.equal(JSON.stringify(closePages(showPage(third, 0))), text);
  const sizes = [0, 1, 2].map((index) => sizeOfPage(third, index).width);
  assert.deepEqual(sizes, [40, 100, 60]);
});

test('saves what is edited on the page in work only', () => {
  const opened = openPages(document, 1);
  const saved = closePages({ ...opened, elements: [], background: '#000' }) as typeof document;
  assert.deepEqual(
    saved.pages.map(({ elements }) => elements.length),
    [1, 0, 1],
  );
  // The second page has no background of its own.
  assert.equal(saved.background, '#000');
  const emptied = closePages({ ...openPages(document), background: undefined }) as typeof document;
  assert.deepEqual([emptied.pages[0]!.background, emptied.background], [null, '#fff']);
});

test('leaves a document without pages as it is', () => {
  const plain = { ...document, pages: undefined, elements: [rect('a')] };
  assert.equal(openPages(plain), plain);
  assert.equal(closePages(plain), plain);
  assert.deepEqual(placePages(openPages(plain)), [
    { id: null, index: 0, name: null, x: 0, y: 0, width: 100, height: 50 },
  ]);
});

test('elements and ids are those of all pages', () => {
  const opened = openPages(document, 1);
  assert.deepEqual([...walkPages(opened)].map(({ element }) => element.id).join(''), 'abc');
  assert.deepEqual([...listIds(opened)].sort(), ['a', 'b', 'c', 'one', 'three', 'two']);
  assert.deepEqual(
    [pageOfElement(opened, 'b'), pageOfElement(opened, 'c'), pageOfElement(opened, 'x')],
    [1, 2, -1],
  );
  assert.equal(findElement(opened, 'a'), null);
});

test('a selection works on its page, and undo on that of the edit', () => {
  const move = (design: Design, x: number) =>
    edit(design, (content) => void (content.document.elements[0]!.x = x), { joins: 'move' });
  let design = openDesign(openPages(document));
  design = move(move(design, 3), 4);
  design = select(design, ['c', 'a']);
  assert.deepEqual([pageInWork(design.document), design.selection], [2, ['c']]);
  design = move(design, 7);
  // Edits of two pages are two steps.
  assert.equal(design.done.length, 2);
  design = undo(goToPage(design, 1));
  assert.deepEqual([pageInWork(design.document), design.document.elements[0]?.x], [2, 0]);
  design = undo(design);
  assert.equal(pageInWork(design.document), 0);
  assert.equal(JSON.stringify(closePages(design.document)), text);
});

test('pages lie side by side, and stay where they are when another one is in work', () => {
  const [first, third] = [openPages(document), openPages(document, 2)];
  const gap = 6;
  assert.deepEqual(
    placePages(first).map(({ x, y, width, height, name }) => [x, y, width, height, name]),
    [
      [0, 0, 40, 30, 'one'],
      [40 + gap, 0, 100, 50, 'Back'],
      [140 + 2 * gap, 0, 60, 90, 'three'],
    ],
  );
  assert.deepEqual(placeAroundWork(third)[0]?.x, -140 - 2 * gap);
  assert.deepEqual(distanceOfWork(first, third), { x: 140 + 2 * gap, y: 0 });
  assert.deepEqual(distanceOfWork(third, third), { x: 0, y: 0 });
  assert.equal(pageAtPoint(third, { x: 10, y: 80 })?.id, 'three');
  assert.equal(pageAtPoint(third, { x: -gap / 2, y: 10 }), null);
  assert.equal(pageAtPoint(third, { x: -gap - 1, y: 10 })?.id, 'two');
});

test('more than six pages lie in rows, as wide as those of one row', () => {
  const pages = Array.from({ length: 30 }, (_, index) => ({ id: `p${index}`, elements: [] }));
  const many = { ...document, viewport: { width: 200, height: 300 }, pages };
  const placed = placePages(openPages(many));
  assert.deepEqual(
    [0, 5, 6, 29].map((index) => [placed[index]?.x, placed[index]?.y]),
    [
      [0, 0],
      [1065, 0],
      [0, 340],
      [1065, 1360],
    ],
  );
  // The page that is gone to stays where it was seen.
  const [first, last] = [openPages(many), openPages(many, 29)];
  assert.deepEqual(distanceOfWork(first, last), { x: 1065, y: 1360 });
});

test('a page as tall as its content has the height of its last render', () => {
  const tall = { ...document, viewport: { width: 100, height: { min: 20, max: 500 } } };
  const heights = (known?: ReadonlyMap<string, { pageHeight: number }>) =>
    placePages(openPages(tall), known).map(({ height }) => height);
  assert.deepEqual(heights(), [30, 20, 90]);
  assert.deepEqual(heights(new Map([['two', { pageHeight: 320 }]])), [30, 320, 90]);
});
