/** The library of the workspace: its page, and what the designer does with it, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../studio/web/src/designer/model/template.ts';
import { redPng } from '../helpers/authoring.ts';
import { namedFont } from '../helpers/named-font.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample, saveChange } from './templates.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

const elements = [
  { type: 'rect', id: 'card', x: 100, y: 100, width: 200, height: 100, fill: '#00bb55' },
  {
    type: 'text',
    id: 'title',
    x: 400,
    y: 100,
    width: 300,
    height: 60,
    text: 'Save the date',
    fontSize: 40,
    fontWeight: 700,
  },
  { type: 'text', id: 'other', x: 400, y: 300, width: 300, height: 60, text: 'Other', fontSize: 20 },
] as readonly TemplateElement[];

async function makeTemplate(): Promise<string> {
  const templateId = await makeFromSample(studio, 'social-card');
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 1200, height: 630 },
    elements: structuredClone(elements) as TemplateElement[],
  }));
  return templateId;
}

const readDocument = async (templateId: string): Promise<TemplateDocument> => {
  const { json } = await studio.call('getDraft', { path: { templateId } });
  return (json as { document: TemplateDocument }).document;
};

/** Waits until an element is saved as it should be. */
async function waitForElement(
  templateId: string,
  fits: (element: TemplateElement) => boolean,
): Promise<TemplateElement> {
  let found: TemplateElement | undefined;
  await waitUntil(async () => {
    found = (await readDocument(templateId)).elements.find(fits);
    return found !== undefined;
  });
  return found!;
}

test('the page: empty, with colors, files and a font; an item is renamed, changed and removed', async (t) => {
  const page = await studio.open(t, '/library', { expectedStatuses: [400] });
  await page.getByText('Nothing here yet').waitFor();
  await checkPageAtWidths(t, page);

  await page.getByRole('button', { name: 'Add color' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Color', { exact: true }).fill('blueish');
  await dialog.getByRole('button', { name: 'Add to the library' }).click();
  // The service says why.
  await dialog
    .getByText(/colou?r/iu)
    .last()
    .waitFor();
  await dialog.getByLabel('Color', { exact: true }).fill('#1d4ed8');
  await dialog.getByLabel('Name').fill('Brand blue');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Add to the library' }).click();
  const list = page.getByRole('list', { name: 'Items of the library' });
  await list.getByText('Brand blue').waitFor();

  for (const [kind, name, buffer] of [
    ['Logo', 'mark.png', redPng],
    ['Font', 'own.ttf', namedFont('Brand Sans')],
  ] as const) {
    await page.getByRole('button', { name: 'Upload' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: kind }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  }
  await list.getByText('mark', { exact: true }).waitFor();
  await list.getByText('Brand Sans').waitFor();
  await checkPageAtWidths(t, page);

  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Brand blue', 'Rename');
  await dialog.getByLabel('Name').fill('Ocean');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await act('Ocean', 'Change the color');
  await dialog.getByLabel('Color', { exact: true }).fill('#123456');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await list.getByText('#123456').waitFor();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Fonts');
  await list.getByText('Ocean').waitFor({ state: 'detached' });
  await act('Brand Sans', 'Remove');
  await dialog.getByRole('button', { name: 'Remove item' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('nobody has this');
  await page.getByText('Nothing found').waitFor();
  await checkPage(page);
});

test('a color, a style and a block are used, saved, and taken over when they change', async (t) => {
  const templateId = await makeTemplate();
  const { json: made } = await studio.call('createLibraryItem', {
    json: { kind: 'COLOR', name: 'Signal', color: '#ff6600' },
  });
  const { id: colorId } = made as { id: string };
  // As many uses as are noted of an item.
  const uses = Array.from({ length: 100 }, (_, at) => `#${at}`);
  await studio.call('saveDesignSettings', {
    path: { templateId },
    headers: { 'If-Match': '"0"' },
    json: {
      guides: { x: [], y: [] },
      margins: null,
      locked: [],
      dataSets: [],
      library: [{ itemId: colorId, revision: 1, uses }],
    },
  });
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.locator('[data-layer="page"][data-shown]').waitFor();
  const layer = (name: string) => page.getByRole('treeitem', { name, exact: true });
  const openLibrary = async (kind: string) => {
    await page.getByRole('button', { name: 'Library', exact: true }).click();
    await page.getByRole('combobox', { name: 'Show' }).selectOption(kind);
  };
  const dialog = page.getByRole('dialog');

  // A color.
  await layer('card').click();
  await openLibrary('Colors');
  await dialog.getByRole('button', { name: 'Use Signal' }).click();
  await waitForElement(templateId, (each) => each.type === 'rect' && each.fill === '#ff6600');
  // That was one too many.
  await page.getByText('more copies from the library than Studio notes').waitFor();
  await checkPage(page);
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();

  // A text style: saved from one text, given to another.
  const save = async (name: string, kind: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Save to the library');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('As').selectOption(kind);
    await dialog.getByRole('button', { name: 'Save to the library' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await layer('title').click();
  await save('Heading', 'Text style');
  await layer('other').click();
  await openLibrary('Text styles');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Use Heading' }).click();
  const styled = await waitForElement(
    templateId,
    (each) => each.id === 'other' && each.type === 'text' && each.fontSize === 40,
  );
  assert.equal((styled as { fontWeight?: number }).fontWeight, 700);
  assert.equal((styled as { text?: string }).text, 'Other');

  // A block of two elements comes back as one group.
  await layer('card').click();
  await layer('title').click({ modifiers: ['Control'] });
  await save('Banner', 'Block');
  await openLibrary('Blocks');
  await dialog.getByRole('button', { name: 'Use Banner' }).click();
  const block = await waitForElement(templateId, ({ type }) => type === 'group');
  assert.equal((block as { elements: unknown[] }).elements.length, 2);

  // An icon is a path whose color can be changed.
  await openLibrary('Icons');
  await page.getByRole('searchbox', { name: 'Search icons' }).fill('heart');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Use heart', exact: true }).click();
  const icon = await waitForElement(templateId, ({ type, id }) => type === 'path' && id === 'heart');
  assert.ok((icon as { stroke?: { color: string } }).stroke?.color);

  // What the library has changed is listed, and taken over everywhere in one step of undo.
  await studio.call('updateLibraryItem', { path: { libraryItemId: colorId }, json: { color: '#0055ff' } });
  await openLibrary('Updates');
  await dialog.getByRole('button', { name: 'Take over Signal' }).click();
  await dialog.getByText('What this template has of the library is as it is there.').waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
  const blue = (each: TemplateElement) => each.type === 'rect' && each.fill === '#0055ff';
  await waitForElement(templateId, blue);
  const { elements: inBlock } = (await readDocument(templateId)).elements.find(
    ({ type }) => type === 'group',
  ) as { elements: TemplateElement[] };
  assert.ok(inBlock.some(blue));
  await layer('card').click();
  await page.keyboard.press('Control+z');
  await waitForElement(templateId, (each) => each.type === 'rect' && each.fill === '#ff6600');
  // What undo brings back differs again.
  await openLibrary('Updates');
  await dialog.getByRole('button', { name: 'Take over Signal' }).waitFor();
});
