import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  decodePDFRawStream,
} from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import {
  barcode,
  colorDistance,
  decodePixels,
  ellipse,
  group,
  image,
  neutralFilters,
  path,
  qrcode,
  rect,
  render,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { RenderOptions } from '../../../test/helpers/scenes.ts';
import type { SceneImage } from '../scene/image.ts';
import type { Paint } from '../scene/paint.ts';
import type { Scene } from '../scene/scene.ts';
import { toPx } from '../../common/lengths/units.ts';
import { readContents } from './streams.ts';

const MM = 96 / 25.4;
const RED = solid('#ff0000ff');
const shadow = { x: 4, y: 4, blur: 6, color: '#000000ff' };

async function renderPdf(scene: Partial<Scene>, options: RenderOptions = {}) {
  const output = { ...options.output, format: 'pdf' } as const;
  const { data, width, height } = await render(scene, { ...options, output });
  return { data, width, height, document: await PDFDocument.load(data, { updateMetadata: false }) };
}

function pictures(document: PDFDocument): PDFRawStream[] {
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .filter(({ dict }) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'));
}

const getNumber = ({ dict }: PDFRawStream, key: string) => dict.lookup(PDFName.of(key), PDFNumber).asNumber();
const getName = ({ dict }: PDFRawStream, key: string) =>
  dict.lookupMaybe(PDFName.of(key), PDFName)?.asString();

async function getText(data: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const content = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  return content.items.map((item) => ('str' in item ? item.str : '')).join('');
}

const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

test('a screen page is the viewport in points, with no trim', async () => {
  const { document, width, height } = await renderPdf(
    { width: 210 * MM, height: 99 * MM, bleed: 10 },
    { output: { scale: 3 } },
  );
  const page = document.getPage(0);
  assert.ok(Math.abs(page.getWidth() - 595.276) < 0.05 && Math.abs(page.getHeight() - 280.63) < 0.05);
  assert.ok(Math.abs(width - 595.276) < 0.05 && Math.abs(height - 280.63) < 0.05);
  assert.equal(page.node.get(PDFName.of('TrimBox')), undefined);
});

test('a print page carries its boxes, and the bleed is painted', async () => {
  const bleed = 3 * MM;
  const [width, height] = [85 * MM, 55 * MM];
  const across = rect({ x: -bleed, y: 10, width: 40, height: 20, fill: solid('#0000ffff') });
  const { document, data, ...size } = await renderPdf({
    title: 'Tëst “print”',
    width,
    height,
    bleed,
    intent: 'print',
    background: RED,
    elements: [across],
  });
  const page = document.getPage(0);
  const points = 72 / 25.4;
  const near = (
    actual: { x: number; y: number; width: number; height: number },
    expected: readonly number[],
  ) => {
    const given = [actual.x, actual.y, actual.width, actual.height];
    assert.ok(
      given.every((value, index) => Math.abs(value - (expected[index] ?? 0)) < 0.05),
      given.join(),
    );
  };
  near(page.getMediaBox(), [0, 0, 91 * points, 61 * points]);
  near(page.getBleedBox(), [0, 0, 91 * points, 61 * points]);
  near(page.getTrimBox(), [3 * points, 3 * points, 85 * points, 55 * points]);
  assert.ok(Math.abs(size.width - 85 * points) < 0.05 && Math.abs(size.height - 55 * points) < 0.05);
  assert.equal(document.getTitle(), 'Tëst “print”');
  const picture = await decodePixels(await rasterisePdf(data, 1));
  assert.ok(colorDistance(picture.at(1, 1), [255, 0, 0, 255]) < 3);
  assert.ok(colorDistance(picture.at(2, Math.round(3 * points + 15)), [0, 0, 255, 255]) < 3);
});

test('the boxes of a page with decimals in millimetres are exact', async () => {
  const [width, height] = [toPx(99.1, 'mm'), toPx(38.1, 'mm')];
  for (const bleed of [0, 2.5]) {
    const { document } = await renderPdf({ width, height, bleed: toPx(bleed, 'mm'), intent: 'print' });
    const page = document.getPage(0);
    const sides = ({ width, height }: { width: number; height: number }) =>
      [width, height].map((side) => ((side / 72) * 25.4).toFixed(6));
    assert.deepEqual(sides(page.getTrimBox()), ['99.100000', '38.100000']);
    const sheet = [99.1 + 2 * bleed, 38.1 + 2 * bleed].map((side) => side.toFixed(6));
    assert.deepEqual(sides(page.getMediaBox()), sheet);
    assert.deepEqual(sides(page.getBleedBox()), sheet);
  }
});

test('shapes, codes, opacity and blend modes are vectors; text is text with embedded subsets', async () => {
  const { document, data } = await renderPdf({
    elements: [
      rect({
        x: 0,
        y: 0,
        width: 50,
        height: 50,
        fill: RED,
        opacity: 0.5,
        stroke: { color: '#000000ff', width: 2, dash: [4] },
      }),
      ellipse({ x: 0, y: 0, width: 50, height: 50, fill: RED, blendMode: 'multiply' }),
      path({ x: 0, y: 50, width: 50, height: 50, d: 'M0 0L9 9H0Z', viewBox: [0, 0, 9, 9], fill: RED }),
      group({
        x: 0,
        y: 0,
        width: 100,
        height: 100,
        opacity: 0.7,
        blendMode: 'screen',
        elements: [
          text('inside a group', 12, { x: 0, y: 0, width: 100, height: 20 }),
          rect({ x: 0, y: 0, width: 9, height: 9, fill: RED }),
        ],
      }),
      qrcode({ x: 50, y: 50, width: 50, height: 50, value: 'vector' }),
      barcode({ x: 0, y: 60, width: 50, height: 20, symbology: 'code39', value: 'A', showText: false }),
      text('office fi', 12, { x: 0, y: 20, width: 100, height: 20, opacity: 0.5 }),
    ],
  });
  assert.deepEqual(pictures(document), []);
  assert.equal(await getText(data), 'inside a groupoffice fi');
  const fontFiles = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict && object.get(PDFName.of('FontFile2')) !== undefined);
  assert.equal(fontFiles.length, 1);
  const descriptor = fontFiles[0] as PDFDict;
  assert.match(descriptor.lookup(PDFName.of('FontName'), PDFName).asString(), /^\/[A-Z]{6}\+Inter/);
  assert.ok(data.length < 40_000, `${data.length} bytes: the font is a subset`);
});

test("shadows and blurs become bitmaps of the output's density; what casts them stays as it is", async () => {
  for (const dpi of [96, 300]) {
    const { document, data } = await renderPdf(
      {
        width: 192,
        height: 192,
        elements: [
          text('Shady', 24, { x: 20, y: 20, width: 100, height: 40, shadow }),
          rect({ x: 96, y: 96, width: 50, height: 50, fill: RED, blur: 4 }),
        ],
      },
      { output: { dpi } },
    );
    assert.equal(await getText(data), 'Shady');
    const colours = pictures(document).filter((picture) => getName(picture, 'ColorSpace') === '/DeviceRGB');
    assert.equal(colours.length, 2);
    // The blurred box with three deviations around it is 74 px wide.
    const widths = colours.map((picture) => (getNumber(picture, 'Width') / dpi) * 96);
    assert.ok(
      widths.some((width) => Math.abs(width - 74) < 6),
      widths.join(),
    );
  }
});

test('the page looks like the raster file', async () => {
  const scene = {
    elements: [
      rect({ x: 10, y: 10, width: 40, height: 40, fill: RED, shadow, cornerRadius: [8, 8, 8, 8] as const }),
      ellipse({
        x: 40,
        y: 40,
        width: 50,
        height: 50,
        fill: solid('#00aa00ff'),
        opacity: 0.5,
        blendMode: 'multiply',
      }),
      image({
        x: 60,
        y: 5,
        width: 30,
        height: 30,
        asset: 'a',
        filters: { ...neutralFilters, sepia: 1 },
        rotation: 30,
      }),
      image({ x: 5, y: 60, width: 30, height: 30, asset: 'b', opacity: 0.5, shadow }),
    ],
  };
  const flat = {
    create: { width: 60, height: 60, channels: 4, background: { r: 30, g: 90, b: 200, alpha: 0.6 } },
  } as const;
  const a = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#4060a0' } })
    .jpeg()
    .toBuffer();
  const files = { a, b: await sharp(flat).png().toBuffer() };
  const page = await decodePixels(
    await rasterisePdf((await renderPdf(scene, { files, output: { dpi: 300 } })).data, 4 / 3),
  );
  const raster = await renderPixels(scene, { files });
  assert.deepEqual([page.width, page.height], [100, 100]);
  let far = 0;
  for (let y = 0; y < 100; y++)
    for (let x = 0; x < 100; x++) if (colorDistance(page.at(x, y), raster.at(x, y)) > 40) far++;
  assert.ok(far < 60, `${far} pixels differ`);
});

test('opacity reaches gradients in viewers that do not apply it to patterns', async () => {
  const gradient = (end: string) =>
    ({
      type: 'linear',
      angle: 90,
      stops: [
        { offset: 0, color: '#ff0000ff' },
        { offset: 1, color: end },
      ],
    }) as const;
  const radial = {
    ...gradient('#0000ffff'),
    type: 'radial',
    center: { x: 0.5, y: 0.5 },
    radius: 0.5,
  } as const;
  const shapes = (fill: Paint) => [
    rect({ x: 0, y: 0, width: 90, height: 40, fill, opacity: 0.5 }),
    ellipse({ x: 0, y: 40, width: 90, height: 30, fill, opacity: 0.5, rotation: 10 }),
    path({ x: 0, y: 70, width: 90, height: 30, d: 'M0 0L9 9H0Z', viewBox: [0, 0, 9, 9], fill, opacity: 0.5 }),
  ];
  for (const [fill, groups] of [
    [gradient('#0000ffff'), 3],
    [radial, 3],
    // Its opacity is in the pattern's own mask.
    [gradient('#0000ff00'), 0],
  ] as const) {
    const scene = { elements: shapes(fill) };
    const { document, data } = await renderPdf(scene, { output: { dpi: 300 } });
    const content = readContents(document.getPage(0));
    assert.equal([...content.matchAll(/\/X\d+ Do/g)].length, groups);
    assert.equal(/\/P\d+ scn/.test(content), groups === 0, 'patterns are in the groups');
    const opacities = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict)
      .map((dict) => dict.lookupMaybe(PDFName.of('ca'), PDFNumber)?.asNumber());
    assert.equal(opacities.includes(0.5), groups > 0);
    const page = await decodePixels(await rasterisePdf(data, 4 / 3));
    const raster = await renderPixels(scene);
    for (const [x, y] of [
      [10, 10],
      [60, 20],
      [45, 55],
      [8, 90],
    ] as const) {
      assert.ok(colorDistance(page.at(x, y), raster.at(x, y)) < 12, `${x}, ${y}: ${page.at(x, y).join()}`);
    }
  }
});

