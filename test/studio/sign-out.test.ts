/** What a browser keeps of an account, in a real browser. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const readKept = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.entries<string>({ ...storage }))
      .filter(([key]) => /^platen-(unsaved|tried|batch-columns)/.test(key)),
  );

test(
  'what was entered is kept for its account alone, and until the sign-out',
  { timeout: 120_000 },
  async (t) => {
    const templateId = await makeFromSample(studio, 'shop-offer');
    const page = await studio.open(t, `/templates/${templateId}`, { expectedStatuses: [401] });
    const product = page.getByRole('textbox', { name: /^Product/ });
    await product.fill('salary of Ann 4711');
    const own = `platen-tried-${studio.owner.accountId}-${templateId}`;
    await page.waitForFunction((key) => sessionStorage.getItem(key)?.includes('4711') === true, own);

    // The same browser, after somebody else has used it without signing out.
    const other = own.replace(studio.owner.accountId, randomUUID());
    await page.evaluate(
      ([from, to]) => {
        sessionStorage.setItem(to, sessionStorage.getItem(from) ?? '');
        sessionStorage.removeItem(from);
        localStorage.setItem(to.replace('tried', 'unsaved'), '{"document":{"salary":4711},"etag":"x"}');
      },
      [own, other] as const,
    );
    await page.reload();
    await product.waitFor();
    assert.doesNotMatch(await product.inputValue(), /4711/);

    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The unsaved document of the other account would be lost.
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose unsaved work?' });
    await dialog.waitFor();
    await checkPageAtWidths(t, page);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await readKept(page)).length, 2);
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await dialog.getByRole('button', { name: 'Sign out, lose them' }).press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await readKept(page), []);
  },
);
