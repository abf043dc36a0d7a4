/**
 * Which inks print what, judged from the plates that Ghostscript makes; those of MuPDF have to be the same.
 * Lengths of templates are inches.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { separate, type Plate } from '../helpers/plates.ts';
import { render } from '../helpers/scenes.ts';
import { separateWithMupdf } from './validators.ts';

const inks: NonNullable<TemplateDocument['inks']> = [
  { name: 'Gold', cmyk: [20, 30, 80, 10] },
  { name: 'CutContour', cmyk: [0, 100, 0, 0] },
];

type Box = ReturnType<typeof box>;

/** @param inSrgb where colours of sRGB are, which each program separates in its own way */
async function print(
  elements: readonly TemplateElement[],
  settings: Partial<TemplateDocument> = {},
  inSrgb: readonly Box[] = [],
) {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 'plates',
    viewport: { width: 4, height: 3 },
    viewportUnit: 'in',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    inks,
    elements: [...elements],
    ...settings,
  };
  const { scene } = bindTemplate(document, new Map());
  const { data, warnings } = await render(scene, { output: { format: 'pdf', dpi: 300 } });
  const plates = await separate(data);
  await checkWithMupdf(data, plates, inSrgb);
  return { plates, warnings };
}

/** MuPDF has as much of each ink, wherever a square of five pixels has the same in all of them. */
async function checkWithMupdf(
  pdf: Uint8Array,
  plates: ReadonlyMap<string, Plate>,
  inSrgb: readonly Box[],
): Promise<void> {
  const others = await readWithMupdf(pdf);
  assert.deepEqual([...others.keys()].toSorted(), [...plates.keys()].toSorted());
  const differences: string[] = [];
  let compared = 0;
  for (const [ink, plate] of plates) {
    for (let y = 0.05; y < 2.95; y += 0.05) {
      for (let x = 0.05; x < 3.95; x += 0.05) {
        if (inSrgb.some((each) => isInside(each, x, y))) continue;
        const around = { x: x - 2 / 144, y: y - 2 / 144, width: 4.5 / 144, height: 4.5 / 144 };
        const [one, other] = [plate.within(around), others.get(ink)!.within(around)];
        if (Math.max(one.most - one.least, other.most - other.least) > 0.02) continue;
        compared += 1;
        if (Math.abs(one.most - other.most) > 0.02)
          differences.push(`${ink} at ${x.toFixed(2)}, ${y.toFixed(2)}: ${one.most}, MuPDF ${other.most}`);
      }
    }
  }
  assert.ok(compared > 1_000, String(compared));
  assert.deepEqual(differences, []);
}

const isInside = (each: Box, x: number, y: number): boolean =>
  x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height;

