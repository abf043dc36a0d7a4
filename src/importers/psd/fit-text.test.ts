import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layer, LayerTextData } from 'ag-psd';
import { getDesign, getFirst, getLosses } from '../../../test/helpers/designs.ts';
import { convertLayers } from '../../../test/helpers/photoshop.ts';
import type { TextElement } from '../../../generated/template.ts';
import { TemplateBuilder } from '../builder.ts';
import type { ConvertedDesign } from '../design.ts';
import { TextMeasure } from '../measure-text.ts';
import { inkBox, inkPitch, type Ink } from './ink.ts';

const page = { width: 200, height: 120 };

const measure = (): TextMeasure =>
  new TextMeasure(
    new TemplateBuilder(getDesign('card.psd', ''), { variables: 'none', fonts: [], fetchImage: null }),
    'px',
  );

/** What a text in Open Sans covers of the page. */
function getInk(text: Partial<TextElement>): Ink {
  const element: TextElement = {
    type: 'text',
    id: 'text',
    x: 20,
    y: 40,
    width: 160,
    height: 60,
    fontFamily: 'Open Sans',
    lineHeight: 1.5,
    wrap: false,
    color: '#000',
    overflow: 'visible',
    ...text,
  };
  const ink = measure().ink(element, page);
  assert.ok(ink !== null);
  return ink;
}

/** A text layer whose pixels are those of an ink, in black. */
async function convert(ink: Ink, text: Partial<LayerTextData>): Promise<ConvertedDesign> {
  const data = Uint8ClampedArray.from({ length: page.width * page.height * 4 }, (_, at) =>
    at % 4 === 3 ? (ink.data[(at - 3) / 4] ?? 0) : 0,
  );
  const layer: Layer = {
    name: 'Title',
    left: 0,
    top: 0,
    right: page.width,
    bottom: page.height,
    imageData: { ...page, data },
    text: { text: 'Harbour', transform: [1, 0, 0, 1, 30, 80], ...text },
  };
  return await convertLayers([layer], page);
}

const near = (value: unknown, wanted: number, by: number): void => {
  assert.ok(Math.abs(Number(value) - wanted) <= by, `${String(value)} is not near ${wanted}`);
};

test('a text whose font is missing is as large as the letters of its layer', async () => {
  const ink = getInk({ text: 'Harbour', fontSize: 28, letterSpacing: 2, fontWeight: 500 });
  const style = { font: { name: 'MyriadPro-Regular' }, fontSize: 32, fillColor: { r: 255, g: 0, b: 0 } };
  const converted = await convert(ink, { style });
  const element = getFirst(converted.document.elements, 'text');
  assert.equal(element.fontFamily, 'Open Sans');
  near(element.fontSize, 28, 0.5);
  near(element.letterSpacing, 2, 0.3);
  assert.equal(element.fontWeight, 500);
  assert.deepEqual(getLosses(converted), [
    'Title: fontFamily',
    'Title: fontSize, letterSpacing',
    'Title: fontWeight',
  ]);
  // Drawn again, its letters are where they were.
  const [drawn, wanted] = [inkBox(getInk({ ...element, color: '#000' })), inkBox(ink)];
  near(drawn?.x, wanted?.x ?? 0, 0.5);
  near(drawn?.y, wanted?.y ?? 0, 0.5);
});

test('a stand-in is as heavy as the letters, not as the name of the missing font', async () => {
  const ink = getInk({ text: 'Harbour', fontSize: 32, fontWeight: 300 });
  const converted = await convert(ink, { style: { font: { name: 'MyriadPro-Bold' }, fontSize: 32 } });
  const { fontWeight, fontSize } = getFirst(converted.document.elements, 'text');
  assert.equal(fontWeight, 300);
  near(fontSize, 32, 0.5);
  assert.ok(getLosses(converted).includes('Title: fontWeight'));
});

test('a text whose stand-in has letters as wide is moved, and nothing else', async () => {
  const ink = getInk({ text: 'Harbour', fontFamily: 'Arimo', fontSize: 30, fontWeight: 500, x: 31.5 });
  const converted = await convert(ink, { style: { font: { name: 'ArialMT' }, fontSize: 28 } });
  const { fontSize, fontWeight, letterSpacing, x } = getFirst(converted.document.elements, 'text');
  assert.deepEqual([fontSize, fontWeight, letterSpacing], [28, 400, undefined]);
  assert.ok(Number(x) > 30.5 && Number(x) < 34, String(x));
  assert.deepEqual(getLosses(converted), ['Title: fontFamily']);
});

test('a text whose letters are not of the size that the file says is fitted', async () => {
  const ink = getInk({ text: 'Harbour', fontFamily: 'Arimo', fontSize: 40 });
  const converted = await convert(ink, { style: { font: { name: 'ArialMT' }, fontSize: 28 } });
  near(getFirst(converted.document.elements, 'text').fontSize, 40, 0.5);
});

test('a heavy face of a family whose other faces are as wide is fitted', async () => {
  const ink = getInk({
    text: 'Harbour',
    fontFamily: 'Arimo',
    fontSize: 32,
    letterSpacing: 3,
    fontWeight: 700,
  });
  const converted = await convert(ink, { style: { font: { name: 'Arial-Black' }, fontSize: 28 } });
  const { fontSize, letterSpacing } = getFirst(converted.document.elements, 'text');
  near(fontSize, 32, 0.5);
  near(letterSpacing, 3, 0.4);
});

test('letters of another kind are as high as those of the layer', async () => {
  const ink = getInk({ text: 'Harbour', fontFamily: 'Playfair Display', fontStyle: 'italic', fontSize: 36 });
  const converted = await convert(ink, { style: { font: { name: 'BradleyHandITC' }, fontSize: 36 } });
  const element = getFirst(converted.document.elements, 'text');
  const [drawn, wanted] = [inkBox(getInk({ ...element, color: '#000' })), inkBox(ink)];
  near((drawn?.height ?? 0) / (wanted?.height ?? 1), 1, 0.12);
});

test('a text of several lines keeps their distance', async () => {
  const ink = getInk({ text: 'Harbour\nlights', fontSize: 20, lineHeight: 1.8, y: 20 });
  const style = { font: { name: 'MyriadPro-Regular' }, fontSize: 24, leading: 36, autoLeading: false };
  const { document } = await convert(ink, { text: 'Harbour\nlights', style });
  const { fontSize, lineHeight } = getFirst(document.elements, 'text');
  near(fontSize, 20, 0.5);
  near(Number(fontSize) * Number(lineHeight), 36, 0.1);
});

test('a text of which the file does not say the size has that of its letters', async () => {
  const ink = getInk({ text: 'Harbour', fontSize: 40 });
  const converted = await convert(ink, { style: { font: { name: 'OpenSans' } } });
  near(getFirst(converted.document.elements, 'text').fontSize, 40, 0.5);
  assert.deepEqual(getLosses(converted), ['Title: fontSize']);
});

test('a text whose font is there is as large as the file says', async () => {
  const ink = getInk({ text: 'Harbour', fontSize: 28 });
  const converted = await convert(ink, { style: { font: { name: 'OpenSans' }, fontSize: 32 } });
  assert.equal(getFirst(converted.document.elements, 'text').fontSize, 32);
  assert.deepEqual(getLosses(converted), []);
});

test('the distance of lines is that of the bands of rows with letters', () => {
  const ink = getInk({ text: 'AAA\nBBB', fontSize: 20, lineHeight: 2, y: 10 });
  assert.equal(inkPitch(ink, 2), 40);
  assert.equal(inkPitch(ink, 3), null);
});
