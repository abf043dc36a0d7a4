import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layer } from 'ag-psd';
import { getFirst, getLosses } from '../../../test/helpers/designs.ts';
import { convertLayers, plain, squareLayer } from '../../../test/helpers/photoshop.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConvertedDesign } from '../design.ts';

/** A path of straight lines. */
const polygon = (...points: readonly (readonly [number, number])[]) => ({
  open: false,
  operation: 'combine' as const,
  fillRule: 'even-odd' as const,
  knots: points.map(([x, y]) => ({ linked: false, points: [x, y, x, y, x, y] })),
});

const red = { r: 255, g: 0, b: 0 };
const picture = (name: string, at: number, more: Partial<Layer> = {}): Layer =>
  squareLayer(name, at, 10, [255, 0, 0, 255], more);

/** The points of each part of a path, in order. */
const subpaths = (d: string): string[][] =>
  d
    .split('Z')
    .filter((part) => part !== '')
    .map((part) => [...new Set(part.match(/[\d.]+ [\d.]+/gu))].sort());

const convert = async (children: Layer[]): Promise<ConvertedDesign> =>
  await convertLayers(children, { height: 40, imageData: plain(60, 40, [0, 0, 255, 255]) });

test('a layer becomes a picture at its place, in its blend mode, with its shadow', async () => {
  const shadow = { enabled: true, angle: 90, distance: { units: 'Pixels' as const, value: 4 } };
  const size = { units: 'Pixels' as const, value: 6 };
  const dropShadow = [{ ...shadow, size, color: { r: 0, g: 0, b: 0 }, opacity: 0.5 }];
  const converted = await convert([
    picture('Photo', 5, { blendMode: 'multiply', opacity: 0.5, hidden: true, effects: { dropShadow } }),
  ]);
  const { id: _id, src, ...image } = getFirst(converted.document.elements, 'image');
  assert.deepEqual(image, {
    type: 'image',
    x: 5,
    y: 5,
    width: 10,
    height: 10,
    blendMode: 'multiply',
    visible: false,
    opacity: 0.502,
    shadow: { x: 0, y: 4, blur: 6, color: '#00000080' },
  });
  assert.ok(converted.folder.files.has(src));
  assert.deepEqual(getLosses(converted), []);
  assert.deepEqual(
    converted.variables.map(({ name, type }) => [name, type]),
    [['Photo', 'image']],
  );
  assert.ok(converted.picture !== null);
});

test('a mask is baked into the picture, which gets as small as what it shows', async () => {
  const mask = {
    left: 0,
    top: 0,
    right: 8,
    bottom: 40,
    defaultColor: 0,
    imageData: plain(8, 40, [255, 255, 255, 255]),
  };
  const { document } = await convert([picture('Photo', 5, { mask })]);
  const { x, width, height } = getFirst(document.elements, 'image');
  assert.deepEqual({ x, width, height }, { x: 5, width: 3, height: 10 });
});

test('a shape becomes a path with fill and stroke; what is taken away runs the other way', async () => {
  const outer = polygon([10, 10], [30, 10], [30, 30], [10, 30]);
  const two = { units: 'Pixels' as const, value: 2 };
  const hole = { ...polygon([15, 15], [25, 15], [25, 25], [15, 25]), operation: 'subtract' as const };
  const { document } = await convert([
    {
      name: 'Ring',
      vectorFill: { type: 'color', color: red },
      vectorStroke: { strokeEnabled: true, fillEnabled: true, lineWidth: two, lineAlignment: 'inside' },
      vectorMask: { paths: [outer, hole] },
    },
  ]);
  const { d, x, width, fill, stroke } = getFirst(document.elements, 'path');
  assert.equal(d, 'M0 0L20 0L20 20L0 20L0 0ZM5 15L15 15L15 5L5 5L5 15Z');
  assert.deepEqual({ x, width, fill }, { x: 10, width: 20, fill: '#ff0000ff' });
  assert.equal(stroke?.align, 'inside');
});

