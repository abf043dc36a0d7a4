/** What people who know other design programs do without thinking, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { redPng } from '../../helpers/authoring.ts';
import { heic } from '../../helpers/pictures.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

const page1200 = { x: 0, y: 0, width: 1200, height: 630 };
const elements = [
  { type: 'rect', id: 'paper', ...page1200, fill: '#f4efe6' },
  { type: 'rect', id: 'card', x: 400, y: 200, width: 300, height: 200, fill: '#0b5' },
  {
    type: 'rect',
    id: 'frame',
    ...page1200,
    x: 20,
    y: 20,
    width: 1160,
    height: 590,
    stroke: { color: '#0b5' },
  },
  { type: 'path', id: 'stroke', ...page1200, d: 'M0 0 L1200 630', stroke: { color: '#000', width: 2 } },
  { type: 'text', id: 'title', x: 800, y: 60, width: 300, height: 50, text: 'Save the date', fontSize: 40 },
] as readonly TemplateElement[];

interface Opened {
  readonly page: Page;
  readonly templateId: string;
  /** An element as it is saved, once it fits. */
  readonly saved: (id: string, fits: (element: TemplateElement) => boolean) => Promise<TemplateElement>;
  /** A place of the page in the window. */
  readonly at: (x: number, y: number) => Promise<readonly [number, number]>;
}

async function open(
  t: TestContext,
  change: Partial<TemplateDocument> = {},
  options: Parameters<BrowserStudio['open']>[2] = {},
): Promise<Opened> {
  const templateId = await makeFromSample(studio, 'social-card');
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 1200, height: 630 },
    elements: structuredClone(elements),
    ...change,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.locator('[data-layer="page"][data-shown]').waitFor();
  return {
    page,
    templateId,
    async saved(id, fits) {
      let element: TemplateElement | undefined;
      for (let tries = 0; tries < 600; tries += 1) {
        const { json } = await studio.call('getDraft', { path: { templateId } });
        const { document } = json as { readonly document: TemplateDocument };
        element = document.elements.find((each) => each.id === id);
        if (element !== undefined && fits(element)) return element;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return assert.fail(`${id} is saved as ${JSON.stringify(element)}`);
    },
    async at(x, y) {
      const box = (await page.locator('[data-layer="page"]').boundingBox())!;
      return [box.x + (x / 1200) * box.width, box.y + (y / 630) * box.height];
    },
  };
}

const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const selected = (page: Page, name: string) =>
  page.getByRole('treeitem', { name, exact: true, selected: true });
const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name, exact: true });

describe('undo', () => {
  test('from a field takes back what the page has', async (t) => {
    const { page, saved } = await open(t);
    await row(page, 'card').click();
    await field(page, 'Rotation').fill('15');
    await field(page, 'Rotation').press('Tab');
    await saved('card', ({ rotation }) => rotation === 15);
    // The next field has the focus, and nothing is typed there.
    await page.keyboard.press('ControlOrMeta+z');
    await saved('card', ({ rotation }) => rotation === undefined);
    assert.equal(await field(page, 'Rotation').inputValue(), '');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await saved('card', ({ rotation }) => rotation === 15);
  });

  test('in a field with something typed is its own', async (t) => {
    const { page, saved } = await open(t);
    await row(page, 'card').click();
    await field(page, 'X').fill('410');
    await field(page, 'X').press('Enter');
    await field(page, 'Y').click();
    await page.keyboard.type('7');
    await page.keyboard.press('ControlOrMeta+z');
    await field(page, 'Y').press('Enter');
    const { y } = await saved('card', ({ x }) => x === 410);
    assert.equal(y, 200);
  });
});

