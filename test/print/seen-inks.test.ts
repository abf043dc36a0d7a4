/** How colours in inks are seen where there are no inks: in pixels, SVGs, and PDFs for screens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { standardProfile } from '../../src/render/inks/condition-profiles.ts';
import { toHex } from '../../src/render/color-channels.ts';
import { render } from '../helpers/scenes.ts';

const red = 'device-cmyk(0% 91% 76% 0%)';
const seen = toHex([...standardProfile().see([0, 0.91, 0.76, 0]), 1]).slice(0, 7);

/** Every kind of element and effect that has a colour, in one. */
function elements(color: string): TemplateElement[] {
  const stops = [
    { offset: 0, color },
    { offset: 1, color },
  ];
  const box = (x: number, y: number) => ({ x: x * 100 + 10, y: y * 100 + 10, width: 80, height: 80 });
  const shadow = { x: 4, y: 4, blur: 6, color };
  const stroke = { color, width: 4 };
  const words = { text: 'Ink', fontSize: 30, color };
  return [
    { type: 'rect', id: 'a', ...box(0, 0), fill: color, shadow },
    {
      type: 'ellipse',
      id: 'b',
      ...box(1, 0),
      stroke,
      shadow: [
        { ...shadow, spread: 2 },
        { ...shadow, inset: true },
      ],
    },
    {
      type: 'path',
      id: 'c',
      ...box(2, 0),
      d: 'M0 0H10V10Z',
      viewBox: [0, 0, 10, 10],
      fill: { type: 'linear', stops },
    },
    { type: 'line', id: 'd', ...box(3, 0), stroke: { color: { type: 'radial', stops }, width: 5 } },
    { type: 'rect', id: 'e', ...box(0, 1), fill: { type: 'conic', stops } },
    {
      type: 'text',
      id: 'f',
      ...box(1, 1),
      ...words,
      stroke,
      decoration: 'underline',
      decorationColor: color,
    },
    {
      type: 'text',
      id: 'g',
      ...box(2, 1),
      fontSize: 30,
      runs: [{ text: 'I', color, highlight: { color } }],
      highlight: { color },
    },
    { type: 'qrcode', id: 'h', ...box(3, 1), value: 'x', color: '#fff', background: color },
    { type: 'barcode', id: 'i', ...box(0, 2), symbology: 'code128', value: '1', color },
    {
      type: 'group',
      id: 'j',
      ...box(1, 2),
      background: { fill: color, stroke, shadow },
      blur: 3,
      elements: [],
    },
    {
      type: 'group',
      id: 'k',
      ...box(2, 2),
      shadow,
      opacity: 0.5,
      elements: [{ type: 'text', id: 'l', x: 0, y: 0, width: 80, height: 80, ...words }],
    },
    {
      type: 'chart',
      id: 'm',
      ...box(3, 2),
      color,
      palette: [color],
      spec: {
        data: { values: [{ x: 'p', y: 3 }] },
        mark: 'bar',
        encoding: { x: { field: 'x' }, y: { field: 'y', type: 'quantitative' } },
      },
    },
    {
      type: 'chart',
      id: 'n',
      ...box(0, 3),
      spec: {
        data: { values: [{ x: 'p', y: 3 }] },
        mark: { type: 'bar', color },
        encoding: { y: { field: 'y', type: 'quantitative' } },
      },
    },
    {
      type: 'table',
      id: 'o',
      ...box(1, 3),
      width: 200,
      rows: '{{ rows }}',
      columns: [{ header: 'x', value: 'y' }],
      header: { background: color },
      body: { color },
      borders: { color, width: 1 },
    },
  ] as TemplateElement[];
}

const document = (color: string): TemplateDocument => ({
  schemaVersion: 1,
  name: 'seen',
  viewport: { width: 400, height: 400 },
  background: {
    type: 'linear',
    stops: [
      { offset: 0, color },
      { offset: 1, color: '#ffffff' },
    ],
  },
  variables: [{ name: 'rows', type: 'list', fields: [{ name: 'a' }] }] as NonNullable<
    TemplateDocument['variables']
  >,
  elements: elements(color),
});

const background = { background: '#ffffff' };

for (const format of ['png', 'svg', 'pdf'] as const)
  test(`every element is drawn in what is seen of its inks: ${format}`, async () => {
    const draw = async (color: string) => {
      const { scene } = bindTemplate({ ...document(color), ...background }, new Map());
      return (await render(scene, { output: { format } })).data;
    };
    const [inInks, inSrgb] = [await draw(red), await draw(seen)];
    assert.ok(Buffer.compare(inInks, inSrgb) === 0);
    assert.ok(Buffer.compare(inInks, await draw('#0000ff')) !== 0);
  });

test('a gradient in inks is seen as its mixtures', async () => {
  const { scene } = bindTemplate({ ...document(red), elements: [] }, new Map());
  const { background: paint } = scene;
  assert.ok(paint !== null && paint.type === 'linear');
  assert.equal(paint.stops.length, 9);
  const half = toHex([...standardProfile().see([0, 0.455, 0.38, 0]), 1]);
  assert.equal(paint.stops[4]?.color.slice(0, 9), half);
});