test('what is added after something was taken away covers it again', async () => {
  const square = (at: number, size: number) =>
    polygon([at, at], [at + size, at], [at + size, at + size], [at, at + size]);
  const paths = [
    square(0, 20),
    { ...square(5, 10), operation: 'subtract' as const },
    square(10, 20),
    { ...square(12, 4), operation: 'subtract' as const },
  ];
  const vectorFill = { type: 'color' as const, color: red };
  const { document } = await convert([{ name: 'Door', vectorFill, vectorMask: { paths } }]);
  const { d = '', width, fillRule } = getFirst(document.elements, 'path');
  assert.deepEqual([width, fillRule], [30, undefined]);
  // What is joined has one edge, and neither hole is covered twice.
  assert.deepEqual(subpaths(d), [
    ['0 0', '0 20', '10 20', '10 30', '20 0', '20 10', '30 10', '30 30'],
    ['10 10', '10 15', '15 10', '15 5', '5 15', '5 5'],
    ['12 12', '12 16', '16 12', '16 16'],
  ]);
});

test('a text has its runs, its size by the transform, and stands on its baseline', async () => {
  const text = {
    text: 'Big sale',
    transform: [2, 0, 0, 2, 10, 30],
    style: { font: { name: 'Inter-Bold' }, fontSize: 6, tracking: 50, fillColor: { r: 0, g: 0, b: 0 } },
    styleRuns: [
      { length: 4, style: {} },
      { length: 4, style: { fillColor: red, underline: true } },
    ],
    paragraphStyle: { justification: 'left' as const },
  };
  const converted = await convert([{ name: 'Title', left: 10, top: 21, right: 50, bottom: 30, text }]);
  const element = getFirst(converted.document.elements, 'text');
  assert.deepEqual(
    element.runs?.map((run) => [run.text, run.color, run.decoration]),
    [
      ['Big ', undefined, undefined],
      ['sale', '#ff0000ff', 'underline'],
    ],
  );
  const { fontFamily, fontWeight, fontSize, letterSpacing, trim, verticalAlign } = element;
  assert.deepEqual([fontFamily, fontWeight, fontSize, letterSpacing], ['Inter', 700, 12, 0.6]);
  assert.deepEqual([trim, verticalAlign, Number(element.y) + Number(element.height)], ['cap', 'bottom', 30]);
});

test('what is clipped to a rectangle is in a group with its box; to pixels, it is cut', async () => {
  const frame: Layer = {
    name: 'Frame',
    vectorFill: { type: 'color', color: red },
    vectorMask: { paths: [polygon([10, 10], [30, 10], [30, 30], [10, 30])] },
    vectorOrigination: {
      keyDescriptorList: [
        {
          keyOriginType: 1,
          keyOriginShapeBoundingBox: {
            top: { units: 'Pixels', value: 10 },
            left: { units: 'Pixels', value: 10 },
            right: { units: 'Pixels', value: 30 },
            bottom: { units: 'Pixels', value: 30 },
          },
        },
      ],
    },
  };
  const boxed = await convert([frame, picture('Photo', 25, { clipping: true })]);
  const { clip, elements } = getFirst(boxed.document.elements, 'group');
  assert.deepEqual([clip, elements[0]?.x], ['box', 15]);
  const cut = await convert([picture('Base', 0), picture('Photo', 5, { clipping: true })]);
  const [, photo] = cut.document.elements;
  assert.deepEqual([photo?.width, photo?.height], [5, 5]);
});

test('a shape with a mask stays a shape, and a picture is shown through its vector mask', async () => {
  const paths = [polygon([6, 6], [12, 6], [12, 12], [6, 12])];
  const mask = {
    left: 0,
    top: 0,
    right: 4,
    bottom: 40,
    defaultColor: 0,
    imageData: plain(4, 40, [9, 9, 9, 255]),
  };
  const { document, folder, losses } = await convert([
    picture('Photo', 5, { vectorMask: { paths } }),
    { name: 'Panel', vectorFill: { type: 'color', color: red }, mask, blendMode: 'multiply' },
  ]);
  assert.deepEqual(getFirst(document.elements, 'image').mask, {
    d: 'M0 0L6 0L6 6L0 6L0 0Z',
    viewBox: [-1, -1, 10, 10],
  });
  const group = getFirst(document.elements, 'group');
  assert.deepEqual([group.blendMode, group.elements[0]?.type], ['multiply', 'rect']);
  assert.ok(folder.files.has(group.mask?.src ?? ''));
  assert.deepEqual(losses, []);
});

