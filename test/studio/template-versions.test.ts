/** Versions and the draft of a template in a real browser: compared, restored, published, discarded. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import {
  checkPage,
  checkPageAtWidths,
  startBrowserStudio,
  type BrowserStudio,
  type PageOptions,
} from './browser.ts';
import { enter, pressTo } from './keyboard.ts';
import { publish, saveChange } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const colors = ['#cc2222', '#22aa44', '#2244cc'];
const withBackground = (background: string) => (document: Record<string, unknown>) => ({
  ...document,
  background,
});

/** A template with a published version of each color. */
async function addTemplate(name: string, versions = colors.length): Promise<string> {
  const { status, json } = await studio.call('createTemplate', {
    path: { projectId: studio.owner.projectId },
    json: { name, source: { width: 400, height: 300 } },
  });
  assert.equal(status, 201, JSON.stringify(json));
  const { id } = json as { readonly id: string };
  for (const color of colors.slice(0, versions)) {
    await saveChange(studio, id, withBackground(color));
    await publish(studio, id);
  }
  return id;
}

async function render(templateId: string): Promise<Buffer> {
  const { status, bytes } = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: studio.owner.apiKey,
    json: { variables: {} },
  });
  assert.equal(status, 200);
  return Buffer.from(bytes);
}

const state = (page: Page) => page.getByRole('region', { name: 'State of the draft' });

describe('versions', () => {
  let templateId: string;
  before(async () => {
    templateId = await addTemplate('Three colors');
  });

  test('as a list, and two side by side', async (t) => {
    const page = await studio.open(t, `/templates/${templateId}/versions`);
    await page.getByRole('checkbox', { name: 'Compare Version 3' }).check();
    await checkPageAtWidths(t, page);
    await page.getByRole('checkbox', { name: 'Compare Version 1' }).check();
    await page.getByRole('button', { name: 'Compare the two' }).click();
    for (const number of [1, 3]) {
      await page
        .getByRole('region', { name: `Version ${number}` })
        .getByRole('img', { name: `Picture of Version ${number}` })
        .waitFor();
    }
    assert.equal(new URL(page.url()).searchParams.get('compare'), '1,3');
    await checkPageAtWidths(t, page);
    await page.goBack();
    await page.getByRole('list', { name: 'Versions' }).waitFor();
  });

  test('are restored as the next version, which the API then renders', async (t) => {
    const id = await addTemplate('To restore', 1);
    const first = await render(id);
    await saveChange(studio, id, withBackground('#123456'));
    await publish(studio, id);
    await saveChange(studio, id, withBackground('#654321'));
    assert.ok(!first.equals(await render(id)));

    const page = await studio.open(t, `/templates/${id}/versions`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.getByText('Version 1 is published again, as version 3.', { exact: false }).waitFor();
    await dialog.getByText('The draft stays as it is.', { exact: false }).waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Version 3 is published.').waitFor();
    await page.getByText('v3, unpublished changes').waitFor();
    await page.getByRole('checkbox', { name: 'Compare Version 3' }).waitFor();
    assert.ok(first.equals(await render(id)));
  });

  test('are chosen and compared with keys alone', async (t) => {
    const page = await studio.open(t, `/templates/${templateId}/versions`);
    for (const number of [3, 2]) {
      await pressTo(page, page.getByRole('checkbox', { name: `Compare Version ${number}` }));
      await page.keyboard.press('Space');
    }
    await pressTo(page, page.getByRole('button', { name: 'Compare the two' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Picture of Version 2' }).waitFor();
    await enter(page, page.getByRole('link', { name: 'Back to all versions' }));
    await page.getByRole('list', { name: 'Versions' }).waitFor();
  });

  test('of a template that has none: says so', async (t) => {
    const id = await addTemplate('Without versions', 0);
    const page = await studio.open(t, `/templates/${id}/versions`);
    await page.getByRole('heading', { name: 'No versions yet' }).waitFor();
    await checkPage(page);
    await page.getByRole('link', { name: 'Use it' }).click();
    await page.getByRole('heading', { name: 'Publish it first' }).waitFor();
    await checkPage(page);
  });
});

describe('the draft', () => {
  const openDraft = async (t: TestContext, name: string, options: PageOptions = {}) => {
    const templateId = await addTemplate(name, 1);
    await saveChange(studio, templateId, withBackground('#ffcc00'));
    const page = await studio.open(t, `/templates/${templateId}`, options);
    await state(page).getByText('Draft with unpublished changes').waitFor();
    return { templateId, page };
  };

  test('is compared with what is published, then published', async (t) => {
    const { templateId, page } = await openDraft(t, 'To publish');
    const before = await render(templateId);
    await checkPage(page);
    await state(page).getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('img', { name: 'Picture of Draft' }).waitFor();
    await page.getByRole('img', { name: 'Picture of Version 1' }).waitFor();
    await state(page).getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2 is published. The API renders it from now on.').waitFor();
    await state(page).waitFor({ state: 'detached' });
    assert.ok(!before.equals(await render(templateId)));
  });

  test('is discarded after a question', async (t) => {
    const { templateId, page } = await openDraft(t, 'To discard');
    await state(page).getByRole('button', { name: 'Discard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard the draft?' });
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await state(page).getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('The draft is discarded.').waitFor();
    await state(page).waitFor({ state: 'detached' });
    const { json } = await studio.call('getTemplate', { path: { templateId } });
    assert.equal((json as { draft: unknown }).draft, null);
  });

  test('with problems lists them by element, and cannot be published', async (t) => {
    const templateId = await addTemplate('With problems', 1);
    await saveChange(studio, templateId, (document) => ({
      ...document,
      elements: [
        { type: 'image', id: 'logo', x: 0, y: 0, width: 10, height: 10, src: 'images/missing.png' },
        { type: 'rectangle', id: 'box', x: 0, y: 0, width: 'wide', height: 10 },
      ],
    }));
    const page = await studio.open(t, `/templates/${templateId}?of=draft`, { expectedStatuses: [409] });
    await state(page)
      .getByText(/^\d problems? to solve before it can be published$/)
      .waitFor();
    await state(page).getByText('Element box').first().waitFor();
    await checkPage(page);
    await state(page).getByRole('button', { name: 'Publish' }).click();
    await state(page).getByRole('alert').getByText('Element box').first().waitFor();
    await checkPage(page);
    await page.getByText('Version 1', { exact: true }).click();
    await page.getByRole('img', { name: 'Picture of With problems' }).waitFor();
  });

  test('that somebody else has changed meanwhile is shown before it is published', async (t) => {
    const { templateId, page } = await openDraft(t, 'Changed by two', { expectedStatuses: [412] });
    // Without live events, this page does not know of the change.
    await page.route('**/studio/events', () => undefined);
    await page.reload();
    const button = state(page).getByRole('button', { name: 'Publish' });
    await page.locator('button:not([disabled])', { hasText: 'Publish' }).waitFor();
    await saveChange(studio, templateId, withBackground('#abcdef'));
    await button.click();
    await state(page).getByText('Test account changed this draft', { exact: false }).waitFor();
    await checkPage(page);
    await button.click();
    await page.getByText('Version 2 is published. The API renders it from now on.').waitFor();
  });
});
