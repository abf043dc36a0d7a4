import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { documentOfSize } from './size-document.ts';

const rect = (id: string, more: object = {}) => ({
  type: 'rect' as const,
  id,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  fill: '#000',
  ...more,
});

const card: TemplateDocument = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 100, height: 50 },
  background: '#fff',
  elements: [
    rect('back'),
    { type: 'group', id: 'group', x: 0, y: 0, width: 50, height: 50, elements: [rect('one'), rect('two')] },
    rect('front'),
  ],
  sizes: [
    {
      id: 'story',
      name: 'Story',
      viewport: { width: 90, height: 160 },
      background: '#000',
      overrides: { back: { width: 90, fill: null }, one: { x: 5 } },
      hidden: ['two'],
      order: ['front', 'back'],
    },
    { id: 'a4', name: 'A4', viewport: { width: 210, height: 297 }, viewportUnit: 'mm', bleed: 3 },
  ],
};

void test('changes only what a size says, in groups too', () => {
  const story = documentOfSize(card, 'story');
  assert.deepEqual(story, {
    schemaVersion: 1,
    name: 'Card',
    sizeId: 'story',
    viewport: { width: 90, height: 160 },
    background: '#000',
    elements: [
      rect('front'),
      { type: 'group', id: 'group', x: 0, y: 0, width: 50, height: 50, elements: [rect('one', { x: 5 })] },
      { type: 'rect', id: 'back', x: 0, y: 0, width: 90, height: 10 },
    ],
  });
  assert.equal(documentOfSize(card, 'story'), story);
  assert.equal(documentOfSize(story, 'story'), story);
});

void test('leaves the base as it is, and a document without sizes to the last key', () => {
  const { sizes: _sizes, ...base } = card;
  assert.deepEqual(documentOfSize(card), { ...base, sizeId: 'base' });
  assert.equal(documentOfSize(base), base);
  assert.equal(documentOfSize(base, 'base'), base);
  assert.equal(documentOfSize(base, 'story'), null);
  assert.equal(documentOfSize(card, 'square'), null);
});

void test('measures a size in its own unit, and elements in that of the document', () => {
  const a4 = documentOfSize(card, 'a4');
  assert.ok(Math.abs((a4?.viewport.width ?? 0) - (210 / 25.4) * 96) < 1e-9);
  assert.ok(Math.abs((a4?.bleed ?? 0) - (3 / 25.4) * 96) < 1e-9);
  assert.deepEqual(a4?.elements, card.elements);
  assert.equal(a4?.viewportUnit, undefined);
});

void test('gives all pages the measures of a size, and one its own; hidden pages are left out', () => {
  const pages: TemplateDocument = {
    ...card,
    elements: undefined as never,
    pages: [
      { id: 'first', viewport: { width: 40, height: 40 }, elements: [rect('a')] },
      { pages: [{ id: 'inner', elements: [rect('b')] }], id: 'turns' },
      { id: 'last', elements: [rect('c')], footer: { type: 'group', id: 'foot', elements: [] } },
    ],
    sizes: [
      {
        id: 'wide',
        name: 'Wide',
        viewport: { width: 300, height: 100 },
        hidden: ['inner', 'foot'],
        pages: { last: { viewport: { width: 300, height: 200 }, background: null } },
      },
    ],
  };
  const wide = documentOfSize(pages, 'wide');
  assert.deepEqual(wide?.pages, [
    { id: 'first', elements: [rect('a')] },
    { id: 'last', viewport: { width: 300, height: 200 }, background: null, elements: [rect('c')] },
  ]);
});
