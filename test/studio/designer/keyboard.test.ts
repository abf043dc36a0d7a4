/** The designer with the keyboard alone: a template is made, filled, published and rendered. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { enter, hasFocus, pressTo, typeInto } from '../keyboard.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const property = (page: Page, name: string) =>
  region(page, 'Properties').getByRole('textbox', { name, exact: true });
const layer = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Goes from panel to panel until the focus is in one. */
async function goTo(page: Page, panel: Locator, key = 'F6'): Promise<void> {
  for (let pressed = 0; pressed < 10; pressed += 1) {
    await page.keyboard.press(key);
    if (
      (await panel
        .locator(':focus')
        .or(panel.and(page.locator(':focus')))
        .count()) === 1
    )
      return;
  }
  assert.fail(`${panel.toString()} does not get the focus`);
}

const toCanvas = (page: Page) => goTo(page, region(page, 'Canvas'));

/** Chooses an element in the tree. */
async function choose(page: Page, name: string): Promise<void> {
  await goTo(page, page.getByRole('tree', { name: 'Layers' }), 'Shift+F6');
  await press(page, 'Home');
  await pressTo(page, layer(page, name), 'ArrowDown');
}

/** Sets a property of what is selected. */
async function set(page: Page, name: string, text: string): Promise<void> {
  await goTo(page, region(page, 'Properties'));
  await typeInto(page, property(page, name), text);
  await press(page, 'Enter');
}

/** Runs a command by its name. */
async function run(page: Page, command: string): Promise<void> {
  const search = page.getByRole('textbox', { name: 'Search commands' });
  await press(page, 'ControlOrMeta+K');
  await waitUntil(() => hasFocus(search));
  await page.keyboard.type(command);
  await press(page, 'Enter');
  await search.waitFor({ state: 'detached' });
}

/** Opens the menu of a button and takes an item. */
async function take(page: Page, menu: Locator, item: string): Promise<void> {
  await enter(page, menu);
  await pressTo(page, page.getByRole('menuitem', { name: item }), 'ArrowDown');
  await press(page, 'Enter');
}

/** What the service has, as soon as everything is saved. */
async function readDraft(page: Page): Promise<TemplateDocument> {
  const templateId = new URL(page.url()).pathname.split('/')[3] ?? '';
  await page.locator('[data-saving="saved"]').waitFor();
  const { json } = await studio.call('getDraft', { path: { templateId } });
  return (json as { readonly document: TemplateDocument }).document;
}

/** Waits until an element of the saved draft has these keys. */
async function expectSaved(page: Page, id: string, keys: object): Promise<void> {
  let found: object | undefined;
  await waitUntil(async () => {
    const { elements } = await readDraft(page);
    found = elements.find((each) => each.id === id);
    return found !== undefined && Object.entries(keys).every(([key, value]) => isSame(found, key, value));
  }).catch(() => assert.deepEqual({ ...found, ...keys }, found));
}

function isSame(element: object | undefined, key: string, value: unknown): boolean {
  return JSON.stringify((element as Record<string, unknown>)[key]) === JSON.stringify(value);
}

const getIds = (elements: readonly TemplateElement[]) => elements.map(({ id }) => id);

/** A new template of 1,200 × 630 px from Home. */
async function makeTemplate(page: Page, name: string): Promise<void> {
  await enter(page, button(page, 'New template'));
  await pressTo(page, page.getByRole('radio', { name: 'From a sample' }));
  await pressTo(page, page.getByRole('radio', { name: 'Blank', exact: true }), 'ArrowRight');
  await page.getByRole('radio', { name: /^Open Graph/ }).waitFor();
  await press(page, 'Tab');
  await pressTo(page, page.getByRole('radio', { name: /^Open Graph/ }), 'ArrowDown');
  await press(page, 'Space');
  await typeInto(page, page.getByRole('textbox', { name: 'Name' }), name);
  await press(page, 'Enter');
  await region(page, 'Canvas').waitFor();
  await waitUntil(() => hasFocus(region(page, 'Canvas')));
  // Fields that the keyboard passed through on the way have not changed the choice.
  assert.deepEqual((await readDraft(page)).viewport, { width: 1200, height: 630 });
}

/** A variable with its rules, from the panel. */
async function addVariable(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add variable' });
  await goTo(page, region(page, 'Variables'), 'Shift+F6');
  await enter(page, button(region(page, 'Variables'), 'Add variable'));
  await waitUntil(() => hasFocus(dialog.getByRole('textbox', { name: 'Name' })));
  await page.keyboard.type(name);
  await typeInto(page, dialog.getByRole('textbox', { name: 'Label' }), 'What it says');
  await pressTo(page, dialog.getByRole('switch', { name: 'Required' }));
  await press(page, 'Space');
  await typeInto(page, dialog.getByRole('textbox', { name: 'Maximum length' }), '40');
  await press(page, 'Enter');
  await dialog.waitFor({ state: 'detached' });
  await waitUntil(() => hasFocus(button(region(page, 'Variables'), 'Add variable')));
}

