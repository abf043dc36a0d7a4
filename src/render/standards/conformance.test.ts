/** What PDF/A-2b and PDF/X-4 ask of a file. Others' validators are asked in test/print. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import type { PDFObject, PDFPage } from 'pdf-lib';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import {
  colorDistance,
  decodePixels,
  group,
  qrcode,
  rect,
  render,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { Paint } from '../scene/paint.ts';
import type { Scene } from '../scene/scene.ts';
import { findStandards } from './conformance.ts';

const name = (key: string) => PDFName.of(key);
const MM = 96 / 25.4;
const POINTS = 72 / 25.4;
const glass: Paint = {
  type: 'linear',
  angle: 90,
  stops: [
    { offset: 0, color: '#000000ff' },
    { offset: 1, color: '#ff000000' },
  ],
};
const elements = [
  rect({ x: 5, y: 5, width: 40, height: 40, fill: glass }),
  text('Black 😀', 12, { x: 5, y: 60, width: 80, height: 20 }),
  qrcode({ x: 50, y: 5, width: 40, height: 40, value: 'ink' }),
];

async function renderPdf(scene: Partial<Scene>) {
  const { data, warnings } = await render({ elements, ...scene }, { output: { format: 'pdf', dpi: 150 } });
  const document = await PDFDocument.load(data, { updateMetadata: false });
  return { data, warnings, document, page: document.getPage(0) };
}

function streamText(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

function lookupStream(dict: PDFDict, key: string): PDFRawStream {
  const stream = dict.lookup(name(key));
  assert.ok(stream instanceof PDFRawStream, key);
  return stream;
}

const getXmp = ({ catalog }: PDFDocument) =>
  Buffer.from(lookupStream(catalog, 'Metadata').contents).toString();

function getIntents({ catalog }: PDFDocument): { kind: string; profile: Buffer }[] {
  const intents = catalog.lookup(name('OutputIntents'), PDFArray);
  return intents.asArray().map((_each, index) => {
    const intent = intents.lookup(index, PDFDict);
    const profile = lookupStream(intent, 'DestOutputProfile');
    const kind = intent.lookup(name('S'), PDFName).asString();
    return { kind, profile: inflateSync(profile.contents) };
  });
}

function getDicts(document: PDFDocument): PDFDict[] {
  const found: PDFDict[] = [];
  const visit = (object: PDFObject | undefined): void => {
    if (object instanceof PDFArray) return object.asArray().forEach(visit);
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return;
    found.push(dict);
    dict.values().forEach(visit);
  };
  for (const [, object] of document.context.enumerateIndirectObjects()) visit(object);
  return found;
}

/** The page's operators, and those of every form in it. */
function getOperators(document: PDFDocument, page: PDFPage): { page: string; forms: string } {
  const contents = lookupStream(page.node, 'Contents');
  const forms = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .filter(({ dict }) => dict.get(name('Subtype')) === name('Form'));
  return { page: streamText(contents), forms: forms.map(streamText).join('\n') };
}

test('a file for the screen says PDF/A-2b, in sRGB', async () => {
  const { document, data } = await renderPdf({ title: 'Ein <Titel> & mehr' });
  const xmp = getXmp(document);
  assert.match(xmp, /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</);
  assert.match(xmp, />Ein &lt;Titel&gt; &amp; mehr</);
  assert.doesNotMatch(xmp, /pdfx|Date/);
  const [intent, ...more] = getIntents(document);
  assert.deepEqual([intent?.kind, more], ['/GTS_PDFA1', []]);
  assert.equal(intent?.profile.toString('latin1', 12, 20), 'mntrRGB ');
  assert.equal(Buffer.from(data).toString('latin1', 0, 8), '%PDF-1.7');
});

