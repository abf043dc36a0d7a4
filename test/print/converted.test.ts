/** PDFs for print without RGB: `rgbToCmyk: "convert"`. Lengths of templates are inches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDocument, PDFRawStream, decodePDFRawStream } from 'pdf-lib';
import sharp from 'sharp';

import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { CONDITION_NAMES, type ConditionName } from '../../src/common/colors/printing-conditions.ts';
import { standardProfile } from '../../src/render/inks/condition-profiles.ts';
import { separate, type Plate } from '../helpers/plates.ts';
import { render } from '../helpers/scenes.ts';

const photo = await sharp({
  create: { width: 60, height: 60, channels: 3, background: { r: 20, g: 120, b: 200 } },
})
  .composite([
    {
      input: await sharp({
        create: { width: 30, height: 60, channels: 3, background: { r: 230, g: 180, b: 40 } },
      })
        .png()
        .toBuffer(),
      left: 30,
      top: 0,
    },
  ])
  .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
  .toBuffer();
const clear = await sharp({
  create: { width: 40, height: 40, channels: 4, background: { r: 200, g: 30, b: 60, alpha: 0.5 } },
})
  .png()
  .toBuffer();
const files = { 'photo.jpg': photo, 'clear.png': clear };

async function print(elements: readonly TemplateElement[], settings: Partial<TemplateDocument> = {}) {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 'converted',
    viewport: { width: 4, height: 3 },
    viewportUnit: 'in',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    rgbToCmyk: 'convert',
    background: '#ffffff',
    elements: [...elements],
    ...settings,
  };
  const { scene } = bindTemplate(document, new Map());
  return (await render(scene, { output: { format: 'pdf', dpi: 300 }, files })).data;
}

const box = (x: number, y: number, width = 1, height = 1) => ({ x, y, width, height });
const names = ['Cyan', 'Magenta', 'Yellow', 'Black'];

function amountsAt(plates: ReadonlyMap<string, Plate>, x: number, y: number): number[] {
  return names.map((name) => plates.get(name)?.at(x, y) ?? 0);
}

/** That a point has these inks, within 1 %; in a gradient, where a pixel is a part of it, within 2 %. */
function assertInks(found: readonly number[], expected: readonly number[], what: string): void {
  const most = what.endsWith('gradient') ? 0.02 : 0.01;
  const off = Math.max(...found.map((amount, ink) => Math.abs(amount - (expected[ink] ?? 0))));
  assert.ok(off < most, `${what}: ${found.join(' ')} in place of ${expected.join(' ')}`);
}

const inksOf = (hex: string, name: ConditionName = 'FOGRA39') => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return standardProfile(name).separate([red, green, blue]);
};

const stops = [
  { offset: 0, color: '#e03010' },
  { offset: 1, color: '#1040d0' },
];
/** Everything that has colours of sRGB otherwise. */
const everything: readonly TemplateElement[] = [
  {
    type: 'rect',
    id: 'a',
    ...box(0, 0),
    fill: '#2080c0',
    shadow: { x: 0.1, y: 0.1, blur: 0.1, color: '#a02080' },
  },
  {
    type: 'ellipse',
    id: 'b',
    ...box(1, 0),
    fill: { type: 'radial', stops },
    stroke: { color: '#308030', width: 0.05 },
  },
  { type: 'rect', id: 'c', ...box(2, 0), fill: { type: 'conic', stops } },
  { type: 'image', id: 'd', ...box(3, 0), src: 'photo.jpg' },
  { type: 'image', id: 'e', ...box(0, 1), src: 'clear.png', filters: { saturate: 0.5 } },
  { type: 'image', id: 'f', ...box(1, 1), src: 'photo.jpg', blur: 0.05, opacity: 0.5 },
  { type: 'text', id: 'g', ...box(2, 1), text: 'Ink \u{1f347}', fontSize: 0.4, color: '#b04010' },
  { type: 'rect', id: 'h', ...box(3, 1), fill: '#f0c000', blendMode: 'multiply' },
  {
    type: 'rect',
    id: 'i',
    ...box(0, 2),
    fill: {
      type: 'linear',
      stops: [
        { offset: 0, color: '#20a040' },
        { offset: 1, color: '#20a04000' },
      ],
    },
  },
  {
    type: 'group',
    id: 'j',
    ...box(1, 2),
    opacity: 0.5,
    mask: { type: 'image', src: 'clear.png' },
    elements: [{ type: 'rect', id: 'k', ...box(0, 0), fill: '#c02060' }],
  },
  { type: 'qrcode', id: 'l', ...box(2, 2), value: 'INK', color: '#102a60' },
  { type: 'rect', id: 'm', ...box(3, 2), fill: '#ffffff44', backdropBlur: 0.05 },
] as readonly TemplateElement[];

test('a file that is converted has no colour, picture, group or profile in RGB', async () => {
  const pdf = await print(everything);
  const document = await PDFDocument.load(pdf);
  let streams = 0;
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    assert.doesNotMatch(object.toString().slice(0, 5000), /DeviceRGB|ICCBased|CalRGB|DefaultRGB/u);
    if (!(object instanceof PDFRawStream)) continue;
    const { dict } = object;
    assert.notEqual(dict.toString().includes('/N 3'), true);
    if (/Image|FontFile|Metadata|DestOutput|\/N 4|Length1|CIDInit/u.test(dict.toString())) continue;
    const content = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1');
    streams += 1;
    assert.doesNotMatch(content, /(?:^|\s)(?:rg|RG)(?:\s|$)/u);
  }
  assert.ok(streams > 5, `${streams} streams were read`);
});