describe('the mouse', () => {
  test('clicks go through undrawn elements, and with control through drawn ones', async (t) => {
    const { page, at } = await open(t);
    await page.mouse.click(...(await at(150, 500)));
    await selected(page, 'paper').waitFor();
    await page.mouse.click(...(await at(300, 20)));
    await selected(page, 'frame').waitFor();
    await page.mouse.click(...(await at(120, 63)));
    await selected(page, 'stroke').waitFor();
    await page.mouse.click(...(await at(650, 250)));
    await selected(page, 'card').waitFor();
    await page.keyboard.down('ControlOrMeta');
    await page.mouse.click(...(await at(650, 250)));
    await page.keyboard.up('ControlOrMeta');
    await selected(page, 'paper').waitFor();
  });

  test('what is selected is dragged by its whole box, also where nothing is drawn', async (t) => {
    const { page, at, saved } = await open(t);
    await row(page, 'frame').click();
    await page.mouse.move(...(await at(150, 500)));
    await page.mouse.down();
    await page.mouse.move(...(await at(190, 530)), { steps: 5 });
    await page.mouse.up();
    await saved('frame', ({ x, y }) => x > 40 && y > 40);
    await saved('paper', ({ x, y }) => x === 0 && y === 0);
  });

  test('the right button opens a menu for what is there', async (t) => {
    const { page, at, saved } = await open(t);
    await page.mouse.click(...(await at(650, 250)), { button: 'right' });
    await selected(page, 'card').waitFor();
    await page.getByRole('menuitem', { name: 'Send to back' }).waitFor();
    await checkPage(page);
    await page.getByRole('menuitem', { name: 'paper' }).click();
    await selected(page, 'paper').waitFor();
    await row(page, 'title').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
    await saved('title 2', ({ width }) => width === 300);
    await page.keyboard.press('Delete');
    await row(page, 'title 2').waitFor({ state: 'detached' });
  });

  test('makes whole numbers, and the next copy repeats the step', async (t) => {
    const { page, at, saved } = await open(t);
    // Escape leaves the preview first.
    await row(page, 'card').click();
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    await preview.click();
    await page.locator('[data-canvas]').press('Escape');
    await selected(page, 'card').waitFor();
    await page.locator('[data-handle="1 1"]').waitFor();
    await page.locator('[data-canvas]').press('Escape');
    await page.locator('[data-handle="1 1"]').waitFor({ state: 'detached' });
    await page.keyboard.down('Alt');
    await page.mouse.move(...(await at(450, 350)));
    await page.mouse.down();
    await page.mouse.move(...(await at(487.3, 371.7)), { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    const copy = await saved('card 2', ({ x }) => x > 400);
    assert.deepEqual([copy.x, copy.y], [Math.round(copy.x), Math.round(copy.y)]);
    await page.keyboard.press('ControlOrMeta+d');
    const next = await saved('card 3', () => true);
    assert.deepEqual([next.x - copy.x, next.y - copy.y], [copy.x - 400, copy.y - 200]);
  });

  test('a HEIC photo is added upright, and a file that is no picture is named', async (t) => {
    const { page, saved } = await open(t);
    await page.getByLabel('Picture to add').setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk') },
      { name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: heic.rotated },
    ]);
    await page.getByText('notes.txt: The file is a text, not a picture.', { exact: false }).waitFor();
    await row(page, 'IMG_2041').waitFor({ timeout: 300_000 });
    const photo = await saved('IMG_2041', () => true);
    assert.ok(photo.type === 'image');
    assert.deepEqual([photo.src, photo.width, photo.height], ['images/IMG_2041.jpg', 64, 96]);
  });

  test('a small picture that is added keeps its size, its corners its ratio', async (t) => {
    const { page, saved } = await open(t);
    const uploading = page.getByText('Uploading logo.png');
    // A slow wire: the file is sent once the page says that it is being sent.
    await page.route('**/files*', async (route) => {
      if (route.request().method() !== 'GET') await uploading.waitFor();
      await route.continue();
    });
    await page.getByLabel('Picture to add').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: redPng,
    });
    const { width, height } = await saved('logo', () => true);
    assert.ok(width <= 64 && height <= 64, `${width} × ${height}`);
    await uploading.waitFor({ state: 'detached' });

    const handle = (await page.locator('[data-handle="1 1"]').boundingBox())!;
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 10, { steps: 4 });
    await page.mouse.up();
    const larger = await saved('logo', (image) => image.width !== width);
    const getRatio = (box: { width: number; height: number }) => box.width / box.height;
    assert.ok(Math.abs(getRatio(larger) - width / height) < 0.05, `${larger.width} × ${larger.height}`);
  });

  test('what is selected on the page is seen among the layers, in groups that are closed', async (t) => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      type: 'rect',
      id: `small ${index}`,
      x: index,
      y: 600,
      width: 5,
      height: 5,
      fill: '#000',
    })) as TemplateElement[];
    const group = { type: 'group', id: 'both', ...page1200, elements: [elements[1]!] } as TemplateElement;
    const { page, at } = await open(t, { elements: [elements[0]!, group, ...many] });
    await row(page, 'both').getByRole('button', { name: 'Close both' }).click();
    await page.mouse.dblclick(...(await at(650, 250)));
    await selected(page, 'card').waitFor();
    const list = (await page.getByRole('region', { name: 'Layers' }).boundingBox())!;
    const box = (await row(page, 'card').boundingBox())!;
    assert.ok(box.y >= list.y && box.y + box.height <= list.y + list.height, JSON.stringify({ box, list }));
  });
});