test('a file for print says PDF/X-4 and PDF/A-2b, for offset printing on coated paper', async () => {
  const { document, data } = await renderPdf({ intent: 'print', bleed: 3 * MM });
  assert.equal(Buffer.from(data).toString('latin1', 0, 8), '%PDF-1.6');
  const xmp = getXmp(document);
  for (const property of [
    'pdfxid:GTS_PDFXVersion>PDF/X-4<',
    'pdf:Trapped>False<',
    'xmpMM:RenditionClass>default<',
    'xmpMM:VersionID>1<',
    'xmp:CreateDate>2000-01-01T00:00:00Z<',
    'xmp:ModifyDate>2000-01-01T00:00:00Z<',
    'xmp:MetadataDate>2000-01-01T00:00:00Z<',
    'pdfaid:part>2<',
  ]) {
    assert.ok(xmp.includes(`<${property}`), property);
  }
  assert.match(xmp, /DocumentID>uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}</);
  const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
  assert.equal(info.get(name('Trapped')), name('False'));
  const intents = getIntents(document);
  assert.deepEqual(
    intents.map(({ kind }) => kind),
    ['/GTS_PDFA1', '/GTS_PDFX'],
  );
  for (const { profile } of intents) assert.equal(profile.toString('latin1', 12, 20), 'prtrCMYK');
});

test('no colour of a file for print is left without a meaning', async () => {
  const multiplied = { ...elements[0]!, blendMode: 'multiply' };
  for (const scene of [
    {},
    {
      elements: [
        multiplied,
        group({ x: 5, y: 5, width: 40, height: 40, blendMode: 'multiply', elements, clip: 'box' }),
      ],
    },
  ]) {
    const { document } = await renderPdf({ intent: 'print', ...scene });
    const dicts = getDicts(document);
    for (const dict of dicts) {
      for (const key of ['ColorSpace', 'CS']) assert.notEqual(dict.get(name(key)), name('DeviceRGB'));
      const resources = dict.lookupMaybe(name('Resources'), PDFDict);
      assert.ok(
        resources === undefined || resources.lookup(name('ColorSpace'), PDFDict).has(name('DefaultRGB')),
      );
    }
    assert.ok(dicts.some((dict) => dict.has(name('ShadingType'))));
  }
});

test('black is black ink alone, but in masks, and where colours blend', async () => {
  const plain = await renderPdf({ intent: 'print' });
  assert.equal(plain.page.node.get(name('Group')), undefined);
  const { page, forms } = getOperators(plain.document, plain.page);
  assert.match(page, /\s0 g\s/);
  assert.match(page, /\s0 0 0 1 k\s/, 'black text overprints');
  assert.doesNotMatch(page, /\s0 0 0 (rg|RG)\s/);
  assert.doesNotMatch(forms, /\s0 g\s/, 'the only forms here are masks');

  const blended = await renderPdf({
    intent: 'print',
    elements: elements.map((element) => ({ ...element, blendMode: 'multiply' })),
  });
  const outer = blended.page.node.lookup(name('Resources'), PDFDict).lookup(name('XObject'), PDFDict);
  const [form] = outer.entries().map(([key]) => lookupStream(outer, key.decodeText()));
  const transparency = form?.dict.lookup(name('Group'), PDFDict);
  assert.equal(transparency?.lookup(name('CS'), PDFArray).get(0), name('ICCBased'));
  assert.doesNotMatch(getOperators(blended.document, blended.page).forms, /\s0 g\s/);

  const grouped = await renderPdf({
    intent: 'print',
    elements: [group({ x: 0, y: 0, width: 99, height: 99, opacity: 0.5, elements: elements.slice(1) })],
  });
  assert.match(getOperators(grouped.document, grouped.page).forms, /\s0 g\s/);

  const screen = await renderPdf({});
  assert.doesNotMatch(getOperators(screen.document, screen.page).page, /\s0 g\s/);
});

