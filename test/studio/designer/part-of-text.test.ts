/** The style of a part of a text, by the bar above it and by the panel, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TemplateDocument } from '../../../studio/web/src/designer/model/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

const price = {
  type: 'text',
  id: 'price',
  x: 100,
  y: 300,
  width: 400,
  height: 80,
  text: 'Only €3.50',
  fontSize: 40,
};

async function open(t: TestContext): Promise<readonly [Page, (wanted: object) => Promise<void>]> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Offer',
    viewport: { width: 1000, height: 600 },
    background: '#ffffff',
    elements: [price],
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  const saved = async (wanted: object) => {
    let last: object = {};
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      last = (json as { readonly document: TemplateDocument }).document.elements[0]!;
      const { text: _, ...box } = price;
      const expected = 'runs' in wanted || 'text' in wanted ? { ...box, ...wanted } : { ...price, ...wanted };
      return isSame(last, expected);
    }).catch(() => assert.fail(JSON.stringify(last)));
  };
  return [page, saved];
}

function isSame(one: object, other: object): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

test('a double click on the page writes there, and a style is copied', async (t) => {
  const [page] = await open(t);
  const box = (await page.locator('canvas[data-layer=page]').boundingBox())!;
  await page.mouse.dblclick(box.x + box.width * 0.3, box.y + box.height * 0.2);
  const editor = page.getByRole('textbox', { name: 'Text of Text', exact: true });
  await editor.fill('Written');
  await page.keyboard.press('Escape');
  const size = page
    .getByRole('region', { name: 'Properties' })
    .getByRole('textbox', { name: 'Font size', exact: true });
  assert.equal(await size.inputValue(), '50');
  await page.getByRole('treeitem', { name: 'price', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+Alt+c');
  await page.getByRole('treeitem', { name: 'Written', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+Alt+v');
  await waitUntil(async () => (await size.inputValue()) === '40');
});

test('size, color and weight act on what is selected in a text', async (t) => {
  const [page, saved] = await open(t);
  await page.getByRole('treeitem', { name: 'price', exact: true }).click();
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: 'Text of price' });
  await editor.waitFor();
  await page.keyboard.press('End');
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Shift+ArrowLeft');
  const bar = page.getByRole('toolbar', { name: 'Style of the selected part' });
  // One click, and the text is still edited.
  await bar.getByRole('button', { name: 'Larger letters' }).click();
  await saved({ runs: [{ text: 'Only €' }, { text: '3.50', fontSize: 48 }] });
  assert.equal(await page.evaluate(`document.activeElement?.matches('textarea')`), true);
  await checkPage(page);

  await bar.getByRole('textbox', { name: 'Selected part color' }).fill('#c00');
  await page.keyboard.press('Enter');
  await bar.getByRole('combobox', { name: 'Selected part font weight' }).selectOption('Bold');
  await saved({
    runs: [{ text: 'Only €' }, { text: '3.50', fontSize: 48, color: '#c00', fontWeight: 700 }],
  });
  const part = page.getByRole('group', { name: 'Selected part of the text' });
  await part.getByRole('textbox', { name: 'Selected part font size' }).fill('60');
  await page.keyboard.press('Enter');
  await saved({
    runs: [{ text: 'Only €' }, { text: '3.50', fontSize: 60, color: '#c00', fontWeight: 700 }],
  });

  // Without a part, the bar styles the whole text.
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const whole = page.getByRole('toolbar', { name: 'Style of the text' });
  await whole.getByRole('button', { name: /^Alignment: left/ }).click();
  await whole.getByRole('button', { name: 'List', exact: true, pressed: false }).click();
  await whole.getByRole('button', { name: 'List', exact: true, pressed: true }).waitFor();
  await checkPage(page);
  await saved({
    runs: [{ text: 'Only €' }, { text: '3.50', fontSize: 60, color: '#c00', fontWeight: 700 }],
    align: 'center',
    list: 'disc',
  });
});
