import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { getBox, getDesign, getFirst } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConversionOptions } from '../design.ts';

const convert = (objects: readonly object[], more: object = {}, options: Partial<ConversionOptions> = {}) =>
  convertDesign(getDesign('card.json', { version: '5.3.0', width: 400, height: 300, objects, ...more }), {
    variables: 'none',
    fetchImage: null,
    ...options,
  });

test('a shape stands where its stroke begins, and is scaled with it', async () => {
  const rect = { type: 'rect', left: 10, top: 20, width: 100, height: 50, strokeWidth: 4 };
  const { document, format } = await convert([
    { ...rect, stroke: '#000', fill: 'red', scaleX: 2, scaleY: 2 },
  ]);
  assert.equal(format, 'fabric');
  const element = getFirst(document.elements, 'rect');
  assert.deepEqual(getBox(element), { x: 14, y: 24, width: 200, height: 100, rotation: undefined });
  assert.equal(element.stroke?.width, 8);
});

test('an angle turns about the origin; from version 7 on that is the middle', async () => {
  const rect = { type: 'Rect', left: 200, top: 100, width: 100, height: 40, strokeWidth: 0, angle: 90 };
  const corner = await convert([rect]);
  assert.deepEqual(getBox(getFirst(corner.document.elements, 'rect')), {
    x: 130,
    y: 130,
    width: 100,
    height: 40,
    rotation: 90,
  });
  const middle = await convert([rect], { version: '7.0.0' });
  assert.deepEqual(getBox(getFirst(middle.document.elements, 'rect')), {
    x: 150,
    y: 80,
    width: 100,
    height: 40,
    rotation: 90,
  });
});

test('children stand around the middle of their group, which scales them', async () => {
  const child = { type: 'rect', left: -20, top: -10, width: 20, height: 20, strokeWidth: 0 };
  const group = {
    type: 'group',
    name: 'Pair',
    left: 50,
    top: 60,
    width: 40,
    height: 20,
    scaleX: 2,
    scaleY: 3,
  };
  const { document, kept } = await convert([{ ...group, objects: [child, { ...child, left: 0 }] }]);
  const found = getFirst(document.elements, 'group');
  assert.deepEqual(getBox(found), { x: 50, y: 60, width: 80, height: 60, rotation: undefined });
  assert.deepEqual(found.elements.map(getBox), [
    { x: 0, y: 0, width: 40, height: 60, rotation: undefined },
    { x: 40, y: 0, width: 40, height: 60, rotation: undefined },
  ]);
  assert.equal(kept, 3);
});

test('the page is the clip path of the canvas, and everything moves with it', async () => {
  const clipPath = { type: 'rect', left: 100, top: 50, width: 640, height: 480, strokeWidth: 0 };
  const rect = { type: 'rect', left: 110, top: 70, width: 30, height: 30, strokeWidth: 0, fill: '#123456' };
  const { document } = await convert([rect], { width: undefined, height: undefined, clipPath });
  assert.deepEqual(document.viewport, { width: 640, height: 480 });
  const { x, y, fill } = getFirst(document.elements, 'rect');
  assert.deepEqual({ x, y, fill }, { x: 10, y: 20, fill: '#123456ff' });
});

test('a gradient between two points is one through the middle of the box', async () => {
  const colorStops = [
    { offset: 0, color: '#000' },
    { offset: 1, color: '#fff' },
  ];
  const rect = { type: 'rect', left: 0, top: 0, width: 100, height: 50, strokeWidth: 0 };
  const fill = { type: 'linear', coords: { x1: 50, y1: 0, x2: 100, y2: 0 }, colorStops };
  const { document } = await convert([{ ...rect, fill }]);
  assert.deepEqual(getFirst(document.elements, 'rect').fill, {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0.5, color: '#000000ff' },
      { offset: 1, color: '#ffffffff' },
    ],
  });
});

