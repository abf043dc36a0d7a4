import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';

import { rasterisePdf, readCodes } from '../../../test/helpers/codes.ts';
import {
  barcode,
  decodePixels,
  group,
  image,
  qrcode,
  rect,
  render,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { OutputSettings } from '../job.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { LayoutReport, ReportedElement } from '../layout-report.ts';

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ffaa00' } })
  .png()
  .toBuffer();

async function inspect(
  elements: readonly SceneElement[],
  output: Partial<OutputSettings> = {},
): Promise<LayoutReport> {
  const { report } = await render(
    { width: 300, height: 200, elements },
    { output, files: { 'a.png': picture }, inspect: { report: true, boxes: false } },
  );
  return report ?? assert.fail('there is no report');
}

async function inspectOne(
  element: SceneElement,
  output: Partial<OutputSettings> = {},
): Promise<ReportedElement> {
  return (await inspect([element], output)).elements[0] ?? assert.fail('the report has no elements');
}

test('a render brings no report unless it is asked to', async () => {
  assert.deepEqual(Object.keys(await render({})).sort(), ['data', 'height', 'times', 'warnings', 'width']);
  const inspected = await render({}, { inspect: { report: true, boxes: false } });
  assert.deepEqual(Buffer.from(inspected.data), Buffer.from((await render({})).data));
});

test('a report says what page and output are', async () => {
  const page = { width: 300, height: 200, bleed: 0 };
  const png = await inspect([], { dpi: 144, scale: 2 });
  assert.deepEqual(png.page, page);
  assert.deepEqual(png.output, { format: 'png', width: 900, height: 600, unit: 'px', density: 288 });
  const pdf = await inspect([], { format: 'pdf', dpi: 144, scale: 2 });
  assert.deepEqual(pdf.page, page);
  assert.deepEqual(pdf.output, { format: 'pdf', width: 225, height: 150, unit: 'pt', density: 144 });
});

test('lines of text with their baselines and fonts are the same at every density and in PDF', async () => {
  const title = text('Greetings from Kyoto 京都 and elsewhere', 20, { x: 10, y: 20, width: 180, height: 80 });
  const { text: laidOut, ...rest } = await inspectOne(title);
  assert.deepEqual(rest, {
    id: 'e',
    type: 'text',
    group: null,
    box: { x: 10, y: 20, width: 180, height: 80, rotation: 0 },
    pageBox: { x: 10, y: 20, width: 180, height: 80, rotation: 0 },
    onPage: { x: 10, y: 20, width: 180, height: 80 },
    warnings: [],
  });
  const lines = laidOut?.lines ?? [];
  assert.deepEqual(
    lines.map((line) => [line.text.trim(), line.top, line.height, line.baseline]),
    [
      ['Greetings from', 0, 24, 19],
      ['Kyoto 京都 and', 24, 24, 43],
      ['elsewhere', 48, 24, 67],
    ],
  );
  const inter = { family: 'Inter', weight: 400, style: 'normal', source: 'built-in', fallback: false };
  assert.deepEqual(
    lines[1]?.runs.map((run) => [run.text, run.fontSize, run.font]),
    [
      ['Kyoto ', 20, inter],
      ['京都', 20, { ...inter, family: 'Noto Sans SC', fallback: true }],
      [' and', 20, inter],
    ],
  );
  for (const line of lines) {
    const right = Math.max(...line.runs.map(({ x, width }) => x + width));
    assert.ok(Math.abs(right - (line.x + line.width)) < 6, 'up to the space that hangs');
  }
  assert.deepEqual((await inspectOne(title, { scale: 3 })).text, laidOut);
  assert.deepEqual((await inspectOne(title, { format: 'pdf', dpi: 300 })).text, laidOut);
});

test('reports how shrink changed a text, with the resulting sizes', async () => {
  const box = { x: 0, y: 0, width: 100, height: 20 };
  const { text: laidOut, warnings } = await inspectOne(
    text('much too long for this', 20, { ...box, overflow: 'shrink', minFontSize: 4, wrap: false }),
  );
  assert.deepEqual(warnings, ['TEXT_SHRUNK']);
  const { scale = 1, lines = [] } = laidOut ?? {};
  assert.ok(scale < 0.6, String(scale));
  assert.ok(Math.abs((lines[0]?.runs[0]?.fontSize ?? 0) - 20 * scale) < 0.02);
});

test('elements in turned groups have their place on the page', async () => {
  const inside = rect({ id: 'inside', x: 10, y: 0, width: 20, height: 10, fill: solid('#000000ff') });
  const { elements } = await inspect([
    group({ id: 'group', x: 100, y: 50, width: 40, height: 20, rotation: 90, elements: [inside] }),
    rect({ id: 'unseen', x: 0, y: 0, width: 10, height: 10, opacity: 0 }),
  ]);
  assert.deepEqual(
    elements.map(({ id, group: around, onPage }) => [id, around, onPage]),
    [
      // A quarter turn about 120, 60.
      ['group', null, { x: 110, y: 40, width: 20, height: 40 }],
      ['inside', 'group', { x: 120, y: 50, width: 10, height: 20 }],
    ],
  );
});

test('reports the place and size of pictures and codes', async () => {
  const box = { x: 10, y: 10, width: 120, height: 40 };
  const photo = await inspectOne(image({ ...box, asset: 'a.png', fit: 'cover' }));
  assert.deepEqual(photo.image, {
    source: 'a.png',
    pixels: { width: 60, height: 40 },
    placed: { x: 0, y: -20, width: 120, height: 80 },
    density: 48,
  });
  const none = await inspectOne(image({ ...box, asset: null }));
  assert.deepEqual([none.image?.source, none.image?.pixels], [null, null]);

  // 21 modules and 8 of clear space in 60 px: 2 whole pixels, twice as many at scale 2.
  const square = { x: 10.25, y: 10, width: 60, height: 60 };
  const { code } = await inspectOne(qrcode({ ...square, value: 'A' }));
  assert.deepEqual(code, {
    symbology: 'qrcode',
    module: 2,
    moduleMillimetres: 0.529,
    modulePixels: 2,
    columns: 21,
    rows: 21,
    area: { x: 8.75, y: 9, width: 42, height: 42 },
  });
  const pdf = await inspectOne(qrcode({ ...square, value: 'A' }), { format: 'pdf' });
  assert.deepEqual([pdf.code?.modulePixels, pdf.code?.module], [null, 2.069]);
  const bars = await inspectOne(
    barcode({ ...square, width: 200, symbology: 'ean13', value: '9520123456788', showText: false }),
  );
  assert.deepEqual([bars.code?.modulePixels, bars.code?.columns, bars.code?.rows], [1, 95, null]);
});

test('boxes are drawn over the picture where they are asked for, in PDF too', async () => {
  const elements = [
    rect({ id: 'plain', x: 20, y: 20, width: 100, height: 60, fill: solid('#ffffffff') }),
    text('this does not fit', 20, { id: 'broken', x: 150, y: 20, width: 100, height: 20 }),
    qrcode({ id: 'code', x: 20, y: 100, width: 90, height: 90, value: 'A' }),
  ];
  const scene = { width: 300, height: 200, elements };
  const boxes = { inspect: { report: false, boxes: true } };
  const { report, data } = await render(scene, boxes);
  assert.equal(report, undefined);
  const [plain, debugged] = [await decodePixels((await render(scene)).data), await decodePixels(data)];
  const pdf = await render(scene, { ...boxes, output: { format: 'pdf' } });
  const page = await decodePixels(await rasterisePdf(pdf.data, 96 / 72));
  for (const picture of [debugged, page]) {
    // On the lower edges, away from the names: grey, and red for what has a warning.
    const [grey, red] = [picture.at(80, 79), picture.at(220, 39)];
    assert.ok(grey[0] < 200 && Math.abs(grey[0] - grey[2]) < 60, String(grey));
    assert.ok(red[0] > 180 && red[1] < 170, String(red));
  }
  assert.deepEqual(plain.at(80, 79), [255, 255, 255, 255]);
  assert.deepEqual(plain.at(290, 190), debugged.at(290, 190));
  const [code] = await readCodes(data);
  assert.equal(code?.text, 'A', 'lines keep out of what is read');
});

test('names of boxes leave letters alone and stay on the page', async () => {
  const scene = {
    width: 300,
    height: 200,
    elements: [
      rect({ id: 'over-the-bleed', x: -10, y: -10, width: 320, height: 220 }),
      text('Letters', 20, { id: 'first', x: 0, y: 0, width: 100, height: 24 }),
      rect({ id: 'at-the-right-edge', x: 280, y: 100, width: 20, height: 20 }),
    ],
  };
  const plain = await decodePixels((await render(scene)).data);
  const debugged = await decodePixels(
    (await render(scene, { inspect: { report: false, boxes: true } })).data,
  );
  const ink = (picture: typeof plain, left: number, top: number, width: number, height: number) => {
    let count = 0;
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) if (picture.at(x, y)[0] < 128) count++;
    }
    return count;
  };
  assert.ok(ink(plain, 0, 0, 100, 24) > 100);
  for (let y = 0; y < 24; y++) {
    for (let x = 0; x < 100; x++) {
      if (plain.at(x, y)[0] < 20) assert.ok(debugged.at(x, y)[0] < 60, `${x}, ${y}`);
    }
  }
  assert.ok(ink(debugged, 200, 88, 75, 11) > 50, 'the name begins left of its box');
  assert.ok(ink(debugged, 100, 1, 199, 11) > 50, 'the name of what reaches over the page is on it');
});

