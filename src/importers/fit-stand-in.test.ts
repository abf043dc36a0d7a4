import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, getFirst, getLosses, undecoded } from '../../test/helpers/designs.ts';
import type { TextElement } from '../../generated/template.ts';
import { TemplateBuilder } from './builder.ts';
import { convertDesign } from './convert-design.ts';
import { TextMeasure } from './measure-text.ts';

const measure = new TextMeasure(
  new TemplateBuilder(getDesign('a.json', {}), { variables: 'none', fetchImage: null }),
  'px',
);

const convert = async (object: object, more: object = {}) => {
  const base = {
    originX: 'left',
    originY: 'top',
    left: 0,
    top: 0,
    lineHeight: 1.16,
    fontFamily: 'Nowhere Sans',
  };
  const design = { version: '5.3.0', width: 400, height: 300, objects: [{ ...base, ...object }], ...more };
  return await convertDesign(getDesign('a.json', design), { variables: 'none', fetchImage: null }, undecoded);
};

const widthOf = (text: TextElement): number => measure.measure(text)?.width ?? 0;

test('a text box of one line stays one line, with letters that are nearer or smaller', async () => {
  const box = { type: 'textbox', text: 'ANNUAL GATHERING', width: 360, height: 56.5, fontSize: 50 };
  const converted = await convert(box);
  const text = getFirst(converted.document.elements, 'text');
  assert.equal(text.wrap, false);
  assert.ok(widthOf(text) <= 360 * 1.01, `${widthOf(text)} is wider than the box`);
  assert.ok(widthOf(text) > 360 * 0.95, `${widthOf(text)} is smaller than it has to be`);
  assert.deepEqual(getLosses(converted).sort(), [
    'ANNUAL GATHERING: fontFamily',
    'ANNUAL GATHERING: fontSize, letterSpacing',
  ]);
});

test('a text of two saved lines has no more of them, at the distance that they had', async () => {
  const words = 'An evening of music and of light in the old harbour';
  const size = { width: 300, fontSize: 28 };
  const height = 28 * 1.13 * (1 + 1.16);
  const { document } = await convert({ type: 'textbox', text: words, ...size, height });
  const text = getFirst(document.elements, 'text');
  assert.equal(measure.measureWithin(text, 300)?.lines, 2);
  assert.ok(Math.abs(Number(text.lineHeight) * Number(text.fontSize) - 28 * 1.13 * 1.16) < 0.1);
});

test('a text whose width is saved is as wide with its stand-in, narrower or wider', async () => {
  const narrow = getFirst(
    (await convert({ type: 'i-text', text: 'Harbour', width: 100, height: 45, fontSize: 40 })).document
      .elements,
    'text',
  );
  assert.ok(Math.abs(widthOf(narrow) - 100) < 1.5, `${widthOf(narrow)} px`);
  const wide = getFirst(
    (await convert({ type: 'i-text', text: 'Harbour', width: 180, height: 45, fontSize: 40 })).document
      .elements,
    'text',
  );
  assert.ok(Math.abs(widthOf(wide) - 180) < 1.5, `${widthOf(wide)} px`);
  assert.equal(wide.fontSize, 40);
});

test('a font that is there changes nothing', async () => {
  const box = { type: 'textbox', text: 'ANNUAL GATHERING', width: 360, height: 56.5, fontSize: 50 };
  const { document, losses } = await convert({ ...box, fontFamily: 'Inter' });
  const { fontSize, letterSpacing, wrap } = getFirst(document.elements, 'text');
  assert.deepEqual([fontSize, letterSpacing, wrap, losses], [50, undefined, undefined, []]);
});

test('texts of Figma keep the lines and the width of their boxes', async () => {
  const text = (characters: string, textAutoResize: string, width: number, height: number) => ({
    type: 'TEXT',
    id: characters,
    name: characters,
    characters,
    absoluteBoundingBox: { x: 0, y: 0, width, height },
    style: { fontFamily: 'Nowhere Sans', fontSize: 30, lineHeightPx: 36, textAutoResize },
  });
  const box = { x: 0, y: 0, width: 400, height: 300 };
  const children = [
    text('Grand opening night', 'WIDTH_AND_HEIGHT', 200, 36),
    text('Doors at seven', 'NONE', 120, 40),
  ];
  const file = { document: { type: 'FRAME', id: 'f', name: 'f', absoluteBoundingBox: box, children } };
  const options = { variables: 'none', fetchImage: null } as const;
  const { document } = await convertDesign(getDesign('a.json', file), options, undecoded);
  const [auto, fixed] = document.elements as [TextElement, TextElement];
  assert.ok(Math.abs(widthOf(auto) - 200) < 2, `${widthOf(auto)} px`);
  assert.ok(widthOf(fixed) <= 120 * 1.01 && fixed.wrap === false, `${widthOf(fixed)} px`);
});
