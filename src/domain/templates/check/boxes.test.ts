import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkBoxes } from './boxes.ts';

type Page = Partial<Omit<TemplateDocument, 'viewport'>> & { viewport?: object };

function check(elements: readonly object[], page: Page = {}, refused: readonly string[] = []) {
  const document = { schemaVersion: 1, name: 't', viewport: { width: 100, height: 50 }, ...page, elements };
  return checkBoxes(document as unknown as TemplateDocument, (pointer) => refused.includes(pointer));
}

/** Where the problems are, with their first words. */
function problems(...given: Parameters<typeof check>): string[] {
  return check(...given).map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const layout = { direction: 'row' } as const;
const place = { x: 0, y: 0 };
const rect = (given: object) => ({ type: 'rect', id: 'r', ...given });
const size = { width: 10, height: 10 };
const group = (given: object, ...elements: object[]) => ({
  type: 'group',
  id: 'g',
  ...place,
  ...size,
  ...given,
  elements,
});

test('numbers, pins, content and layouts decide boxes', () => {
  assert.deepEqual(
    problems([
      rect({ ...place, ...size }),
      rect({ ...size, pin: { right: 1, bottom: 1 } }),
      rect({ pin: { left: 1, right: 1, top: 1, bottom: 1 } }),
      { type: 'text', id: 't', ...place, width: 'hug', height: 'hug', text: 'a' },
      { type: 'image', id: 'i', ...place, width: 'hug', height: 'hug', src: 'a.png' },
      group({ layout, width: 'hug' }, rect({ width: 'fill', height: 10 })),
    ]),
    [],
  );
});

test('outside of a layout a place and a size are needed', () => {
  const missing = (key: string) => `/elements/0 The key "${key}" is missing.`;
  assert.deepEqual(problems([rect({})]), ['x', 'y', 'width', 'height'].map(missing));
  assert.deepEqual(problems([rect({ pin: { left: 1, top: 1 } })]), ['width', 'height'].map(missing));
  assert.deepEqual(problems([rect({})], { layout }), ['width', 'height'].map(missing));
  const absolute = rect({ ...size, position: 'absolute' });
  assert.deepEqual(problems([absolute], { layout }), ['x', 'y'].map(missing));
  // A key that the schema refuses is there.
  assert.deepEqual(problems([rect({ ...size, y: 0 })], {}, ['/elements/0/x']), []);
});

test('only in a layout there is something to fill', () => {
  const filling = rect({ ...place, width: 'fill', height: 10 });
  const detail = '"fill" takes a share of a layout, and this element is in none.';
  assert.deepEqual(check([filling]), [{ pointer: '/elements/0/width', detail }]);
  assert.deepEqual(check([group({}, filling)]), [{ pointer: '/elements/0/elements/0/width', detail }]);
  assert.deepEqual(check([{ ...filling, position: 'absolute' }], { layout }), [
    { pointer: '/elements/0/width', detail },
  ]);
  assert.deepEqual(check([filling], { layout }), []);
});

test('what holds nothing cannot hug it', () => {
  const code = { type: 'qrcode', id: 'q', ...place, width: 10, height: 'hug', value: 'a' };
  const detail = 'An element of the type "qrcode" has no size of its own to hug: give it a number';
  assert.deepEqual(problems([code]), [`/elements/0/height ${detail}, or a "moduleSize".`]);
  assert.deepEqual(problems([code], { layout }), [
    `/elements/0/height ${detail} or "fill", or a "moduleSize".`,
  ]);
  assert.deepEqual(problems([{ ...code, moduleSize: 1 }]), []);
  assert.deepEqual(problems([{ ...code, width: undefined, height: undefined, moduleSize: 1 }]), []);
  assert.deepEqual(problems([group({ height: 'hug' })]), [
    '/elements/0/height A group hugs its elements only with a "layout".',
  ]);
  const curved = { type: 'text', id: 't', ...place, ...size, width: 'hug', text: 'a', path: { d: 'M0 0' } };
  assert.deepEqual(
    check([curved]).map(({ pointer }) => pointer),
    ['/elements/0/width'],
  );
});

test('what a layout places is not pinned', () => {
  const pinned = rect({ ...size, pin: { right: 1, top: 1 } });
  assert.deepEqual(problems([pinned], { layout }), [
    '/elements/0/pin An element in a layout can be pinned only with "position": "absolute".',
  ]);
  assert.deepEqual(problems([{ ...pinned, position: 'absolute' }], { layout }), []);
});

test('a maximum is at least its minimum', () => {
  const limits = { minWidth: 20, maxWidth: 10, minHeight: 5, maxHeight: 5 };
  assert.deepEqual(problems([rect({ ...place, ...size, ...limits })]), [
    '/elements/0/maxWidth expected at least the minimum, 20, got 10.',
  ]);
});

test('a path whose box is not all numbers needs a view box', () => {
  const path = { type: 'path', id: 'p', width: 'fill', height: 10, d: 'M0 0L9 9' };
  assert.deepEqual(problems([path], { layout }), [
    '/elements/0/viewBox A path whose box is not all numbers needs a view box.',
  ]);
  assert.deepEqual(problems([{ ...path, viewBox: [0, 0, 9, 9] }], { layout }), []);
});

test('a page that grows has something to grow with, and its limits in order', () => {
  const page = (min: number, max: number) => ({ viewport: { width: 100, height: { min, max } } });
  const box = rect({ ...place, ...size });
  assert.deepEqual(problems([box], page(50, 200)), [
    '/viewport/height A page as tall as its content needs a "layout", or an element on the page with the ' +
      'height "hug".',
  ]);
  assert.deepEqual(problems([box], { ...page(50, 200), layout }), []);
  const growing = { type: 'text', id: 't', ...place, width: 10, height: 'hug', text: 'a' };
  assert.deepEqual(problems([growing], page(50, 200)), []);
  assert.deepEqual(problems([growing], page(201, 200)), [
    '/viewport/height/max expected at least "min", 201, got 200.',
  ]);
});
