/** A design made from nothing in a real browser, by roles and names alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { redPng } from '../../helpers/authoring.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { followPictures } from './page-pictures.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const layer = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const property = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name, exact: true });

async function set(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await property(page, name).fill(value);
    await property(page, name).press('Enter');
  }
}

test('a page is made from nothing, published, and rendered with the bytes of the preview', async (t) => {
  const page = await studio.open(t, '');
  const pictures = followPictures(page);
  await button(page, 'New template').click();
  await page.getByText('Blank', { exact: true }).click();
  await page.getByRole('radio', { name: /^Open Graph/ }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('From nothing');
  await button(page, 'Create template').click();
  await page.getByRole('region', { name: 'Canvas' }).waitFor();
  const templateId = new URL(page.url()).pathname.split('/')[3] ?? '';
  await page.getByText('An empty page').waitFor();
  await checkPage(page);

  // A panel with a gradient.
  await button(page, 'Add rectangle').click();
  await layer(page, 'Rectangle').waitFor();
  await set(page, { X: '0', Y: '0', Width: '1200', Height: '630' });
  await page.getByRole('radiogroup', { name: 'Fill type' }).getByText('Linear').click();
  await set(page, { 'Fill angle': '135', 'Fill stop 2 color': '#1b3b61' });

  for (const name of ['headline', 'place']) {
    const dialog = page.getByRole('dialog');
    await page
      .getByRole('region', { name: 'Variables' })
      .getByRole('button', { name: 'Add variable' })
      .click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Default value' }).fill(`The ${name}`);
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  // A picture that is dropped onto the canvas.
  const dropped = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${redPng.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'photo.png', { type: 'image/png' }));
    return transfer;
  })()`);
  await page.getByRole('region', { name: 'Canvas' }).dispatchEvent('drop', { dataTransfer: dropped });
  await layer(page, 'photo').waitFor();

  // Two texts: `{{` offers the variables.
  for (const [index, name] of ['headline', 'place'].entries()) {
    await button(page, 'Add text').click();
    await page
      .getByRole('combobox', { name: 'Text of Text' })
      .or(page.getByRole('textbox', { name: 'Text of Text' }))
      .waitFor();
    await page.keyboard.type(`{{${name.slice(0, 2)}`);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await layer(page, name).click();
    await set(page, { 'Font size': '64', X: '80', Y: String(80 + 120 * index), Width: '600', Height: '90' });
  }
  await button(page, 'Add QR code').click();
  await layer(page, 'QR code').waitFor();

  // Grouped and aligned.
  await layer(page, 'headline').click();
  // Shift takes what lies between as well.
  await layer(page, 'QR code').click({ modifiers: ['ControlOrMeta'] });
  await button(page, 'Align left').click();
  await button(page, 'Group').click();
  await layer(page, 'Group').waitFor();
  assert.equal(await property(page, 'X').inputValue(), '80');
  await checkPage(page);

  await waitUntil(async () => (await page.locator('[data-saving]').getAttribute('data-saving')) === 'saved');
  const { json } = await studio.call('getDraft', { path: { templateId } });
  const { document, problems } = json as {
    readonly problems: readonly unknown[];
    readonly document: { readonly elements: readonly { readonly id: string; readonly text?: string }[] };
  };
  assert.deepEqual(problems, []);
  assert.deepEqual(
    document.elements.map(({ id }) => id),
    ['Rectangle', 'photo', 'place', 'Group'],
  );
  assert.equal(document.elements[2]?.text, '{{place}}');

  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  const { render, bytes } = await pictures.newest();
  const { values, format, options } = render;
  const rendered = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: studio.owner.apiKey,
    json: { variables: values, format, options },
  });
  assert.equal(rendered.status, 200);
  assert.ok(bytes.equals(rendered.bytes), 'the API renders other bytes than the preview');
});