test('a template is made, filled, published and rendered with the keyboard alone', async (t) => {
  const page = await studio.open(t, '');
  await makeTemplate(page, 'By keys');
  await page.getByText('An empty page').waitFor();

  // A rectangle by its key, a text by its button: it is written at once, and the canvas has the focus again.
  await press(page, 'r');
  await layer(page, 'Rectangle').waitFor();
  await goTo(page, page.getByRole('toolbar', { name: 'Tools' }), 'Shift+F6');
  await pressTo(page, button(page, 'Add text'), 'ArrowLeft');
  await press(page, 'Enter');
  await waitUntil(() => hasFocus(page.getByRole('textbox', { name: 'Text of Text' })));
  await page.keyboard.type('News: ');
  await press(page, 'Escape');
  await waitUntil(() => hasFocus(region(page, 'Canvas')));
  // It has the name of what was written.
  await layer(page, 'News:').waitFor();

  await addVariable(page, 'headline');
  assert.deepEqual((await readDraft(page)).variables, [
    {
      name: 'headline',
      type: 'text',
      label: 'What it says',
      required: true,
      validation: { maxLength: 40 },
    },
  ]);

  // The text is edited again: `{{` offers the variable.
  await choose(page, 'News:');
  await toCanvas(page);
  await press(page, 'Enter', 'End');
  await page.keyboard.type('{{he');
  await page.getByRole('option', { name: 'headline' }).waitFor();
  await press(page, 'Enter', 'Escape');
  await expectSaved(page, 'News:', { text: 'News: {{headline}}' });
  // The same by the property, which is undone.
  await goTo(page, region(page, 'Properties'));
  await take(page, button(page, 'Bind text'), 'What it says (headline)');
  await expectSaved(page, 'News:', { text: '{{headline}}' });
  await waitUntil(() => hasFocus(button(page, 'Bind text')));
  await press(page, 'ControlOrMeta+Z');
  await expectSaved(page, 'News:', { text: 'News: {{headline}}' });

  // Moved, made wider, turned.
  const { x, y, width, height } = (await readDraft(page)).elements.find(({ id }) => id === 'News:')!;
  await toCanvas(page);
  await press(page, 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown');
  await expectSaved(page, 'News:', { x: x + 2, y: y + 10 });
  await press(page, 'Control+Shift+ArrowRight', 'Control+ArrowDown');
  await expectSaved(page, 'News:', { width: width + 10, height: height + 1 });
  await press(page, '.', 'Shift+.');
  await expectSaved(page, 'News:', { rotation: 16 });
  // Keys in a row are undone together.
  await press(page, 'ControlOrMeta+Z', 'ControlOrMeta+Z', 'ControlOrMeta+Z');
  await expectSaved(page, 'News:', { x, y, width, height, rotation: undefined });
  await press(page, 'ControlOrMeta+Shift+Z');
  await expectSaved(page, 'News:', { x: x + 2, y: y + 10, width });

  // Properties: arithmetic, a color from the picker, a gradient.
  await set(page, 'Font size', '40*2');
  await expectSaved(page, 'News:', { fontSize: 80 });
  await choose(page, 'Rectangle');
  await goTo(page, region(page, 'Properties'));
  await enter(page, button(page, 'Choose fill'));
  await pressTo(page, page.getByRole('slider', { name: 'Hue' }));
  await press(page, ...Array.from({ length: 9 }, () => 'ArrowRight'), 'Escape');
  await waitUntil(() => hasFocus(button(page, 'Choose fill')));
  const { elements } = await readDraft(page);
  assert.notEqual((elements[0] as { readonly fill?: string }).fill, '#5288c2');
  await pressTo(page, page.getByRole('radio', { name: 'Color' }), 'Shift+Tab');
  await press(page, 'ArrowRight');
  await typeInto(page, property(page, 'Fill angle'), '45');
  await pressTo(page, page.getByRole('slider', { name: 'Fill stop 1' }));
  await press(page, 'Shift+ArrowRight');
  await typeInto(page, property(page, 'Fill stop 2 color'), '#1b3b61');
  await enter(page, button(page, 'Add stop'));
  await enter(page, button(page, 'Remove fill stop 2'));
  await waitUntil(async () => {
    const fill = (await readDraft(page)).elements[0] as { readonly fill?: object };
    return /"angle":45.*"offset":0.1.*"#1b3b61"/.test(JSON.stringify(fill));
  });
  assert.equal(await page.locator('body:focus').count(), 0);

  // Layers: order, lock, hide, rename.
  await choose(page, 'News:');
  await press(page, 'ControlOrMeta+[');
  await waitUntil(async () => getIds((await readDraft(page)).elements).join() === 'News:,Rectangle');
  await press(page, 'ControlOrMeta+]', 'ControlOrMeta+Shift+H');
  await expectSaved(page, 'News:', { visible: false });
  await press(page, 'ControlOrMeta+Shift+H', 'ControlOrMeta+Shift+L');
  await button(page, 'Unlock News:').waitFor();
  await press(page, 'ControlOrMeta+Shift+L', 'F2');
  await page.keyboard.type('Headline');
  await press(page, 'Enter');
  await waitUntil(() => hasFocus(layer(page, 'Headline')));

  // Commands by their names; several elements aligned and grouped; out of the group and back into it.
  await run(page, 'Add ellipse');
  await layer(page, 'Ellipse').waitFor();
  await toCanvas(page);
  await press(page, 'ControlOrMeta+A', 'Alt+A', 'ControlOrMeta+G');
  await layer(page, 'Group').waitFor();
  const [group] = (await readDraft(page)).elements;
  assert.deepEqual(
    (group as { elements: TemplateElement[] }).elements.map((each) => each.x),
    [0, 0, 0],
  );
  await choose(page, 'Ellipse');
  await run(page, 'Move out of');
  await waitUntil(async () => getIds((await readDraft(page)).elements).join() === 'Group,Ellipse');
  await run(page, 'Move into');
  await waitUntil(async () => getIds((await readDraft(page)).elements).join() === 'Group');
  await choose(page, 'Ellipse');
  await press(page, 'Delete');
  await layer(page, 'Ellipse').waitFor({ state: 'detached' });
  // Two frames later.
  await waitUntil(async () => (await page.locator('[role="treeitem"]:focus').count()) === 1);

  await useDataSets(page);
  await publishAndRender(page);
});

/** A set of long values, and one of own values, which the canvas shows. */
async function useDataSets(page: Page): Promise<void> {
  const sets = region(page, 'Data sets');
  await goTo(page, sets);
  await take(page, button(sets, 'New data set'), 'Longest');
  await button(sets, 'Show Longest').waitFor();
  await take(page, button(sets, 'Actions for Longest'), 'Edit values');
  const dialog = page.getByRole('dialog');
  await waitUntil(() => hasFocus(dialog.getByRole('textbox', { name: 'Name', exact: true })));
  await typeInto(page, dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Mine');
  await typeInto(page, dialog.getByRole('textbox', { name: /^What it says/ }), 'Harbour opens');
  await enter(page, button(dialog, 'Save'));
  await dialog.waitFor({ state: 'detached' });
  await enter(page, button(sets, 'Show Mine'));
  await button(sets, 'Show Mine').and(page.locator('[aria-pressed="true"]')).waitFor();
  await take(page, button(sets, 'Actions for Mine'), 'Duplicate');
  await take(page, button(sets, 'Actions for Mine 2'), 'Remove');
  await button(sets, 'Show Mine 2').waitFor({ state: 'detached' });
  await waitUntil(async () => (await sets.locator(':focus').count()) === 1);
}

/** Publishes in the dialog, fills the form on the template's page, and downloads what the API renders. */
async function publishAndRender(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await goTo(page, button(page, 'Publish').locator('xpath=ancestor::*[@data-panel]'));
  await enter(page, button(page, 'Publish'));
  await waitUntil(() => hasFocus(button(dialog, 'Publish')));
  await dialog.getByRole('img', { name: 'Picture of First version' }).waitFor();
  await press(page, 'Enter');
  await page.getByText('Version 1 is published.').waitFor();
  await waitUntil(() => hasFocus(button(page, 'Publish')));
  await pressTo(page, page.getByRole('link', { name: 'Back to the template' }), 'Shift+Tab');
  await press(page, 'Enter');
  await typeInto(page, page.getByRole('textbox', { name: /^What it says/ }), 'Ferries run again');
  const [file] = await Promise.all([page.waitForEvent('download'), enter(page, button(page, 'Download'))]);
  const templateId = new URL(page.url()).pathname.split('/')[3] ?? '';
  const rendered = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: studio.owner.apiKey,
    json: { variables: { headline: 'Ferries run again' } },
  });
  assert.equal(rendered.status, 200);
  assert.ok((await readFile(await file.path())).equals(rendered.bytes), 'another file than the API renders');
}
