/** What is typed goes where it is meant, on every keyboard, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { addTemplate } from '../../helpers/http.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio, type PageOptions } from '../browser.ts';
import { hasFocus } from '../keyboard.ts';
import { saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

const text = { type: 'text', id: 't', x: 100, y: 100, width: 400, height: 80, text: 'Start', fontSize: 40 };
const card = { type: 'rect', id: 'r', x: 600, y: 300, width: 150, height: 100, fill: '#204060' };

interface Opened {
  readonly page: Page;
  readonly templateId: string;
  /** The draft's elements, once they fit. */
  readonly saved: (fits: (elements: readonly TemplateElement[]) => boolean) => Promise<void>;
}

async function open(
  t: TestContext,
  change: Partial<Record<keyof TemplateDocument, unknown>> = {},
  options: PageOptions = {},
): Promise<Opened> {
  const templateId = await addTemplate(studio.db, studio.owner, {
    schemaVersion: 1,
    name: 'Case',
    viewport: { width: 1000, height: 600 },
    background: '#ffffff',
    elements: [text, card],
    ...change,
  } as Parameters<typeof addTemplate>[2]);
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.locator('[data-layer="page"][data-shown]').waitFor();
  return {
    page,
    templateId,
    async saved(fits) {
      let found: readonly TemplateElement[] = [];
      await waitUntil(async () => {
        const { json } = await studio.call('getDraft', { path: { templateId } });
        found = (json as { readonly document: TemplateDocument }).document.elements;
        return fits(found);
      }).catch(() => assert.fail(`saved are ${JSON.stringify(found)}`));
    },
  };
}

const layers = (page: Page) => page.getByRole('treeitem');
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of t', exact: true });
const canvas = (page: Page) => page.getByRole('region', { name: 'Canvas' });

/** A place of the page, 1,000 wide, in the window. */
async function at(page: Page, x: number, y: number): Promise<readonly [number, number]> {
  const box = (await page.locator('[data-layer="page"]').boundingBox())!;
  return [box.x + (x / 1000) * box.width, box.y + (y / 1000) * box.width];
}

async function editText(page: Page): Promise<void> {
  await page.mouse.dblclick(...(await at(page, 150, 130)));
  await editor(page).waitFor();
  await waitUntil(() => hasFocus(editor(page)));
}

test('a click after editing a text reaches its field, and what is typed there never is a tool', async (t) => {
  const { page } = await open(t);
  await page.mouse.click(...(await at(page, 150, 130)));
  const fields = page
    .locator('[data-panel], header')
    .locator(
      'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea:not([data-canvas] *)',
    );
  const names = new Set<string>();
  let count = await fields.count();
  for (let index = 0; index < count; index += 1) {
    const field = fields.nth(index);
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    await editText(page);
    await page.keyboard.type('Hi');
    await field.click();
    const name = (await field.getAttribute('aria-label')) ?? (await field.getAttribute('id')) ?? '';
    assert.ok(await hasFocus(field), `${name} has the focus`);
    await page.keyboard.type('rt');
    assert.match(await field.inputValue(), /rt$/u, name);
    assert.equal(await layers(page).count(), 2, name);
    names.add(name);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await canvas(page).focus();
    await page.mouse.click(...(await at(page, 150, 130)));
    count = await fields.count();
  }
  assert.ok(names.size > 12, [...names].join());
});

test('shortcuts work on keyboards of other scripts, and a composition keeps its keys', async (t) => {
  const { page, saved } = await open(t, {}, { leavesTraces: true });
  const session = await page.context().newCDPSession(page);
  const press = async (key: string, code: string, modifiers = 0) => {
    const isText = modifiers === 0 && key.length === 1;
    await session.send('Input.dispatchKeyEvent', {
      type: isText ? 'keyDown' : 'rawKeyDown',
      key,
      code,
      modifiers,
      ...(isText ? { text: key } : {}),
    });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
  };
  const control = 2;
  const isAt = (x: number) => saved((elements) => elements.find(({ id }) => id === 'r')?.x === x);
  await page.mouse.click(...(await at(page, 650, 350)));
  for (const key of ['я', 'ζ', 'ז', 'ئ', 'つ']) {
    await page.keyboard.press('ArrowRight');
    await isAt(601);
    await press(key, 'KeyZ', control);
    await isAt(600);
  }
  await press('в', 'KeyD', control);
  await saved((elements) => elements.length === 3);
  await page.keyboard.press('Delete');
  await press('е', 'KeyT');
  const added = page.getByRole('textbox', { name: /^Text of / });
  await added.waitFor();
  // A style of the text, by the place of its key.
  await press('и', 'KeyB', control);
  await page.locator('[data-saving="saved"]').waitFor();
  await saved((elements) => elements.some((each) => each.type === 'text' && each.fontWeight === 700));

  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  assert.equal(await added.inputValue(), 'に');
  await press('Escape', 'Escape');
  assert.ok(await hasFocus(added), 'Escape belongs to the composition');
  await session.send('Input.insertText', { text: '日' });
  await saved((elements) => elements.some((each) => each.type === 'text' && each.text === '日'));
  await press('Escape', 'Escape');
  await added.waitFor({ state: 'detached' });
});