const placed = (given: Partial<SceneImage> = {}) => [
  image({ x: 0, y: 0, width: 100, height: 100, asset: 'a', ...given }),
];
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a JPEG that is not too dense goes into the file byte for byte, once', async () => {
  const file = await photo(300, 200).jpeg().toBuffer();
  const elements = [
    ...placed({ cornerRadius: [9, 9, 9, 9] }),
    ...placed({ x: 50, fit: 'contain', opacity: 0.5 }),
  ];
  const { document } = await renderPdf({ elements }, { files: { a: file }, output: { dpi: 300 } });
  const found = pictures(document);
  assert.equal(found.length, 1);
  assert.equal(getName(found[0]!, 'Filter'), '/DCTDecode');
  assert.equal(sha(found[0]!.contents), sha(file));
});

for (let orientation = 1; orientation <= 8; orientation++) {
  test(`a JPEG stays as it is with EXIF orientation ${orientation}, drawn upright`, async () => {
    const red = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const file = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#0000ff' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    const { hasProfile, orientation: written } = await sharp(file).metadata();
    assert.deepEqual([hasProfile, written], [true, orientation], 'an sRGB profile does not stop it');
    const scene = { elements: placed({ fit: 'fill' }) };
    const { document, data } = await renderPdf(scene, { files: { a: file }, output: { dpi: 300 } });
    assert.equal(sha(pictures(document)[0]!.contents), sha(file));
    const page = await decodePixels(await rasterisePdf(data, 4 / 3));
    const raster = await renderPixels(scene, { files: { a: file } });
    for (const [x, y] of [
      [20, 20],
      [80, 20],
      [20, 80],
      [80, 80],
    ] as const) {
      assert.ok(colorDistance(page.at(x, y), raster.at(x, y)) < 12, `${x}, ${y}: ${page.at(x, y).join()}`);
    }
  });
}

