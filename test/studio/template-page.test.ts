/** The page of a template in a real browser: its actions and states. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listZip } from '../helpers/zip.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { enter, pressTo, typeInto } from './keyboard.ts';
import { makeFromSample } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
async function choose(page: Page, name: string, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('every part of it', () => {
  let templateId: string;
  const name = `Grußkarte für Donaudampfschifffahrtsgesellschaftskapitäne ${'und Gäste '.repeat(9)}`.trim();
  before(async () => {
    templateId = await makeFromSample(studio, 'greeting-card', { name });
    await studio.call('updateTemplate', {
      path: { templateId },
      json: { description: 'بطاقة دعوة لحفل الافتتاح '.repeat(20), visibility: 'SHARED' },
    });
  });

  test('with a long name', async (t) => {
    const page = await studio.open(t, `/templates/${templateId}`);
    await page.getByRole('img', { name: /^Picture of/ }).waitFor();
    await checkPageAtWidths(t, page);
    const sections = page.getByRole('navigation', { name: 'Template' });
    for (const [section, sign] of [
      ['Versions', 'Version 1'],
      ['Jobs', 'No jobs'],
      ['Links', 'No active links'],
      ['Files', 'Drop pictures, fonts, PDFs and color profiles here'],
    ] as const) {
      await sections.getByRole('link', { name: section }).click();
      await page.getByText(sign, { exact: false }).first().waitFor();
      await checkPageAtWidths(t, page);
    }
  });
});

describe('its menu', () => {
  test('renames and describes', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'Old name', versions: 0 });
    const page = await studio.open(t, `/templates/${id}`);
    await choose(page, 'Old name', /^Rename/);
    const dialog = page.getByRole('dialog', { name: 'Rename and describe' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('شهادة التخرج');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('For graduates');
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'شهادة التخرج').waitFor();
    await page.getByText('For graduates').waitFor();
    assert.equal(await page.title(), 'شهادة التخرج · Platen Studio');
  });

  test('shares, and stops sharing', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'To share', versions: 0 });
    const page = await studio.open(t, `/templates/${id}`);
    await choose(page, 'To share', /^Share/);
    await page.getByText('All members of the workspace now see “To share”.').waitFor();
    await page.getByText('Shared with the workspace').waitFor();
    await choose(page, 'To share', /^Stop sharing/);
    await page.getByText('Only you see “To share” now.').waitFor();
  });

  test('moves to another project, also to one that is made on the way', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'To move', versions: 0 });
    const page = await studio.open(t, `/templates/${id}`);
    await choose(page, 'To move', /^Move/);
    const dialog = page.getByRole('dialog', { name: 'Move template' });
    await dialog.getByRole('combobox', { name: 'Project' }).fill('Archive');
    await page.getByRole('option', { name: 'New project “Archive”' }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('“To move” is now in “Archive”.').waitFor();
    await page.getByRole('link', { name: 'Archive' }).click();
    await heading(page, 'Archive').waitFor();
    await page.getByRole('link', { name: 'To move' }).waitFor();
  });

  test('duplicates', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'Original' });
    const page = await studio.open(t, `/templates/${id}`);
    await choose(page, 'Original', /^Duplicate/);
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await heading(page, 'Copy of Original').waitFor();
    await page.getByRole('img', { name: 'Picture of Copy of Original' }).waitFor();
    await page.getByText('Published v1').waitFor();
  });

  test('exports a .zip', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'To export', versions: 0 });
    const page = await studio.open(t, `/templates/${id}`);
    const [file] = await Promise.all([page.waitForEvent('download'), choose(page, 'To export', /^Export/)]);
    assert.match(file.suggestedFilename(), /^To export.*\.zip$/);
    const entries = await listZip(await readFile(await file.path()));
    assert.ok(entries.some((entry) => entry.name === 'template.json'));
  });

  test('with keys alone: renames, and deletes', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'By keys', versions: 0 });
    const page = await studio.open(t, `/templates/${id}`);
    await enter(page, page.getByRole('button', { name: 'Actions for By keys' }));
    // A menu takes the focus a moment after it has opened.
    await page.locator('[role=menu]:focus-within').waitFor();
    await pressTo(page, page.getByRole('menuitem', { name: /^Rename/ }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'By hand');
    await page.keyboard.press('Enter');
    await heading(page, 'By hand').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await enter(page, page.getByRole('button', { name: 'Actions for By hand' }));
    await page.locator('[role=menu]:focus-within').waitFor();
    await pressTo(page, page.getByRole('menuitem', { name: /^Delete/ }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Delete template' }));
    await heading(page, 'Home').waitFor();
  });

  test('deletes, and goes home', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'To delete' });
    const page = await studio.open(t, `/templates/${id}`);
    await choose(page, 'To delete', /^Delete/);
    await checkPage(page);
    await page.getByRole('button', { name: 'Delete template' }).click();
    await heading(page, 'Home').waitFor();
    await page.getByText('“To delete” is deleted.').waitFor();
    assert.equal((await studio.call('getTemplate', { path: { templateId: id } })).status, 404);
  });
});

describe('its states', () => {
  test('a template that is gone, or of another workspace', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'Private', versions: 0 });
    const page = await studio.open(t, `/templates/${id}`, {
      as: studio.stranger,
      expectedStatuses: [404, 400],
    });
    await heading(page, 'Template not found').waitFor();
    await checkPage(page);
    await page.goto(`${studio.service.url}/studio/templates/no-id/versions`);
    await heading(page, 'Template not found').waitFor();
  });

  test('loading, then an error, then the template', async (t) => {
    const id = await makeFromSample(studio, 'certificate', { name: 'Slow', versions: 0 });
    const page = await studio.open(t, '/account', { expectedStatuses: [500] });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const target = `**/studio/api/v1/templates/${id}`;
    await page.route(target, async (route) => {
      await promise;
      await route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { status: 500, code: 'INTERNAL_ERROR', title: 'Internal error', detail: 'A fault.' },
      });
    });
    await page.goto(`${studio.service.url}/studio/templates/${id}`);
    await page.getByText('Loading …').first().waitFor({ state: 'attached' });
    await checkPage(page);
    resolve(undefined);
    await page.getByRole('alert').getByText('A fault.').waitFor();
    await checkPage(page);
    await page.unroute(target);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Slow').waitFor();
    await page.getByRole('img', { name: 'Picture of Slow' }).waitFor();
  });
});
