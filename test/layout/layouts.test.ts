/** Compares boxes with Chromium's. Its numbers are committed, so that no browser is needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBoxes } from '../../src/domain/templates/check/boxes.ts';
import { findSchemaErrors } from '../../src/domain/templates/check/schema.ts';
import { layoutCases } from './cases/index.ts';
import { apart, describe, ourBoxes } from './our-boxes.ts';
import { GOAL_PX, readReferences } from './references.ts';
import { digest } from './to-html.ts';

const { cases } = await readReferences();
const names = Object.keys(layoutCases);

test('the numbers are those of all layouts as they are, and of no others', () => {
  assert.ok(names.length >= 80, `${names.length}`);
  const pages = Object.fromEntries(names.map((name) => [name, digest(layoutCases[name]!)]));
  const measured = Object.fromEntries(Object.entries(cases).map(([name, { page }]) => [name, page]));
  assert.deepEqual(measured, pages, 'npm run layouts -- --publish');
});

test('the layouts can be imported', () => {
  for (const [name, document] of Object.entries(layoutCases)) {
    assert.deepEqual(findSchemaErrors(document), [], name);
    assert.deepEqual(
      checkBoxes(document, () => false),
      [],
      name,
    );
  }
});

test('every box is within a pixel of where Chromium has it', async () => {
  const far: string[] = [];
  let count = 0;
  for (const [name, document] of Object.entries(layoutCases)) {
    const ours = await ourBoxes(name, document);
    const theirs = cases[name]?.boxes ?? {};
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), name);
    for (const [id, box] of Object.entries(ours)) {
      count++;
      if (!(apart(box, theirs[id]) <= GOAL_PX)) far.push(`${name}: ${describe(id, ours, theirs)}`);
    }
  }
  assert.deepEqual(far, []);
  assert.ok(count > 500, `${count}`);
});

test('boxes that differ are apart by their farthest edge', () => {
  assert.equal(apart([0, 0, 10, 10], [1, 0, 10, 12]), 2);
  assert.equal(apart([0, 0, 10, 10], [0, 0, 10, 10]), 0);
  assert.equal(apart([0, 0, 10, 10], undefined), Infinity);
});