async function readWithMupdf(pdf: Uint8Array): Promise<ReadonlyMap<string, Plate>> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-plates-'));
  try {
    const file = join(folder, 'page.pdf');
    await writeFile(file, pdf);
    return await separateWithMupdf(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cmyk = ['Cyan', 'Magenta', 'Yellow', 'Black'];

/** The amounts of all inks at a point, in percent, without those that are not there. */
function amountsAt(plates: ReadonlyMap<string, Plate>, x: number, y: number): Record<string, number> {
  const amounts = [...plates].map(([ink, plate]) => [ink, Math.round(plate.at(x, y) * 100)] as const);
  return Object.fromEntries(amounts.filter(([, amount]) => amount > 0));
}

/** The largest amount of each ink in a rectangle, in percent, without those that are not there. */
function amountsIn(plates: ReadonlyMap<string, Plate>, x: number, y: number, width: number, height: number) {
  const box = { x, y, width, height };
  const most = [...plates].map(([ink, plate]) => [ink, Math.round(plate.within(box).most * 100)] as const);
  return Object.fromEntries(most.filter(([, amount]) => amount > 0));
}

const box = (x: number, y: number, width = 1, height = 1) => ({ x, y, width, height });

test('fills, strokes, texts and codes are in the inks that the template says', async () => {
  const { plates, warnings } = await print([
    { type: 'rect', id: 'a', ...box(0, 0), fill: 'device-cmyk(0% 91% 76% 0%)' },
    { type: 'ellipse', id: 'b', ...box(1, 0), fill: 'ink("Gold" 80%)' },
    { type: 'line', id: 'c', ...box(2, 0.5, 1, 0), stroke: { color: "ink('CutContour')", width: 0.2 } },
    { type: 'qrcode', id: 'd', ...box(3, 0), value: 'INK', margin: 0, color: 'device-cmyk(1 0.5 0 0)' },
    { type: 'text', id: 'e', ...box(0, 1, 4), text: 'Gold', fontSize: 0.8, color: 'ink("Gold")' },
    { type: 'rect', id: 'f', ...box(0, 2), fill: 'device-cmyk(0 0.5 0 0 / 50%)' },
    { type: 'barcode', id: 'g', ...box(1, 2), symbology: 'code128', value: '1', color: 'ink("Gold" 50%)' },
  ]);
  assert.deepEqual([...plates.keys()].toSorted(), [...cmyk, 'CutContour', 'Gold'].toSorted());
  assert.deepEqual(amountsAt(plates, 0.5, 0.5), { Magenta: 91, Yellow: 76 });
  assert.deepEqual(amountsAt(plates, 1.5, 0.5), { Gold: 80 });
  assert.deepEqual(amountsAt(plates, 2.5, 0.5), { CutContour: 100 });
  assert.deepEqual(amountsIn(plates, 3, 0, 1, 1), { Cyan: 100, Magenta: 50 });
  assert.deepEqual(amountsIn(plates, 0, 1, 4, 1), { Gold: 100 });
  assert.deepEqual(amountsAt(plates, 0.5, 2.5), { Magenta: 25 });
  assert.deepEqual(amountsIn(plates, 1.05, 2.05, 0.9, 0.9), { Gold: 50 });
  assert.ok(!warnings.some(({ code }) => code === 'INK_LOST'));
});

test('greys are black ink alone, in groups, shadows and gradients, too', async () => {
  const fade = (to: string) => ({
    type: 'linear' as const,
    angle: 90,
    stops: [
      { offset: 0, color: '#000' },
      { offset: 1, color: to },
    ],
  });
  const { plates } = await print(
    [
      { type: 'rect', id: 'a', ...box(0, 0), fill: '#808080' },
      { type: 'text', id: 'b', ...box(1, 0, 2), text: 'Grey', fontSize: 0.8, color: '#333' },
      { type: 'rect', id: 'c', ...box(3, 0), fill: fade('#ffffff') },
      { type: 'rect', id: 'd', ...box(0, 1), fill: fade('transparent') },
      {
        type: 'group',
        id: 'e',
        ...box(1, 1, 2),
        opacity: 0.5,
        elements: [
          { type: 'rect', id: 'f', ...box(0, 0), fill: '#000' },
          { type: 'rect', id: 'g', ...box(0.5, 0), fill: '#808080' },
        ],
      },
      { type: 'rect', id: 'h', ...box(3.2, 1.2, 0.4, 0.4), fill: '#fff', shadow: { y: 0.1, blur: 0.1 } },
      { type: 'line', id: 'i', ...box(0, 2.5, 4, 0), stroke: { color: '#00000080', width: 0.2 } },
      { type: 'rect', id: 'j', ...box(0, 2.7, 1, 0.3), fill: '#808180' },
    ],
    {},
    [box(0, 2.65, 1.05, 0.35)],
  );
  assert.deepEqual(Object.keys(amountsIn(plates, 0, 0, 4, 2.65)), ['Black']);
  assert.deepEqual(amountsAt(plates, 0.5, 0.5), { Black: 50 });
  assert.deepEqual(amountsIn(plates, 1, 0, 2, 1), { Black: 80 });
  assert.deepEqual(amountsAt(plates, 3.5, 0.5), { Black: 50 });
  assert.deepEqual(amountsAt(plates, 0.5, 1.5), { Black: 50 });
  assert.deepEqual(amountsAt(plates, 1.2, 1.5), { Black: 50 });
  assert.deepEqual(amountsAt(plates, 2.2, 1.5), { Black: 25 });
  assert.deepEqual(amountsAt(plates, 2, 2.5), { Black: 50 });
  assert.equal(
    Object.keys(amountsAt(plates, 0.5, 2.85)).length,
    4,
    'a picture that is not grey keeps its profile',
  );
});

test('gradients are in their inks: one, two, and both with process inks', async () => {
  const across = (from: string, to: string) => ({
    type: 'linear' as const,
    angle: 90,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: to },
    ],
  });
  const { plates, warnings } = await print(
    [
      { type: 'rect', id: 'a', ...box(0, 0, 2), fill: across('ink("Gold")', 'ink("Gold" 0%)') },
      { type: 'rect', id: 'b', ...box(2, 0, 2), fill: across('ink("Gold")', 'ink("CutContour")') },
      { type: 'rect', id: 'c', ...box(0, 1, 2), fill: across('ink("Gold")', 'device-cmyk(1 0 0 0)') },
      { type: 'rect', id: 'd', ...box(2, 1, 2), fill: across('ink("Gold")', 'transparent') },
      { type: 'rect', id: 'e', ...box(0, 2, 2), fill: across('ink("Gold")', '#ff0000') },
      { type: 'rect', id: 'f', ...box(2, 2, 2), fill: { ...across('ink("Gold")', '#fff'), type: 'radial' } },
    ] as TemplateElement[],
    {},
    [box(0, 1.95, 2.05, 1.05)],
  );
  const half = (ink: Record<string, number>) => (at: Record<string, number>) => {
    for (const [name, amount] of Object.entries({ ...at, ...ink }))
      assert.ok(Math.abs(amount - (at[name] ?? 0)) <= 1 && name in ink, JSON.stringify(at));
  };
  half({ Gold: 50 })(amountsAt(plates, 1, 0.5));
  half({ Gold: 50, CutContour: 50 })(amountsAt(plates, 3, 0.5));
  half({ Gold: 50, Cyan: 50 })(amountsAt(plates, 1, 1.5));
  half({ Gold: 50 })(amountsAt(plates, 3, 1.5));
  assert.ok(!('Gold' in amountsIn(plates, 0, 2, 2, 1)));
  assert.deepEqual(Object.keys(amountsIn(plates, 2.1, 2.1, 1.8, 0.8)), ['Gold']);
  assert.deepEqual(
    warnings.map(({ code, elementId }) => [code, elementId]),
    [['INK_LOST', 'e']],
  );
});

