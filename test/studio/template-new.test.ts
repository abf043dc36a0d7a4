/** New templates in a real browser: from a sample, blank, and from a file. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { documentWith, goodDocument, redPng } from '../helpers/authoring.ts';
import { gallery } from '../../studio/web/src/generated/gallery.ts';
import { createUser } from '../helpers/studio.ts';
import { makeZip } from '../helpers/zip.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { enter, pressTo, typeInto } from './keyboard.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const getTemplateId = (page: Page) => new URL(page.url()).pathname.split('/')[3] ?? '';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('the three ways to a template', async (t) => {
  const page = await studio.open(t, '/new');
  const pictures = page.locator('fieldset img');
  await pictures.last().waitFor();
  assert.equal(await pictures.count(), gallery.length);
  // Fails for a picture that the service does not have.
  await page.evaluate(`Promise.all([...document.querySelectorAll('fieldset img')].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);
  await checkPageAtWidths(t, page);
  await checkPhone(page);
  await checkSearch(page);
  await checkPageAtWidths(t, page);
  await page.getByRole('button', { name: 'Show all templates' }).click();
  assert.equal(await pictures.count(), gallery.length);
  await page.getByText('Blank', { exact: true }).click();
  await page.getByRole('radio', { name: /^Story/ }).waitFor();
  await checkPageAtWidths(t, page);
  await page.getByText('Import', { exact: true }).click();
  await page.getByText('Drop a file here').waitFor();
  await checkPageAtWidths(t, page);
});

/** On a phone, only the button stays in view beside the templates: the fields come after them. */
async function checkPhone(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 700 });
  const button = (await page.getByRole('button', { name: 'Create template' }).boundingBox())!;
  assert.ok(button.height <= 44 && button.y + button.height <= 700, JSON.stringify(button));
  const name = (await page.getByRole('textbox', { name: 'Name' }).boundingBox())!;
  assert.ok(name.y > 700, JSON.stringify(name));
  await page.getByRole('textbox', { name: 'Name' }).scrollIntoViewIfNeeded();
  await page.setViewportSize(size);
}

/** Searches the gallery with keys by kind, size, colour and word, until nothing fits. */
async function checkSearch(page: Page): Promise<void> {
  const found = page.getByRole('status').filter({ hasText: /template/ });
  const count = (fits: (entry: (typeof gallery)[number]) => boolean) => {
    const { length } = gallery.filter(fits);
    return found.getByText(length === 1 ? '1 template' : `${length} templates`, { exact: true }).waitFor();
  };
  await page.getByRole('radio', { name: 'Ticket', exact: true }).check();
  await count(({ kind }) => kind === 'ticket');
  await page.keyboard.press('ArrowRight');
  await count(({ kind }) => kind === 'label');
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await page.getByRole('radio', { name: 'Green', exact: true }).check();
  await count(({ colors }) => (colors as readonly string[]).includes('green'));
  await page.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: 'Square' }).click();
  await count(({ colors, size }) => size === 'square' && (colors as readonly string[]).includes('green'));
  // The search is in the address.
  await page.reload();
  await count(({ colors, size }) => size === 'square' && (colors as readonly string[]).includes('green'));
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('invoice');
  await page.getByRole('heading', { name: 'No template fits' }).waitFor();
}

