/** PDFs that carry files, and those of PDF 2.0, by the programs of others. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';

import { loadSample } from '../../bench/shared/sample.ts';
import type { Attachment } from '../../src/render/attachments/attachment.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import type { OutputSettings } from '../../src/render/job.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import { prepareValidators, readAttachedWithPypdf, type Validators } from './validators.ts';

const everyByte = new Uint8Array(Array.from({ length: 256 }, (_each, byte) => byte));
const attach = (name: string, content: Uint8Array = everyByte): Attachment => ({
  name,
  mediaType: 'application/x-test+data',
  relationship: 'Supplement',
  content,
});
const attachments = [
  attach('Größen.bin'),
  attach('חשבונית.bin', new Uint8Array()),
  attach('🧾 2026.bin', new TextEncoder().encode('\r\n'.repeat(10_000))),
  attach(`${'ü'.repeat(120)}.bin`),
];

describe('PDFs with standards that were asked for', { timeout: 900_000 }, () => {
  let validators: Validators;
  let folder: string;
  before(async () => {
    validators = await prepareValidators();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-pdf-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const fonts = new FontBook();
  const images = new ImageCache(64_000_000);
  const write = async (name: string, sample: string, output: Partial<OutputSettings>): Promise<string> => {
    const { job, files } = await (await loadSample(sample)).makeJob('pdf', 0);
    const asked = { ...job, output: { ...job.output, ...output } };
    const { data } = await renderScene(asked, (hash) => files.get(hash) as Uint8Array, fonts, images);
    const file = path.join(folder, `${name}.pdf`);
    await writeFile(file, data);
    return file;
  };

  test('conform by veraPDF and qpdf, and carry each file byte by byte', async () => {
    const samples = ['invoice', 'property-listing'];
    const rendered = async (kind: string, output: Partial<OutputSettings>) =>
      await Promise.all(samples.map((sample) => write(`${sample}-${kind}`, sample, output)));
    const carrying = await rendered('a3', { attachments });
    const empty = await rendered('a3-empty', { pdfStandard: 'PDF/A-3b' });
    const modern = await rendered('a4', { pdfStandard: 'PDF/A-4' });
    const modernCarrying = await rendered('a4f', { pdfStandard: 'PDF/UA-2', attachments });
    for (const verdicts of [
      await validators.checkFlavour('3b', [...carrying, ...empty]),
      await validators.checkPdfUa([...carrying, ...empty]),
      await validators.checkFlavour('4', modern),
      await validators.checkFlavour('4f', modernCarrying),
      await validators.checkFlavour('ua2', [...modern, ...modernCarrying]),
      await validators.checkStructure([...carrying, ...empty, ...modern, ...modernCarrying]),
    ])
      assert.deepEqual(
        [...verdicts].filter(([, problems]) => problems.length > 0),
        [],
      );
    const given = attachments.map(({ name, content }) => [name, [Buffer.from(content).toString('base64')]]);
    for (const file of [...carrying, ...modernCarrying])
      assert.deepEqual(await readAttachedWithPypdf(file), Object.fromEntries(given));
  });
});
