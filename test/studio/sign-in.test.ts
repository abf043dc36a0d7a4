/** Signing in, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkPage, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

for (const { name, ...look } of looks) {
  test(`a page without a session leads to the sign-in page (${name})`, async (t) => {
    const page = await studio.open(t, '/jobs?status=FAILED', { as: null, ...look, expectedStatuses: [401] });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(page.url()).search, '?next=%2Fjobs%3Fstatus%3DFAILED');
    await checkPage(page);
  });
}
