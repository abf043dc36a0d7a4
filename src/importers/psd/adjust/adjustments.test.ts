import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdjustmentLayer, Layer } from 'ag-psd';
import { getDesign, getFirst, getLosses } from '../../../../test/helpers/designs.ts';
import { convertLayers, getPixel, squareLayer } from '../../../../test/helpers/photoshop.ts';
import { TemplateBuilder } from '../../builder.ts';
import type { Rgb } from '../../color-spaces.ts';
import type { PsdDocument } from '../document.ts';
import { Adjustments } from './adjustments.ts';
import { applyStep, readChange } from './steps.ts';

/** What an adjustment makes of a colour. */
function adjusted(adjustment: AdjustmentLayer, color: Readonly<Rgb>): number[] {
  const change = readChange(adjustment);
  assert.ok(change !== null);
  const result: Rgb = [...color];
  applyStep(result, { change, opacity: 1, masks: [], mode: 'normal', isInversion: false }, 1);
  return result;
}

const black = { r: 0, g: 0, b: 0 };
const orange = { r: 249, g: 75, b: 2 };

test('tones change by levels, curves, exposure and steps', () => {
  const level = { shadowOutput: 0, highlightOutput: 255, midtoneInput: 1 };
  const rgb = { ...level, shadowInput: 50, highlightInput: 150 };
  assert.deepEqual(adjusted({ type: 'levels', rgb }, [50, 100, 200]), [0, 128, 255]);
  const red = { ...rgb, shadowInput: 0, highlightInput: 255, highlightOutput: 100 };
  assert.deepEqual(adjusted({ type: 'levels', rgb, red }, [255, 100, 0]), [128, 128, 0]);
  const points = [0, 64, 128, 255].map((input) => ({ input, output: input === 64 ? 96 : input }));
  const [low = 0, mid = 0, high = 0] = adjusted({ type: 'curves', rgb: points }, [64, 128, 255]);
  assert.deepEqual([low, mid, high], [96, 128, 255]);
  const ends = [
    { input: 20, output: 10 },
    { input: 200, output: 220 },
  ];
  assert.deepEqual(adjusted({ type: 'curves', rgb: ends }, [0, 110, 255]), [10, 115, 220]);
  assert.deepEqual(adjusted({ type: 'exposure', exposure: -1 }, [255, 128, 0]), [186, 93, 0]);
  assert.deepEqual(adjusted({ type: 'posterize', levels: 4 }, [63, 64, 255]), [0, 85, 255]);
  assert.deepEqual(adjusted({ type: 'invert' }, [0, 100, 255]), [255, 155, 0]);
  const legacy = { type: 'brightness/contrast', brightness: 20, contrast: 50, useLegacy: true } as const;
  assert.deepEqual(adjusted(legacy, [107, 127, 87]), [127, 167, 87]);
});

test('colours change by their luminance and their hue', () => {
  assert.deepEqual(adjusted({ type: 'threshold', level: 128 }, [100, 150, 130]), [255, 255, 255]);
  assert.deepEqual(adjusted({ type: 'threshold', level: 140 }, [100, 150, 130]), [0, 0, 0]);
  const stop = (color: typeof black, location: number) => ({ color, location, midpoint: 0.5 });
  const colorStops = [stop(black, 0), stop(orange, 0.34765625), stop({ r: 255, g: 255, b: 255 }, 1)];
  const map = { type: 'gradient map', gradientType: 'solid', colorStops, smoothness: 1 } as const;
  // As Photoshop has it, between black and orange.
  assert.deepEqual(adjusted({ ...map, method: 'perceptual' }, [13, 13, 13]), [3, 0, 0]);
  assert.deepEqual(adjusted(map, [255, 255, 255]), [255, 255, 255]);
  assert.deepEqual(adjusted({ ...map, reverse: true }, [255, 255, 255]), [0, 0, 0]);
  const turned = { a: 0, b: 0, c: 0, d: 0, hue: 120, saturation: 0, lightness: 0 };
  assert.deepEqual(adjusted({ type: 'hue/saturation', master: turned }, [200, 50, 50]), [50, 200, 50]);
  const reds = { a: 315, b: 345, c: 15, d: 45, hue: 0, saturation: -100, lightness: 0 };
  assert.deepEqual(adjusted({ type: 'hue/saturation', reds }, [200, 100, 100]), [150, 150, 150]);
  assert.deepEqual(adjusted({ type: 'hue/saturation', reds }, [100, 100, 200]), [100, 100, 200]);
});

