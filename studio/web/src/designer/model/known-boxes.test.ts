import assert from 'node:assert/strict';
import { test } from 'node:test';
import { align, moveBy, moveInOrder } from './changes/arrange.ts';
import { duplicateSelected } from './changes/content.ts';
import { group } from './changes/group.ts';
import { findFrame, resizeSelected, rotateSelected } from './changes/transform.ts';
import { openDesign, undo, type Design } from './design.ts';
import { findElement } from './elements.ts';
import { readBoxes, seenDocument } from './known-boxes.ts';
import type { TemplateDocument } from './template.ts';

const row = {
  type: 'group',
  id: 'row',
  pin: { right: 10, bottom: 10 },
  width: 'hug',
  height: 'hug',
  layout: { direction: 'row' },
  elements: [
    { type: 'text', id: 'name', width: 'fill', height: 'hug', text: 'Ada' },
    { type: 'rect', id: 'swatch', width: 10, height: 20 },
  ],
};
const note = {
  type: 'text',
  id: 'note',
  x: 5,
  y: 90,
  width: 40,
  height: 'hug',
  anchor: 'bottom',
  text: 'Hi',
};
const plain = { type: 'rect', id: 'plain', x: 1, y: 2, width: 30, height: 4 };
const document = {
  schemaVersion: 1,
  name: 't',
  viewport: { width: 200, height: { min: 100, max: 300 } },
  elements: [row, note, plain],
} as unknown as TemplateDocument;

/** In CSS pixels, of a document in millimetres ten times as many. */
const report = {
  page: { height: 1500 },
  elements: [
    { id: 'row', box: { x: 1000, y: 1200, width: 900, height: 200 } },
    { id: 'name', box: { x: 0, y: 10, width: 800, height: 180 } },
    { id: 'swatch', box: { x: 800, y: 0, width: 100, height: 200 } },
    { id: 'note', box: { x: 50, y: 700, width: 400, height: 200 } },
    { id: 'plain', box: { x: 77, y: 77, width: 77, height: 77 } },
  ],
};

function open(...selection: string[]): Design {
  return { ...openDesign(document), selection, boxes: readBoxes(report, 10) };
}

function getBox(shown: TemplateDocument, id: string): unknown[] {
  const { x, y, width, height } = findElement(shown, id)!.element;
  return [x, y, width, height];
}

test('a length without a number is shown as it was rendered last, in the unit of the document', () => {
  const seen = seenDocument(open());
  assert.deepEqual(seen.viewport, { width: 200, height: 150 });
  assert.deepEqual(getBox(seen, 'row'), [100, 120, 90, 20]);
  assert.deepEqual(getBox(seen, 'name'), [0, 1, 80, 18]);
  assert.deepEqual(getBox(seen, 'swatch'), [80, 0, 10, 20]);
  assert.deepEqual(getBox(seen, 'note'), [5, 70, 40, 20]);
  // The document says it, perhaps since the render.
  assert.deepEqual(getBox(seen, 'plain'), [1, 2, 30, 4]);
});

test('before the first render it is 0, and the page has its least height', () => {
  const seen = seenDocument(openDesign(document));
  assert.deepEqual(seen.viewport, { width: 200, height: 100 });
  assert.deepEqual(getBox(seen, 'row'), [0, 0, 0, 0]);
  assert.deepEqual(getBox(seen, 'swatch'), [0, 0, 10, 20]);
  assert.deepEqual(getBox(seen, 'note'), [5, 90, 40, 0]);
});

test('a document of numbers is shown as it is', () => {
  const numbers = { ...document, viewport: { width: 1, height: 1 }, elements: [plain] } as TemplateDocument;
  assert.equal(seenDocument({ document: numbers, boxes: readBoxes(report, 10) }), numbers);
});

test('what is moved or turned keeps what it says in words, and what it leaves out', () => {
  const selected = open('row', 'note', 'plain');
  const moved = moveBy(selected, { x: 3, y: 4 });
  assert.deepEqual(findElement(moved.document, 'row')?.element, row);
  assert.deepEqual(findElement(moved.document, 'note')?.element, { ...note, x: 8, y: 94 });
  assert.deepEqual(getBox(moved.document, 'plain'), [4, 6, 30, 4]);
  assert.deepEqual(undo(moved).document, document);
  assert.equal(undo(moved).boxes, selected.boxes);
  const turned = rotateSelected(open('row'), 90).document.elements[0];
  assert.deepEqual(turned, { ...row, rotation: 90 });
  const copies = duplicateSelected(selected, { x: 1, y: 1 }).document;
  assert.ok(!JSON.stringify(copies).includes('null'), 'NaN would become null');
});

test('what is resized gets numbers', () => {
  const resize = (id: string, x: 0 | 1, y: 0 | 1) =>
    resizeSelected(open(id), { handle: { x, y }, distance: { x: 10, y: 5 } }).document;
  assert.deepEqual(findFrame(open('row'))?.box, { x: 100, y: 120, width: 90, height: 20, rotation: 0 });
  assert.deepEqual(getBox(resize('row', 1, 0), 'row'), [undefined, undefined, 100, 'hug']);
  assert.deepEqual(getBox(resize('row', 1, 0), 'name'), [undefined, undefined, 'fill', 'hug']);
  assert.deepEqual(getBox(resize('name', 1, 1), 'name'), [undefined, undefined, 90, 23]);
});

test('what leaves its layout or is aligned with the page has a place in numbers, and hugs its lines', () => {
  const left = moveInOrder(open(), 'name', 'plain', 'before').document;
  assert.deepEqual(getBox(left, 'name'), [100, 121, 80, 'hug']);
  const { element } = findElement(align(open('plain'), 'bottom').document, 'plain')!;
  assert.equal(element.y, 146);
});

test('what is worked out is shown where it was rendered, and stays worked out', () => {
  const bar = { ...plain, id: 'bar', width: '{{ 300 * done }}', y: '{{top}}', rotation: '{{turn}}' };
  const box = { x: 10, y: 500, width: 1500, height: 40 };
  const rendered = { page: { height: 1500 }, elements: [{ id: 'bar', box }] };
  const design: Design = {
    ...openDesign({ ...document, elements: [plain, bar] } as unknown as TemplateDocument),
    selection: ['bar'],
    boxes: readBoxes(rendered, 10),
  };
  assert.deepEqual(getBox(seenDocument(design), 'bar'), [1, 50, 150, 4]);
  assert.equal(findFrame(design)?.box.width, 150);
  assert.deepEqual(getBox(moveBy(design, { x: 2, y: 3 }).document, 'bar'), [
    3,
    '{{top}}',
    '{{ 300 * done }}',
    4,
  ]);
  const grouped = group({ ...design, selection: ['plain', 'bar'] }, 'Group').document;
  assert.deepEqual(getBox(grouped, 'bar').slice(1, 3), ['{{top}}', '{{ 300 * done }}']);
  assert.equal(findElement(grouped, 'bar')?.element.rotation, '{{turn}}');
});
