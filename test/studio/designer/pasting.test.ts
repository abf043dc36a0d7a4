/** What is pasted, dropped and added, and where it lands, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { namedFont } from '../../helpers/named-font.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

type Keys = Record<string, unknown>;

const panel = { type: 'rect', id: 'panel', x: 100, y: 100, width: 200, height: 150, fill: '#204060' };
const second = {
  type: 'text',
  id: 'second',
  x: 500,
  y: 400,
  width: 300,
  height: 60,
  text: 'Second',
  fontSize: 40,
};

async function make(change: object): Promise<string> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Case',
    viewport: { width: 1000, height: 600 },
    background: '#ffffff',
    elements: [],
    ...change,
  }));
  return templateId;
}

const pathOf = (templateId: string) => `/templates/${templateId}/design`;

async function open(t: TestContext, templateId: string): Promise<Page> {
  const page = await studio.open(t, pathOf(templateId));
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  return page;
}

async function go(page: Page, templateId: string): Promise<void> {
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.goto(new URL(`/studio${pathOf(templateId)}`, page.url()).href);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  await page.locator('[data-canvas]').focus();
}

/** The document as it is saved, once it fits. */
async function saved(
  templateId: string,
  fits: (byId: Record<string, Keys>, document: TemplateDocument) => boolean,
): Promise<void> {
  let last: unknown;
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    const { document } = json as { readonly document: TemplateDocument };
    last = { elements: document.elements, fonts: document.fonts };
    const entries = document.elements.map((each: TemplateElement) => [each.id, each as unknown as Keys]);
    return fits(Object.fromEntries(entries) as Record<string, Keys>, document);
  }).catch(() => assert.fail(JSON.stringify(last)));
}

