/** Another document in the place of the design's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../template.ts';
import { openDesign, select, undo } from '../design.ts';
import { replaceDocument } from './replace.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const makeDocument = (): TemplateDocument => ({
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 100, height: 100 },
  elements: [
    { type: 'rect', id: 'a', ...box, fill: { type: 'linear', stops: [{ offset: 0, color: '#000' }] } },
    { type: 'rect', id: 'b', ...box },
  ],
});

test('edits in a row are one step, which undo takes back byte for byte', () => {
  const before = select(openDesign(makeDocument()), ['a', 'b']);
  let design = before;
  for (const name of ['T', 'Ti', 'Title']) {
    design = replaceDocument(design, { ...makeDocument(), name }, { joins: 'json 1' });
  }
  design = replaceDocument(
    design,
    { ...makeDocument(), elements: makeDocument().elements.slice(1) },
    { joins: 'json 1' },
  );
  assert.equal(design.done.length, 1);
  assert.deepEqual(design.selection, ['b'], 'what is gone is not selected');
  const undone = undo(design);
  assert.equal(JSON.stringify(undone.document), JSON.stringify(before.document));
  assert.deepEqual(undone.selection, ['a', 'b']);
  assert.equal(replaceDocument(design, { ...makeDocument() }, { joins: 'json 2' }).done.length, 2);
});

test('what did not change stays the same object', () => {
  const design = openDesign(makeDocument());
  assert.equal(replaceDocument(design, makeDocument()), design);
  const changed = makeDocument();
  changed.elements[1]!.x = 5;
  const after = replaceDocument(design, changed);
  assert.equal(after.document.elements[0], design.document.elements[0]);
  assert.equal(after.document.viewport, design.document.viewport);
  assert.equal(after.document.elements[1]!.x, 5);
});

test('another order of keys is a change', () => {
  const design = openDesign(makeDocument());
  const { name, ...others } = makeDocument();
  const after = replaceDocument(design, { ...others, name });
  assert.equal(after.done.length, 1);
  assert.equal(Object.keys(after.document).at(-1), 'name');
});
