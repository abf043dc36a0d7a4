/** Pages of other PDFs: chosen in the designer, uploaded, and found in the file. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { makeBusyPdf, makeEncryptedPdf, makePdf } from '../../helpers/foreign-pdfs.ts';
import { readPdf } from '../../helpers/pages.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { openPages } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

/** Each upload starts a process. */
const slow = { timeout: 120_000 };

const document = {
  schemaVersion: 1,
  name: 'Offer',
  viewport: { width: 300, height: 200 },
  background: '#ffffff',
  elements: [{ type: 'text', id: 'own', x: 20, y: 20, width: 200, height: 30, text: 'Own page' }],
};

test('PDFs are uploaded, put in order, removed, and in the download', { timeout: 600_000 }, async (t) => {
  const { page, templateId } = await openPages(t, studio, { document, expectedStatuses: [400, 415, 422] });
  const properties = page.getByRole('region', { name: 'Properties' });
  const section = properties.getByRole('group', { name: 'Pages of other PDFs' });
  const after = section.getByRole('group', { name: 'After its own pages' });
  await after.getByText('None. Their pages are in PDFs, not in pictures.').waitFor();
  const upload = async (name: string, buffer: Buffer) => {
    const input = after.locator('input[type=file]');
    await input.setInputFiles({ name, mimeType: 'application/pdf', buffer });
  };
  await upload('locked.pdf', await makeEncryptedPdf());
  await page.getByText('is encrypted; save it without a password', { exact: false }).waitFor(slow);
  await upload('terms.pdf', await makeBusyPdf());
  await page.getByText('has form fields, comments and other annotations', { exact: false }).waitFor(slow);
  await after.getByText('pdfs/terms.pdf', { exact: true }).waitFor();
  await upload('privacy.pdf', await makePdf(['Privacy']));
  await after.getByRole('button', { name: 'Move pdfs/privacy.pdf up' }).click(slow);
  await checkPage(page);

  const untilSaved = (append: readonly string[] | undefined) =>
    waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const saved = (json as { readonly document: { readonly append?: readonly string[] } }).document;
      return JSON.stringify(saved.append) === JSON.stringify(append);
    });
  await untilSaved(['pdfs/privacy.pdf', 'pdfs/terms.pdf']);

  const other = await studio.open(t, `/templates/${templateId}`);
  await other.getByRole('img', { name: /Picture of/ }).waitFor();
  await other.getByText('PDF', { exact: true }).click();
  const [file] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: 'Download' }).click(),
  ]);
  const texts = (await readPdf(await readFile(await file.path()))).map(({ items }) => items[0]?.text);
  assert.deepEqual(texts, ['Own page', 'Privacy', 'First', 'Second']);

  await after.getByRole('button', { name: 'Remove pdfs/terms.pdf' }).click();
  await after.getByRole('button', { name: 'Remove pdfs/privacy.pdf' }).click();
  await untilSaved(undefined);
});
