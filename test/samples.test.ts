/**
 * Every sample imports without problems and renders with its example values and with only the required ones.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';
import type { TemplateDocument } from '../generated/template.ts';
import { readTemplate } from '../src/cli/template/read-template.ts';
import { checkTemplateFolder } from '../src/domain/templates/import-template.ts';
import { findTemplateFile, type TemplateFolder } from '../src/domain/templates/template-folder.ts';
import { checkVariables } from '../src/domain/variables/check-values.ts';
import { collectAssets } from '../src/render/assets.ts';
import { bindTemplate } from '../src/render/bind/bind-template.ts';
import { FontBook } from '../src/render/fonts/font-book.ts';
import { ImageCache } from '../src/render/images/image-cache.ts';
import { renderScene } from '../src/render/pipeline.ts';
import type { OutputFormat, RenderResult } from '../src/render/job.ts';
import { rasterisePdf, readCodes } from './helpers/codes.ts';

type Values = Record<string, string>;

const samplesFolder = fileURLToPath(new URL('../samples/', import.meta.url));
const samples = readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'template.json')
  .map((file) => path.dirname(file))
  .sort();
const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'avif', 'pdf'];
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
};

const fonts = new FontBook();
const images = new ImageCache(128_000_000);

test('there are at least six samples, including that of the demo', () => {
  assert.ok(samples.length >= 6);
  assert.ok(samples.includes('social-card'));
});

for (const sample of samples) {
  describe(`sample ${sample}`, () => {
    let folder: TemplateFolder;
    let document: TemplateDocument;
    let example: Values;

    before(async () => {
      folder = await readTemplate(path.join(samplesFolder, sample));
      document = JSON.parse(new TextDecoder().decode(folder.templateJson ?? undefined)) as TemplateDocument;
      example = JSON.parse(
        await readFile(path.join(samplesFolder, sample, 'example.json'), 'utf8'),
      ) as Values;
    });

    test('is a valid template', async () => {
      const checked = await checkTemplateFolder(folder);
      assert.deepEqual(checked.valid ? [] : checked.problems, []);
    });

    test('uses all of its files', () => {
      const text = JSON.stringify(document);
      const unused = [...folder.files.keys()].filter((file) => !text.includes(JSON.stringify(file)));
      assert.deepEqual(unused, []);
    });

    for (const format of formats) {
      test(`renders as ${format} with all values and with the required ones; its codes scan`, async () => {
        const names = (document.variables ?? []).filter(({ required }) => required).map(({ name }) => name);
        const required = Object.fromEntries(names.map((name) => [name, example[name] ?? '']));
        for (const values of [example, required]) {
          const result = await renderSample(folder, document, values, format);
          const warnings = result.warnings.filter(({ code }) => !harmless.has(code));
          assert.deepEqual(warnings, []);
          await checkSize(result, document, format);
          if (format === 'avif')
            await checkLikeness(result, await renderSample(folder, document, values, 'png'));
          if (values === example) await checkCodes(result, codes[sample]?.(example) ?? {}, format);
        }
      });
    }
  });
}

async function renderSample(
  folder: TemplateFolder,
  document: TemplateDocument,
  given: Values,
  format: OutputFormat,
): Promise<RenderResult> {
  const variables = checkVariables(document, given);
  if (!variables.ok) assert.fail(JSON.stringify(variables.problems));
  const bound = bindTemplate(document, variables.values);
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
    fetchImage: (url) => assert.fail(`a sample fetches ${url}`),
    maxImageBytes: 0,
  });
  return await renderScene(
    {
      scene: bound.scene,
      assets,
      output: { format, dpi: document.viewportExportDpi ?? 96, scale: 1, quality: 85 },
      imageMaxPixels: 50_000_000,
    },
    (hash) => {
      const bytes = files.get(hash);
      return bytes instanceof Uint8Array ? bytes : assert.fail(`no file ${hash}`);
    },
    fonts,
    images,
  );
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
  { data, width, height }: RenderResult,
  document: TemplateDocument,
  format: OutputFormat,
): Promise<void> {
  const { viewport, viewportUnit = 'px', viewportExportDpi = 96 } = document;
  const inches = [viewport.width, viewport.height].map(
    (length) => (length * (pxPerUnit[viewportUnit] ?? NaN)) / 96,
  );
  if (format === 'pdf') {
    assert.deepEqual(
      [width, height].map((points) => points.toFixed(1)),
      inches.map((length) => (length * 72).toFixed(1)),
    );
    return;
  }
  const expected = inches.map((length) => Math.round(length * viewportExportDpi));
  const decoded = await sharp(data).metadata();
  assert.deepEqual([decoded.width, decoded.height], expected);
  assert.deepEqual([width, height], expected);
}

async function checkCodes(
  { data }: RenderResult,
  expected: Record<string, string | undefined>,
  format: OutputFormat,
): Promise<void> {
  const found = await readCodes(format === 'pdf' ? await rasterisePdf(data, 3) : data);
  assert.deepEqual(Object.fromEntries(found.map((code) => [code.format, code.text])), expected);
}
