import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, getFirst, getLosses, undecoded } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConvertedDesign } from '../design.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const box = (x: number, y: number, width: number, height: number) => ({
  absoluteBoundingBox: { x, y, width, height },
});
const solid = (r: number, g: number, b: number) => ({ type: 'SOLID', color: { r, g, b, a: 1 } });

const convert = async (children: readonly object[], frame: object = {}): Promise<ConvertedDesign> => {
  const root = {
    type: 'FRAME',
    name: 'Card',
    ...box(100, 100, 400, 300),
    fills: [solid(1, 1, 1)],
    ...frame,
    children,
  };
  const document = { type: 'DOCUMENT', children: [{ type: 'CANVAS', name: 'Page 1', children: [root] }] };
  return await convertDesign(
    getDesign('file.json', { name: 'Cards', document }, { 'images/abc.png': png }),
    { variables: 'marked', fetchImage: null },
    undecoded,
  );
};

test('the first frame is the page; boxes count from its corner, turned about their middle', async () => {
  const turned = { rotation: -Math.PI / 2, size: { x: 60, y: 20 } };
  const bar = {
    type: 'RECTANGLE',
    name: 'Bar',
    ...box(120, 140, 20, 60),
    ...turned,
    fills: [solid(1, 0, 0)],
  };
  const converted = await convert([{ ...bar, rectangleCornerRadii: [1, 2, 3, 4], opacity: 0.5 }]);
  assert.equal(converted.format, 'figma');
  const { name, viewport, background, elements } = converted.document;
  assert.deepEqual([name, viewport, background], ['Cards', { width: 400, height: 300 }, '#ffffffff']);
  const { id: _id, ...rect } = getFirst(elements, 'rect');
  assert.deepEqual(rect, {
    type: 'rect',
    x: 0,
    y: 60,
    width: 60,
    height: 20,
    rotation: 90,
    opacity: 0.5,
    fill: '#ff0000ff',
    cornerRadius: [1, 2, 3, 4],
  });
  assert.deepEqual(getLosses(converted).sort(), []);
});

test('auto layout becomes a layout whose children hug, fill, or stand apart', async () => {
  const text = { type: 'TEXT', name: 'Label', ...box(110, 110, 50, 20), characters: 'Buy' };
  const style = { fontFamily: 'Inter', fontSize: 16, lineHeightPx: 20, textAutoResize: 'WIDTH_AND_HEIGHT' };
  const row = {
    type: 'FRAME',
    name: 'Row',
    ...box(100, 100, 200, 40),
    layoutMode: 'HORIZONTAL',
    itemSpacing: 8,
    paddingLeft: 4,
    paddingRight: 4,
    counterAxisAlignItems: 'CENTER',
    fills: [solid(0, 1, 0)],
    layoutSizingHorizontal: 'FIXED',
    layoutSizingVertical: 'HUG',
    cornerRadius: 5,
    children: [
      { ...text, style },
      { type: 'RECTANGLE', name: 'Rest', ...box(160, 110, 90, 20), layoutGrow: 1, fills: [solid(0, 0, 1)] },
      {
        type: 'ELLIPSE',
        name: 'Dot',
        ...box(290, 95, 10, 10),
        layoutPositioning: 'ABSOLUTE',
        fills: [solid(1, 0, 0)],
      },
    ],
  };
  const { document } = await convert([row]);
  const group = getFirst(document.elements, 'group');
  assert.deepEqual(group.layout, { direction: 'row', gap: 8, padding: [0, 4, 0, 4], align: 'center' });
  assert.deepEqual([group.width, group.height, group.cornerRadius], [200, 'hug', 5]);
  assert.deepEqual(group.background, { fill: '#00ff00ff' });
  const [label, rest, dot] = group.elements;
  assert.deepEqual([label?.width, label?.x, rest?.width, rest?.height], ['hug', undefined, 'fill', 20]);
  assert.deepEqual(dot?.type === 'ellipse' && [dot.position, dot.x, dot.y], ['absolute', 190, -5]);
});

test('styles of characters become runs, and text properties variables', async () => {
  const style = { fontFamily: 'Inter', fontWeight: 400, fontSize: 20, lineHeightPx: 30, letterSpacing: 1 };
  const text = { type: 'TEXT', ...box(100, 100, 200, 30), style, fills: [solid(0, 0, 0)] };
  const { document } = await convert([
    {
      ...text,
      name: 'Price',
      characters: 'only 5',
      characterStyleOverrides: [0, 0, 0, 0, 0, 7],
      styleOverrideTable: { 7: { fontWeight: 700, fills: [solid(1, 0, 0)] } },
    },
    {
      ...text,
      name: 'Label',
      characters: 'Buy',
      componentPropertyReferences: { characters: 'Button text#1:2' },
    },
  ]);
  const [price, label] = document.elements;
  assert.ok(price?.type === 'text' && label?.type === 'text');
  assert.deepEqual(price.runs, [{ text: 'only ' }, { text: '5', fontWeight: 700, color: '#ff0000ff' }]);
  assert.deepEqual([price.lineHeight, price.letterSpacing], [1.5, 1]);
  assert.equal(label.text, '{{Button text}}');
});