test('a pasted picture is the one that was copied, whatever file has its name', async (t) => {
  const image = (red: number, green: number) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red, g: green, b: 0 } } })
      .png()
      .toBuffer();
  const add = async ({ page, saved }: Opened, buffer: Buffer, names: readonly string[]) => {
    await page
      .getByLabel('Picture to add')
      .setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer });
    await saved((elements) => sources(elements).join() === names.join());
  };
  const sources = (elements: readonly TemplateElement[]) =>
    elements.flatMap((each) => (each.type === 'image' ? [each.src] : []));
  const [a, b] = [await open(t), await open(t)];
  const [red, green] = [await image(255, 0), await image(0, 255)];
  await add(a, red, ['images/image.png']);
  await add(b, green, ['images/image.png']);
  // The same picture once more has the same file; another one has a number.
  await add(b, green, ['images/image.png', 'images/image.png']);
  await canvas(b.page).press('Delete');
  await a.page.bringToFront();
  await canvas(a.page).press('ControlOrMeta+c');
  await b.page.bringToFront();
  await canvas(b.page).press('ControlOrMeta+v');
  await b.saved((elements) => sources(elements).join() === 'images/image.png,images/image-2.png');
  const read = async (path: string) => {
    const file = await studio.call('getFile', { path: { templateId: b.templateId }, query: { path } });
    return file.bytes;
  };
  const pixel = async (bytes: Uint8Array) =>
    [...(await sharp(bytes).removeAlpha().raw().toBuffer())].slice(0, 3);
  assert.deepEqual(await pixel(await read('images/image-2.png')), [255, 0, 0]);
  assert.deepEqual(await pixel(await read('images/image.png')), [0, 255, 0]);
  // Pasted again, it is the file that is there.
  await canvas(b.page).press('ControlOrMeta+v');
  await b.saved((elements) => sources(elements).slice(1).join() === 'images/image-2.png,images/image-2.png');
});

test('undo takes back what was done last: locks, guides, margins and styles of a text, too', async (t) => {
  const { page, templateId, saved } = await open(t);
  const settings = async (fits: (settings: { locked: string[]; guides: { x: number[] } }) => boolean) => {
    await waitUntil(async () => {
      const { json } = await studio.call('getDesignSettings', { path: { templateId } });
      return fits(json as Parameters<typeof fits>[0]);
    });
  };
  const isAt = (x: number) => saved((elements) => elements.find(({ id }) => id === 'r')?.x === x);
  const undo = () => page.keyboard.press('ControlOrMeta+z');
  await page.mouse.click(...(await at(page, 650, 350)));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await settings(({ locked }) => locked.join() === 'r');
  await undo();
  await settings(({ locked }) => locked.length === 0);
  await isAt(601);
  // A guide that is dragged out of a ruler is one step.
  const ruler = (await page.locator('[data-ruler="x"]').boundingBox())!;
  await page.mouse.move(ruler.x + ruler.width / 2, ruler.y + ruler.height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await at(page, 300, 300)), { steps: 4 });
  await page.mouse.up();
  await settings(({ guides }) => guides.x.length === 1);
  await undo();
  await settings(({ guides }) => guides.x.length === 0);
  await isAt(601);

  await editText(page);
  await page.keyboard.press('End');
  await page.keyboard.type(' now');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  const content = () => editor(page).inputValue();
  assert.equal(await content(), 'Start now!');
  await undo();
  assert.equal(await content(), 'Start now');
  await undo();
  await undo();
  assert.equal(await content(), 'Start');
  for (let count = 0; count < 3; count += 1) await undo();
  // Nothing that was done elsewhere.
  assert.equal(await content(), 'Start');
  await isAt(601);
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('ControlOrMeta+Shift+z');
  assert.equal(await content(), 'Start now!');
});

