/** “Try it” in a real browser: values, their rules and warnings, the picture, downloads, links. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from 'playwright-core';
import { queryRow } from '../../src/store/database.ts';
import { redPng } from '../helpers/authoring.ts';
import { heic, tiffOfPages } from '../helpers/pictures.ts';
import { chooseFile } from './batches.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { enter, hasFocus, typeInto } from './keyboard.ts';
import { makeFromSample } from './templates.ts';

const readSampleExample = async (sample: string) =>
  JSON.parse(
    await readFile(new URL(`../../samples/${sample}/example.json`, import.meta.url), 'utf8'),
  ) as object;

let studio: BrowserStudio;
let templateId: string;
before(async () => {
  studio = await startBrowserStudio();
  templateId = await makeFromSample(studio, 'shop-offer');
});
after(() => studio.close());

const picture = (page: Page) => page.getByRole('img', { name: 'Picture of Shop offer' });
const open = async (
  t: Parameters<BrowserStudio['open']>[0],
  options?: Parameters<BrowserStudio['open']>[2],
) => {
  const page = await studio.open(t, `/templates/${templateId}`, options);
  await picture(page).waitFor();
  return page;
};

/** What the public API renders of the same values. */
async function generate(json: object): Promise<Buffer> {
  const answer = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: studio.owner.apiKey,
    json,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  return Buffer.from(answer.bytes);
}

/** Clicks Download, and reads the file. */
async function download(page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const values = { product: 'Ida’s “blue” bowl', price: '€ 9', saving: '20' };
/** The other fields have their defaults; a field without one is sent empty. */
async function fill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await page.getByRole('textbox', { name: /^Product/ }).fill(values.product);
  await page.getByRole('textbox', { name: 'Price', exact: false }).first().fill(values.price);
  await page.getByRole('textbox', { name: 'Saving in %' }).fill(values.saving);
}

test('values and picture', async (t) => {
  const page = await open(t);
  await page.getByText('No warnings: everything fits.').waitFor();
  await checkPageAtWidths(t, page);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('combobox', { name: 'Pixels per inch' }).waitFor();
  await checkPageAtWidths(t, page);
});

describe('values', () => {
  test('change the picture, and their rules stand at the fields as they fail', async (t) => {
    const page = await open(t, { expectedStatuses: [400] });
    const first = await picture(page).getAttribute('src');
    const product = page.getByRole('textbox', { name: /^Product/ });
    await product.fill('Another vase');
    await page.locator(`img[alt="Picture of Shop offer"]:not([src="${first ?? ''}"])`).waitFor();
    await product.fill('x');
    await page.getByText('This picture does not have your last change.').waitFor();
    assert.equal(await product.getAttribute('aria-invalid'), 'true');
    const [, errorId = ''] = /(\S+-error)/.exec((await product.getAttribute('aria-describedby')) ?? '') ?? [];
    assert.match(await page.locator(`[id="${errorId}"]`).innerText(), /2/);
    const saving = page.getByRole('textbox', { name: 'Saving in %' });
    await saving.fill('many');
    await page.locator(`#value-saving[aria-invalid="true"]`).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Download' }).isDisabled(), true);
    await checkPage(page);
    await product.fill('Right again');
    await saving.fill('95');
    await page.getByText('This picture does not have your last change.').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Download' }).isDisabled(), false);
  });

  test('that do not fit are explained below the picture and at their field', async (t) => {
    const page = await open(t);
    const product = page.getByRole('textbox', { name: /^Product/ });
    await product.fill('Donaudampfschifffahrtsgesellschaftskapitänsmütze');
    const warnings = page.getByRole('list', { name: 'Warnings' });
    await warnings.getByRole('link', { name: 'Product' }).first().waitFor();
    const words = await warnings.locator('li').first().locator('p').first().innerText();
    await page.locator('section', { has: product }).getByText(words).first().waitFor();
    await checkPage(page);
    await warnings.getByRole('link', { name: 'Product' }).first().click();
    assert.equal(await hasFocus(product), true);
  });

  test('begin with the example, stay over a reload, and are reset to the defaults', async (t) => {
    const page = await open(t);
    const { product: example } = (await readSampleExample('shop-offer')) as { readonly product: string };
    const product = page.getByRole('textbox', { name: /^Product/ });
    assert.equal(await product.inputValue(), example);
    await page.getByRole('textbox', { name: /^Product/ }).fill('Kept');
    await page.reload();
    assert.equal(await page.getByRole('textbox', { name: /^Product/ }).inputValue(), 'Kept');
    await page.getByRole('button', { name: 'Reset to defaults' }).click();
    assert.equal(await page.getByRole('textbox', { name: /^Product/ }).inputValue(), 'Product');
    await page.getByRole('button', { name: 'Example values' }).click();
    assert.equal(await product.inputValue(), example);
  });
});