test('handles of gradients become angles and offsets; pictures are read from beside the file', async () => {
  const stops = [0, 1].map((position) => ({ position, color: { r: position, g: 0, b: 0, a: 1 } }));
  const handles = [
    { x: 0, y: 0.5 },
    { x: 0.5, y: 0.5 },
    { x: 0, y: 1 },
  ];
  const gradient = { type: 'GRADIENT_LINEAR', gradientStops: stops, gradientHandlePositions: handles };
  const photo = { type: 'IMAGE', imageRef: 'abc', scaleMode: 'FIT', filters: { saturation: -1 } };
  const missing = { type: 'IMAGE', imageRef: 'def' };
  const converted = await convert([
    { type: 'RECTANGLE', name: 'Fade', ...box(100, 100, 100, 50), fills: [gradient] },
    { type: 'RECTANGLE', name: 'Photo', ...box(100, 100, 100, 50), fills: [photo] },
    { type: 'RECTANGLE', name: 'Gone', ...box(100, 100, 100, 50), fills: [missing] },
  ]);
  assert.deepEqual(getFirst(converted.document.elements, 'rect').fill, {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0, color: '#000000ff' },
      { offset: 0.5, color: '#ff0000ff' },
    ],
  });
  const { fit, filters } = getFirst(converted.document.elements, 'image');
  assert.deepEqual([fit, filters], ['contain', { saturate: 0 }]);
  assert.deepEqual(getLosses(converted).sort(), ['Gone: imageRef', 'Photo: filters']);
});

test('vectors are their paths, masks clip, effects are shadows and blurs', async () => {
  const vector = {
    type: 'VECTOR',
    name: 'Star',
    ...box(100, 100, 10, 10),
    size: { x: 10, y: 10 },
    fills: [solid(1, 0, 0)],
  };
  const effects = [
    { type: 'DROP_SHADOW', radius: 4, offset: { x: 0, y: 2 }, color: { r: 0, g: 0, b: 0, a: 0.5 } },
    { type: 'BACKGROUND_BLUR', radius: 8 },
  ];
  const converted = await convert([
    { ...vector, fillGeometry: [{ path: 'M0 0L10 0L5 10Z', windingRule: 'NONZERO' }], effects },
    { ...vector, name: 'Flat' },
    { type: 'ELLIPSE', name: 'Round', isMask: true, ...box(120, 120, 40, 40), fills: [solid(0, 0, 0)] },
    { type: 'RECTANGLE', name: 'Cut', ...box(110, 110, 60, 60), fills: [solid(0, 0, 1)], visible: false },
  ]);
  const { d, viewBox, shadow, backdropBlur } = getFirst(converted.document.elements, 'path');
  assert.deepEqual([d, viewBox, backdropBlur], ['M0 0L10 0L5 10Z', [0, 0, 10, 10], 4]);
  assert.deepEqual(shadow, { x: 0, y: 2, blur: 4, color: '#00000080' });
  const { clip, elements } = getFirst(converted.document.elements, 'group');
  assert.deepEqual([clip, elements[0]?.x, elements[0]?.visible], ['ellipse', -10, false]);
  assert.deepEqual(getLosses(converted).sort(), ['Flat: fillGeometry']);
});

test('keys that the format has not are losses; a file without a frame is refused', async () => {
  const { losses } = await convert([{ type: 'RECTANGLE', name: 'Odd', ...box(0, 0, 1, 1), wobble: 3 }]);
  assert.deepEqual(
    losses.map(({ element, property }) => `${element}: ${property}`),
    ['Odd: wobble'],
  );
  const empty = { document: { type: 'DOCUMENT', children: [] } };
  await assert.rejects(
    convertDesign(getDesign('file.json', empty), { variables: 'none', fetchImage: null }),
    UnreadableDesign,
  );
});

test('a path that is a mask shows what comes after it; a straight vector is a line', async () => {
  const path = 'M0 0H40L20 40Z';
  const shape = { type: 'VECTOR', ...box(120, 120, 40, 40), fills: [solid(0, 0, 0)] };
  const { document, losses } = await convert([
    { type: 'VECTOR', name: 'Rule', ...box(100, 110, 200, 0), strokes: [solid(1, 0, 0)], strokeWeight: 2 },
    { ...shape, name: 'Peak', isMask: true, fillGeometry: [{ path, windingRule: 'EVENODD' }] },
    { type: 'RECTANGLE', name: 'Sky', ...box(130, 130, 30, 30), fills: [solid(0, 0, 1)] },
  ]);
  const { stroke, width, height } = getFirst(document.elements, 'line');
  assert.deepEqual({ color: stroke?.color, width, height }, { color: '#ff0000ff', width: 200, height: 0 });
  const { mask, elements } = getFirst(document.elements, 'group');
  assert.deepEqual(mask, { d: path, viewBox: [0, 0, 40, 40], fillRule: 'evenodd' });
  assert.deepEqual([elements[0]?.x, elements[0]?.y], [10, 10]);
  assert.deepEqual(losses, []);
});

