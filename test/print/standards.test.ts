/** What others' validators say of our PDFs: PDF/A-2b for every file, PDF/X-4 for those that are meant for print. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { renderPages, renderSamples } from './pages.ts';
import { prepareValidators } from './validators.ts';
import type { Validators, Verdicts } from './validators.ts';

describe('PDFs, judged by others', { timeout: 600_000 }, () => {
  let validators: Validators;
  let folder: string;
  let files: readonly string[];
  let spoilt: string;
  before(async () => {
    validators = await prepareValidators();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-pdf-'));
    const pages = new Map([...(await renderSamples()), ...(await renderPages())]);
    pages.set('spoilt', spoil(pages.get('shapes-print')));
    const written = [...pages].map(async ([name, data]) => {
      const file = path.join(folder, `${name}.pdf`);
      await writeFile(file, data);
      return file;
    });
    files = await Promise.all(written);
    spoilt = path.join(folder, 'spoilt.pdf');
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('qpdf reads every one without a complaint, but for the one that is spoilt', async () => {
    assertOnlyOneIsBad(await validators.checkStructure(files), files);
  });

  test('veraPDF finds every one to be PDF/A-2b, but for the one that is spoilt', async () => {
    assertOnlyOneIsBad(await validators.checkPdfA(files), files);
  });

  test('PDF Oxide finds those for print to be PDF/X-4, but for the one that is spoilt', async () => {
    const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    const forPrint = files.filter((_file, index) => contents[index]?.includes('/GTS_PDFX'));
    assert.ok(forPrint.length > 20);
    assertOnlyOneIsBad(await validators.checkPdfX(forPrint), forPrint);
  });

  function assertOnlyOneIsBad(verdicts: Verdicts, asked: readonly string[]): void {
    assert.deepEqual([...verdicts.keys()].sort(), [...asked].sort());
    const bad = [...verdicts].filter(([, problems]) => problems.length > 0);
    assert.deepEqual(
      bad.map(([file]) => file),
      [spoilt],
      JSON.stringify(bad),
    );
  }
});

/** A file that no validator should let pass: the mark of PDF/A, the TrimBox and the end of an object have become others. */
function spoil(file: Uint8Array | undefined): Uint8Array {
  if (file === undefined) assert.fail('no such page');
  // Nothing becomes longer, so that all offsets stay right.
  const text = Buffer.from(file).toString('latin1');
  const others = text
    .replaceAll('pdfaid:part', 'pdfaid:tarp')
    .replaceAll('/TrimBox', '/TrimBix')
    .replace('endobj', 'endabj');
  return Buffer.from(others, 'latin1');
}
