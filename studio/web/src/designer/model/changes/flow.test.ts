import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, undo, type Design } from '../design.ts';
import { readBoxes } from '../known-boxes.ts';
import { closePages, openPages } from '../pages.ts';
import { setFlow } from './flow.ts';

const rect = (id: string, y: number, more: object = {}) => ({
  type: 'rect',
  id,
  x: 20,
  y,
  width: 50,
  height: 10,
  ...more,
});
const text = (id: string, y: number, more: object = {}) => ({
  type: 'text',
  id,
  x: 20,
  y,
  width: 60,
  height: 12,
  text: 'Ada',
  fontSize: 10,
  ...more,
});

interface SavedPage {
  readonly flow?: boolean;
  readonly layout?: object;
  readonly elements: readonly { readonly id: string }[];
}

function open(page: object, boxes: Readonly<Record<string, object>> = {}): Design {
  const saved = {
    schemaVersion: 1,
    name: 'Long',
    viewport: { width: 100, height: 150 },
    pages: [{ id: 'one', ...page }],
  };
  const report = {
    page: { height: 150 },
    elements: Object.entries(boxes).map(([id, box]) => ({ id, box })),
  };
  return { ...openDesign(openPages(saved)), boxes: readBoxes(report, 1) };
}

const getText = ({ document }: Design) => JSON.stringify(closePages(document));
const getPage = (design: Design) =>
  (JSON.parse(getText(design)) as { readonly pages: readonly SavedPage[] }).pages[0]!;

test('a page that goes on gets a column, from top to bottom, with texts that hug', () => {
  const before = open({
    elements: [
      text('last', 90),
      rect('ground', 0, { x: 0, width: 100, height: 150 }),
      text('first', 20),
      rect('middle', 42),
      text('arc', 60, { path: { d: 'M0 0L9 0' } }),
    ],
  });
  const after = setFlow(before, true);
  const page = getPage(after);
  assert.equal(page.flow, true);
  // As much room is left at the bottom as at the top.
  assert.deepEqual(page.layout, { direction: 'column', gap: 8, padding: 20 });
  assert.deepEqual(
    page.elements.map(({ id }) => id),
    ['ground', 'first', 'middle', 'arc', 'last'],
  );
  const [ground, first, middle, arc, last] = page.elements as readonly object[];
  assert.deepEqual(ground, {
    type: 'rect',
    id: 'ground',
    position: 'absolute',
    pin: { left: 0, right: 0, top: 0, bottom: 0 },
  });
  assert.deepEqual(first, {
    type: 'text',
    id: 'first',
    width: 60,
    height: 'hug',
    text: 'Ada',
    fontSize: 10,
  });
  assert.deepEqual(middle, {
    type: 'rect',
    id: 'middle',
    width: 50,
    height: 10,
    margin: [2, 0, 0, 0],
  });
  assert.equal((arc as { readonly height: unknown }).height, 12);
  assert.deepEqual((last as { readonly margin: unknown }).margin, [10, 0, 0, 0]);
  assert.equal(after.done.length, 1);
  assert.equal(getText(undo(after)), getText(before));
});

test('what overlaps stands below each other, without margins below zero', () => {
  const page = getPage(setFlow(open({ elements: [text('b', 15), text('a', 10, { x: 30 })] }), true));
  assert.deepEqual(
    page.elements.map((each) => [each.id, (each as { readonly margin?: unknown }).margin]),
    [
      ['a', [0, 0, 0, 10]],
      ['b', undefined],
    ],
  );
});

test('a layout that is there becomes a column, and nothing fills its height', () => {
  const before = open(
    {
      layout: { wrap: true, gap: 4 },
      viewport: { width: 100, height: { min: 50, max: 400 } },
      elements: [rect('tall', 0, { height: 'fill' }), text('name', 0)],
    },
    { tall: { x: 0, y: 0, width: 50, height: 33 } },
  );
  const after = setFlow(before, true);
  assert.deepEqual(getPage(after), {
    id: 'one',
    layout: { gap: 4, direction: 'column' },
    viewport: { width: 100, height: 150 },
    elements: [rect('tall', 0, { height: 33 }), text('name', 0)],
    flow: true,
  });
  assert.equal(getText(undo(after)), getText(before));
});

test('a page that no longer goes on keeps its layout', () => {
  const page = { layout: { direction: 'column' }, elements: [text('name', 0)] };
  const before = open({ ...page, flow: true });
  const after = setFlow(before, false);
  assert.deepEqual(getPage(after), { id: 'one', ...page });
  assert.equal(setFlow(after, false).document, after.document);
  assert.equal(getText(undo(after)), getText(before));
});
