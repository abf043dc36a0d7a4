/**
 * Third-party validators check all PDFs against PDF/A-2b, those for print against PDF/X-4, and those for
 * screen readers against PDF/UA-1.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listCases } from '../visual/cases.ts';
import { renderCases } from './cases.ts';
import { renderPages, renderSamples } from './pages.ts';
import { prepareValidators } from './validators.ts';
import type { Validators, Verdicts } from './validators.ts';

/** The samples for the screen, which are all readable. */
const screenSamples = [
  'author-card',
  'event-ticket',
  'invoice',
  'price-tag',
  'property-listing',
  'quote',
  'shipping-label',
  'shop-offer',
  'social-card',
  'swiss-invoice',
];

describe('PDF standards', { timeout: 600_000 }, () => {
  let validators: Validators;
  let folder: string;
  let files: readonly string[];
  let damaged: string;
  before(async () => {
    validators = await prepareValidators();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-pdf-'));
    const pages = new Map([...(await renderSamples()), ...(await renderPages()), ...(await renderCases())]);
    pages.set('damaged', damage(pages.get('shapes-print')));
    const written = [...pages].map(async ([name, data]) => {
      const file = path.join(folder, `${name}.pdf`);
      await writeFile(file, data);
      return file;
    });
    files = await Promise.all(written);
    damaged = path.join(folder, 'damaged.pdf');
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('qpdf accepts every PDF except the damaged one', async () => {
    assertOnlyOneIsBad(await validators.checkStructure(files), files);
  });

  test('veraPDF accepts every PDF except the damaged one as PDF/A-2b', async () => {
    assertOnlyOneIsBad(await validators.checkPdfA(files), files);
  });

  test('veraPDF accepts what says PDF/UA-1 as such', async () => {
    const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    const readable = files.filter((_file, index) => contents[index]?.includes('<pdfuaid:part>1<'));
    const names = readable.map((file) => path.basename(file, '.pdf'));
    const cases = listCases().map((name) => `case-${name}`);
    const expected = ['readable-screen', ...screenSamples, ...cases];
    assert.deepEqual(names.toSorted(), expected.toSorted());
    assertOnlyOneIsBad(await validators.checkPdfUa([...readable, damaged]), [...readable, damaged]);
  });

  test('PDF Oxide accepts every PDF for print except the damaged one as PDF/X-4', async () => {
    const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    const forPrint = files.filter((_file, index) => contents[index]?.includes('<pdfxid:GTS_PDFXVersion>'));
    assert.ok(forPrint.length > 20);
    assertOnlyOneIsBad(await validators.checkPdfX(forPrint), forPrint);
  });

  function assertOnlyOneIsBad(verdicts: Verdicts, asked: readonly string[]): void {
    assert.deepEqual([...verdicts.keys()].sort(), [...asked].sort());
    const bad = [...verdicts].filter(([, problems]) => problems.length > 0);
    assert.deepEqual(
      bad.map(([file]) => file),
      [damaged],
      JSON.stringify(bad),
    );
  }
});

/**
 * Damages a PDF so that each validator must reject it: changes the marks of PDF/A and PDF/X and an `endobj`.
 */
function damage(file: Uint8Array | undefined): Uint8Array {
  if (file === undefined) assert.fail('no such page');
  // All lengths stay the same, so that offsets stay valid.
  const text = Buffer.from(file).toString('latin1');
  const damagedText = text
    .replaceAll('pdfaid:part', 'pdfaid:tarp')
    .replaceAll('GTS_PDFXVersion>PDF/X-4<', 'GTS_PDFXVersion>PDF/X-9<')
    .replace('endobj', 'endabj');
  return Buffer.from(damagedText, 'latin1');
}