test('images have at most the output’s dpi; photographs are JPEG, graphics lossless', async () => {
  for (const [width, dpi, expected] of [
    [2000, 96, 100],
    [2000, 300, 313],
    [400, 300, 313],
    [315, 300, 313],
    [313, 300, 313],
  ] as const) {
    const a = await photo(width, width).jpeg().toBuffer();
    const { document } = await renderPdf({ elements: placed() }, { files: { a }, output: { dpi } });
    const [picture] = pictures(document);
    assert.deepEqual([getNumber(picture!, 'Width'), getName(picture!, 'Filter')], [expected, '/DCTDecode']);
  }
  const graphic = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();
  const [flat] = pictures((await renderPdf({ elements: placed() }, { files: { a: graphic } })).document);
  assert.deepEqual([getName(flat!, 'Filter'), getNumber(flat!, 'Width')], ['/FlateDecode', 100]);
  const glass = {
    create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  } as const;
  const { document, data } = await renderPdf(
    { elements: placed() },
    { files: { a: await sharp(glass).png().toBuffer() } },
  );
  assert.equal(pictures(document).filter(({ dict }) => dict.has(PDFName.of('SMask'))).length, 1);
  const page = await decodePixels(await rasterisePdf(data, 1));
  assert.ok(colorDistance(page.at(30, 30), [255, 127, 127, 255]) < 3);
});

