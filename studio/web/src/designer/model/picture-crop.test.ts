import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawAdded } from './changes/draw.ts';
import { addElements } from './changes/content.ts';
import { fillShape, frameNewPicture } from './changes/frame.ts';
import { openDesign, select, undo } from './design.ts';
import { findWhole, moveFrame, showPart, zoomPicture } from './picture-crop.ts';
import type { TemplateDocument, TemplateElement } from './template.ts';

type ImageElement = Extract<TemplateElement, { type: 'image' }>;

const photo = (more: Partial<ImageElement> = {}): ImageElement => ({
  type: 'image',
  id: 'photo',
  x: 100,
  y: 100,
  width: 200,
  height: 100,
  src: 'a.jpg',
  ...more,
});
/** As a render reports it: 2:1 in its own pixels. */
const reported = { x: 0, y: 0, width: 400, height: 200 };

test('all of a picture is where its fit, position and crop put it', () => {
  assert.deepEqual(findWhole(photo(), reported), { x: 0, y: 0, width: 200, height: 100 });
  const tall = findWhole(photo({ height: 200, position: { x: 1, y: 0 } }), reported);
  assert.deepEqual(tall, { x: -200, y: 0, width: 400, height: 200 });
  const cropped = findWhole(photo({ crop: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 } }), reported);
  assert.deepEqual(cropped, { x: -100, y: -100, width: 400, height: 200 });
  const stretched = findWhole(photo({ fit: 'fill', crop: { x: 0.5 } }), reported);
  assert.deepEqual(stretched, { x: -200, y: 0, width: 400, height: 100 });
  // Where only the service knows, its report counts.
  assert.equal(findWhole(photo({ position: 'face' }), reported), reported);
  assert.equal(findWhole(photo({ fit: 'contain' }), reported), reported);
});

test('what is shown never leaves the picture, and is found again', () => {
  const image = photo({ position: { x: 0, y: 0 }, fit: 'contain' });
  showPart(image, { x: 500, y: -500, width: 400, height: 200 });
  assert.deepEqual(image.crop, { x: 0, y: 0.5, width: 0.5, height: 0.5 });
  assert.deepEqual([image.fit, image.position], [undefined, undefined]);
  assert.deepEqual(findWhole(image, reported), { x: 0, y: -100, width: 400, height: 200 });
  showPart(image, { x: 50, y: 20, width: 100, height: 50 });
  assert.equal(image.crop, undefined);
  const zoomed = zoomPicture({ x: 0, y: 0, width: 200, height: 100 }, image, 2);
  assert.deepEqual(zoomed, { x: -100, y: -50, width: 400, height: 200 });
});

test('a frame moves over its picture, also where it is turned, as far as there is a picture', () => {
  const image = photo({ rotation: 90 });
  // Its right edge is below: upwards is inwards.
  moveFrame(image, { x: -100, y: 0, width: 400, height: 200 }, { x: 1, y: 0 }, { x: 0, y: -50 });
  assert.deepEqual([image.width, image.crop], [150, { x: 0.25, y: 0, width: 0.375, height: 0.5 }]);
  moveFrame(image, { x: -100, y: 0, width: 400, height: 200 }, { x: 1, y: 0 }, { x: 0, y: 900 });
  assert.deepEqual([image.width, image.crop], [300, { x: 0.25, y: 0, width: 0.75, height: 0.5 }]);
});

const page = (elements: readonly object[]) =>
  openDesign({
    schemaVersion: 1,
    name: 'Page',
    viewport: { width: 1000, height: 600 },
    elements,
  } as unknown as TemplateDocument);

test('what is drawn is one step with what was added; squares and lines hold their directions', () => {
  const before = page([]);
  const add = (element: object) => {
    const after = addElements(before, [element as TemplateElement]);
    return { id: after.selection[0]!, before, after };
  };
  const rect = add({ type: 'rect', id: 'r', x: 0, y: 0, width: 9, height: 9 });
  const drawn = drawAdded(rect, { x: 100, y: 80 }, { x: 40.4, y: 60 }, true);
  const [box] = drawn.document.elements;
  assert.deepEqual([box!.x, box!.y, box!.width, box!.height], [40, 20, 60, 60]);
  assert.equal(drawn.done.length, 1);
  assert.deepEqual(undo(drawn).document.elements, []);
  const line = add({ type: 'line', id: 'l', x: 0, y: 0, width: 9, height: 0 });
  const [level] = drawAdded(line, { x: 0, y: 0 }, { x: 100, y: -9 }, true).document.elements;
  assert.deepEqual(
    [level!.width, level!.height, level!.flipY],
    [Math.round(Math.hypot(100, 9)), 0, undefined],
  );
  const [rising] = drawAdded(line, { x: 0, y: 50 }, { x: 100, y: 0 }, false).document.elements;
  assert.deepEqual([rising!.y, rising!.height, rising!.flipY], [0, 50, true]);
});

test('a picture fills a shape, whose outline is its frame then', () => {
  const star = { type: 'path', id: 'star', x: 5, y: 6, width: 70, height: 80, rotation: 10, fill: '#000' };
  const shape = { ...star, d: 'M0 0L9 0L9 9Z', viewBox: [0, 0, 9, 9] };
  const design = select(page([shape, photo({ opacity: 0.5 })]), ['star', 'photo']);
  const [filled, ...others] = fillShape(design).document.elements;
  assert.deepEqual(others, []);
  assert.deepEqual(filled, {
    type: 'image',
    id: 'photo',
    src: 'a.jpg',
    opacity: 0.5,
    x: 5,
    y: 6,
    width: 70,
    height: 80,
    rotation: 10,
    mask: { d: 'M0 0L9 0L9 9Z', viewBox: [0, 0, 9, 9] },
  });
  const panel = { type: 'rect', id: 'panel', x: 0, y: 0, width: 9, height: 9, cornerRadius: 3, fill: '#000' };
  const [framed] = frameNewPicture(page([panel]), 'panel', 'images/cat.png').document.elements;
  const expected = { id: 'cat', x: 0, y: 0, width: 9, height: 9, cornerRadius: 3 };
  assert.deepEqual(framed, { ...expected, type: 'image', src: 'images/cat.png' });
});