test('with keys alone: a sample becomes a template, gets a value, and is published', async (t) => {
  const page = await studio.open(t, '');
  await enter(page, page.getByRole('button', { name: 'New template' }));
  await heading(page, 'New template').waitFor();
  await pressTo(page, page.getByRole('radio', { name: /^Social card/ }));
  await pressTo(page, page.getByRole('radio', { name: /^Shop offer/ }), 'ArrowRight');
  await typeInto(page, page.getByRole('textbox', { name: 'Name' }), 'Spring offer');
  await enter(page, page.getByRole('button', { name: 'Create template' }));
  await heading(page, 'Spring offer').waitFor();
  await page.getByRole('img', { name: 'Picture of Spring offer' }).waitFor();
  const product = page.getByRole('textbox', { name: /^Product/ });
  // The values that the sample is shown with.
  assert.equal(await product.inputValue(), 'Luna stoneware vase');
  await typeInto(page, product, 'Blue bowl');
  await pressTo(page, page.getByRole('button', { name: 'Publish' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Published v1').waitFor();
  await page.getByRole('region', { name: 'State of the draft' }).waitFor({ state: 'detached' });
  const rendered = await studio.service.send('POST', `/api/v1/templates/${getTemplateId(page)}/generate`, {
    key: studio.owner.apiKey,
    json: { variables: { product: 'Blue bowl', price: '€ 9' } },
  });
  assert.equal(rendered.status, 200);
});

/** An empty page opens in the designer. */
async function leaveDesigner(page: Page, name: string): Promise<void> {
  await heading(page, name).waitFor();
  await page.getByRole('link', { name: 'Back to the template' }).click();
  await heading(page, name).waitFor();
}

describe('blank', () => {
  test('by preset, in a project that is made on the way', async (t) => {
    const page = await studio.open(t, '/new?from=blank');
    await page.getByRole('radio', { name: /^A5/ }).check();
    await page.getByRole('combobox', { name: 'Project' }).fill('Posters');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/studio/api/v1/projects', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    await page.getByRole('option', { name: 'New project “Posters”' }).click();
    const create = page.getByRole('button', { name: 'Create template' });
    // The template would land in another project.
    assert.equal(await create.isDisabled(), true);
    release();
    await create.click();
    await leaveDesigner(page, 'A5');
    await page.getByText('148 × 210 mm').waitFor();
    await page.getByRole('link', { name: 'Posters' }).waitFor();
    await page.getByText('This template has no variables', { exact: false }).waitFor();
    await page.getByRole('img', { name: 'Picture of A5' }).waitFor();
    await checkPage(page);
  });

  test('of a size of one’s own; a wrong side is explained and cannot be created', async (t) => {
    const page = await studio.open(t, '/new?from=blank');
    const create = page.getByRole('button', { name: 'Create template' });
    await page.getByRole('textbox', { name: 'Width' }).fill('0');
    await page.getByText('Enter a number above 0, at most 20,000.').waitFor();
    assert.equal(await create.isDisabled(), true);
    await checkPage(page);
    await page.getByRole('textbox', { name: 'Width' }).fill('640');
    await page.getByRole('textbox', { name: 'Height' }).fill('360');
    await create.click();
    await leaveDesigner(page, 'Untitled');
    await page.getByText('640 × 360 px', { exact: true }).first().waitFor();
  });

  test('for somebody without a project, who gets one', async (t) => {
    const user = await createUser(studio.db);
    await studio.call('deleteProject', { as: user, path: { projectId: user.projectId } });
    const page = await studio.open(t, '/new?from=blank', { as: user });
    await page.getByRole('button', { name: 'Create template' }).click();
    await leaveDesigner(page, 'Open Graph');
    await page.getByRole('link', { name: 'My templates' }).waitFor();
  });
});

describe('from a file', () => {
  const zip = (entries: Readonly<Record<string, string | Uint8Array>>) => ({
    name: 'card.zip',
    mimeType: 'application/zip',
    buffer: makeZip(Object.entries(entries).map(([name, content]) => ({ name, content }))),
  });
  const choose = (page: Page, file: ReturnType<typeof zip>) =>
    page.locator('input[type=file]').setInputFiles(file);

  test('to its published version', async (t) => {
    const document = { ...documentWith('images/dot.png'), name: 'From a file' };
    const page = await studio.open(t, '/new?from=import');
    await choose(page, zip({ 'template.json': JSON.stringify(document), 'images/dot.png': redPng }));
    await page.getByText(/^card\.zip, /).waitFor();
    await page.getByRole('button', { name: 'Create template' }).click();
    await heading(page, 'From a file').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published v1').waitFor();
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'Get images/dot.png' }).waitFor();
  });

  test('that is broken is refused in words', async (t) => {
    const page = await studio.open(t, '/new?from=import', { expectedStatuses: [400] });
    const create = page.getByRole('button', { name: 'Create template' });
    await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
    await page.getByText('This is no .zip, .json, .psd, .pdf, .ai, .svg or .pptx file.').waitFor();
    assert.equal(await create.isDisabled(), true);

    await choose(page, { ...zip({}), buffer: Buffer.from('This only has the name of a .zip.') });
    await create.click();
    await page.getByRole('alert').getByText(/zip/i).first().waitFor();
    await checkPage(page);

    await choose(page, zip({ 'template.json': '{ "schemaVersion": 1,' }));
    await create.click();
    await page.getByRole('alert').getByText('template.json', { exact: false }).first().waitFor();
    await checkPage(page);
  });

  test('with a file that is not what its name says: a draft that names the file', async (t) => {
    const page = await studio.open(t, '/new?from=import', { expectedStatuses: [409] });
    const document = JSON.stringify(documentWith('images/dot.png'));
    await choose(page, zip({ 'template.json': document, 'images/dot.png': 'not a picture' }));
    await page.getByRole('button', { name: 'Create template' }).click();
    const state = page.getByRole('region', { name: 'State of the draft' });
    await state.getByText('1 problem to solve before it can be published').waitFor();
    await state.getByText('images/dot.png', { exact: false }).first().waitFor();
  });

  test('with a document that does not validate: a draft that says which field is wrong', async (t) => {
    const page = await studio.open(t, '/new?from=import', { expectedStatuses: [409] });
    const document = { ...goodDocument, viewport: { width: -4, height: 20 }, surprise: true };
    await choose(page, zip({ 'template.json': JSON.stringify(document) }));
    await page.getByRole('button', { name: 'Create template' }).click();
    const state = page.getByRole('region', { name: 'State of the draft' });
    await state.getByText('2 problems to solve before it can be published').waitFor();
    await state.getByText('viewport, width').waitFor();
    await state.getByText('surprise', { exact: false }).first().waitFor();
    await page.getByText('The picture appears when the problems of the template are solved.').waitFor();
    await checkPage(page);
  });
});