test('the file says in which language its text is', async () => {
  const getLanguage = async (language: string | null) => {
    const { document } = await renderPdf({ language });
    return document.catalog.lookupMaybe(PDFName.of('Lang'), PDFString)?.asString();
  };
  assert.equal(await getLanguage('de-CH'), 'de-CH');
  assert.equal(await getLanguage(null), undefined);
});

test('title, producer and id are there, and nothing that tells the time', async () => {
  const { data, document } = await renderPdf({ title: 'Ein Titel' });
  assert.equal(document.getTitle(), 'Ein Titel');
  assert.equal(document.getProducer(), 'Platen');
  assert.equal(document.getCreationDate(), undefined);
  const print = await renderPdf({ intent: 'print' });
  assert.equal(print.document.getCreationDate()?.toISOString(), '2000-01-01T00:00:00.000Z');
  assert.ok(document.context.trailerInfo.ID instanceof PDFArray);
  assert.deepEqual((await renderPdf({ title: 'Ein Titel' })).data, data);
  assert.notDeepEqual((await renderPdf({ title: 'Ein anderer' })).data, data);
});

test('a see-through gradient takes nothing from what was painted before it', async () => {
  const before = path({
    x: 0,
    y: 0,
    width: 50,
    height: 50,
    d: 'M0 0L9 9',
    viewBox: [0, 0, 9, 9],
    stroke: { color: '#00000055', width: 4, dash: [] },
  });
  const fill: Paint = {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0, color: '#ff000080' },
      { offset: 1, color: '#ff000000' },
    ],
  };
  const scene = { elements: [before, rect({ x: 50, y: 50, width: 50, height: 50, fill })] };
  const { data } = await renderPdf(scene);
  const page = await decodePixels(await rasterisePdf(data, 4 / 3));
  const raster = await renderPixels(scene);
  for (let x = 52; x < 98; x += 5)
    assert.ok(colorDistance(page.at(x, 75), raster.at(x, 75)) < 6, `at ${x}: ${page.at(x, 75).join(' ')}`);
});