test('what no element can be becomes an SVG file, which is a loss', async () => {
  const circle = { type: 'circle', name: 'Ring', radius: 20, fill: null, stroke: 'red', strokeWidth: 6 };
  const { document, losses, folder } = await convert([{ ...circle, scaleX: 3 }]);
  const image = getFirst(document.elements, 'image');
  assert.match(Buffer.from(folder.files.get(image.src) ?? []).toString(), /<path d="M20 0C.*fill="none"/);
  assert.deepEqual(losses, [
    {
      element: 'Ring',
      property: 'circle',
      reason: 'It becomes an SVG file, since its stroke is not of one width all around.',
    },
  ]);
});

test('styles by character become runs, as ranges and by lines', async () => {
  const text = { type: 'textbox', width: 200, height: 60, fontFamily: 'Inter', text: 'ab\ncd' };
  const red = { fill: '#f00' };
  const byLines = await convert([{ ...text, styles: { 1: { 0: red } } }]);
  const byRange = await convert([{ ...text, styles: [{ start: 2, end: 3, style: red }] }]);
  const expected = [{ text: 'ab\n' }, { text: 'c', color: '#ff0000ff' }, { text: 'd' }];
  assert.deepEqual(getFirst(byLines.document.elements, 'text').runs, expected);
  assert.deepEqual(getFirst(byRange.document.elements, 'text').runs, expected);
});

test('a cropped picture is the part of its file that it shows', async () => {
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const src = `data:image/png;base64,${bytes.toString('base64')}`;
  const image = {
    type: 'image',
    left: 5,
    top: 5,
    width: 10,
    height: 10,
    cropX: 20,
    cropY: 5,
    scaleX: 4,
    src,
  };
  const { document } = await convert([image]);
  const { crop, fit, ...element } = getFirst(document.elements, 'image');
  assert.deepEqual(crop, { x: 0.5, y: 0.25, width: 0.25, height: 0.5 });
  assert.equal(fit, 'fill');
  assert.deepEqual([element.x, element.y, element.width, element.height], [5, 5, 40, 10]);
});

test('a clip path becomes a group that clips', async () => {
  const clipPath = { type: 'circle', radius: 10, originX: 'center', originY: 'center', strokeWidth: 0 };
  const rect = { type: 'rect', left: 100, top: 100, width: 60, height: 40, strokeWidth: 0, opacity: 0.5 };
  const { document } = await convert([{ ...rect, clipPath }]);
  const group = getFirst(document.elements, 'group');
  assert.equal(group.clip, 'ellipse');
  assert.equal(group.opacity, 0.5);
  assert.deepEqual(getBox(group), { x: 120, y: 110, width: 20, height: 20, rotation: undefined });
  const [inside] = group.elements;
  assert.deepEqual([inside?.x, inside?.y, inside?.opacity], [-20, -10, undefined]);
});

test('every loss is listed once, by the name that the author knows', async () => {
  const { losses, kept } = await convert([
    { type: 'rect', name: 'Odd', width: 10, height: 10, fill: 'red', wobble: 3, opacity: 'half' },
    { type: 'image', name: 'Far', src: 'https://pictures.example/a.png' },
    { type: 'hologram', name: 'H' },
    { type: 'text', name: 'Both', text: 'x', width: 9, height: 9, fontFamily: 'Rock Salt', overline: true },
  ]);
  assert.equal(kept, 2);
  assert.deepEqual(losses.map(({ element, property }) => `${element}: ${property}`).sort(), [
    'Both: fontFamily',
    'Both: fontSize, letterSpacing',
    'Both: overline',
    'Far: src',
    'H: hologram',
    'Odd: opacity',
    'Odd: wobble',
  ]);
});

test('texts are proposed as variables, and those that marks in them name', async () => {
  const text = { type: 'i-text', name: 'Greeting', text: 'Dear friend', width: 90, height: 30 };
  const marked = { type: 'i-text', name: 'Seat', text: 'Dear {{x}}, <<y>>', width: 90, height: 30 };
  const all = await convert([text, marked], {}, { variables: 'all' });
  assert.equal(getFirst(all.document.elements, 'text').text, '{{Greeting}}');
  assert.deepEqual(
    all.variables.map(({ name, isMarked, value }) => [name, isMarked, value]),
    [
      ['Greeting', false, 'Dear friend'],
      ['x', true, '{{x}}'],
      ['y', true, '<<y>>'],
    ],
  );
  const some = await convert([marked], {}, { variables: 'marked' });
  assert.equal(getFirst(some.document.elements, 'text').text, 'Dear {{x}}, {{y}}');
  const none = await convert([marked]);
  assert.equal(getFirst(none.document.elements, 'text').text, 'Dear \\{{x}}, <<y>>');
});

test('a design of another shape is refused', async () => {
  const bytes = Buffer.from('{"objects": 3}');
  const source = { name: 'a.json', bytes, readBeside: () => Promise.resolve(null) };
  const options = { variables: 'none', fetchImage: null, format: 'fabric' } as const;
  await assert.rejects(convertDesign(source, options), UnreadableDesign);
});