test('a picture of the computer is chosen or dropped; what is none is named', async (t) => {
  const page = await open(t, { expectedStatuses: [400] });
  const first = await picture(page).getAttribute('src');
  const chooser = page.getByLabel('Picture of this computer');
  const send = (name: string, buffer: Buffer) =>
    chooser.setInputFiles({ name, buffer, mimeType: 'application/octet-stream' });
  await send('film.jpg', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isom', 'latin1'));
  await page.getByText('The file is a video, not a picture', { exact: false }).waitFor();
  await send('large.png', Buffer.alloc(6_000_000));
  await page.getByText('The file has 5.7 MiB: at most 5 MiB are accepted.').waitFor();
  await send('IMG_0.HEIC', heic.rotated.subarray(0, 400));
  await page.getByText(/^The file (?!has).*(?:decoder failed|cut off|complete|JPEG)/u).waitFor();
  for (const [name, bytes] of [
    ['IMG_1.HEIC', heic.rotated],
    ['page.tif', await tiffOfPages(1)],
  ] as const) {
    const before = await picture(page).getAttribute('src');
    await send(name, bytes);
    await page.getByRole('button', { name: 'Remove the file' }).waitFor();
    await page.locator(`img[alt="Picture of Shop offer"]:not([src="${before ?? ''}"])`).waitFor();
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await page.locator(`img[src="${first ?? ''}"]`).waitFor({ state: 'detached' });
  }
  await chooser.setInputFiles({ name: 'red.png', buffer: redPng, mimeType: 'image/png' });
  await page.getByRole('button', { name: 'Remove the file' }).waitFor();
  await page.locator(`img[src="${first}"]`).waitFor({ state: 'detached' });
  await checkPage(page);
  await page.getByRole('button', { name: 'Remove the file' }).click();

  const dropped = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${redPng.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'red.png', { type: 'image/png' }));
    return transfer;
  })()`);
  await page.getByRole('textbox', { name: /^Photo/ }).dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('button', { name: 'Remove the file' }).waitFor();
});

test('numbers are written in the chosen locale', async (t) => {
  const id = await makeFromSample(studio, 'price-tag');
  const page = await studio.open(t, `/templates/${id}`);
  await page.getByRole('img', { name: 'Picture of Price tag' }).waitFor();
  const before = await download(page);
  await page.getByRole('button', { name: 'Options' }).click();
  const locale = page.getByRole('textbox', { name: 'Locale' });
  await locale.fill('de_AT');
  await page.getByText('Enter a language such as de or de-AT.').waitFor();
  await locale.fill('de-AT');
  await page.keyboard.press('Escape');
  assert.ok(!(await download(page)).bytes.equals(before.bytes));
  await page.getByRole('button', { name: 'Options' }).click();
  await locale.fill('');
  await page.keyboard.press('Escape');
  assert.ok((await download(page)).bytes.equals(before.bytes));
});

describe('a download', () => {
  const variables = { ...values, oldPrice: '', photo: '' };

  test('is what the API renders, byte for byte, as PNG, PDF and SVG with text', async (t) => {
    const page = await open(t);
    await fill(page);
    const png = await download(page);
    assert.equal(png.name, 'Shop offer.png');
    assert.ok(png.bytes.equals(await generate({ variables })), 'PNG');
    await page.getByText('PDF', { exact: true }).click();
    const pdf = await download(page);
    assert.equal(pdf.name, 'Shop offer.pdf');
    assert.ok(pdf.bytes.equals(await generate({ variables, format: 'pdf' })), 'PDF');
    await page.getByText('SVG', { exact: true }).click();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByText('As text', { exact: true }).click();
    await page.keyboard.press('Escape');
    const svg = await download(page);
    assert.match(svg.bytes.toString(), /<text/);
    const options = { svgText: 'text' };
    assert.ok(svg.bytes.equals(await generate({ variables, format: 'svg', options })), 'SVG');
  });

  test('as PDF opens with the password of the options, which the browser does not keep', async (t) => {
    const page = await open(t);
    await page.getByText('PDF', { exact: true }).click();
    await page.getByRole('button', { name: 'Options' }).click();
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('blue bowl 7');
    await checkPage(page);
    await page.keyboard.press('Escape');
    const { bytes } = await download(page);
    const opens = async (password?: string) => {
      const given = password === undefined ? {} : { password };
      const opened = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, ...given }).promise;
      await opened.destroy();
    };
    await opens('blue bowl 7');
    await assert.rejects(opens(), { name: 'PasswordException' });
    const kept = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    assert.ok(kept.includes('pdf') && !kept.includes('blue bowl 7'));
    // Pictures have no password.
    await page.getByText('PNG', { exact: true }).click();
    assert.match((await download(page)).name, /\.png$/);
    await page.reload();
    await picture(page).waitFor();
    await page.getByText('PDF', { exact: true }).click();
    await page.getByRole('button', { name: 'Options' }).click();
    assert.equal(await field.inputValue(), '');
  });

  test('as PDF carries files and keeps to a standard; what cannot be is refused', async (t) => {
    const page = await open(t, { expectedStatuses: [400] });
    await page.getByText('PDF', { exact: true }).click();
    await page.getByRole('button', { name: 'Options' }).click();
    const content = Buffer.from([0, 1, 254, 255]);
    const choose = async (name: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Attach files' }).click(),
      ]);
      await chooser.setFiles([{ name, mimeType: 'application/x-test', buffer: content }]);
      await page.getByRole('button', { name: `Leave out ${name}` }).waitFor();
    };
    await choose('Größen.bin');
    await page.getByRole('combobox', { name: 'Standard' }).click();
    await page.getByRole('option', { name: 'PDF/A-4f' }).click();
    await checkPage(page);
    await page.keyboard.press('Escape');
    const { bytes } = await download(page);
    assert.match(bytes.toString('latin1'), /<pdfaid:conformance>F</u);
    const opened = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const carried = (await opened.getAttachments()) as Record<string, { content: Uint8Array }> | null;
    await opened.destroy();
    const found = Object.values(carried ?? {});
    assert.deepEqual(
      found.map((file) => [...file.content]),
      [[...content]],
    );
    const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    assert.ok(kept.includes('PDF/A-4f') && !kept.includes('Größen'));
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('combobox', { name: 'Invoice for programs' }).click();
    await page.getByRole('option', { name: 'EN 16931' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText(/An invoice of the profile EN 16931 is PDF\/A-3b/).waitFor();
  });

  test('has the chosen scale, density and background, without TLS, too', async (t) => {
    const page = await studio.open(t, '/account', { leavesTraces: true });
    // As browsers are where the address is http:// and not of this machine.
    await page.addInitScript('delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard;');
    await page.goto(`${studio.service.url}/studio/templates/${templateId}`);
    await picture(page).waitFor();
    await fill(page);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByText('2×', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Background color' }).fill('#ff000080');
    await page.keyboard.press('Escape');
    const scaled = await download(page);
    const options = { scale: 2, backgroundColor: '#ff000080' };
    assert.ok(scaled.bytes.equals(await generate({ variables, options })), 'scale');
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByText('1×', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Pixels per inch' }).click();
    await page.getByRole('option', { name: '150' }).click();
    await page.getByRole('textbox', { name: 'Background color' }).fill('');
    await page.keyboard.press('Escape');
    const dense = await download(page);
    assert.ok(dense.bytes.equals(await generate({ variables, options: { outputDpi: 150 } })), 'density');
  });
});

test('a template on paper begins with PDF wherever a format is chosen', async (t) => {
  const paper = await makeFromSample(studio, 'shipping-label', { name: 'Label' });
  const page = await studio.open(t, `/templates/${paper}`);
  await page.getByRole('img', { name: 'Picture of Label' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'PDF' }).isChecked());
  assert.equal((await download(page)).name, 'Label.pdf');
  const isShared = async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Public link' });
    assert.equal(await dialog.getByLabel('Format').inputValue(), 'pdf');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await isShared();
  await page.goto(`${studio.service.url}/studio/templates/${paper}/batch`);
  await chooseFile(page, 'labels.csv', 'recipient\nAda\n');
  await page.getByRole('radio', { name: 'PDF' }).waitFor({ state: 'attached' });
  assert.ok(await page.getByRole('radio', { name: 'PDF' }).isChecked());
  await page.goto(`${studio.service.url}/studio/templates/${paper}/design`);
  await isShared();
  // What somebody has chosen stays.
  await page.goto(`${studio.service.url}/studio/templates/${paper}`);
  await page.getByText('WebP', { exact: true }).click();
  await page.reload();
  await page.getByRole('radio', { name: 'WebP' }).waitFor({ state: 'attached' });
  assert.ok(await page.getByRole('radio', { name: 'WebP' }).isChecked());
});

test('a link is made, opened and revoked; then it no longer answers', async (t) => {
  const page = await open(t, { expectedStatuses: [404, 410] });
  await fill(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public link' });
  await dialog.getByText('The link costs one render.').waitFor();
  const lifetime = dialog.getByRole('combobox', { name: 'The link works' });
  const longest = await lifetime.getByRole('option').first().textContent();
  assert.equal(longest, '30 days, as your plan allows');
  // Cancel, and the keyboard's Escape, make nothing.
  const count = () =>
    queryRow<{ links: number }>(studio.db, 'select count(*)::int as links from share_links', {});
  const { links } = await count();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'JPEG' });
  await lifetime.selectOption({ label: '1 day' });
  await checkPage(page);
  assert.equal((await count()).links, links, 'nothing is public before it is confirmed');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  assert.match(url, /\.jpg$/);
  const { days } = await queryRow<{ days: number }>(
    studio.db,
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days
     from share_links order by created_at desc limit 1`,
    {},
  );
  assert.equal(days, 1);
  await checkPage(page);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Open' }).click(),
  ]);
  assert.equal((await opened.waitForURL(url), await opened.reload())?.status(), 200);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByText('The link no longer works.').waitFor();
  assert.equal((await opened.reload())?.status(), 404);
  await opened.close();

  // Another one, revoked where links are listed.
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('navigation', { name: 'Template' }).getByRole('link', { name: 'Links' }).click();
  await page.getByRole('button', { name: /^Revoke the link/ }).click();
  await checkPage(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('button', { name: /^Revoke the link/ }).waitFor({ state: 'detached' });
});

