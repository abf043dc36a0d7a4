/** Signing in, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccessibility, checkWidth, startStudio, widths, type Studio } from './studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

for (const width of widths) {
  for (const isDark of [false, true]) {
    const size = `${width} px, ${isDark ? 'dark' : 'light'}`;
    test(`a page without a session leads to the sign-in page (${size})`, async (t) => {
      const options = { width, isDark, expectedStatuses: [401] };
      const page = await studio.openSignedOut(t, '/jobs?status=FAILED', options);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(new URL(page.url()).search, '?next=%2Fjobs%3Fstatus%3DFAILED');
      await checkAccessibility(page);
      await checkWidth(page);
    });
  }
}
