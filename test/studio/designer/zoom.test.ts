/** The designer at a browser zoom of 200 %: a window of 1,440 or 1,280 px has half as many CSS pixels. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample } from '../templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const property = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name, exact: true });

async function set(page: Page, name: string, text: string): Promise<void> {
  await property(page, name).fill(text);
  await property(page, name).press('Enter');
}

/**
 * Finds what cannot be used: controls that lie outside the window or under something else after they were
 * scrolled into view, and buttons whose words are cut off. Without a dialog, of the whole page.
 */
async function findUnusable(page: Page): Promise<unknown> {
  return await page.evaluate(`(() => {
    const root = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body;
    const controls = root.querySelectorAll(
      'button, input:not([type=file]), select, textarea, a, [role=tab], [role=treeitem]',
    );
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ opacityProperty: false, visibilityProperty: true })) return [];
      const box = control.getBoundingClientRect();
      // Parts of other controls, such as the radio buttons of a segmented control.
      if (box.width < 2 || box.height < 2 || control.closest('[aria-hidden="true"]') !== null) return [];
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const name = control.getAttribute('aria-label') ?? control.textContent;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
        return ['outside: ' + name];
      const hit = document.elementFromPoint(x, y);
      const isHit =
        hit !== null &&
        (control.contains(hit) ||
          hit.contains(control) ||
          hit.closest('label, [class*=Switch]')?.contains(control));
      if (!isHit) return ['covered: ' + name + ' by ' + hit?.outerHTML.slice(0, 120)];
      const isCutOff = control.matches('button') && control.scrollWidth > control.clientWidth + 1;
      return isCutOff ? ['cut off: ' + name] : [];
    });
  })()`);
}

async function checkUsable(page: Page): Promise<void> {
  // Notes go away by themselves, unless the mouse is on them, and lie above everything until then.
  await page.mouse.move(1, 1);
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
  assert.deepEqual(await findUnusable(page), []);
}

for (const [width, height] of [
  [720, 450],
  [640, 360],
] as const) {
  describe(`a window of ${2 * width} × ${2 * height} px at 200 %`, () => {
    test('a template is made, bound and published', async (t) => {
      const page = await studio.open(t, '', { width, height, scaleFactor: 2 });
      await button(page, 'New template').click();
      await page.getByText('Blank', { exact: true }).click();
      await page.getByRole('radio', { name: /^Open Graph/ }).check();
      await page.getByRole('textbox', { name: 'Name' }).fill('Half a window');
      await button(page, 'Create template').click();
      await page.getByText('An empty page').waitFor();
      await checkUsable(page);

      await button(page, 'Add rectangle').click();
      await set(page, 'Width', '600');
      await button(page, 'Close').click();
      await panel(page, 'Variables').click();
      await button(page, 'Add variable').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('headline');
      await checkUsable(page);
      await button(dialog, 'Add variable').click();
      await dialog.waitFor({ state: 'detached' });
      await checkUsable(page);

      // The list that the braces offer is whole, wherever the text lies.
      await button(page, 'Add text').click();
      const field = page.getByRole('textbox', { name: /^Text of/ });
      await field.waitFor();
      await page.keyboard.type('{{');
      const canvas = (await page.getByRole('region', { name: 'Canvas' }).boundingBox())!;
      const list = (await page.getByRole('listbox').boundingBox())!;
      assert.ok(list.x >= canvas.x && list.x + list.width <= canvas.x + canvas.width, 'the offer is cut off');
      assert.ok(
        list.y >= canvas.y && list.y + list.height <= canvas.y + canvas.height,
        'the offer is cut off',
      );
      await page.getByRole('option', { name: 'headline' }).click();
      await page.keyboard.press('Escape');
      await panel(page, 'Properties').click();
      await set(page, 'Font size', '50');
      await button(page, 'Bind color').click();
      await page.getByRole('menuitem', { name: 'headline' }).click();
      await button(page, 'Undo').click();
      await checkUsable(page);

      await panel(page, 'Data sets').click();
      await button(page, 'New data set').click();
      await page.getByRole('menuitem', { name: 'Longest' }).click();
      await button(page, 'Show Longest').waitFor();
      await checkUsable(page);
      await panel(page, 'Layers').click();
      await page.getByRole('treeitem', { name: 'headline', selected: true }).waitFor();
      await checkUsable(page);

      await page.locator('[data-saving="saved"]').waitFor();
      await button(page, 'Publish').click();
      await dialog.getByRole('img', { name: 'Picture of First version' }).waitFor();
      await checkUsable(page);
      await button(dialog, 'Publish').click();
      await page.getByText('Version 1 is published.').waitFor();
    });

    test('all panels of a full template can be used, and closed', async (t) => {
      const templateId = await makeFromSample(studio, 'event-ticket');
      const place = `/templates/${templateId}/design`;
      const page = await studio.open(t, place, { width, height, scaleFactor: 2 });
      const canvas = page.getByRole('region', { name: 'Canvas' });
      for (const name of ['Properties', 'Layers', 'Variables', 'Data sets']) {
        if ((await panel(page, name).getAttribute('aria-selected')) !== 'true')
          await panel(page, name).click();
        await checkUsable(page);
      }
      const { width: narrow } = (await canvas.boundingBox())!;
      await panel(page, 'Data sets').click();
      await waitUntil(async () => (await canvas.boundingBox())!.width > narrow + 200);
      await button(page, 'JSON').click();
      await page.getByRole('textbox', { name: 'Template as JSON' }).waitFor();
      await checkUsable(page);
      await page.keyboard.press('ControlOrMeta+K');
      await page.getByRole('textbox', { name: 'Search commands' }).waitFor();
      await checkUsable(page);
    });
  });
}

describe('a phone or a tablet', () => {
  for (const [name, width, height] of [
    ['a phone', 390, 800],
    ['a tablet', 820, 1180],
  ] as const) {
    test(`${name} shows the page, and changes nothing`, async (t) => {
      const templateId = await makeFromSample(studio, 'event-ticket');
      const context = await studio.browser.newContext({
        viewport: { width, height },
        isMobile: true,
        hasTouch: true,
      });
      t.after(() => context.close());
      const { url } = studio.service;
      await context.addCookies([
        { name: 'platen_session', value: studio.owner.token, url, httpOnly: true, sameSite: 'Lax' },
      ]);
      const page = await context.newPage();
      await page.goto(`${url}/studio/templates/${templateId}/design`);
      await page.getByText('Editing needs a wider window').waitFor();
      await page.locator('[data-layer="page"][data-shown]').waitFor({ state: 'attached' });
      for (const gone of ['Undo', 'Publish', 'JSON', 'Add text'])
        assert.equal(await button(page, gone).count(), 0);
      const canvas = page.getByRole('region', { name: 'Canvas' });
      await canvas.tap();
      for (const key of ['r', 'ControlOrMeta+A', 'Delete', 'ArrowRight']) await page.keyboard.press(key);
      assert.equal(await page.locator('[data-handle]').count(), 0);
      assert.equal(await page.locator('[data-saving]').getAttribute('data-saving'), 'saved');
      await checkUsable(page);
      await checkPage(page);
    });
  }
});
