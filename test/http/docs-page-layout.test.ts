/** The page at /docs on screens of several widths, in both color schemes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { DEFAULT_PLANS, PLAN_NAMES } from '../../src/config/plans.ts';
import { startBrowser } from '../helpers/browser.ts';
import { openDocs, waitForTruth } from '../helpers/docs-page.ts';
import { shareTestService, type TestService } from '../helpers/http.ts';

let browser: Browser;
let service: TestService;
before(async () => {
  browser = await startBrowser();
  service = await shareTestService();
});
after(async () => {
  await browser.close();
  await service.close();
});

/** Where the page can be scrolled sideways, and which cells of its tables break inside a word. */
const layoutFaults = `(() => {
  const width = document.documentElement.clientWidth;
  const isClipped = (element) => {
    for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflowX !== 'visible') return true;
    }
    return false;
  };
  const wide = [...document.querySelectorAll('#reference *')].filter(
    (element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element),
  );
  const broken = [...document.querySelectorAll('.info td, .info th')].filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  });
  return [...wide, ...broken].map(({ tagName, className, innerText }) => [tagName, className, innerText]);
})()`;

test('fits windows of each width in both color schemes, with open forms', async (t) => {
  const docs = await openDocs(browser, service.url);
  const { page } = docs;
  for (const id of ['generateImage', 'submitBatchJob', 'listBatchJobs', 'getBatchResult']) {
    await docs.openOperation(id);
  }
  for (const width of [390, 1024, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await t.test(`${width} px in ${colorScheme} colors`, async () => {
        await page.setViewportSize({ width, height: 1000 });
        await page.emulateMedia({ colorScheme });
        const expected = colorScheme === 'dark';
        await waitForTruth(page, `document.documentElement.matches('.dark-mode') === ${expected}`);
        assert.equal(await page.evaluate('innerWidth'), width);
        assert.deepEqual(await page.evaluate(layoutFaults), []);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      });
    }
  }
  docs.assertNoErrors();
  await page.close();
});

test("the plans' table has a number of the right plan in each column", async () => {
  const { page, assertNoErrors } = await openDocs(browser, service.url);
  const rows = await page.evaluate<string[][]>(
    `[...document.querySelectorAll('.info table tr')].map((row) =>
        [...row.cells].map((cell) => cell.innerText.trim()))`,
  );
  assert.deepEqual(rows[0], ['plan', ...PLAN_NAMES]);
  for (const row of rows) assert.equal(row.length, PLAN_NAMES.length + 1, row.join());
  const renders = rows.find(([name]) => name === 'renders a month')?.slice(1) ?? [];
  assert.deepEqual(
    renders.map((text) => Number(text.replaceAll(',', ''))),
    PLAN_NAMES.map((name) => DEFAULT_PLANS[name].rendersPerMonth),
  );
  assertNoErrors();
  await page.close();
});