/** Drops files at a share of the page, as the browser reports it. */
async function drop(
  page: Page,
  at: { readonly x: number; readonly y: number },
  files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[],
): Promise<void> {
  const box = (await page.locator('canvas[data-layer=page]').boundingBox())!;
  const given = files.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.toString('base64') }));
  const place = { x: box.x + at.x * box.width, y: box.y + at.y * box.height };
  await page.evaluate(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, bytes } of ${JSON.stringify(given)}) {
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], name, { type }));
    }
    const event = new DragEvent('drop', {
      bubbles: true, cancelable: true, dataTransfer: transfer, clientX: ${place.x}, clientY: ${place.y},
    });
    document.querySelector('[data-canvas]').dispatchEvent(event);
  })()`);
}

const picture = async (name: string, background: string) => ({
  name,
  type: 'image/png',
  bytes: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer(),
});

const isNear = (value: unknown, wanted: number) => Math.abs(Number(value) - wanted) < 0.01;

test('what is pasted keeps its physical size, is seen, or stays in its place', async (t) => {
  const from = await make({ elements: [panel, second] });
  const paper = await make({ viewport: { width: 148, height: 210 }, viewportUnit: 'mm' });
  const small = await make({ viewport: { width: 300, height: 300 } });
  const page = await open(t, from);
  await page.getByRole('treeitem', { name: 'panel', exact: true }).click();
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  // Twice: the second stands beside the first.
  await go(page, paper);
  await page.keyboard.press('ControlOrMeta+v');
  await saved(
    paper,
    ({ panel: pasted, second: text }) =>
      isNear(pasted?.['width'], 52.9167) &&
      isNear(pasted?.['height'], 39.6875) &&
      isNear(text?.['fontSize'], 10.5833),
  );
  await page.keyboard.press('ControlOrMeta+v');
  await saved(
    paper,
    ({ panel: one, 'panel 2': other }) => other !== undefined && Number(other['x']) > Number(one!['x']),
  );
  // 185 mm of elements stand in the middle of a page of 148.
  await saved(paper, ({ panel: one, second: text }) =>
    isNear((Number(one!['x']) + Number(text!['x']) + Number(text!['width'])) / 2, 74),
  );

  await go(page, small);
  await page.keyboard.press('ControlOrMeta+Shift+v');
  await saved(small, ({ panel: one, second: text }) => one?.['x'] === 100 && text?.['x'] === 500);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+v');
  await saved(small, ({ second: text }) => text !== undefined && Number(text['x']) < 300);
});

test('dropped fonts are fonts, and go along with what is pasted', async (t) => {
  const from = await make({ elements: [panel, second] });
  const to = await make({});
  const page = await open(t, from);
  const bytes = namedFont('Haus Grotesk');
  await drop(page, { x: 0.5, y: 0.5 }, [{ name: 'hg-regular.ttf', type: 'font/ttf', bytes }]);
  await page.getByText('Haus Grotesk is a font of this template now.').waitFor();
  await saved(
    from,
    (byId, { fonts }) =>
      JSON.stringify(fonts) === JSON.stringify([{ family: 'Haus Grotesk', src: 'fonts/hg-regular.ttf' }]) &&
      Object.keys(byId).length === 2,
  );
  await page.getByRole('treeitem', { name: 'second', exact: true }).click();
  const family = page.getByRole('region', { name: 'Properties' }).getByLabel('Font family', { exact: true });
  await family.click();
  await page.getByRole('option', { name: 'Haus Grotesk' }).click();
  await saved(from, ({ second: text }) => text!['fontFamily'] === 'Haus Grotesk');
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('ControlOrMeta+c');
  await go(page, to);
  await page.keyboard.press('ControlOrMeta+v');
  await saved(
    to,
    ({ second: text }, { fonts }) =>
      text?.['fontFamily'] === 'Haus Grotesk' &&
      JSON.stringify(fonts) === JSON.stringify([{ family: 'Haus Grotesk', src: 'fonts/hg-regular.ttf' }]),
  );
  const { json } = await studio.call('listFiles', { path: { templateId: to } });
  const { data } = json as { readonly data: readonly { readonly path: string; readonly bytes: number }[] };
  assert.equal(data.find(({ path }) => path === 'fonts/hg-regular.ttf')?.bytes, bytes.byteLength);
});

test('a picture on a picture replaces it, several stand side by side, and new things are seen', async (t) => {
  const templateId = await make({ elements: [panel] });
  const page = await open(t, templateId);
  const [red, green, blue] = [
    await picture('red.png', '#c00'),
    await picture('green.png', '#0c0'),
    await picture('blue.png', '#00c'),
  ] as const;
  await drop(page, { x: 0.5, y: 0.5 }, [red, green]);
  await saved(
    templateId,
    ({ red: one, green: other }) =>
      one !== undefined &&
      other !== undefined &&
      one['y'] === other['y'] &&
      Number(other['x']) >= Number(one['x']) + Number(one['width']),
  );
  await drop(page, { x: 0.475, y: 0.5 }, [blue]);
  await saved(
    templateId,
    ({ red: one, green: other }) =>
      one!['src'] === 'images/blue.png' && one!['width'] === 60 && other!['src'] === 'images/green.png',
  );
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await saved(templateId, ({ red: one }) => one!['src'] === 'images/red.png');
  // Both at once.
  await undo.click();
  await saved(templateId, (byId) => Object.keys(byId).length === 1);

  // Only the bottom right corner of the page is seen.
  await page.mouse.move(700, 450);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  await saved(templateId, ({ Rectangle: one, 'Rectangle 2': other }) => {
    if (one === undefined || other === undefined) return false;
    return one['x'] !== other['x'] || one['y'] !== other['y'];
  });
  const canvas = (await page.locator('[data-canvas]').boundingBox())!;
  const frame = (await page.locator('polygon[data-id="Rectangle 2"]').boundingBox())!;
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  assert.ok(
    middle.x > canvas.x && middle.x < canvas.x + canvas.width && middle.y > canvas.y,
    JSON.stringify({ canvas, frame }),
  );
});

/** Pastes what another program has put on the clipboard, as the browser reports it. */
async function pasteFrom(
  page: Page,
  content: Readonly<Record<string, string>>,
  target = '[data-canvas]',
): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(content)})) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.querySelector(${JSON.stringify(target)}).dispatchEvent(event);
  })()`);
}