test('black text overprints, and what says so; all else knocks out', async () => {
  const { plates } = await print(
    [
      { type: 'text', id: 'a', ...box(0, 0, 2), text: 'MMMM', fontSize: 0.4, color: '#000' },
      { type: 'text', id: 'b', ...box(0, 1, 2), text: 'MMMM', fontSize: 0.4, overprint: false },
      { type: 'rect', id: 'c', ...box(2, 0), fill: '#000' },
      { type: 'rect', id: 'd', ...box(3, 0), fill: '#000', overprint: true },
      { type: 'rect', id: 'e', ...box(2, 1), fill: 'ink("CutContour")', overprint: true },
      { type: 'rect', id: 'f', ...box(3, 1), fill: 'ink("CutContour")' },
      {
        type: 'group',
        id: 'g',
        ...box(2, 2),
        overprint: true,
        elements: [{ type: 'rect', id: 'h', ...box(0, 0), fill: 'device-cmyk(1 0 0 0)' }],
      },
    ],
    { background: 'device-cmyk(0 0 40% 0)' },
  );
  const yellow = plates.get('Yellow');
  assert.equal(Math.round((yellow?.within(box(0, 0, 2, 1)).least ?? 0) * 100), 40);
  assert.equal(yellow?.within(box(0, 1, 2, 1)).least, 0);
  assert.deepEqual(amountsAt(plates, 2.5, 0.5), { Black: 100 });
  assert.deepEqual(amountsAt(plates, 3.5, 0.5), { Yellow: 40, Black: 100 });
  assert.deepEqual(amountsAt(plates, 2.5, 1.5), { Yellow: 40, CutContour: 100 });
  assert.deepEqual(amountsAt(plates, 3.5, 1.5), { CutContour: 100 });
  assert.deepEqual(amountsAt(plates, 2.5, 2.5), { Cyan: 100, Yellow: 40 });
});

