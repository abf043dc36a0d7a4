import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { findElementsOffPage } from './off-page.ts';

const size = { width: 10, height: 10 };

function findOn(page: Partial<TemplateDocument>, elements: readonly object[]): [string, string][] {
  const document = { schemaVersion: 1, name: 't', viewport: { width: 100, height: 50 }, ...page, elements };
  return findElementsOffPage(document as TemplateDocument, () => true).map(({ pointer, detail }) => [
    pointer,
    detail,
  ]);
}

const isOff = (element: object, page: Partial<TemplateDocument> = {}): boolean =>
  findOn(page, [{ type: 'rect', id: 'a', ...size, ...element }]).length === 1;

test('finds elements beyond each edge and says where they are', () => {
  for (const place of [
    { x: 100, y: 0 },
    { x: -10, y: 0 },
    { x: 0, y: 50 },
    { x: 0, y: -10 },
  ]) {
    assert.equal(isOff(place), true, JSON.stringify(place));
    const inside = { x: place.x * 0.99, y: place.y * 0.99 };
    assert.equal(isOff(inside), false, JSON.stringify(inside));
  }
  assert.deepEqual(findOn({ viewportUnit: 'mm' }, [{ type: 'qrcode', id: 'q', ...size, x: 120.456, y: 5 }]), [
    [
      '/elements/0',
      'This element lies off the page: it reaches from 120.46 to 130.46 across and from 5 to 15 down, ' +
        'the page from 0 to 100 and from 0 to 50 mm.',
    ],
  ]);
});

test('considers what reaches beyond the box', () => {
  const near = { x: 102, y: 0 };
  assert.equal(isOff(near), true);
  assert.equal(isOff({ ...near, stroke: { width: 5 } }), false);
  assert.equal(isOff({ ...near, blur: 1 }), false);
  assert.equal(isOff({ ...near, shadow: { x: -3 } }), false);
  assert.equal(isOff({ ...near, shadow: { blur: 4 } }), false);
  assert.equal(isOff({ ...near, shadow: { x: 1, blur: 0.1 } }), true);
  assert.equal(isOff({ ...near, width: 40, height: 4, rotation: 90 }), true);
  assert.equal(isOff({ ...near, height: 40, rotation: 90 }), false);
  const bleeding = { viewportOutputIntent: 'print', bleed: 3 } as const;
  assert.equal(isOff(near, bleeding), false);
  assert.equal(isOff(near, { bleed: 3 }), true);
  assert.equal(isOff({ ...near, x: 104 }, bleeding), true);
});

test('considers what lies outside of its own box', () => {
  const far = { x: 200, y: 0 };
  assert.equal(isOff({ ...far, type: 'text', text: 'x' }), true);
  assert.equal(isOff({ ...far, type: 'text', text: 'x', overflow: 'visible', rotation: 30 }), false);
  assert.equal(isOff({ x: 110, y: 0, type: 'text', text: 'x', fontSize: 12 }), false);
  assert.equal(isOff({ x: 110, y: 0, type: 'text', text: 'x', fontSize: 8 }), true);
  assert.equal(isOff({ ...far, type: 'path', d: 'm0 0l-150 10' }), false);
  assert.equal(isOff({ ...far, type: 'path', d: 'M0 0L-150 10', viewBox: [0, 0, 1000, 1000] }), true);
  assert.equal(isOff({ x: 100, y: 0, type: 'line', width: 0, stroke: {} }), false);
});

test('leaves out what never shows, and numbers that no page has', () => {
  const far = { x: 200, y: 0 };
  assert.equal(isOff({ ...far, visible: false }), false);
  assert.equal(isOff({ ...far, opacity: 0 }), false);
  assert.equal(isOff({ ...far, visible: '{{shown}}' }), true);
  const runs = [{ text: 'a', fontSize: '{{ size }}' }];
  assert.equal(isOff({ ...far, type: 'text', runs, overflow: 'clip' }), false, 'its size is not known');
  assert.equal(isOff({ ...far, width: 1e308, height: 1e308, x: -1e308, y: -1e308, rotation: 30 }), false);
});

test('follows groups, and reports one of which nothing shows once', () => {
  const rect = (id: string, x: number) => ({ type: 'rect', id, ...size, x, y: 0 });
  const group = (id: string, x: number, elements: object[], more: object = {}) => ({
    type: 'group',
    id,
    ...size,
    x,
    y: 0,
    elements,
    ...more,
  });
  const places = (elements: object[]) => findOn({}, elements).map(([pointer]) => pointer);
  assert.deepEqual(places([group('g', 90, [rect('a', 0), rect('b', 20)])]), ['/elements/0/elements/1']);
  assert.deepEqual(places([group('g', 200, [rect('a', -150), rect('b', 20)])]), ['/elements/0/elements/1']);
  assert.deepEqual(places([group('g', 80, [group('h', 30, [rect('a', 0), rect('b', 5)])])]), ['/elements/0']);
  assert.deepEqual(places([group('g', 200, [])]), []);
  assert.deepEqual(places([group('g', 0, [rect('a', 60)], { rotation: 180 })]), ['/elements/0']);
  assert.deepEqual(places([group('g', 200, [rect('a', 0)], { shadow: { x: -150 } })]), []);
  assert.deepEqual(places([group('g', 200, [rect('a', 0)], { visible: false })]), []);
});
