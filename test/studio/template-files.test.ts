/** The files of a template in a real browser: uploaded, refused in words, deleted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { redPng } from '../helpers/authoring.ts';
import { namedFont } from '../helpers/named-font.ts';
import { heic, tiffOfPages } from '../helpers/pictures.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { enter } from './keyboard.ts';
import { makeFromSample } from './templates.ts';

let studio: BrowserStudio;
let templateId: string;
before(async () => {
  studio = await startBrowserStudio();
  templateId = await makeFromSample(studio, 'shop-offer');
});
after(() => studio.close());

const upload = (page: Page, files: Readonly<Record<string, string | Buffer>>) =>
  page.locator('input[type=file]').setInputFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content as string),
    })),
  );

test('a list with uploads that were refused', async (t) => {
  const page = await studio.open(t, `/templates/${templateId}/files`, {
    expectedStatuses: [400, 415, 422],
  });
  await page.getByRole('link', { name: 'Get vase.jpg' }).waitFor();
  await upload(page, { [`${'Bauernhofs'.repeat(12)}.png`]: 'This is text.' });
  await page.getByText('Not uploaded', { exact: false }).waitFor();
  await checkPageAtWidths(t, page);
});

test('HEIC and TIFF are uploaded as JPEG; no other file is sent', { timeout: 900_000 }, async (t) => {
  const id = await makeFromSample(studio, 'certificate', { name: 'With photos' });
  const page = await studio.open(t, `/templates/${id}/files`);
  await page.getByRole('table', { name: 'Files' }).waitFor();
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'PUT' ? 1 : 0));
  await upload(page, {
    'film.jpg': Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isom', 'latin1'),
    'empty.png': '',
    'large.jpg': Buffer.alloc(21 * 1024 * 1024),
  });
  await page.getByText('The file is a video, not a picture', { exact: false }).waitFor();
  await page.getByText('The file is empty', { exact: false }).waitFor();
  await page.getByText('The file has 21 MiB: at most 20 MiB are accepted.', { exact: false }).waitFor();
  assert.equal(sent, 0);
  await upload(page, { 'IMG_2041.HEIC': heic.rotated, 'scan.tif': await tiffOfPages(2) });
  // Each upload starts two processes.
  const slow = { timeout: 300_000 };
  await page.getByText('scan.tif: It has 2 pages; the first one is taken.').waitFor(slow);
  await page.getByRole('row', { name: /images\/IMG_2041\.jpg.*image\/jpeg/ }).waitFor();
  await page.getByRole('row', { name: /images\/scan\.jpg/ }).waitFor();
});

test('a picture is uploaded into the draft, and deleted after a question', async (t) => {
  const id = await makeFromSample(studio, 'certificate', { name: 'With a new file' });
  const page = await studio.open(t, `/templates/${id}/files`);
  await page.getByRole('table', { name: 'Files' }).waitFor();
  await upload(page, { 'dot.png': redPng });
  await page.getByText('1 file uploaded.').waitFor();
  const row = page.getByRole('row', { name: /images\/dot\.png/ });
  await row.getByText('Not used').waitFor();
  await row.getByText('image/png').waitFor();
  // The published version has no such file: there is a draft now.
  await page.getByText('Draft with unpublished changes').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Get images/dot.png' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'dot.png');
  await page.getByRole('button', { name: 'Delete images/dot.png' }).click();
  await page.getByText('“images/dot.png” is removed from the draft.', { exact: false }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Delete file' }).click();
  await row.waitFor({ state: 'detached' });
});

test('a font becomes one of the template, under its own name and shown in its face', async (t) => {
  const id = await makeFromSample(studio, 'certificate', { name: 'With a new font' });
  const page = await studio.open(t, `/templates/${id}/files`);
  await page.getByRole('table', { name: 'Files' }).waitFor();
  await upload(page, { 'hg.ttf': namedFont('Haus Grotesk') });
  await page.getByText('Haus Grotesk is a font of this template now.').waitFor();
  await page.getByRole('row', { name: /fonts\/hg\.ttf.*Used/u }).waitFor();
  await page.getByText('Aag').last().waitFor();
  const { json } = await studio.call('getDraft', { path: { templateId: id } });
  const { document } = json as { document: { fonts: { src: string; family: string }[] } };
  const added = document.fonts.filter(({ src }) => src === 'fonts/hg.ttf');
  assert.deepEqual(added, [{ family: 'Haus Grotesk', src: 'fonts/hg.ttf' }]);
  // The same file once more is the same font.
  await upload(page, { 'hg.ttf': namedFont('Haus Grotesk') });
  await page.getByText('2 files uploaded.').waitFor();
  await checkPage(page);
});

test('with keys alone: a file is uploaded, and deleted', async (t) => {
  const id = await makeFromSample(studio, 'certificate', { name: 'By keys', versions: 0 });
  const page = await studio.open(t, `/templates/${id}/files`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    enter(page, page.locator('button', { hasText: 'Drop pictures, fonts, PDFs and color profiles here' })),
  ]);
  await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: redPng });
  await page.getByRole('link', { name: 'Get images/dot.png' }).waitFor();
  await enter(page, page.getByRole('button', { name: 'Delete images/dot.png' }));
  await page.getByRole('dialog').waitFor();
  await enter(page, page.getByRole('button', { name: 'Delete file' }));
  await page.getByRole('link', { name: 'Get images/dot.png' }).waitFor({ state: 'detached' });
});

test('files that are not what their names say are refused in words; the others are uploaded', async (t) => {
  const id = await makeFromSample(studio, 'certificate', { name: 'With wrong files', versions: 0 });
  const page = await studio.open(t, `/templates/${id}/files`, { expectedStatuses: [400, 415, 422] });
  await page.getByRole('table', { name: 'Files' }).waitFor();
  await upload(page, {
    'text.png': 'This is text.',
    'font.ttf': redPng,
    'page.svg': '<html><script>alert(1)</script></html>',
    'notes.txt': 'Notes',
    'good.png': redPng,
  });
  await page.getByRole('link', { name: 'Get images/good.png' }).waitFor();
  const refused = page.getByRole('listitem').filter({ hasText: 'Not uploaded' });
  await refused.nth(3).waitFor();
  assert.equal(await refused.count(), 4);
  for (const item of await refused.all()) {
    // A reason, not only a title.
    assert.match(await item.innerText(), /Not uploaded: .{20}/s);
  }
  await refused.filter({ hasText: 'notes.txt' }).getByText('The file is a text, not a picture').waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Forget images/text.png' }).click();
  await page.getByText('images/text.png', { exact: true }).waitFor({ state: 'detached' });
});

test('a file in use may be deleted: the draft then has a problem', async (t) => {
  const id = await makeFromSample(studio, 'greeting-card', { name: 'Without its photo' });
  const page = await studio.open(t, `/templates/${id}/files`);
  await page.getByRole('button', { name: 'Delete night.jpg' }).click();
  await page.getByText('The template uses it: the draft cannot be published without it.').waitFor();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await page.getByText('This template has no files.').waitFor();
  await page.getByText(/^\d problems? to solve before it can be published$/).waitFor();
  await checkPage(page);
});