describe('lists and edges', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    type: 'rect',
    id: `r${index}`,
    x: 20 + index * 8,
    y: 20,
    width: 6,
    height: 20,
    fill: '#204060',
  })) as TemplateElement[];
  const isSelected = async (page: Page, ids: readonly string[]) =>
    await waitUntil(
      async () =>
        (await page.evaluate<string>(
          `[...document.querySelectorAll('[role=treeitem][aria-selected=true]')]
            .map((each) => each.ariaLabel).join()`,
        )) === ids.join(),
    );

  test('layers are chosen in ranges, dragged together, found; a bleed is seen and turned on', async (t) => {
    const { page, templateId } = await open(t, {
      viewport: { width: 148, height: 210 },
      viewportUnit: 'mm',
      elements: many,
    });
    await row(page, 'r5').click();
    await row(page, 'r2').click({ modifiers: ['Shift'] });
    await isSelected(page, ['r5', 'r4', 'r3', 'r2']);
    await page.keyboard.press('Shift+ArrowUp');
    await isSelected(page, ['r5', 'r4', 'r3']);
    await row(page, 'r3').click();
    await row(page, 'r4').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'r4').dragTo(row(page, 'r0'), { targetPosition: { x: 60, y: 24 } });
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const { document } = json as { readonly document: TemplateDocument };
      return document.elements.map(({ id }) => id).join(' ') === 'r3 r4 r0 r1 r2 r5 r6 r7 r8';
    });
    const search = page.getByRole('searchbox', { name: 'Find a layer' });
    await search.fill('R7');
    await waitUntil(async () => (await page.getByRole('treeitem').count()) === 1);
    await search.press('Enter');
    await isSelected(page, ['r7']);
    await search.fill('nothing');
    await page.getByText('No layer has this name or text.').waitFor();
    await checkPage(page);
    await search.press('Escape');
    await row(page, 'r8').waitFor();

    await page.getByRole('region', { name: 'Canvas' }).press('Escape');
    await page.getByRole('group', { name: 'Is this printed to its edges?' }).getByText('3 mm').waitFor();
    await page.getByRole('textbox', { name: 'Bleed', exact: true }).fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('Only PDFs for print have a bleed').waitFor();
    const frame = page.locator('[data-canvas] > svg [data-edge=bleed]');
    await frame.waitFor();
    await page.getByRole('button', { name: 'Turn on print' }).click();
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const { document } = json as { readonly document: TemplateDocument };
      return document.viewportOutputIntent === 'print' && document.bleed === 3;
    });
    assert.equal(await page.getByText('Only PDFs for print have a bleed').count(), 0);
  });
});