test('a page that multiplies keeps black texts, greys and codes in black ink', async () => {
  const elements: TemplateElement[] = [
    { type: 'text', id: 'a', ...box(0, 0, 2), text: 'MMMM', fontSize: 0.4, color: '#000' },
    { type: 'qrcode', id: 'b', ...box(2, 0), value: 'INK', margin: 0 },
    { type: 'text', id: 'c', ...box(0, 1, 2), text: 'MMMM', fontSize: 0.4, color: '#000' },
    { type: 'rect', id: 'd', ...box(2, 1), fill: '#808080' },
    { type: 'rect', id: 'e', ...box(0, 2), fill: '#d04040' },
    { type: 'rect', id: 'f', ...box(0, 1, 1, 2), fill: '#ffd040', blendMode: 'multiply' },
  ];
  const inSrgb = [box(0, 0.95, 1.05, 2.05)];
  const { plates } = await print(elements, {}, inSrgb);
  assert.deepEqual(amountsIn(plates, 0, 0, 3, 1), { Black: 100 });
  assert.deepEqual(amountsIn(plates, 1.05, 1, 0.9, 1), { Black: 100 });
  assert.deepEqual(amountsAt(plates, 2.5, 1.5), { Black: 50 });
  assert.equal(plates.get('Cyan')?.within(box(0, 1, 1, 1)).most, 0, 'black text under what multiplies');
  const before = amountsAt((await print(elements.slice(4), {}, inSrgb)).plates, 0.5, 2.5);
  assert.deepEqual(amountsAt(plates, 0.5, 2.5), before);

  const inInks = await print([
    { type: 'rect', id: 'a', ...box(0, 0), fill: 'ink("Gold")' },
    { type: 'rect', id: 'b', ...box(0, 0), fill: 'device-cmyk(0 1 0 0)', blendMode: 'multiply' },
  ]);
  assert.deepEqual(amountsAt(inInks.plates, 0.5, 0.5), { Magenta: 100, Gold: 100 });
});

test('what cannot be kept in an ink is listed with the name of its element', async () => {
  const conic = { offset: 0, color: 'ink("Gold")' };
  const { warnings } = await print(
    [
      { type: 'rect', id: 'under', ...box(0, 0), fill: 'ink("Gold")' },
      { type: 'rect', id: 'blurred', ...box(1, 0), fill: 'ink("Gold")', blur: 0.1 },
      {
        type: 'group',
        id: 'around',
        ...box(2, 0),
        blur: 0.1,
        elements: [
          {
            type: 'text',
            id: 'inside',
            ...box(0, 0),
            text: 'x',
            fontSize: 0.5,
            color: 'device-cmyk(1 0 0 0)',
          },
        ],
      },
      {
        type: 'rect',
        id: 'turning',
        ...box(0, 1),
        fill: { type: 'conic', stops: [conic, { ...conic, offset: 1 }] },
      },
      { type: 'group', id: 'glass', ...box(0, 0), backdropBlur: 0.1, elements: [] },
      { type: 'rect', id: 'kept', ...box(1, 1), fill: '#fff', shadow: { blur: 0.1, color: 'ink("Gold")' } },
    ],
    {},
    [box(0, 0, 4, 2.2)],
  );
  assert.deepEqual(
    warnings.map(({ code, elementId }) => [code, elementId]),
    ['blurred', 'inside', 'turning', 'glass'].map((id) => ['INK_LOST', id]),
  );
});