test('adjustments that no real design has had are not converted', () => {
  for (const type of [
    ...(['channel mixer', 'vibrance', 'black & white', 'selective color'] as const),
    ...(['photo filter', 'color balance', 'color lookup'] as const),
  ])
    assert.equal(readChange({ type }), null, type);
});

const invert: AdjustmentLayer = { type: 'invert' };
const black50: AdjustmentLayer = { type: 'threshold', level: 128 };
const mask = (shown: number) => ({
  left: 0,
  top: 0,
  right: 20,
  bottom: 60,
  defaultColor: 255 - shown,
  imageData: {
    width: 20,
    height: 60,
    data: Uint8ClampedArray.from({ length: 20 * 60 * 4 }, (_, at) => (at % 4 === 3 ? 255 : shown)),
  },
});

test('an adjustment changes the pictures below it, as its mask and its opacity show it', async () => {
  const converted = await convertLayers([
    squareLayer('Sky', 0, 40, [200, 100, 50, 255]),
    { name: 'Part', adjustment: black50, mask: mask(255) },
    squareLayer('Sun', 30, 20, [200, 100, 50, 255]),
  ]);
  const [sky, sun] = converted.document.elements;
  assert.ok(sky?.type === 'image' && sun?.type === 'image');
  assert.deepEqual(await getPixel(converted, sky.src), [0, 0, 0, 255]);
  assert.deepEqual(await getPixel(converted, sky.src, 30), [200, 100, 50, 255]);
  assert.deepEqual(await getPixel(converted, sun.src), [200, 100, 50, 255]);
  assert.deepEqual(getLosses(converted), ['Part: threshold']);
  const half = await convertLayers([
    squareLayer('Sky', 0, 40, [200, 100, 50, 255]),
    { name: 'Half', adjustment: black50, opacity: 128 / 255 },
  ]);
  assert.deepEqual(await getPixel(half, getFirst(half.document.elements, 'image').src), [100, 50, 25, 255]);
});

test('shapes and gradients get the colours of an adjustment; a part of a shape stays as it is', async () => {
  const panel: Layer = { name: 'Panel', vectorFill: { type: 'color', color: { r: 200, g: 100, b: 50 } } };
  const whole = await convertLayers([panel, { name: 'All', adjustment: black50 }]);
  assert.equal(getFirst(whole.document.elements, 'rect').fill, '#000000ff');
  const stops = [
    { color: black, location: 0, midpoint: 0.5 },
    { color: { r: 255, g: 255, b: 255 }, location: 1, midpoint: 0.5 },
  ];
  const vectorFill = {
    type: 'solid' as const,
    name: 'Grey',
    smoothness: 0,
    angle: 0,
    style: 'linear' as const,
    colorStops: stops,
    opacityStops: [],
  };
  const faded = await convertLayers([
    { name: 'Way', vectorFill },
    { name: 'All', adjustment: black50 },
  ]);
  const { fill } = getFirst(faded.document.elements, 'rect');
  assert.ok(typeof fill === 'object');
  const turn = fill.stops.findIndex(({ color }) => color === '#ffffffff');
  assert.deepEqual([fill.stops[turn - 1]?.offset, fill.stops[turn]?.offset], [0.5, 0.531]);
  const part = await convertLayers([panel, { name: 'Part', adjustment: black50, mask: mask(255) }]);
  assert.equal(getFirst(part.document.elements, 'rect').fill, '#c86432ff');
  assert.deepEqual(getLosses(part), ['Panel: adjustments', 'Part: threshold']);
});

test('a clipped adjustment changes its base only; one that is passed through, all below', async () => {
  const [sky, sun] = [
    squareLayer('Sky', 0, 40, [200, 100, 50, 255]),
    squareLayer('Sun', 10, 20, [200, 100, 50, 255]),
  ];
  const on = { name: 'On', adjustment: black50 };
  const clipped = await convertLayers([sky, sun, { ...on, clipping: true }]);
  const [below, base] = clipped.document.elements;
  assert.ok(below?.type === 'image' && base?.type === 'image');
  assert.deepEqual(await getPixel(clipped, below.src), [200, 100, 50, 255]);
  assert.deepEqual(await getPixel(clipped, base.src), [0, 0, 0, 255]);
  for (const [blendMode, wanted] of [
    ['pass through', [0, 0, 0, 255]],
    ['normal', [200, 100, 50, 255]],
  ] as const) {
    const group = { name: 'Look', blendMode, children: [sun, { name: 'On', adjustment: black50 }] };
    const converted = await convertLayers([sky, group]);
    const { src } = getFirst(converted.document.elements, 'image');
    assert.deepEqual(await getPixel(converted, src), wanted, blendMode);
  }
});