describe('shapes and words', () => {
  test('a shape comes from the menu, words are replaced in all texts, and a text is curved', async (t) => {
    const { page, saved, at } = await open(t);
    // The distances from the page, and from what is under the pointer, while Alt is held.
    const measures = async () =>
      await page.evaluate<string>(
        `[...document.querySelectorAll('[data-measure]')].map((each) => each.dataset.measure).join()`,
      );
    await row(page, 'card').click();
    await page.keyboard.down('Alt');
    await waitUntil(async () => (await measures()) === '400,500,200,230');
    await page.mouse.move(...(await at(850, 85)));
    await waitUntil(async () => (await measures()) === '100,90');
    await page.keyboard.up('Alt');
    await waitUntil(async () => (await measures()) === '');
    await page.mouse.move(...(await at(550, 300)));
    await page.mouse.down();
    await page.mouse.move(...(await at(560, 300)), { steps: 3 });
    await waitUntil(async () => (await measures()).split(',').length === 4);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.getByRole('button', { name: 'Add shape' }).click();
    await page.getByRole('menuitem', { name: 'Speech bubble' }).waitFor();
    await checkPage(page);
    await page.getByRole('menuitem', { name: 'Star', exact: true }).click();
    await saved('Star', (each) => each.type === 'path' && each.d.startsWith('M 50 0 L'));
    await page.getByRole('region', { name: 'Canvas' }).press('ControlOrMeta+f');
    const dialog = page.getByRole('dialog', { name: 'Find and replace' });
    await dialog.getByRole('textbox', { name: 'Find', exact: true }).fill('SAVE');
    await dialog.getByText('1 place in 1 element').waitFor();
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('Keep');
    await checkPage(page);
    await page.keyboard.press('Enter');
    await saved('title', (each) => (each as { text?: string }).text === 'Keep the date');
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'title').click();
    const curve = page.getByRole('group', { name: 'Curve' });
    await curve.getByRole('button', { name: 'Arc' }).click();
    await page.getByRole('slider', { name: 'Bend of the curve' }).press('ArrowLeft');
    const pathOf = (each: TemplateElement) => (each as { path?: { d: string } }).path?.d;
    await saved('title', (each) => pathOf(each) === 'M 0 100 Q 50 2 100 100');
    await curve.getByRole('button', { name: 'Circle' }).click();
    await saved('title', (each) => pathOf(each)?.includes(' A 50 50 ') ?? false);
    await checkPage(page);
  });
});

