import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit, openDesign, redo, undo, type Design } from '../design.ts';
import { findElement } from '../elements.ts';
import { closePages } from '../pages.ts';
import type { TemplateDocument } from '../template.ts';
import { receive } from './receive.ts';

const document: TemplateDocument = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 200, height: 100 },
  elements: [
    { type: 'rect', id: 'a', x: 0, y: 0, width: 10, height: 10 },
    { type: 'rect', id: 'b', x: 0, y: 0, width: 10, height: 10 },
  ],
};

/** Sets the place of an element, as part of a row of such edits. */
const put = (design: Design, id: string, x: number): Design =>
  edit(design, (content) => void (findElement(content.document, id)!.element.x = x), { joins: `move ${id}` });
const placeOf = (design: Design, id: string) => findElement(design.document, id)!.element.x;

/** Somebody else moves `b`. */
const meet = (design: Design): Design => {
  const base = closePages(design.document);
  const theirs = closePages(put(design, 'b', 50).document);
  return receive(design, { base, theirs, textEdit: null }).design;
};

test('an edit is not joined to a step, repeated or not, after which others have changed the design', () => {
  const moved = put(openDesign(document), 'a', 1);
  for (const design of [meet(moved), redo(meet(undo(moved)))]) {
    const later = put(design, 'a', 2);
    assert.equal(later.done.length, 2);
    const undone = undo(later);
    assert.deepEqual([placeOf(undone, 'a'), placeOf(undone, 'b')], [1, 50]);
    assert.deepEqual([placeOf(undo(undone), 'a'), placeOf(undo(undone), 'b')], [0, 50]);
  }
  assert.equal(put(redo(undo(moved)), 'a', 2).done.length, 1);
});

test('an edit is not joined to a step after which others have set a guide', () => {
  const moved = put(openDesign(document), 'a', 1);
  const guides = { x: [30], y: [] };
  const later = put({ ...moved, marks: { ...moved.marks, guides } }, 'a', 2);
  assert.deepEqual([placeOf(undo(later), 'a'), undo(later).marks.guides], [1, guides]);
});
