/** PDF/X-1a:2003 (ISO 15930-4): PDF 1.4, inks alone, no transparency. Lengths of templates are inches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';

import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { RenderInputError } from '../../src/render/errors.ts';
import { checkFileOptions } from '../../src/render/file-options.ts';
import { separate } from '../helpers/plates.ts';
import { render } from '../helpers/scenes.ts';

const picture = (alpha: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 30, g: 90, b: 160, alpha } } })
    .png()
    .toBuffer();
const files = { 'photo.png': await picture(1), 'clear.png': await picture(0.5) };

async function print(elements: readonly TemplateElement[], settings: Partial<TemplateDocument> = {}) {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 'Ink alone',
    viewport: { width: 4, height: 3 },
    viewportUnit: 'in',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    rgbToCmyk: 'convert',
    bleed: 0.125,
    inks: [{ name: 'Gold', cmyk: [20, 30, 80, 10] }],
    background: '#fbf7ec',
    elements: [...elements],
    ...settings,
  };
  const { scene } = bindTemplate(document, new Map());
  const output = { format: 'pdf', dpi: 300, pdfStandard: 'PDF/X-1a' } as const;
  return (await render(scene, { output, files })).data;
}

const box = (x: number, y: number, width = 1, height = 1) => ({ x, y, width, height });
const fade = (to: string) => ({
  type: 'linear' as const,
  stops: [
    { offset: 0, color: '#c03010' },
    { offset: 1, color: to },
  ],
});

/** Everything that needs no transparency. */
const opaque: readonly TemplateElement[] = [
  { type: 'rect', id: 'a', ...box(0, 0), fill: '#2080c0', cornerRadius: 0.1 },
  {
    type: 'ellipse',
    id: 'b',
    ...box(1, 0),
    fill: fade('#10a040'),
    stroke: { color: '#308030', width: 0.05 },
  },
  { type: 'rect', id: 'c', ...box(2, 0), fill: { ...fade('#1040d0'), type: 'conic' } },
  { type: 'image', id: 'd', ...box(3, 0), src: 'photo.png' },
  { type: 'text', id: 'e', ...box(0, 1, 2), text: 'Ink & gold', fontSize: 0.4, color: 'ink("Gold")' },
  { type: 'qrcode', id: 'f', ...box(2, 1), value: 'INK' },
  { type: 'rect', id: 'g', ...box(3, 1), fill: 'device-cmyk(0% 50% 0% 0%)', overprint: true },
  {
    type: 'group',
    id: 'h',
    ...box(0, 2),
    clip: 'ellipse',
    elements: [{ type: 'rect', id: 'i', ...box(0, 0), fill: '#c02060' }],
  },
  { type: 'text', id: 'j', ...box(1, 2, 3), text: 'Black', fontSize: 0.5, color: '#000' },
];

test('the file is PDF 1.4 without object streams, groups, masks, opacity and RGB', async () => {
  const pdf = Buffer.from(await print(opaque, { cropMarks: true }));
  const text = pdf.toString('latin1');
  assert.ok(text.startsWith('%PDF-1.4\n'));
  for (const word of ['/ObjStm', '/XRef', '/SMask', '/Transparency', '/DeviceRGB', '/ICCBased', '/Annots'])
    assert.ok(!text.includes(word), word);
  for (const [, value] of text.matchAll(/\/(?:ca|CA) ([\d.]+)/gu)) assert.equal(value, '1');
  for (const [, mode] of text.matchAll(/\/BM \/(\w+)/gu)) assert.equal(mode, 'Normal');
  assert.match(text, /xref\n0 \d+\n0000000000 65535 f \n/u);
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
  const said = (key: string) => info.lookup(PDFName.of(key))?.toString();
  assert.equal(said('GTS_PDFXVersion'), '(PDF/X-1a:2003)');
  assert.equal(said('Trapped'), '/False');
  for (const key of ['Title', 'Producer', 'Creator', 'CreationDate', 'ModDate']) assert.ok(said(key), key);
  assert.ok(document.context.trailerInfo.ID !== undefined);
  const [page] = document.getPages();
  assert.ok(page !== undefined);
  for (const name of ['MediaBox', 'TrimBox', 'BleedBox'])
    assert.ok(page.node.lookup(PDFName.of(name), PDFArray).size() === 4, name);
  const intents = document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray);
  assert.equal(intents.size(), 1);
  const intent = intents.lookup(0, PDFDict);
  assert.equal(intent.lookup(PDFName.of('S'))?.toString(), '/GTS_PDFX');
  assert.equal(intent.lookup(PDFName.of('OutputConditionIdentifier'))?.toString(), '(FOGRA39)');
  assert.ok(intent.lookup(PDFName.of('DestOutputProfile')) !== undefined);
  assert.doesNotMatch(text, /pdfaid|pdfxid/u);
});