describe('texts', () => {
  test('the box grows with what is typed, and one undo takes it back', async (t) => {
    const { page, at, saved } = await open(t);
    await page.mouse.dblclick(...(await at(850, 85)));
    await page.getByRole('textbox', { name: 'Text of title' }).waitFor();
    await page.keyboard.type('A headline with more words than its box has room for');
    await page.keyboard.press('Escape');
    const { y, height } = await saved('title', (element) => element.height > 120);
    assert.equal(y, 60);
    assert.ok(height < 250, String(height));
    await page.getByText('The text does not fit').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+z');
    await saved(
      'title',
      (element) => element.height === 50 && (element as { text?: string }).text === 'Save the date',
    );
  });

  test('a word becomes bold by its key, and a run of its own by the panel', async (t) => {
    const { page, at, saved } = await open(t);
    const runsOf = (element: TemplateElement) => JSON.stringify((element as { runs?: unknown }).runs);
    await page.mouse.dblclick(...(await at(850, 85)));
    const editor = page.getByRole('textbox', { name: 'Text of title' });
    await editor.evaluate((node) =>
      (node as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(5, 8),
    );
    await editor.press('ControlOrMeta+b');
    await saved(
      'title',
      (each) =>
        runsOf(each) ===
        JSON.stringify([{ text: 'Save ' }, { text: 'the', fontWeight: 700 }, { text: ' date' }]),
    );
    await editor.press('ControlOrMeta+b');
    await saved('title', (each) => runsOf(each) === undefined);
    await page.getByRole('button', { name: 'Style parts of the text' }).click();
    await saved(
      'title',
      (each) => runsOf(each) === JSON.stringify(['Save ', 'the', ' date'].map((text) => ({ text }))),
    );
  });
});

describe('a brand', () => {
  test('one color and one font are changed everywhere', async (t) => {
    const { page, saved } = await open(t);
    await page.getByRole('button', { name: 'Change #0b5 everywhere: 2 places' }).click();
    await page.getByRole('textbox', { name: 'New color' }).fill('6B21A8');
    await page.getByRole('textbox', { name: 'New color' }).press('Enter');
    await saved('card', (each) => (each as { fill?: unknown }).fill === '#6B21A8');
    await saved('frame', (each) => (each as { stroke?: { color?: string } }).stroke?.color === '#6B21A8');
    await checkPage(page);
    await page.keyboard.press('Escape');
    const font = page.getByLabel('All of Inter font family', { exact: true });
    await font.fill('Playfair Display');
    await font.press('Enter');
    await font.press('Tab');
    await saved('title', (each) => (each as { fontFamily?: string }).fontFamily === 'Playfair Display');

    // A family that is not there gets another one, by its own name in its own letters.
    const other = page.getByLabel('All of Playfair Display font family', { exact: true });
    await other.fill('Helvetica Neue');
    await other.press('Enter');
    await other.press('Tab');
    await saved('title', (each) => (each as { fontFamily?: string }).fontFamily === 'Helvetica Neue');
    await page.getByText('The font Helvetica Neue is not there.').waitFor();
    await page.getByRole('button', { name: 'Choose stand-ins' }).click();
    const dialog = page.getByRole('dialog', { name: 'Missing fonts' });
    const use = dialog.getByRole('button', { name: /use Arimo$/u });
    await use.waitFor();
    await checkPage(page);
    await use.click();
    await saved('title', (each) => (each as { fontFamily?: string }).fontFamily === 'Arimo');
    await dialog.getByText('No font is missing any more.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    assert.equal(await page.getByRole('button', { name: 'Choose stand-ins' }).count(), 0);
  });
});

describe('variables', () => {
  const variables = Array.from({ length: 25 }, (_, index) => ({
    name: `value ${index}`,
    type: 'text' as const,
  }));

  test('the last of many can be reached, and a new one is made where it is needed', async (t) => {
    const { page, saved } = await open(t, { variables });
    await row(page, 'title').click();
    await page.getByRole('button', { name: 'Bind text' }).click();
    const last = page.getByRole('menuitem', { name: 'value 24' });
    // The menu takes the focus once it is open; before that, the key is not its own.
    await waitUntil(
      async () => await page.evaluate(`document.activeElement?.closest('[role=menu]') !== null`),
    );
    await page.keyboard.press('End');
    await waitUntil(async () => {
      const { y, height } = (await last.boundingBox())!;
      return y > 0 && y + height <= 900;
    });
    assert.equal(await page.evaluate('window.scrollY + document.documentElement.scrollTop'), 0);
    await page.getByRole('menuitem', { name: 'New variable …' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('headline');
    await page.keyboard.press('Enter');
    await saved('title', (each) => (each as { text?: string }).text === '{{headline}}');
  });

  test('the longest values leave a barcode one that it can show', async (t) => {
    const bars = { type: 'barcode', id: 'bars', x: 20, y: 400, width: 300, height: 150, symbology: 'ean13' };
    const { page } = await open(t, {
      variables: [{ name: 'ean', type: 'text' }],
      elements: [{ ...bars, value: '{{ean}}' }] as TemplateElement[],
    });
    await page.getByRole('button', { name: 'New data set' }).click();
    await page.getByRole('menuitem', { name: 'Longest' }).click();
    await page.getByRole('button', { name: 'Show Longest', pressed: true }).waitFor();
    await page.getByText('Everything fits').nth(1).waitFor();
  });
});

describe('the template as JSON', () => {
  test('a text that is no template yet is kept, and says which line is wrong', async (t) => {
    const { page, at, saved } = await open(t);
    await page.getByRole('button', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Template as JSON' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
    await page.keyboard.insertText(' half a thought');
    await page.getByText('Not applied. Line 3: This is no JSON').waitFor();
    await page.mouse.click(...(await at(450, 350)));
    await page.keyboard.press('ArrowRight');
    await saved('card', ({ x }) => x === 401);
    await page.getByText('The page has changed since.').waitFor();
    for (let times = 0; times < 2; times += 1) await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByText('Not applied. Line 3').waitFor();
    assert.match(await editor.innerText(), /half a thought/);
    await checkPage(page);
    await page.getByRole('button', { name: 'Discard my text' }).click();
    assert.doesNotMatch(await editor.innerText(), /half a thought/);
    assert.match(await editor.innerText(), /"x": 401/);
  });
});

test('one’s own publishing is nobody else’s change', async (t) => {
  const { page, templateId } = await open(t, { name: 'Another name' });
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
  await page.getByText(/Version \d is published/).waitFor();
  const { json } = await studio.call('getTemplate', { path: { templateId } });
  await page
    .getByText((json as { readonly name: string }).name, { exact: true })
    .first()
    .waitFor();
  await row(page, 'card').click();
  assert.equal(await page.getByText('Somebody else changed this draft').count(), 0);
});