test('an inversion of all is an element; below another adjustment it is drawn', async () => {
  const sky = squareLayer('Sky', 0, 60, [200, 100, 50, 255]);
  const alone = await convertLayers([sky, { name: 'Negative', adjustment: invert }]);
  const { fill, blendMode } = getFirst(alone.document.elements, 'rect');
  assert.deepEqual([fill, blendMode, getLosses(alone)], ['#ffffff', 'difference', []]);
  const two = await convertLayers([
    sky,
    { name: 'Negative', adjustment: invert },
    { name: 'Steps', adjustment: { type: 'posterize', levels: 2 } },
  ]);
  assert.deepEqual(
    two.document.elements.map(({ type }) => type),
    ['image'],
  );
  const { src } = getFirst(two.document.elements, 'image');
  assert.deepEqual(await getPixel(two, src), [0, 255, 255, 255]);
});

test('in a group that is not passed through, an inversion is drawn into its layers', async () => {
  const group: Layer = {
    name: 'Card',
    blendMode: 'normal',
    children: [squareLayer('Sun', 10, 20, [200, 100, 50, 255]), { name: 'Negative', adjustment: invert }],
  };
  const converted = await convertLayers([squareLayer('Sky', 0, 60, [10, 20, 30, 255]), group]);
  const { elements } = getFirst(converted.document.elements, 'group');
  assert.deepEqual(
    elements.map(({ type }) => type),
    ['image'],
  );
  assert.deepEqual(await getPixel(converted, getFirst(elements, 'image').src), [55, 155, 205, 255]);
});

test('an adjustment with a path as its mask, and those of a group with one, are listed', async () => {
  const sky = squareLayer('Sky', 0, 40, [200, 100, 50, 255]);
  const vectorMask = { paths: [] };
  const alone = await convertLayers([sky, { name: 'Part', adjustment: black50, vectorMask }]);
  const group = await convertLayers([
    sky,
    { name: 'Look', vectorMask, children: [{ name: 'On', adjustment: black50 }] },
  ]);
  for (const converted of [alone, group])
    assert.deepEqual(
      await getPixel(converted, getFirst(converted.document.elements, 'image').src),
      [200, 100, 50, 255],
    );
  assert.deepEqual(getLosses(alone), ['Part: threshold']);
  assert.ok(getLosses(group).includes('Look: adjustments'), String(getLosses(group)));
});

test('changes of all channels have an end; the rest is listed', async () => {
  const adjustments = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, adjustment: black50 }));
  const { losses } = await convertLayers([squareLayer('Sky', 0, 4, [200, 100, 50, 255]), ...adjustments]);
  const notDrawn = losses.filter(({ reason }) => reason === 'The layers below are not adjusted.');
  assert.equal(notDrawn.length, 10);
});

test('a mixed layer is mixed before it is adjusted, and a hidden adjustment changes nothing', async () => {
  const converted = await convertLayers([
    squareLayer('Sky', 0, 40, [200, 100, 50, 255]),
    squareLayer('Sun', 10, 20, [100, 100, 200, 255], { blendMode: 'multiply' }),
    { name: 'Negative', adjustment: { type: 'posterize', levels: 2 } },
    { name: 'Off', adjustment: black50, hidden: true },
  ]);
  const [, sun] = converted.document.elements;
  assert.ok(sun?.type === 'image');
  assert.equal(sun.blendMode, undefined);
  // 200 × 100 / 255 is 78.
  assert.deepEqual(await getPixel(converted, sun.src), [0, 0, 0, 255]);
  assert.deepEqual(getLosses(converted), ['Sun: blend mode', 'Negative: posterize', 'Off: threshold']);
});

test('more pixels than are adjusted in a few seconds are listed, and stay as they are', () => {
  const builder = new TemplateBuilder(getDesign('card.psd', ''), {
    fonts: [],
    fetchImage: null,
    variables: 'none',
  });
  const adjustments = new Adjustments({ mask: () => null } as unknown as PsdDocument, builder);
  const step = adjustments.step({ name: 'Steps', adjustment: black50 });
  assert.ok(step !== null);
  const data = new Uint8ClampedArray(4).fill(200);
  adjustments.adjust({ x: 0, y: 0, width: 5_000, height: 5_000, data }, 'Poster', [step]);
  assert.equal(data[0], 200);
  // What is small is still adjusted.
  adjustments.adjust({ x: 0, y: 0, width: 1, height: 1, data }, 'Dot', [step]);
  assert.equal(data[0], 255);
  assert.deepEqual(
    builder.losses.map(({ element, property }) => [element, property]),
    [['Poster', 'adjustments']],
  );
});
