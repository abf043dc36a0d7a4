/** Publishing from the designer: what changes, what is refused. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPageAtWidths, startBrowserStudio, type BrowserStudio, type PageOptions } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;

before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

interface Element {
  readonly id: string;
  readonly type: string;
}

async function openDialog(
  t: TestContext,
  {
    versions = 1,
    change = (document) => document,
    ...options
  }: PageOptions & {
    readonly versions?: number;
    readonly change?: (document: Record<string, unknown>) => Record<string, unknown>;
  } = {},
) {
  const templateId = await makeFromSample(studio, 'social-card', { versions });
  await saveChange(studio, templateId, change);
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.getByRole('region', { name: 'Canvas' }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  return { page, templateId, dialog: page.getByRole('dialog', { name: 'Publish' }) };
}

const getVersion = async (templateId: string) => {
  const { json } = await studio.call('getTemplate', { path: { templateId } });
  return (json as { readonly version: number | null }).version;
};

test('shows both pictures and a list of changes, then publishes', async (t) => {
  const { page, templateId, dialog } = await openDialog(t, {
    change: (document) => ({
      ...document,
      background: '#ffeedd',
      elements: [
        ...(document['elements'] as Element[]).slice(1),
        { type: 'rect', id: 'new panel', x: 1, y: 2, width: 3, height: 4 },
      ],
    }),
  });
  await dialog.getByRole('img', { name: 'Picture of Now: version 1' }).waitFor();
  await dialog.getByRole('img', { name: 'Picture of With your changes' }).waitFor();
  await dialog.getByText('new panel (Rectangle) is new').waitFor();
  await dialog.getByText(/^Background: .* #ffeedd$/).waitFor();
  await dialog.getByText(/ is gone$/).waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 is published.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await getVersion(templateId), 2);
});

test('shows the picture alone before the first version', async (t) => {
  const { page, templateId, dialog } = await openDialog(t, { versions: 0 });
  await dialog.getByRole('img', { name: 'Picture of First version' }).waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  assert.equal(await getVersion(templateId), 1);
});

test('offers nothing where nothing differs', async (t) => {
  const templateId = await makeFromSample(studio, 'social-card');
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByText('Nothing differs from the published version.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Publish' }).isDisabled(), true);
});

test('lists the problems of a design, which lead to their elements', async (t) => {
  const { page, templateId, dialog } = await openDialog(t, {
    expectedStatuses: [400, 409, 422],
    change: (document) => ({
      ...document,
      elements: [
        ...(document['elements'] as Element[]),
        { type: 'text', id: 'broken', x: 1, y: 2, width: 300, height: 40, text: '{{nobody}}' },
      ],
    }),
  });
  await dialog.getByText(/No variable "nobody" is declared/).waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('1 problem to solve before it can be published').waitFor();
  await dialog.getByRole('button', { name: 'Show broken' }).click();
  await page.getByRole('treeitem', { name: 'broken', selected: true }).waitFor();
  assert.equal(await getVersion(templateId), 1);
});

test('says that somebody else has changed the draft', async (t) => {
  const { page, templateId, dialog } = await openDialog(t, { expectedStatuses: [412], hasEvents: false });
  await dialog.getByRole('img', { name: 'Picture of With your changes' }).waitFor();
  await saveChange(studio, templateId, (document) => ({ ...document, background: '#123456' }));
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText(/changed this draft/).waitFor();
  await page.keyboard.press('Escape');
  await waitUntil(async () => (await getVersion(templateId)) === 1);
});

test('is accessible', async (t) => {
  const { page, dialog } = await openDialog(t, {
    change: (document) => ({ ...document, background: '#ffeedd', elements: [] }),
  });
  await dialog.getByRole('img', { name: 'Picture of With your changes' }).waitFor();
  await checkPageAtWidths(t, page, [1440, 1024]);
});
