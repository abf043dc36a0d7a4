import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, redo, select, undo, type Design } from '../design.ts';
import { closePages, idInWork, openPages } from '../pages.ts';
import { addPage, duplicatePage, hasOwn, moveToPage, removePage, renamePage, setOwn } from './pages.ts';
import { movePage } from './page-groups.ts';

const rect = (id: string) => ({ type: 'rect', id, x: 10, y: 20, width: 5, height: 5 });
const group = { type: 'group', id: 'g', x: 30, y: 0, width: 9, height: 9, elements: [rect('inner')] };
const plain = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 100, height: 50 },
  background: '#fff',
  elements: [rect('a'), group],
};
const two = {
  schemaVersion: 1,
  name: 'Two',
  viewport: { width: 100, height: 50 },
  pages: [
    { id: 'one', elements: [rect('a'), group] },
    { id: 'two', viewport: { width: 30, height: 40 }, background: '#f00', elements: [rect('b')] },
  ],
};

interface Saved {
  readonly viewport: object;
  readonly background?: unknown;
  readonly pages: readonly (Record<string, unknown> & {
    readonly id: string;
    readonly elements: readonly { readonly id: string; readonly x: number }[];
  })[];
}

const open = (document: object) => openDesign(openPages(document));
const saved = ({ document }: Design) => JSON.parse(JSON.stringify(closePages(document))) as Saved;
const getIds = (design: Design) =>
  saved(design).pages.map(({ id, elements }) => `${id}: ${elements.map((each) => each.id).join(' ')}`);

/** Undone, the document is the same, byte for byte; done again, too. */
function checkUndo(before: Design, after: Design): void {
  const text = ({ document }: Design) => JSON.stringify(closePages(document));
  let design = after;
  while (design.done.length > before.done.length) design = undo(design);
  assert.equal(text(design), text(before));
  while (design.undone.length > 0) design = redo(design);
  assert.equal(text(design), text(after));
}

test('a second page makes pages of a document, with ids that nothing else has', () => {
  const before = open(plain);
  const added = addPage(before, 'Page 1');
  assert.deepEqual(getIds(added), ['Page 1: a g', 'Page 2: ']);
  assert.equal(idInWork(added.document), 'Page 2');
  assert.equal('elements' in saved(added), false);
  checkUndo(before, added);
  assert.deepEqual(getIds(addPage(added, 'Page 1')), ['Page 1: a g', 'Page 2: ', 'Page 3: ']);
});

test('a new page is as large as the one in work, and stands behind it', () => {
  const design = select(open(two), ['b']);
  const added = addPage(design, 'Page 1');
  assert.deepEqual(saved(added).pages[2]?.['viewport'], { width: 30, height: 40 });
  assert.deepEqual(saved(added).pages[1]?.['viewport'], { width: 30, height: 40 });
  checkUndo(design, added);
});

test('a copy of a page has its size, background and elements, under names of its own', () => {
  const design = open(two);
  const copied = duplicatePage(design, 1, 'Page 1');
  assert.deepEqual(getIds(copied), ['one: a g', 'two: b', 'two 2: b 2']);
  const [, original, copy] = saved(copied).pages;
  assert.deepEqual({ ...copy, id: 'two', elements: original?.elements }, original);
  assert.equal(idInWork(copied.document), 'two 2');
  checkUndo(design, copied);
  assert.deepEqual(getIds(duplicatePage(open(plain), 0, 'Page 1')), ['Page 1: a g', 'Page 2: a 2 g 2']);
});

test('headers and footers are copied under names of their own, too', () => {
  const [one, other] = two.pages;
  const header = { type: 'group', id: 'top', height: 9, elements: [rect('line')] };
  const copied = duplicatePage(open({ ...two, pages: [{ ...one, header }, other] }), 0, 'Page 1');
  const copy = saved(copied).pages[1]?.['header'] as typeof header;
  assert.deepEqual([copy.id, copy.elements[0]?.id], ['top 2', 'line 2']);
});

test('pages are removed, ordered and named', () => {
  const design = open(two);
  const removed = removePage(design, 0);
  assert.deepEqual(getIds(removed), ['two: b']);
  assert.equal(removePage(removed, 0), removed);
  checkUndo(design, removed);
  const moved = movePage(design, 0, 1);
  assert.deepEqual(getIds(moved), ['two: b', 'one: a g']);
  assert.equal(idInWork(moved.document), 'one');
  checkUndo(design, moved);
  assert.equal(movePage(design, 0, 2), design);
  const named = renamePage(design, 1, 'Back');
  assert.equal(saved(named).pages[1]?.['name'], 'Back');
  assert.equal('name' in saved(renamePage(named, 1, 'two')).pages[1]!, false);
});

test('elements go to another page, out of their groups, as one step', () => {
  const design = select(open(two), ['inner']);
  const moved = moveToPage(design, 1, { x: 5, y: -1 });
  assert.deepEqual(getIds(moved), ['one: a g', 'two: b inner']);
  // Where it is seen: in the group, which is at 30.
  assert.equal(saved(moved).pages[1]?.elements[1]?.x, 45);
  assert.deepEqual([idInWork(moved.document), moved.selection], ['two', ['inner']]);
  assert.equal(moved.done.length, 1);
  checkUndo(design, moved);
  assert.equal(moveToPage(design, 0), design);
});

test('a page has its size and background from the document, or its own', () => {
  const design = open(two);
  assert.deepEqual(
    [hasOwn(design.document, 'viewport'), hasOwn(design.document, 'background')],
    [false, false],
  );
  const own = setOwn(setOwn(design, 'viewport', true), 'background', true);
  assert.deepEqual(saved(own).pages[0]?.['viewport'], { width: 100, height: 50 });
  assert.equal(saved(own).pages[0]?.['background'], null);
  assert.equal(hasOwn(own.document, 'viewport'), true);
  const second = select(own, ['b']);
  const shared = setOwn(setOwn(second, 'background', false), 'viewport', false);
  assert.deepEqual(Object.keys(saved(shared).pages[1]!), ['id', 'elements']);
  assert.deepEqual(saved(shared).viewport, { width: 100, height: 50 });
});