test('one problem costs one element, and what is typed is seen without a picture', async (t) => {
  const { page, templateId, saved } = await open(t, {}, { expectedStatuses: [0] });
  await saveChange(studio, templateId, (document) => ({
    ...document,
    elements: [text, { ...text, id: 'bad', y: 250, text: '{{ price * }}' }, { ...text, id: 'fine', y: 400 }],
  }));
  await page.reload();
  // The others are drawn.
  await page.locator('[data-layer="page"][data-shown]').waitFor();
  const [x, y] = await at(page, 100, 400);
  const [right, bottom] = await at(page, 300, 460);
  const clip = { x, y, width: right - x, height: bottom - y };
  const { channels } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .stats();
  assert.ok(channels[0]!.min < 80, 'the letters are drawn');
  const fault = page.locator('[data-fault="bad"]');
  assert.match((await fault.textContent()) ?? '', /\w/u);
  await checkPage(page);
  await page.getByRole('status').getByRole('button', { name: 'bad' }).click();
  await page.getByRole('treeitem', { name: 'bad', selected: true }).waitFor();
  // Work goes on.
  await canvas(page).focus();
  await page.keyboard.press('r');
  await saved((elements) => elements.length === 4);
  await page.keyboard.press('Delete');
  await saved((elements) => elements.length === 3);

  await page.context().setOffline(true);
  await editText(page);
  await page.keyboard.type('Seen');
  await page.locator('textarea[data-blind]').waitFor();
  await page.context().setOffline(false);
  await page.locator('textarea[data-blind]').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await saved((elements) => elements.some((each) => each.type === 'text' && each.text === 'Seen'));
});

interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