test('what other programs copy becomes a text, a table or a picture', async (t) => {
  const templateId = await make({});
  const page = await open(t, templateId);
  const elementOf = async (fits: (each: Keys) => boolean): Promise<Keys> => {
    let found: Keys | undefined;
    await saved(templateId, (byId) => (found = Object.values(byId).find(fits)) !== undefined);
    return found!;
  };

  await pasteFrom(page, { 'text/plain': 'Two\r\nlines with {{ braces }}\n' });
  const plain = await elementOf(({ text }) => typeof text === 'string');
  assert.deepEqual([plain['text'], plain['height']], ['Two\nlines with \\{{ braces }}', 'hug']);

  // As word processors write it.
  const html =
    '<b style="font-weight:normal"><p><span style="font-size:18pt">Save </span>' +
    '<strong style="color:rgb(200,0,0)">the <i>date</i></strong><a href="https://example.org/">here</a></p><ul><li>one</li><li>two</li></ul></b>';
  await pasteFrom(page, { 'text/html': html, 'text/plain': 'Save the date' });
  const rich = await elementOf(({ runs }) => Array.isArray(runs));
  const parts = rich['runs'] as Keys[];
  assert.equal(parts.map(({ text }) => text).join(''), 'Save the datehere\n• one\n• two');
  assert.equal(rich['fontSize'], 24);
  assert.deepEqual(parts[1], { text: 'the ', fontWeight: 700, color: '#c80000' });
  assert.deepEqual(parts[2], { text: 'date', fontWeight: 700, fontStyle: 'italic', color: '#c80000' });
  assert.equal(parts[3]!['href'], 'https://example.org/');

  // Spreadsheets add HTML, text and a picture.
  await pasteFrom(page, {
    'text/html':
      '<style>td {}</style><table><tr><td>Item</td><td>Price</td></tr>' +
      '<tr><td>Tea</td><td>1.234,50</td></tr><tr><td>Cake</td><td>2,00</td></tr></table>',
    'text/plain': 'Item\tPrice\nTea\t1.234,50\nCake\t2,00',
  });
  const table = await elementOf(({ type }) => type === 'table');
  const columns = table['columns'] as Keys[];
  assert.deepEqual(
    columns.map(({ header, align }) => [header, align]),
    [
      ['Item', undefined],
      ['Price', 'right'],
    ],
  );
  const { json } = await studio.call('getDraft', { path: { templateId } });
  const { document, problems } = json as { document: TemplateDocument; problems: unknown[] };
  assert.deepEqual(problems, []);
  assert.deepEqual(document.variables?.at(-1)?.defaultValue, [
    { item: 'Tea', price: '1.234,50' },
    { item: 'Cake', price: '2,00' },
  ]);
  // One undo takes back the table and its list.
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await saved(templateId, (_byId, { variables = [] }) => variables.length === 0);
  await pasteFrom(page, { 'text/plain': '1\t2\n3\t4' });
  await elementOf(({ type, header }) => type === 'table' && header === undefined);

  await pasteFrom(page, { 'text/plain': '<svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>' });
  await elementOf(({ src }) => src === 'images/pasted.svg');
  const icon = `data:image/png;base64,${(await picture('p', '#00f')).bytes.toString('base64')}`;
  await pasteFrom(page, { 'text/plain': icon });
  await elementOf(({ src }) => src === 'images/pasted.png');
});

test('elements are words for a text, and elements for the canvas', async (t) => {
  const templateId = await make({ elements: [panel, second] });
  const page = await open(t, templateId);
  await page.getByRole('treeitem', { name: 'second', exact: true }).click();
  await page.locator('[data-canvas]').focus();
  const copied = await page.evaluate<Record<string, string>>(`(() => {
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData });
    document.querySelector('[data-canvas]').dispatchEvent(event);
    return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]));
  })()`);
  assert.equal(copied['text/plain'], 'Second');
  assert.match(copied['text/html'] ?? '', /<p>Second<\/p>/u);
  await pasteFrom(page, copied);
  await saved(templateId, (byId) => byId['second 2']?.['fontSize'] === 40);
});
