/**
 * Every sample imports without problems and renders with its example values and with only the required ones.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ssim } from '@blazediff/ssim';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import type { TemplateDocument } from '../generated/template.ts';
import { checkTemplateFolder } from '../src/domain/templates/import-template.ts';
import type { OutputFormat, RenderResult } from '../src/render/job.ts';
import { rasterisePdf, readCodes } from './helpers/codes.ts';
import { readSample, renderSample, samples, type Sample } from './helpers/samples.ts';

type Values = Record<string, string>;

const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'];
const pxPerUnit: Readonly<Record<string, number>> = {
  px: 1,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  pt: 96 / 72,
};
/** `shrink` may make long texts smaller. Any other warning is a fault of the sample. */
const harmless = new Set(['TEXT_SHRUNK']);

/** The texts that a scanner must read from the image rendered with example.json. */
const codes: Readonly<Record<string, (values: Values) => Record<string, string | undefined>>> = {
  'event-ticket': (values) => ({ QRCode: values['code'] }),
  'name-badge': (values) => ({ QRCode: `MATMSG:TO:${values['email']};;` }),
  'product-label': (values) => ({ EAN13: values['ean'] }),
  'property-listing': (values) => ({ QRCode: values['link'] }),
  'shipping-label': (values) => ({
    Code128: values['tracking'],
    DataMatrix: `${values['tracking']}|${values['city']}|${values['weight']}`,
  }),
  'social-card': (values) => ({ QRCode: values['link'] }),
  // SIX, Implementation Guidelines for the QR-bill, 4.2.2. The amount is that of the rows, with tax.
  'swiss-invoice': (values) => ({
    QRCode: [
      'SPC\n0200\n1',
      values['iban'],
      `S\n${values['company']}\n${values['street']}\n${values['house']}`,
      `${values['zip']}\n${values['town']}\nCH`,
      '\n\n\n\n\n\n',
      '9223.09\nCHF',
      `S\n${values['client']}\n${values['clientStreet']}\n${values['clientHouse']}`,
      `${values['clientZip']}\n${values['clientTown']}\nCH`,
      `QRR\n${values['reference']}\nRechnung ${values['number']}\nEPD`,
    ].join('\n'),
  }),
};

test('there are at least six samples, including that of the demo', () => {
  assert.ok(samples.length >= 6);
  assert.ok(samples.includes('social-card'));
});

for (const sample of samples) {
  describe(`sample ${sample}`, () => {
    let opened: Sample;
    /** The PNGs, with which other formats are compared. */
    const pictures: RenderResult[] = [];

    before(async () => {
      opened = await readSample(sample);
    });

    test('is a valid template', async () => {
      const checked = await checkTemplateFolder(opened.folder);
      assert.deepEqual(checked.valid ? [] : checked.problems, []);
    });

    test('uses all of its files', () => {
      const text = JSON.stringify([opened.document, opened.example]);
      const unused = [...opened.folder.files.keys()].filter((file) => !text.includes(JSON.stringify(file)));
      assert.deepEqual(unused, []);
    });

    test('has no errors for a printer, if it is for print', async () => {
      if (opened.document.viewportOutputIntent !== 'print') return;
      const { warnings } = await renderSample(opened, 'pdf', { preflight: true });
      assert.deepEqual(
        warnings.filter(({ severity }) => severity !== 'advice'),
        [],
      );
    });

    for (const format of formats) {
      test(`renders as ${format} with all values and with the required ones; its codes scan`, async () => {
        const { document, example } = opened;
        const names = (document.variables ?? []).filter(({ required }) => required).map(({ name }) => name);
        const required = Object.fromEntries(names.map((name) => [name, example[name] ?? '']));
        for (const [index, values] of [example, required].entries()) {
          const result = await renderSample(opened, format, { values });
          const warnings = result.warnings.filter(({ code }) => !harmless.has(code));
          assert.deepEqual(warnings, []);
          await checkSize(result, document, format);
          if (format === 'png') pictures[index] = result;
          if (format === 'avif')
            await checkLikeness(result, pictures[index] ?? (await renderSample(opened, 'png', { values })));
          const texts = codes[sample]?.(example) ?? {};
          if (values === example) await checkCodes(result, texts, { format, document });
        }
      });
    }
  });
}

/** Compares the picture with the PNG of the same values, on white. */
async function checkLikeness({ data, width, height }: RenderResult, png: RenderResult): Promise<void> {
  const similarity = ssim(await readPixels(png.data), await readPixels(data), undefined, width, height);
  assert.ok(similarity >= 0.98, `SSIM ${similarity}`);
}

function readPixels(file: Uint8Array): Promise<Buffer> {
  return sharp(file).flatten({ background: '#ffffff' }).ensureAlpha().raw().toBuffer();
}

async function checkSize(
  result: RenderResult,
  document: TemplateDocument,
  format: OutputFormat,
): Promise<void> {
  const { data, width, height } = result;
  const { viewport, viewportUnit = 'px', viewportExportDpi = 96 } = document;
  if (typeof viewport.height === 'object') {
    await checkGrownSize(result, { width: viewport.width, ...viewport.height }, format);
    return;
  }
  const inches = [viewport.width, viewport.height].map(
    (length) => (length * (pxPerUnit[viewportUnit] ?? NaN)) / 96,
  );
  if (format === 'pdf' || format === 'svg') {
    const perInch = format === 'pdf' ? 72 : 96;
    assert.deepEqual(
      [width, height].map((side) => side.toFixed(1)),
      inches.map((length) => (length * perInch).toFixed(1)),
    );
    return;
  }
  const expected = inches.map((length) => Math.round(length * viewportExportDpi));
  const decoded = await sharp(data).metadata();
  assert.deepEqual([decoded.width, decoded.height], expected);
  assert.deepEqual([width, height], expected);
}

/** Of a page in `px` that is as tall as its content. */
async function checkGrownSize(
  { data, width, height }: RenderResult,
  page: { readonly width: number; readonly min: number; readonly max: number },
  format: OutputFormat,
): Promise<void> {
  const perPx = format === 'pdf' ? 0.75 : 1;
  assert.equal(width, page.width * perPx);
  assert.ok(height >= page.min * perPx && height < page.max * perPx, `${height} high`);
  if (format === 'pdf' || format === 'svg') return;
  const decoded = await sharp(data).metadata();
  assert.deepEqual([decoded.width, decoded.height], [width, height]);
}

async function checkCodes(
  { data }: RenderResult,
  expected: Record<string, string | undefined>,
  { format, document: { viewportExportDpi = 96 } }: { format: OutputFormat; document: TemplateDocument },
): Promise<void> {
  const found = await readCodes(await rasterise(data, format, viewportExportDpi));
  assert.deepEqual(Object.fromEntries(found.map((code) => [code.format, code.text])), expected);
}

/** Draws a vector file in the density of the pictures. */
async function rasterise(data: Uint8Array, format: OutputFormat, dpi: number): Promise<Uint8Array> {
  if (format === 'pdf') return await rasterisePdf(data, dpi / 72);
  if (format !== 'svg') return data;
  const fitTo = { mode: 'zoom', value: dpi / 96 } as const;
  return new Resvg(Buffer.from(data), { fitTo, font: { loadSystemFonts: false } }).render().asPng();
}
