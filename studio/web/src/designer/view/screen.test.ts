import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../model/template.ts';
import type { View } from '../state/designer.ts';
import { fitPage, openingZoom, resizeView, toPagePoint, zoomAt } from './screen.ts';

const document: TemplateDocument = {
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 1200, height: 630 },
  elements: [],
};
const wide = { width: 881, height: 700 };
const narrow = { width: 500, height: 700 };

const page = (width: number, height: number, viewportUnit: 'px' | 'mm' = 'px'): TemplateDocument => ({
  ...document,
  viewport: { width, height },
  viewportUnit,
});

const getMiddle = ({ width, height }: typeof wide, view: View) =>
  toPagePoint(document, view, { x: Math.floor(width / 2), y: Math.floor(height / 2) });

test('a zoom keeps the place under the pointer, and stops at its limits', () => {
  const view: View = { zoom: 0.5, x: 30, y: -20, fitUpTo: null };
  const pointer = { x: 217, y: 133 };
  for (const zoom of [0.001, 0.3, 2, 1000]) {
    const next = zoomAt(view, zoom, pointer);
    assert.equal(next.zoom, Math.min(16, Math.max(0.05, zoom)));
    const [before, after] = [view, next].map((each) => toPagePoint(document, each, pointer));
    assert.ok(Math.hypot(after!.x - before!.x, after!.y - before!.y) < 1e-6, `${zoom}`);
  }
});

test('a fitted page is fitted again into a canvas of another size', () => {
  const view = fitPage(document, wide, 1);
  const next = resizeView(document, view, wide, narrow);
  assert.deepEqual(next, fitPage(document, narrow, 1));
  assert.ok(next.zoom < view.zoom);
  assert.deepEqual(resizeView(document, next, narrow, wide), view);
});

test('a chosen view keeps its zoom and its middle in a canvas of another size', () => {
  const view: View = { zoom: 1.5, x: -77, y: 12, fitUpTo: null };
  const next = resizeView(document, view, wide, narrow);
  assert.equal(next.zoom, 1.5);
  assert.deepEqual(getMiddle(narrow, next), getMiddle(wide, view));
  assert.deepEqual(resizeView(document, next, narrow, wide), view);
});

test('a page that fits is shown at 100 %, a larger one smaller, in the middle', () => {
  const canvas = { width: 880, height: 780 };
  const open = (document: TemplateDocument) => fitPage(document, canvas, openingZoom(document, canvas));
  assert.deepEqual(open(page(400, 300)), { zoom: 1, x: 240, y: 240, fitUpTo: 1 });
  assert.deepEqual(open(page(1600, 300)), { zoom: 0.5, x: 40, y: 315, fitUpTo: 1 });
});

test('a page of a few millimetres opens larger', () => {
  const canvas = { width: 880, height: 780 };
  assert.equal(openingZoom(page(20, 12, 'mm'), canvas), 8);
  assert.equal(fitPage(page(20, 12, 'mm'), canvas, 8).zoom, 8);
  assert.ok(fitPage(page(50, 30, 'mm'), canvas, openingZoom(page(50, 30, 'mm'), canvas)).zoom > 3);
});