test('colours become the inks of the condition, and greys and black text stay black ink alone', async () => {
  for (const name of CONDITION_NAMES) {
    const pdf = await print(
      [
        { type: 'rect', id: 'a', ...box(0, 0), fill: '#2080c0' },
        { type: 'rect', id: 'b', ...box(1, 0), fill: '#808080' },
        { type: 'image', id: 'c', ...box(2, 0), src: 'photo.jpg' },
        { type: 'rect', id: 'd', ...box(3, 0), fill: 'device-cmyk(20% 0% 40% 0%)' },
        { type: 'text', id: 'e', ...box(0, 1), text: 'H', fontSize: 1, color: '#000' },
        { type: 'rect', id: 'f', ...box(1, 1), fill: { type: 'linear', angle: 90, stops } },
        { type: 'rect', id: 'g', ...box(2, 1), fill: '#000', opacity: 0.5 },
      ],
      { outputProfile: name },
    );
    const plates = await separate(pdf);
    assert.deepEqual([...plates.keys()].toSorted(), names.toSorted());
    assertInks(amountsAt(plates, 0.5, 0.5), inksOf('#2080c0', name), `${name}, a fill`);
    assertInks(amountsAt(plates, 1.5, 0.5), [0, 0, 0, 127 / 255], `${name}, a grey`);
    assertInks(amountsAt(plates, 2.2, 0.5), inksOf('#1478c8', name), `${name}, a picture`);
    assertInks(amountsAt(plates, 2.8, 0.5), inksOf('#e6b428', name), `${name}, a picture`);
    assertInks(amountsAt(plates, 3.5, 0.5), [0.2, 0, 0.4, 0], `${name}, an ink`);
    assertInks(amountsAt(plates, 1.5, 1.5), inksOf('#783870', name), `${name}, a gradient`);
    assertInks(amountsAt(plates, 2.5, 1.5), [0, 0, 0, 0.5], `${name}, black at half opacity`);
    assertInks(amountsAt(plates, 3.5, 2.5), [0, 0, 0, 0], `${name}, white`);
    const letter = { x: 0, y: 1, width: 1, height: 1 };
    for (const ink of ['Cyan', 'Magenta', 'Yellow'])
      assert.equal(plates.get(ink)?.within(letter).most, 0, `${name}, ${ink} of black text`);
    assert.equal(plates.get('Black')?.within(letter).most, 1);
  }
});

test('what blends, blends in inks: nothing is flattened, and black stays black', async () => {
  const plates = await separate(
    await print([
      { type: 'rect', id: 'a', ...box(0, 0, 2, 1), fill: 'device-cmyk(100% 0% 0% 0%)' },
      { type: 'rect', id: 'b', ...box(1, 0, 2, 1), fill: '#f0c000', blendMode: 'multiply' },
    ]),
  );
  const [cyan = 0, ...others] = inksOf('#f0c000');
  assertInks(amountsAt(plates, 1.5, 0.5), [1, ...others], 'multiply over cyan');
  assertInks(amountsAt(plates, 2.5, 0.5), [cyan, ...others], 'multiply over paper');
});

test('a gradient mixes inks with colours of sRGB, which are separated', async () => {
  const gradient = [
    { offset: 0, color: 'ink("Gold")' },
    { offset: 1, color: '#2080c0' },
  ];
  const fill = { type: 'linear', angle: 90, stops: gradient } as const;
  const plates = await separate(
    await print([{ type: 'rect', id: 'a', ...box(0, 0, 4, 1), fill }], {
      inks: [{ name: 'Gold', cmyk: [20, 30, 80, 10] }],
    }),
  );
  const gold = (x: number) => plates.get('Gold')?.at(x, 0.5) ?? NaN;
  assert.ok(gold(0.02) > 0.98 && gold(3.98) < 0.02 && Math.abs(gold(2) - 0.5) < 0.01);
  assertInks(amountsAt(plates, 3.99, 0.5), inksOf('#2080c0'), 'its end, a gradient');
  const half = inksOf('#2080c0').map((amount) => amount / 2);
  assertInks(amountsAt(plates, 2, 0.5), half, 'the middle of a gradient');
});

test('files for screens, and pictures, do not change', async () => {
  const draw = async (rgbToCmyk: 'keep' | 'convert', format: 'pdf' | 'png') => {
    const elements: TemplateElement[] = [{ type: 'rect', id: 'a', ...box(0, 0), fill: '#2080c0' }];
    const base = { schemaVersion: 1, name: 't', viewport: { width: 9, height: 9 }, elements } as const;
    const { scene } = bindTemplate({ ...base, rgbToCmyk }, new Map());
    return Buffer.from((await render(scene, { output: { format } })).data);
  };
  for (const format of ['pdf', 'png'] as const)
    assert.ok((await draw('keep', format)).equals(await draw('convert', format)), format);
});