test('with keys alone: a value, a download, a link', async (t) => {
  const page = await open(t);
  await typeInto(page, page.getByRole('textbox', { name: /^Product/ }), 'By keys');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    enter(page, page.getByRole('button', { name: 'Download' })),
  ]);
  assert.equal(file.suggestedFilename(), 'Shop offer.png');
  await enter(page, page.getByRole('button', { name: 'Share' }));
  const dialog = page.getByRole('dialog', { name: 'Public link' });
  await enter(page, dialog.getByRole('button', { name: 'Make link' }));
  await dialog.getByRole('textbox', { name: 'Link' }).waitFor();
  await enter(page, dialog.getByRole('button', { name: 'Revoke link' }));
  await page.getByText('The link no longer works.').waitFor();
  await dialog.waitFor({ state: 'detached' });
});

test('the designer asks, too, before a link is made', async (t) => {
  const count = () =>
    queryRow<{ links: number }>(studio.db, 'select count(*)::int as links from share_links', {});
  const { links } = await count();
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Public link' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('pdf');
  await checkPage(page);
  assert.equal((await count()).links, links);
  await dialog.getByRole('button', { name: 'Make link' }).click();
  assert.match(await dialog.getByRole('textbox', { name: 'Link' }).inputValue(), /\.pdf$/);
});
