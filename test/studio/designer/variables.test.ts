/** The designer's variables, data sets and JSON. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPageAtWidths, startBrowserStudio, type BrowserStudio, type PageOptions } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;

before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

interface Variable {
  readonly name: string;
  readonly validation?: object;
  readonly defaultValue?: unknown;
  readonly defaultIsNeutral?: boolean;
}

interface Document {
  readonly name: string;
  readonly background?: unknown;
  readonly variables: readonly Variable[];
}

async function openDesigner(t: TestContext, sample = 'social-card', options: PageOptions = {}) {
  const templateId = await makeFromSample(studio, sample);
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.getByRole('region', { name: 'Variables' }).waitFor();
  return { page, templateId };
}

/** Waits until the draft is as expected: the designer saves by itself. */
async function waitForDraft(templateId: string, isExpected: (document: Document) => boolean): Promise<void> {
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    return isExpected((json as { readonly document: Document }).document);
  });
}

const getVariables = (page: Page) => page.getByRole('region', { name: 'Variables' });
const getSets = (page: Page) => page.getByRole('region', { name: 'Data sets' });

async function addSet(page: Page, kind: string): Promise<void> {
  await getSets(page).getByRole('button', { name: 'New data set' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

describe('variables', () => {
  test('that take the place of a picture keep it as the example', async (t) => {
    const { page, templateId } = await openDesigner(t, 'greeting-card');
    await page.getByRole('treeitem', { name: 'night', exact: true }).click();
    await page.getByRole('button', { name: 'Bind source' }).click();
    await page.getByRole('menuitem', { name: 'New variable …' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('picture');
    await page.keyboard.press('Enter');
    await waitForDraft(templateId, (document) => JSON.stringify(document).includes('"{{picture}}"'));
    const getExample = async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      return (json as { readonly example: Readonly<Record<string, string>> }).example;
    };
    await waitUntil(async () => (await getExample())['picture'] === 'night.jpg');
    // The values of the sample are still there, and so they are after the designer was opened again.
    assert.notEqual((await getExample())['recipient'] ?? '', '');
    await page.reload();
    await getVariables(page).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await waitUntil(async () => {
      const { json } = await studio.call('getTemplate', { path: { templateId } });
      const { version, example } = json as {
        readonly version: number;
        readonly example: Readonly<Record<string, string>>;
      };
      return version === 2 && example['picture'] === 'night.jpg';
    });
  });

  test('of a size or a color have it as their default, and leave what they showed', async (t) => {
    const { page, templateId } = await openDesigner(t);
    await saveChange(studio, templateId, ({ schemaVersion }) => ({
      schemaVersion,
      name: 'Keeps its look',
      viewport: { width: 400, height: 300 },
      variables: [{ name: 'name', type: 'text' }],
      elements: [{ type: 'text', id: 'title', x: 20, y: 20, width: 300, height: 60, text: 'Price' }],
    }));
    await page.reload();
    await getVariables(page).waitFor();
    const dialog = page.getByRole('dialog');
    const bind = async (key: string, name: string) => {
      await page.getByRole('button', { name: `Bind ${key}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'New variable …' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    };
    await page.getByRole('treeitem', { name: 'title', exact: true }).click();
    const wanted = { rotation: '0', opacity: '1', color: '#000', visible: 'true' };
    for (const [key, value] of Object.entries(wanted)) {
      await bind(key, key);
      assert.equal(await dialog.getByRole('textbox', { name: 'Default value' }).inputValue(), value);
      await page.keyboard.press('Enter');
      await waitForDraft(templateId, ({ variables }) =>
        variables.some((each) => each.name === key && each.defaultValue === value && each.defaultIsNeutral),
      );
    }
    await bind('text', 'price');
    assert.equal(await dialog.getByRole('textbox', { name: 'Default value' }).inputValue(), '');
    await page.keyboard.press('Enter');
    await waitForDraft(templateId, (document) => JSON.stringify(document).includes('"{{price}}"'));
    // The settings have it, too, which are saved on their own: leaving before asks in a browser of a person.
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      return (json as { readonly example: Readonly<Record<string, string>> }).example['price'] === 'Price';
    });
    // After another opening, the value that was there is still the one that is shown.
    await page.reload();
    await getVariables(page).waitFor();
    await page.getByRole('treeitem', { name: 'title', exact: true }).click();
    await page.getByRole('button', { name: 'Bind text', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use a fixed value' }).click();
    await waitForDraft(templateId, (document) => JSON.stringify(document).includes('"text":"Price"'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await getVariables(page).getByRole('button', { name: 'Actions for price' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByText('What it shows now, “Price”, takes its place there.').waitFor();
    await dialog.getByRole('button', { name: 'Remove variable' }).click();
    await waitForDraft(templateId, (document) => JSON.stringify(document).includes('"text":"Price"'));
  });

  test('are added, renamed everywhere, ordered and removed', async (t) => {
    const { page, templateId } = await openDesigner(t);
    const { json } = await studio.call('getDraft', { path: { templateId } });
    const first = (json as { readonly document: Document }).document.variables[0]!.name;

    await getVariables(page).getByRole('button', { name: 'Add variable' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(first);
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await dialog.getByText('Another variable has this name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('seats');
    await dialog.getByRole('textbox', { name: 'Minimum length' }).fill('1');
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await waitForDraft(templateId, ({ variables }) =>
      variables.some(
        ({ name, validation }) => name === 'seats' && JSON.stringify(validation) === '{"minLength":1}',
      ),
    );

    await getVariables(page)
      .getByRole('button', { name: `Edit ${first}` })
      .click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('renamed');
    await dialog.getByText('the new name is written everywhere').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForDraft(templateId, (document) => {
      const text = JSON.stringify(document);
      return text.includes('{{renamed}}') && !text.includes(`{{${first}}}`);
    });

    await getVariables(page)
      .getByRole('button', { name: /select them \(renamed\)/ })
      .click();
    await page
      .getByRole('tree', { name: 'Layers' })
      .getByRole('treeitem', { selected: true })
      .first()
      .waitFor();

    await getVariables(page).getByRole('button', { name: 'Actions for renamed' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await waitForDraft(templateId, ({ variables }) => variables[1]?.name === 'renamed');

    await getVariables(page).getByRole('button', { name: 'Actions for renamed' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByText(/^Used by/).waitFor();
    await dialog.getByRole('button', { name: 'Remove variable' }).click();
    await waitForDraft(templateId, (document) => !JSON.stringify(document).includes('renamed'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForDraft(templateId, (document) => JSON.stringify(document).includes('{{renamed}}'));
  });
});

describe('data sets', () => {
  test('show the same page with other values, and what these cause', async (t) => {
    const { page, templateId } = await openDesigner(t, 'event-ticket');
    const answer = page.waitForResponse((response) => response.url().endsWith('/draft/preview'));
    await addSet(page, 'Longest');
    // Cards are small: a lossy picture has far fewer bytes.
    assert.ok((await (await answer).body()).includes('image/jpeg'));
    const card = getSets(page).getByRole('listitem').filter({ hasText: 'Longest' });
    await card.getByRole('button', { name: 'Show Longest', pressed: true }).waitFor();
    await card.locator('img').waitFor();
    await card.getByRole('button', { name: /warnings? of Longest/ }).click();
    await page
      .getByRole('button', { name: /^Select / })
      .first()
      .click();
    await page
      .getByRole('tree', { name: 'Layers' })
      .getByRole('treeitem', { selected: true })
      .first()
      .waitFor();

    await card.getByRole('button', { name: 'Actions for Longest' }).click();
    await page.getByRole('menuitem', { name: 'Edit values' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Long names');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await getSets(page).getByRole('button', { name: 'Show Long names', pressed: true }).waitFor();
    await getSets(page).getByRole('button', { name: 'Show Example values' }).click();
    await waitUntil(async () => {
      const { json } = await studio.call('getDesignSettings', { path: { templateId } });
      const { dataSets } = json as { readonly dataSets: readonly { readonly name: string }[] };
      return dataSets.length === 1 && dataSets[0]?.name === 'Long names';
    });
  });

  test('are made of a row of a file', async (t) => {
    const { page } = await openDesigner(t, 'event-ticket');
    await addSet(page, 'A row of a CSV');
    const dialog = page.getByRole('dialog');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /File/ }).click(),
    ]);
    await chooser.setFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('event,attendee,code\nOpening,Ada,ABCDEF\nClosing,Grace,GHIJKL\n'),
    });
    await dialog.getByRole('combobox', { name: 'Row' }).click();
    await page.getByRole('option', { name: /Closing/ }).click();
    await dialog.getByRole('button', { name: 'Add data set' }).click();
    await getSets(page).getByRole('button', { name: 'Show Row 3', pressed: true }).waitFor();
  });
});

describe('the template as JSON', () => {
  test('changes the design as it is typed, in one step, and follows it', async (t) => {
    const { page, templateId } = await openDesigner(t);
    await page.getByRole('button', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Template as JSON' });
    await editor.waitFor();
    const { json } = await studio.call('getDraft', { path: { templateId } });
    const before = JSON.stringify((json as { readonly document: Document }).document);

    // The first line is a brace: a new key stands behind it.
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('"bleed": 5');
    await page.getByText('Not applied. Line 3: This is no JSON').waitFor();
    await page.keyboard.insertText(',');
    await waitForDraft(templateId, (document) => 'bleed' in document);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForDraft(templateId, (document) => JSON.stringify(document) === before);
    assert.ok(!(await editor.innerText()).includes('bleed'));
  });

  test('marks faults of the template, and offers the keys that the schema knows', async (t) => {
    const { page, templateId } = await openDesigner(t);
    await page.getByRole('button', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Template as JSON' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"viewportOutp');
    await page.getByRole('option', { name: '"viewportOutputIntent"' }).click();
    await page.keyboard.press('ControlOrMeta+Space');
    await page.getByRole('option', { name: '"print"' }).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(',');
    await waitForDraft(templateId, (document) =>
      JSON.stringify(document).includes('"viewportOutputIntent":"print"'),
    );
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('"nobody": 1,');
    const mark = page.locator('.cm-lintRange-error');
    await mark.hover();
    await page.getByText('There is no key "nobody" here.').waitFor();
  });
});

describe('nothing is inaccessible', () => {
  test('at each width', async (t) => {
    const { page } = await openDesigner(t, 'event-ticket');
    await addSet(page, 'Longest');
    await getSets(page)
      .getByRole('button', { name: /warnings? of Longest/ })
      .waitFor();
    await checkPageAtWidths(t, page, [1440, 1024]);
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Template as JSON' }).waitFor();
    await checkPageAtWidths(t, page, [1440, 1024]);
    await getVariables(page).getByRole('button', { name: 'Add variable' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Label' }).waitFor();
    await checkPageAtWidths(t, page, [1440, 1024]);
  });
});