test('crop marks lie outside the bleed, which cuts what is painted', async () => {
  const beyond = rect({ x: -20 * MM, y: 20 * MM, width: 40 * MM, height: 5 * MM, fill: solid('#0000ffff') });
  const scene = { width: 85 * MM, height: 55 * MM, bleed: 3 * MM, background: solid('#ffee88ff') };
  const marked = await renderPdf({ ...scene, elements: [beyond], intent: 'print', cropMarks: true });
  const boxes = [marked.page.getMediaBox(), marked.page.getBleedBox(), marked.page.getTrimBox()].map(
    ({ x, y, width, height }) => [x, y, width, height].map((side) => Number((side / POINTS).toFixed(2))),
  );
  assert.deepEqual(boxes, [
    [0, 0, 101, 71],
    [5, 5, 91, 61],
    [8, 8, 85, 55],
  ]);
  assert.equal(marked.page.node.get(name('ArtBox')), undefined);
  const scale = 4;
  const picture = await decodePixels(await rasterisePdf(marked.data, scale));
  const at = (x: number, y: number, dx = 0, dy = 0) =>
    picture.at(Math.round(x * POINTS * scale) + dx, Math.round(y * POINTS * scale) + dy);
  for (const [x, y] of [
    [8, 2],
    [93, 2],
    [2, 8],
    [2, 63],
  ] as const) {
    const around = [-2, -1, 0, 1, 2].flatMap((by) => [at(x, y, by, 0), at(x, y, 0, by)]);
    const darkest = Math.max(...around.map((pixel) => colorDistance(pixel, [255, 255, 255, 255])));
    assert.ok(darkest > 100, `a mark at ${x}, ${y}`);
  }
  assert.ok(colorDistance(at(4, 30), [255, 255, 255, 255]) < 2, 'nothing beyond the bleed');
  assert.ok(colorDistance(at(6, 30), [0, 0, 255, 255]) < 2, 'painted into the bleed');
  assert.ok(colorDistance(at(50, 50), [255, 238, 136, 255]) < 2);

  const screen = await renderPdf({ ...scene, intent: 'screen', cropMarks: true });
  assert.equal(Math.round(screen.page.getWidth() / POINTS), 85);
});

test('a page that no standard allows claims none', async () => {
  const sides = { sheets: [{ width: 200, height: 200 }], lacksGlyphs: false, isReadable: false };
  assert.deepEqual(findStandards({ ...sides, intent: 'screen' }), ['PDF/A-2b']);
  assert.deepEqual(findStandards({ ...sides, intent: 'print' }), ['PDF/A-2b', 'PDF/X-4']);
  assert.deepEqual(findStandards({ ...sides, intent: 'print', lacksGlyphs: true }), ['PDF/X-4']);
  assert.deepEqual(
    findStandards({ ...sides, intent: 'screen', sheets: [...sides.sheets, { width: 200, height: 2 }] }),
    [],
  );
  assert.deepEqual(findStandards({ ...sides, intent: 'screen', isReadable: true }), ['PDF/A-2b', 'PDF/UA-1']);

  const unknown = text('\u{10ffff}', 12, { x: 5, y: 5, width: 80, height: 20 });
  const { document, warnings } = await renderPdf({ elements: [unknown] });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['GLYPH_MISSING'],
  );
  assert.doesNotMatch(getXmp(document), /pdfaid/);
});

test('a file holds nothing that its page does not use', async () => {
  const { document } = await renderPdf({ intent: 'print', cropMarks: true });
  const { context } = document;
  const seen = new Set<PDFObject>();
  const visit = (object: PDFObject | undefined): void => {
    const found = context.lookup(object);
    if (found === undefined || seen.has(found)) return;
    seen.add(found);
    if (found instanceof PDFArray) found.asArray().forEach(visit);
    else if (found instanceof PDFDict) found.values().forEach(visit);
    else if (found instanceof PDFRawStream) found.dict.values().forEach(visit);
  };
  visit(context.trailerInfo.Root);
  visit(context.trailerInfo.Info);
  const unused = context.enumerateIndirectObjects().filter(([, object]) => !seen.has(object));
  assert.deepEqual(
    unused.map(([ref, object]) => `${ref.toString()} ${object.toString().slice(0, 200)}`),
    [],
  );
});

test("the page's edges are the boxes', whatever part of a point the sides have", async () => {
  for (const side of [100.4, 133, 200.9]) {
    const inset = rect({
      x: 0,
      y: 0,
      width: side,
      height: side,
      stroke: { color: '#ff0000ff', width: 16, dash: [] },
    });
    const { data } = await renderPdf({ width: side, height: side, elements: [inset] });
    const picture = await decodePixels(await rasterisePdf(data, 10));
    const middle = Math.round(picture.width / 2);
    const isRed = (y: number) => colorDistance(picture.at(middle, y), [255, 0, 0, 255]) < 60;
    const thickness = (rows: number[]) => rows.findIndex((y) => !isRed(y));
    const down = Array.from({ length: 100 }, (_each, index) => index);
    const [top, bottom] = [thickness(down), thickness(down.map((y) => picture.height - 1 - y))];
    // 8 px inside the edge are 60 pixels here.
    assert.ok(Math.abs(top - 60) <= 1 && Math.abs(bottom - 60) <= 1, `${side}: ${top}, ${bottom}`);
  }
});
