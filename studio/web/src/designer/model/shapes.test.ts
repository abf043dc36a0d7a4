import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newShape, outlineOf, shapeNames } from './shapes.ts';
import type { TemplateDocument } from './template.ts';

const document: TemplateDocument = {
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 1000, height: 600 },
  elements: [],
};

test('each shape is a path in the middle of the page, whose outline stays in its box', () => {
  for (const name of shapeNames) {
    const element = newShape(name, document);
    assert.ok(element.type === 'path', name);
    assert.ok(Math.abs(element.x + element.width / 2 - 500) <= 1, name);
    assert.deepEqual(element.viewBox, [0, 0, 100, 100]);
    const numbers = (outlineOf(name).d.match(/-?[\d.]+/gu) ?? []).map(Number);
    assert.ok(
      numbers.every((each) => each >= 0 && each <= 100),
      `${name}: ${numbers.join(' ')}`,
    );
    // Lines have a stroke, areas a fill.
    assert.equal(element.fill === undefined, outlineOf(name).isLine);
    assert.equal(element.stroke !== undefined, outlineOf(name).isLine);
  }
});