test('what cannot be painted keeps its room in a layout; a node that was saved alone is read', async () => {
  const arrow = { type: 'VECTOR', name: 'Arrow', ...box(0, 0, 20, 20), fills: [solid(0, 0, 0)] };
  const frame = { type: 'FRAME', name: 'Row', layoutMode: 'HORIZONTAL', ...box(0, 0, 100, 20) };
  const { document, losses } = await convertDesign(
    getDesign('node.json', { id: '1:2', ...frame, children: [arrow] }),
    { variables: 'none', fetchImage: null },
    undecoded,
  );
  const { width, height, fill } = getFirst(document.elements, 'rect');
  assert.deepEqual({ width, height, fill }, { width: 20, height: 20, fill: undefined });
  assert.deepEqual(
    losses.map(({ element, property }) => [element, property]),
    [['Arrow', 'fillGeometry']],
  );
});

test('properties of a component are variables of each of its instances', async () => {
  const style = { fontFamily: 'Inter', fontSize: 20 };
  const button = (id: string, left: number, label: string, isShown: boolean) => ({
    type: 'INSTANCE',
    id,
    name: `Button ${id}`,
    ...box(left, 100, 100, 30),
    children: [
      {
        type: 'TEXT',
        name: 'label',
        ...box(left, 100, 60, 30),
        style,
        characters: label,
        fills: [solid(0, 0, 0)],
        componentPropertyReferences: { characters: 'Label#1:0' },
      },
      {
        type: 'ELLIPSE',
        name: 'dot',
        ...box(left + 70, 100, 20, 20),
        fills: [solid(1, 0, 0)],
        visible: isShown,
        componentPropertyReferences: { visible: 'Has dot#1:1' },
      },
      {
        type: 'INSTANCE',
        id: `${id}i`,
        name: 'icon',
        ...box(left + 90, 100, 10, 10),
        children: [],
        componentPropertyReferences: { mainComponent: 'Icon#1:2' },
      },
      {
        type: 'RECTANGLE',
        name: 'gone',
        visible: false,
        componentPropertyReferences: { visible: 'Has badge#1:3' },
      },
    ],
  });
  const { document, losses } = await convert([
    button('a', 100, 'Buy', true),
    button('b', 250, 'Sell', false),
  ]);
  const parts = document.elements?.map((group) => {
    assert.ok(group.type === 'group');
    const [label, dot] = group.elements;
    assert.ok(label?.type === 'text');
    return [label.text, dot?.visible];
  });
  assert.deepEqual(parts, [
    ['{{Label}}', '{{Has dot}}'],
    ['{{Label 2}}', '{{Has dot 2}}'],
  ]);
  assert.deepEqual(
    document.variables?.map(({ name, defaultValue }) => [name, defaultValue]),
    [
      ['Label', 'Buy'],
      ['Has dot', 'true'],
      ['Label 2', 'Sell'],
      ['Has dot 2', 'false'],
    ],
  );
  assert.deepEqual(
    losses.map(({ element, reason }) => [element, reason]),
    [
      ['icon', 'The property "Icon" puts no other component in its place.'],
      ['gone', 'The property "Has badge" hides it: the file does not say where it is.'],
      ['icon 2', 'The property "Icon" puts no other component in its place.'],
      ['gone 2', 'The property "Has badge" hides it: the file does not say where it is.'],
    ],
  );
});

test('what fills a row has the length that it has in Figma, whatever its padding', async () => {
  const fill = {
    type: 'FRAME',
    layoutMode: 'VERTICAL',
    layoutSizingHorizontal: 'FILL',
    layoutSizingVertical: 'FILL',
  };
  const side = (name: string, x: number, padding: object) => ({
    ...fill,
    name,
    ...box(x, 100, 200, 300),
    ...padding,
  });
  const row = { layoutMode: 'HORIZONTAL', layoutSizingHorizontal: 'FIXED', layoutSizingVertical: 'FIXED' };
  const getGrow = async (padding: object) => {
    const children = [side('left', 100, {}), side('right', 300, padding)];
    return (await convert(children, row)).document.elements?.map(({ width, grow }) => [width, grow]);
  };
  assert.deepEqual(await getGrow({}), [
    ['fill', undefined],
    ['fill', undefined],
  ]);
  assert.deepEqual(await getGrow({ paddingLeft: 40, paddingRight: 10 }), [
    ['fill', 200],
    ['fill', 150],
  ]);
});

test('the name of a face says its weight, where the number is between two', async () => {
  const getWeight = async (fontPostScriptName: string | null) => {
    const style = { fontFamily: 'Inter', fontSize: 20, fontWeight: 560, fontPostScriptName };
    const text = { type: 'TEXT', name: 'Title', ...box(100, 100, 200, 30), characters: 'Title', style };
    return getFirst((await convert([text])).document.elements, 'text').fontWeight;
  };
  assert.equal(await getWeight('Inter-Black'), 900);
  assert.equal(await getWeight('Inter-SemiBoldItalic'), 600);
  assert.equal(await getWeight('Inter-ExtraLight'), 200);
  assert.equal(await getWeight('Inter-Display'), 600);
  assert.equal(await getWeight(null), 600);
});