test('the first artboard is the page, and groups have the box of their layers', async () => {
  const rect = { left: 20, top: 0, right: 60, bottom: 30 };
  const group = { name: 'Pair', opacity: 0.5, children: [picture('One', 25), picture('Two', 30)] };
  const board = { name: 'Board', artboard: { rect, backgroundType: 1 }, children: [group] };
  const converted = await convert([{ ...board }, { ...board, name: 'Other' }]);
  const { viewport, background, elements } = converted.document;
  assert.deepEqual([viewport, background], [{ width: 40, height: 30 }, '#ffffff']);
  const { x, y, width, elements: members } = getFirst(elements, 'group');
  assert.deepEqual([x, y, width, members[1]?.x], [5, 25, 15, 5]);
  assert.deepEqual(getLosses(converted), [': artboards']);
});

test('what cannot be had is listed, by the names of layers', async () => {
  const bevel = { enabled: true, size: { units: 'Pixels' as const, value: 3 } };
  const converted = await convert([
    picture('Badge', 0, { effects: { bevel }, blendMode: 'vivid light' }),
    { name: 'Levels', adjustment: { type: 'levels' } },
  ]);
  assert.deepEqual(getLosses(converted).sort(), [
    'Badge: adjustments',
    'Badge: bevel',
    'Badge: blend mode',
    'Levels: levels',
  ]);
});

test('damaged files are refused with the reason', async () => {
  const bytes = Buffer.from('8BPS then something else');
  const source = { name: 'card.psd', bytes, readBeside: () => Promise.resolve(null) };
  await assert.rejects(convertDesign(source, { variables: 'none', fetchImage: null }), UnreadableDesign);
});

test('the stroke of a shape lies above what is clipped to it', async () => {
  const three = { units: 'Pixels' as const, value: 3 };
  const base: Layer = {
    ...picture('Frame', 10),
    vectorFill: { type: 'color', color: red },
    vectorStroke: { strokeEnabled: true, fillEnabled: true, lineWidth: three, lineAlignment: 'inside' },
    vectorMask: { paths: [polygon([10, 10], [20, 10], [15, 20])] },
  };
  const { document } = await convert([base, picture('Photo', 8, { clipping: true })]);
  const { elements } = document;
  const kinds = elements.map(({ id, type }) => `${id}: ${type}`);
  assert.deepEqual([kinds[0], kinds.at(-1)], ['Frame: path', 'Frame stroke: path']);
  const above = elements.at(-1);
  assert.ok(above?.type === 'path' && above.fill === undefined && above.stroke?.width === 3);
});

test('a plain overlay of a group paints the texts and shapes in it', async () => {
  const solidFill = [
    { enabled: true, color: { r: 0, g: 0, b: 255 }, opacity: 1, blendMode: 'normal' as const },
  ];
  const shape: Layer = {
    name: 'Bar',
    vectorFill: { type: 'color', color: red },
    vectorMask: { paths: [polygon([10, 10], [30, 10], [30, 30], [10, 30])] },
  };
  const group = (children: Layer[]): Layer => ({ name: 'Title', children, effects: { solidFill } });
  const painted = await convert([group([shape])]);
  const { elements } = getFirst(painted.document.elements, 'group');
  const [bar] = elements;
  assert.ok(bar !== undefined && 'fill' in bar && bar.fill === '#0000ffff', JSON.stringify(elements));
  assert.deepEqual(getLosses(painted), []);
  assert.deepEqual(getLosses(await convert([group([picture('Photo', 5)])])), ['Title: overlay']);
});

test('a text that is stretched along its line is as wide with other letters', async () => {
  const text = (transform: number[]): Layer => ({
    name: 'Words',
    text: { text: 'HARBOUR', transform, style: { font: { name: 'Inter' }, fontSize: 12 } },
  });
  const plainText = getFirst((await convert([text([1, 0, 0, 1, 5, 20])])).document.elements, 'text');
  const narrow = await convert([text([0.5, 0, 0, 1, 5, 20])]);
  const { fontSize, letterSpacing } = getFirst(narrow.document.elements, 'text');
  assert.equal(plainText.fontSize, 12);
  assert.ok(Number(fontSize) < 7.5 && Number(fontSize) > 5 && Number(letterSpacing) < 0);
  assert.deepEqual(getLosses(narrow), ['Words: transform', 'Words: fontSize, letterSpacing']);
});