test('stroked text is text once, of one font, and looks like the raster file', async () => {
  const stroke = { color: '#ff0000ff', width: 4 };
  const letters = 'The quick brown fox jumps over the lazy dog. ÄÖÜ 0123456789 ×÷≠ ЖФЯ Ωλ';
  const scene = {
    width: 400,
    height: 200,
    elements: [text(letters, 34, { x: 5, y: 5, width: 390, height: 190, stroke })],
  };
  const { document, data } = await renderPdf(scene);
  const fonts = document.context.enumerateIndirectObjects().flatMap(([, font]) => {
    const kind = font instanceof PDFDict ? font.get(PDFName.of('Subtype')) : undefined;
    return kind === PDFName.of('Type3') || kind === PDFName.of('Type0') ? [kind] : [];
  });
  assert.deepEqual(fonts, [PDFName.of('Type0')]);
  assert.equal((await getText(data)).replaceAll(/\s/gu, ''), letters.replaceAll(/\s/gu, ''));
  const [page, raster] = [await decodePixels(await rasterisePdf(data, 96 / 72)), await renderPixels(scene)];
  let wrong = 0;
  for (let at = 0; at < raster.data.length; at += 4) {
    const difference = Math.abs((raster.data[at + 1] ?? 0) - (page.data[at + 1] ?? 0));
    if (difference > 128) wrong += 1;
  }
  assert.ok(wrong < raster.data.length / 4 / 100, `${wrong} pixels`);
});

test('an SVG icon in a text is drawn as vectors, and is not in the text', async () => {
  const file = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#f00"/></svg>',
  );
  const plain = text('', 40, { x: 0, y: 0, width: 100, height: 100 });
  const icon = image({ asset: 'icon', id: 'icon', x: 0, y: 0, width: 1, height: 1, fit: 'fill' });
  const runs = plain.runs.map((run) => ({ ...run, text: '\ufffcOn', icon }));
  const scene = { elements: [{ ...plain, runs }] };
  const { document, data } = await renderPdf(scene, { files: { icon: file } });
  assert.equal(pictures(document).length, 0);
  assert.equal(await getText(data), 'On');
  const page = await decodePixels(await rasterisePdf(data, 96 / 72));
  const raster = await renderPixels(scene, { files: { icon: file } });
  assert.ok(colorDistance(page.at(20, 30), [255, 0, 0, 255]) < 3);
  assert.ok(colorDistance(raster.at(20, 30), [255, 0, 0, 255]) < 3);
});

test('letters with a gradient are outlines with readable text; emoji between them are vectors', async () => {
  const [run] = text('', 40, { x: 0, y: 0, width: 1, height: 1 }).runs;
  assert.ok(run !== undefined);
  const color: Paint = {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0, color: '#ff0000ff' },
      { offset: 1, color: '#0000ffff' },
    ],
  };
  const words = 'Hi 😀 you 🇩🇪';
  const box = { x: 10, y: 10, width: 380, height: 80 };
  const scene = {
    width: 400,
    height: 100,
    elements: [{ ...text('', 40, box), runs: [{ ...run, text: words, color }] }],
  };
  const { document, data } = await renderPdf(scene);
  assert.deepEqual(pictures(document), []);
  assert.equal((await getText(data)).replaceAll(/\s/gu, ''), words.replaceAll(' ', ''));
  const [page, raster] = [await decodePixels(await rasterisePdf(data, 4 / 3)), await renderPixels(scene)];
  let wrong = 0;
  for (let at = 0; at < raster.data.length; at += 4)
    if (Math.abs((raster.data[at + 2] ?? 0) - (page.data[at + 2] ?? 0)) > 100) wrong += 1;
  assert.ok(wrong < 120, `${wrong} pixels`);
});

test('a repeated picture begins with a state of its own: MuPDF applied its opacity twice', async () => {
  const flat = { create: { width: 8, height: 8, channels: 4, background: '#1e5ac899' } } as const;
  const files = { a: await sharp(flat).png().toBuffer() };
  const tiles = image({ x: 0, y: 0, width: 90, height: 90, asset: 'a', fit: 'tile', opacity: 0.5 });
  const { document } = await renderPdf({ elements: [tiles] }, { files });
  const patterns = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .filter(({ dict }) => dict.has(PDFName.of('PatternType')))
    .map((pattern) => Buffer.from(decodePDFRawStream(pattern).decode()).toString('latin1'));
  assert.ok(patterns.length > 0);
  for (const pattern of patterns) assert.match(pattern, /^q \/\w+ gs [-\d. ]+ cm \/\w+ Do Q$/m);
});