test('its plates are those of PDF/X-4', async () => {
  const plates = await separate(await print(opaque));
  assert.deepEqual([...plates.keys()].toSorted(), ['Black', 'Cyan', 'Gold', 'Magenta', 'Yellow']);
  const at = (name: string, x: number, y: number) =>
    Math.round((plates.get(name)?.at(x + 0.125, y + 0.125) ?? NaN) * 100);
  // It overprints the background, and leaves its cyan.
  assert.deepEqual([at('Cyan', 3.5, 1.5), at('Magenta', 3.5, 1.5)], [at('Cyan', 1.5, 1.5), 50]);
  assert.ok(at('Cyan', 0.5, 0.5) > 60);
  assert.ok((plates.get('Gold')?.within({ x: 0.125, y: 1.125, width: 2, height: 1 }).most ?? 0) === 1);
});

test('a profile of version 4 is named, but not contained: PDF 1.4 does not know it', async () => {
  const document = await PDFDocument.load(await print(opaque, { outputProfile: 'GRACoL2013' }));
  const intent = document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict);
  assert.equal(intent.lookup(PDFName.of('OutputConditionIdentifier'))?.toString(), '(CGATS21-2-CRPC6)');
  assert.equal(intent.lookup(PDFName.of('RegistryName'))?.toString(), '(http://www.color.org)');
  assert.equal(intent.lookup(PDFName.of('DestOutputProfile')), undefined);
});

const chart = (config: object) => ({
  type: 'chart' as const,
  spec: {
    config,
    data: { values: [{ sold: 3 }] },
    mark: 'bar',
    encoding: { y: { field: 'sold', type: 'quantitative' } },
  },
});

test('a chart whose axes have colours without an opacity is opaque', async () => {
  const axis = { domainColor: '#888', tickColor: '#888', gridColor: '#ddd' };
  const element = { id: 'sales', ...box(1, 0, 2, 2), ...chart({ axis }) } as TemplateElement;
  assert.ok((await print([element])).length > 0);
});

test('what is transparent is refused with the element and what it has', async () => {
  const fill = '#2080c0';
  const cases: readonly (readonly [Partial<TemplateElement>, RegExp])[] = [
    [{ type: 'rect', fill, opacity: 0.5 }, /opacity below 1/u],
    [{ type: 'rect', fill: '#2080c080' }, /opacity below 1/u],
    [{ type: 'rect', fill, blendMode: 'multiply' }, /blend mode multiply/u],
    [{ type: 'rect', fill, blur: 0.05 }, /shadow or a blur/u],
    [{ type: 'rect', fill, shadow: { x: 0.1, y: 0.1, blur: 0.1, color: '#000' } }, /shadow or a blur/u],
    [{ type: 'rect', fill: fade('#c0301000') }, /fades to transparent/u],
    [{ type: 'rect', fill: { ...fade('#c0301000'), type: 'conic' } }, /transparent/u],
    [{ type: 'image', src: 'clear.png' }, /picture with transparent parts/u],
    [{ type: 'image', src: 'photo.png', mask: { src: 'clear.png' } }, /transparent parts/u],
    [{ type: 'text', text: 'x', fontSize: 0.5, color: '#00000080' }, /opacity below 1/u],
    [chart({}), /opacity below 1/u],
    [
      { type: 'group', opacity: 0.5, elements: [{ type: 'rect', id: 'in', ...box(0, 0), fill }] },
      /opacity below 1/u,
    ],
  ] as const;
  for (const [keys, message] of cases) {
    const element = { id: 'veil', ...box(1, 1), ...keys } as TemplateElement;
    await assert.rejects(
      print([element]),
      (error) =>
        error instanceof RenderInputError &&
        error.message.startsWith('The element "veil" ') &&
        message.test(error.message) &&
        error.message.endsWith(
          'but PDF/X-1a has no transparency: change it, or make PDF/X-4, which keeps it.',
        ),
      JSON.stringify(keys),
    );
  }
  await assert.rejects(print([], { background: '#fbf7ec80' }), /The background of the page is painted/u);
});

test('the option is refused where the file cannot be PDF/X', () => {
  const check = (document: object, pdfStandard: 'PDF/X-1a' | 'PDF/X-4' | 'PDF/A-3b') =>
    checkFileOptions(document, { format: 'pdf', pdfStandard })?.detail ?? null;
  const press = { viewportOutputIntent: 'print' };
  assert.equal(check({ ...press, rgbToCmyk: 'convert' }, 'PDF/X-1a'), null);
  assert.equal(check(press, 'PDF/X-4'), null);
  assert.match(check(press, 'PDF/X-1a') ?? '', /needs a template with "rgbToCmyk": "convert"/u);
  assert.match(check({}, 'PDF/X-4') ?? '', /needs a template whose "viewportOutputIntent" is "print"/u);
  assert.match(check(press, 'PDF/A-3b') ?? '', /cannot be PDF\/A-3b/u);
});
