import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, undo } from '../design.ts';
import type { TemplateDocument } from '../template.ts';
import { hasLostBleed, keepForScreens, mayBePrinted, setUpPrint, usualDistances } from './print.ts';

const page = (change: Partial<TemplateDocument> = {}): TemplateDocument => ({
  schemaVersion: 1,
  name: 'A5',
  viewport: { width: 148, height: 210 },
  viewportUnit: 'mm',
  elements: [],
  ...change,
});

test('a page of a size of paper is asked about once', () => {
  assert.equal(mayBePrinted(page()), true);
  assert.equal(mayBePrinted(page({ viewportUnit: 'px' })), false);
  assert.equal(mayBePrinted(page({ bleed: 0 })), false);
  assert.equal(mayBePrinted(setUpPrint(openDesign(page())).document), false);
  assert.equal(mayBePrinted(keepForScreens(openDesign(page())).document), false);
});

test('print has the bleed that was set, or the usual one, in one step of undo', () => {
  const design = setUpPrint(openDesign(page()));
  assert.deepEqual([design.document.bleed, design.document.viewportOutputIntent], [3, 'print']);
  assert.equal(undo(design).document.bleed, undefined);
  const own = setUpPrint(openDesign(page({ bleed: 2 })));
  assert.equal(own.document.bleed, 2);
  assert.deepEqual(usualDistances(page({ viewportUnit: 'in' })), { bleed: 0.125, safe: 0.25 });
  assert.deepEqual(usualDistances(page({ viewportUnit: 'cm' })), { bleed: 0.3, safe: 0.5 });
});

test('a bleed without print is in no file', () => {
  assert.equal(hasLostBleed(page({ bleed: 3 })), true);
  assert.equal(hasLostBleed(page({ bleed: 3, viewportOutputIntent: 'print' })), false);
  assert.equal(hasLostBleed(page()), false);
});
