/** Groups of pages in the list of pages: made, filled, named, repeated, and walked through in the result. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio, type PageOptions } from '../browser.ts';
import { openPages } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

const text = (id: string, value: string) => ({
  type: 'text',
  id,
  x: 20,
  y: 40,
  width: 240,
  height: 40,
  text: value,
  fontSize: 20,
});
const footer = {
  type: 'group',
  id: 'foot',
  height: 30,
  elements: [{ ...text('number', '{{ pageOfGroup }}/{{ pagesOfGroup }}'), y: 0, height: 20 }],
};
const mail = {
  id: 'mail',
  name: 'Mail',
  repeat: { each: '{{ people }}', as: 'p' },
  pages: [
    { id: 'letter', elements: [text('greeting', 'Dear {{ p.name }}')], footer },
    { id: 'terms', elements: [text('terms text', 'Terms')] },
  ],
};
/** A cover, a letter with its terms for each person, and an end. */
const letters = {
  schemaVersion: 1,
  name: 'Letters',
  viewport: { width: 300, height: 200 },
  background: '#ffffff',
  variables: [
    {
      name: 'people',
      type: 'list',
      fields: [{ name: 'name', type: 'text' }],
      defaultValue: [{ name: 'Ada' }, { name: 'Grace' }],
    },
  ],
  pages: [
    { id: 'cover', elements: [text('heading', 'Letters')] },
    mail,
    { id: 'end', elements: [text('bye', 'End')] },
  ],
};

interface Entry {
  readonly id: string;
  readonly pages?: readonly Entry[];
  readonly [key: string]: unknown;
}

/** The pages of the draft: `cover mail[letter terms] end`. */
const write = (entries: readonly Entry[]): string =>
  entries.map(({ id, pages }) => (pages === undefined ? id : `${id}[${write(pages)}]`)).join(' ');

async function untilSaved(templateId: string, isMet: (pages: readonly Entry[]) => boolean) {
  let pages: readonly Entry[] = [];
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    ({ pages } = (json as { readonly document: { readonly pages: readonly Entry[] } }).document);
    return isMet(pages);
  });
  return pages;
}

const open = (t: TestContext, options: PageOptions = {}) =>
  openPages(t, studio, { document: letters, ...options });

const list = (page: Page) => page.getByRole('list', { name: 'Pages', exact: true });
const listed = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true });

test('the list shows a group with its pages, and the result goes through them in turns', async (t) => {
  const { page } = await open(t);
  await listed(page, 'Group Mail repeated, 2 pages').waitFor();
  const inner = list(page).getByRole('list', { name: 'Pages of Mail' });
  await inner.getByRole('button', { name: 'Page 2 letter × 2' }).waitFor();
  const result = page.getByRole('group', { name: 'Pages of the result' });
  const next = result.getByRole('button', { name: 'Next page of the result' });
  const seen: string[] = [];
  for (let number = 1; number <= 6; number += 1) {
    await result.getByText(`Page ${number} of 6 in the result`).waitFor();
    seen.push((await list(page).locator('[aria-current=page]').getAttribute('data-page-id')) ?? '');
    if (number < 6) await next.click();
  }
  assert.deepEqual(seen, ['cover', 'letter', 'terms', 'letter', 'terms', 'end']);
  await checkPage(page);
});

test('the keyboard moves pages into a group and out of it, and undo brings them back', async (t) => {
  const { page, templateId } = await open(t);
  const saved = (pages: string) => untilSaved(templateId, (entries) => write(entries) === pages);
  await listed(page, 'Page 1 cover').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await saved('mail[cover letter terms] end');
  await page.getByText('cover is in the group Mail now').waitFor({ state: 'attached' });
  assert.equal(await page.evaluate('document.activeElement.dataset.pageId'), 'cover');
  await page.keyboard.press('Alt+ArrowUp');
  await saved('cover mail[letter terms] end');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate('document.activeElement.dataset.groupRow'), 'mail');
  await page.keyboard.press('Alt+ArrowDown');
  await saved('cover end mail[letter terms]');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of Mail' }).fill('Post');
  await page.keyboard.press('Enter');
  await listed(page, 'Group Post repeated, 2 pages').waitFor();
  await page.keyboard.press('Delete');
  await saved('cover end');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  const pages = await saved('cover mail[letter terms] end');
  assert.deepEqual(pages[1], mail);
});

test('a group is made of a page, filled, repeated for a list and dissolved', async (t) => {
  const { page, templateId } = await open(t);
  const saved = (pages: string) => untilSaved(templateId, (entries) => write(entries) === pages);
  const choose = async (of: string, item: string) => {
    await list(page)
      .getByRole('button', { name: `Actions of ${of}`, exact: true })
      .click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('end', 'New group');
  await saved('cover mail[letter terms] Group 1[end]');
  await choose('cover', 'Move into Group 1');
  await saved('mail[letter terms] Group 1[end cover]');
  await choose('terms', 'Take out of Mail');
  await saved('mail[letter] terms Group 1[end cover]');
  await list(page)
    .getByRole('button', { name: 'Page 2 terms', exact: true })
    .dragTo(list(page).getByRole('button', { name: 'Page 4 cover', exact: true }));
  await saved('mail[letter] Group 1[end cover terms]');
  await listed(page, 'Group Group 1, 3 pages').click();
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByRole('switch', { name: 'Repeat the group for a list' }).click();
  const name = properties
    .getByRole('group', { name: 'Its group of pages' })
    .getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Cards');
  await name.press('Enter');
  const [, cards] = await untilSaved(templateId, (entries) => entries[1]?.['name'] === 'Cards');
  assert.deepEqual(cards?.['repeat'], { each: '{{ people }}' });
  const result = page.getByRole('group', { name: 'Pages of the result' });
  await result.getByText('of 8 in the result').waitFor();
  await checkPage(page);
  await choose('Cards', 'Ungroup');
  await saved('mail[letter] end cover terms');
  await result.getByText('of 5 in the result').waitFor();
});

for (const [width, theme] of [
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
] as const) {
  test(`groups of pages have no fault at ${width} px, ${theme}`, async (t) => {
    const { page } = await open(t, { width });
    await page.emulateMedia({ colorScheme: theme });
    await page.getByRole('group', { name: 'Pages of the result' }).waitFor();
    if (width >= 1024) await listed(page, 'Group Mail repeated, 2 pages').waitFor();
    await checkPage(page);
  });
}