test('a report says where an element lies on the page, with the turns of the groups around it', async () => {
  const side = { width: 40, height: 20 };
  const elements = [
    group({
      id: 'outer',
      x: 100,
      y: 50,
      width: 100,
      height: 100,
      rotation: 90,
      elements: [
        group({
          id: 'inner',
          x: 0,
          y: 0,
          width: 100,
          height: 100,
          rotation: 300,
          elements: [rect({ id: 'centred', x: 30, y: 40, ...side })],
        }),
        rect({ id: 'corner', x: 0, y: 0, ...side, rotation: -90 }),
      ],
    }),
  ];
  const boxes = (await inspect(elements)).elements.map(({ id, pageBox }) => [id, pageBox]);
  assert.deepEqual(Object.fromEntries(boxes), {
    outer: { x: 100, y: 50, width: 100, height: 100, rotation: 90 },
    inner: { x: 100, y: 50, width: 100, height: 100, rotation: 30 },
    centred: { x: 130, y: 90, ...side, rotation: 30 },
    // Its centre is 40 px above and 30 px left of the group's, turned to the right and up.
    corner: { x: 170, y: 60, ...side, rotation: 0 },
  });
});

test('a layout without a picture has the warnings and the report of the picture', async () => {
  const page: SceneElement[] = [
    image({ id: 'photo', asset: 'a.png', x: 0, y: 0, width: 200, height: 150 }),
    text('Too many words for this box', 20, { id: 'title', x: 0, y: 0, width: 60, height: 20 }),
    rect({ id: 'panel', x: 5, y: 5, width: 50, height: 50, fill: solid('#00000080') }),
  ];
  const code = qrcode({ id: 'code', x: 200, y: 0, width: 30, height: 30, value: 'https://a.example/' });
  const pale = barcode({ x: 200, y: 60, width: 90, height: 30, value: '12345670', symbology: 'ean8' });
  const codes = group({
    id: 'group',
    x: 0,
    y: 0,
    width: 300,
    height: 200,
    elements: [code, { ...pale, id: 'pale', color: '#ccccccff' }],
  });
  for (const elements of [page, [...page, codes]]) {
    for (const format of ['png', 'jpeg', 'pdf'] as const) {
      const layOut = (isLayoutOnly: boolean) =>
        render(
          { width: 300.5, height: 200, elements },
          {
            output: { format, dpi: 150, scale: 2 },
            files: { 'a.png': picture },
            inspect: { report: true, boxes: false },
            isLayoutOnly,
          },
        );
      const [{ data, times: _, ...drawn }, { data: none, times: __, ...laidOut }] = [
        await layOut(false),
        await layOut(true),
      ];
      assert.ok(data.length > 0);
      assert.equal(none.length, 0);
      assert.ok(drawn.warnings.length >= (elements.length === 3 ? 2 : 3), JSON.stringify(drawn.warnings));
      assert.deepEqual(laidOut, drawn);
    }
  }
});