interface Boxed {
  readonly getBoundingClientRect: () => {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** Texts whose letters are elsewhere than a plain field of the browser has them. */
const unlikeFields = [
  {
    id: 'mixed',
    x: 20,
    y: 20,
    width: 400,
    height: 130,
    runs: [
      { text: 'Only ' },
      { text: '€3.50', fontSize: 70, fontWeight: 800 },
      { text: ' this week, come and taste' },
    ],
  },
  {
    id: 'list',
    x: 20,
    y: 170,
    width: 400,
    height: 130,
    list: 'disc',
    paragraphSpacing: 14,
    text: 'Coffee and cake\nTea and scones',
  },
  {
    id: 'indent',
    x: 20,
    y: 320,
    width: 400,
    height: 200,
    indent: 40,
    lineHeight: 1.6,
    text: 'Fresh roasted coffee every Friday morning at the harbour',
  },
  {
    id: 'columns',
    x: 460,
    y: 20,
    width: 500,
    height: 90,
    columns: 2,
    text: 'One two three four five six seven eight',
  },
  {
    id: 'hyphens',
    x: 460,
    y: 140,
    width: 170,
    height: 200,
    language: 'en',
    hyphens: 'auto',
    text: 'Extraordinary circumstances everywhere now',
  },
  {
    id: 'end',
    x: 460,
    y: 380,
    width: 420,
    height: 60,
    align: 'right',
    verticalAlign: 'bottom',
    text: 'Stands at the end',
  },
  {
    id: 'down',
    x: 900,
    y: 140,
    width: 60,
    height: 400,
    writingMode: 'vertical-rl',
    text: 'Down the side here',
  },
].map((each) => ({ type: 'text', fontSize: 30, ...each }));

/** On an arc, a circle, a wave and the path of no name, with its data in pixels. */
const bent = [
  {
    id: 'arc',
    x: 60,
    y: 90,
    width: 300,
    height: 100,
    align: 'center',
    text: 'Over the hill again',
    path: { d: 'M 0 100 Q 50 0 100 100', viewBox: [0, 0, 100, 100] },
  },
  {
    id: 'circle',
    x: 500,
    y: 80,
    width: 200,
    height: 200,
    align: 'center',
    text: 'Round and round it goes',
    path: { d: 'M 50 100 A 50 50 0 0 1 50 0 A 50 50 0 0 1 50 100', viewBox: [0, 0, 100, 100] },
  },
  {
    id: 'wave',
    x: 60,
    y: 330,
    width: 400,
    height: 120,
    text: 'Up and down the wave',
    path: { d: 'M 0 50 Q 25 10 50 50 T 100 50', viewBox: [0, 0, 100, 100] },
  },
  {
    id: 'steep',
    x: 600,
    y: 400,
    width: 300,
    height: 120,
    text: 'Down the slope now',
    path: { d: 'M 0 0 L 280 110' },
  },
].map((each) => ({ type: 'text', fontSize: 30, ...each }));

test('caret and selection lie on the letters of a text on a path', async (t) => {
  const { page } = await open(t, { elements: bent });
  for (const { id } of bent) {
    await page.getByRole('treeitem', { name: id, exact: true }).click();
    await canvas(page).focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: `Text of ${id}`, exact: true });
    await field.and(page.locator('[data-drawn]')).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+ArrowLeft');
    const place = () => field.evaluate((each) => (each as unknown as Field).selectionStart);
    const end = await place();
    await page.keyboard.press('Control+ArrowLeft');
    const start = await place();
    // The middle of the caret, on the screen.
    const caret = page.locator('[data-caret]');
    const middle = async () => {
      await caret.waitFor({ state: 'attached' });
      return await caret.evaluate((each) => {
        const { x, y, width, height } = (each as unknown as Boxed).getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
    };
    // A click on the caret, and on the letters around a word, finds the place again.
    const at = await middle();
    await page.keyboard.press('Control+Home');
    await page.mouse.click(at.x, at.y);
    assert.equal(await place(), start, id);
    await page.mouse.dblclick(at.x + 4, at.y);
    await page.locator('[data-selected-part]').first().waitFor({ state: 'attached' });
    const chosen = await field.evaluate((each) => {
      const { value, selectionStart, selectionEnd } = each as unknown as Field;
      return value.slice(selectionStart, selectionEnd);
    });
    assert.equal(chosen.trim(), (await field.inputValue()).slice(start, end).trim(), id);
    const box = await page
      .locator('[data-selected-part]')
      .first()
      .evaluate((each) => {
        const { x, y, width, height } = (each as unknown as Boxed).getBoundingClientRect();
        return { x, y, width, height };
      });
    await page.keyboard.press('Control+Home');
    assert.ok((await findInk(page, box, false)).count > box.width / 3, `${id}: the word is there`);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  }
});

test('caret and selection lie on the letters of the picture', async (t) => {
  const { page } = await open(t, { elements: unlikeFields });
  for (const { id } of unlikeFields) {
    await page.getByRole('treeitem', { name: id, exact: true }).click();
    await canvas(page).focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: `Text of ${id}`, exact: true });
    await field.and(page.locator('[data-drawn]')).waitFor();
    const isDown = id === 'down';
    // The last but one word. In vertical lines, the arrows up and down go by letters.
    const back = isDown ? 'ArrowUp' : 'ArrowLeft';
    await page.keyboard.press('Control+End');
    await page.keyboard.press(`Control+${back}`);
    const start = await field.evaluate((each) => (each as unknown as Field).selectionStart);
    await page.keyboard.press(`Control+Shift+${back}`);
    const parts = page.locator('[data-selected-part]');
    await parts.first().waitFor();
    const word = (
      await field.evaluate((each) => {
        const { value, selectionStart, selectionEnd } = each as unknown as Field;
        return value.slice(selectionStart, selectionEnd);
      })
    ).trim();
    const box = (await parts.first().boundingBox())!;
    // The letters alone, without the tint.
    await page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowRight');
    const ink = await findInk(page, box, isDown);
    const size = isDown ? box.width : box.height;
    assert.ok(ink.before > 0.04 * size, `${id}: nothing of another word stands right before "${word}"`);
    assert.ok(ink.first < 0.25 * size, `${id}: "${word}" begins where the selection does (${ink.first})`);
    assert.ok(ink.count > 0, id);
    // A click before the first letter puts the caret there.
    const at = isDown
      ? { x: box.x + box.width / 2, y: box.y + 1 }
      : { x: box.x + 1, y: box.y + box.height / 2 };
    await page.mouse.click(at.x, at.y);
    const caret = await field.evaluate((each) => (each as unknown as Field).selectionStart);
    assert.equal((await field.inputValue()).slice(caret, start).trim(), word, id);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  }
});

/** Where the dark pixels are of a part of the window: along the line, from the part's beginning. */
async function findInk(
  page: Page,
  box: { x: number; y: number; width: number; height: number },
  isDown: boolean,
): Promise<{ readonly before: number; readonly first: number; readonly count: number }> {
  const margin = 8;
  const clip = isDown
    ? { ...box, y: box.y - margin, height: box.height + margin }
    : { ...box, x: box.x - margin, width: box.width + margin };
  const picture = sharp(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }));
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const [length, depth] = isDown ? [info.height, info.width] : [info.width, info.height];
  const isDark = (along: number) =>
    Array.from({ length: depth }, (_, across) =>
      isDown ? data[along * info.width + across]! : data[across * info.width + along]!,
    ).some((value) => value < 60);
  const dark = Array.from({ length }, (_, along) => isDark(along));
  const before = dark.slice(0, margin).lastIndexOf(true);
  return {
    before: before === -1 ? margin : margin - 1 - before,
    first: dark.slice(margin).indexOf(true),
    count: dark.filter(Boolean).length,
  };
}
