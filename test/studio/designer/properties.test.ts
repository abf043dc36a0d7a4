/** The panel Properties: every kind of control, by role and name, in a real browser. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { redPng } from '../../helpers/authoring.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const playfair = path.resolve(
  import.meta.dirname,
  '../../../node_modules/@expo-google-fonts/playfair-display/400Regular/PlayfairDisplay_400Regular.ttf',
);
const box = { x: 10, y: 10, width: 300, height: 50 };
const elements = [
  { type: 'rect', id: 'panel', ...box, fill: '#102030' },
  { type: 'ellipse', id: 'disc', ...box, x: 40, opacity: 0.5 },
  { type: 'text', id: 'title', ...box, text: 'Hello', fontSize: 20 },
  { type: 'image', id: 'photo', ...box, src: 'https://example.com/a.png', visible: false },
  { type: 'path', id: 'arrow', ...box, d: 'M0 0 L10 10' },
  { type: 'qrcode', id: 'code', ...box, height: 300, value: 'https://example.com' },
  { type: 'line', id: 'rule', ...box, stroke: { color: '#000' } },
  {
    type: 'group',
    id: 'both',
    ...box,
    elements: [{ type: 'barcode', id: 'bars', ...box, value: '12345', symbology: 'code128' }],
  },
] as readonly TemplateElement[];

interface Opened {
  readonly page: Page;
  readonly templateId: string;
  /** Waits until the saved draft fits. */
  readonly saved: (fits: (document: TemplateDocument) => boolean, what: string) => Promise<void>;
  readonly savedElement: (id: string, keys: object) => Promise<void>;
  readonly pick: (...ids: readonly string[]) => Promise<void>;
}

/** Opens the designer of a template with an element of each type. */
async function open(t: TestContext, options: Parameters<BrowserStudio['open']>[2] = {}): Promise<Opened> {
  const templateId = await makeFromSample(studio, 'social-card');
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 1200, height: 630 },
    variables: [
      { name: 'heading', type: 'text', defaultValue: 'News' },
      { name: 'portrait', type: 'image' },
    ],
    elements,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.getByRole('region', { name: 'Properties' }).waitFor();
  const saved: Opened['saved'] = async (fits, what) => {
    let document: TemplateDocument | null = null;
    for (let tries = 0; tries < 600; tries += 1) {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      ({ document } = json as { readonly document: TemplateDocument });
      if (fits(document)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.fail(`${what} is not saved: ${JSON.stringify(document)}`);
  };
  return {
    page,
    templateId,
    saved,
    savedElement: (id, keys) =>
      saved(
        (document) => {
          const element = document.elements.find((each) => each.id === id) as object | undefined;
          return (
            element !== undefined &&
            Object.entries(keys).every(
              ([key, value]) =>
                JSON.stringify((element as Record<string, unknown>)[key]) === JSON.stringify(value),
            )
          );
        },
        `${id} with ${JSON.stringify(keys)}`,
      ),
    async pick(...ids) {
      for (const [index, id] of ids.entries()) {
        await page
          .getByRole('tree', { name: 'Layers' })
          .getByRole('treeitem', { name: id })
          .click(index === 0 ? {} : { modifiers: ['ControlOrMeta'] });
      }
    },
  };
}

const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name, exact: true });

/** Types into a field and presses Enter. */
async function enter(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
}

/** An entry of the list of fonts whose face is loaded. */
function inOwnFace(page: Page, family: string): Locator {
  return page.getByRole('option', { name: family, exact: true }).locator('span[style*=platen-]');
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).click();

test('expressions are completed with the keyboard, and show what they are at present', async (t) => {
  const { page, pick, savedElement } = await open(t);
  await pick('title');
  const options = page.getByRole('listbox', { name: 'Variables to insert' }).getByRole('option');
  const live = (text: string) => page.locator('[data-live-value]', { hasText: text });
  await field(page, 'Text').fill('');
  await field(page, 'Text').pressSequentially('{{up');
  await options.filter({ hasText: 'upper(text): Capital letters' }).waitFor();
  await checkPage(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('head');
  await options.filter({ hasText: 'heading' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await field(page, 'Text').inputValue(), '{{upper(heading) }}');
  await live('= NEWS').waitFor();

  await field(page, 'Width').hover();
  await page.getByRole('button', { name: 'Bind width' }).click();
  await page.getByRole('menuitem', { name: 'Write an expression' }).click();
  await waitUntil(async () => (await page.evaluate('document.activeElement.value')) === '{{ 300 }}');
  await page.keyboard.type('headin.size() * 50');
  await page.keyboard.press('Enter');
  await live('No variable "headin" is declared (character 1 of the expression).').waitFor();
  await enter(page, 'Width', '{{ heading.size() * 50 }}');
  await live('= 200').waitFor();
  await savedElement('title', { text: '{{upper(heading) }}', width: '{{ heading.size() * 50 }}' });
  await checkPage(page);

  await page.getByRole('button', { name: 'JSON' }).click();
  const editor = page.getByRole('textbox', { name: 'Template as JSON' });
  await editor.getByText('"{{upper(heading) }}"').click();
  await page.keyboard.press('End');
  for (let times = 0; times < 6; times += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' + tri');
  const offer = page.locator('.cm-tooltip-autocomplete [role=option]', { hasText: 'trim()' });
  await offer.waitFor();
  // Within 75 ms, the list takes no key.
  await offer.click();
  await page.keyboard.type('heading');
  await savedElement('title', { text: '{{upper(heading + trim(heading)) }}' });
});

test('a picture is cropped, masked, and has its colors exchanged', async (t) => {
  const { page, pick, savedElement } = await open(t);
  await pick('photo');
  const panel = page.getByRole('region', { name: 'Properties' });
  await panel.getByRole('switch', { name: 'Crop', exact: true }).click();
  await enter(page, 'Crop width', '0.5');
  await savedElement('photo', { crop: { x: 0, y: 0, width: 0.5, height: 1 } });
  await enter(page, 'Exchanged colors', '#0b6e4f = {{heading}}; #fff = gold');
  await savedElement('photo', { colors: { '#0b6e4f': '{{heading}}', '#fff': 'gold' } });
  await panel.getByRole('switch', { name: 'Mask', exact: true }).click();
  const circle = { d: 'M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z', viewBox: [0, 0, 100, 100] };
  await savedElement('photo', { mask: circle });
});

describe('numbers', () => {
  test('takes arithmetic, units and changes, and one undo takes each back', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('panel');
    await enter(page, 'X', '1in');
    assert.equal(await field(page, 'X').inputValue(), '96');
    await enter(page, 'X', '+4');
    await enter(page, 'Width', '50%');
    await enter(page, 'Rotation', '(100-10)/2');
    await enter(page, 'Opacity', '0.4');
    await savedElement('panel', { x: 100, width: 150, rotation: 45, opacity: 0.4 });
    for (let edits = 0; edits < 3; edits += 1) await undo(page);
    await savedElement('panel', { x: 100, width: 300, rotation: undefined, opacity: undefined });
    await undo(page);
    await undo(page);
    await savedElement('panel', { x: 10 });
  });

  test('says what is accepted, and applies nothing else', async (t) => {
    const { page, pick } = await open(t);
    await pick('panel');
    await enter(page, 'Opacity', '2');
    await page.getByText('Enter a number from 0 to 1.').waitFor();
    await enter(page, 'X', 'left');
    await page.getByText(/Enter a number, such as 12.5, 10mm/).waitFor();
    await field(page, 'X').press('Escape');
    assert.equal(await field(page, 'X').inputValue(), '10');
    assert.equal(await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled(), false);
  });

  test('steps are undone together, and what is typed counts when another element is selected', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('panel');
    const y = field(page, 'Y');
    await y.focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowUp', 'ArrowDown']) await y.press(key);
    assert.equal(await y.inputValue(), '21');
    await field(page, 'Height').fill('80');
    await pick('disc');
    await savedElement('panel', { y: 21, height: 80 });
    await savedElement('disc', { y: 10, height: 50 });
    await undo(page);
    await undo(page);
    await savedElement('panel', { y: 10, height: 50 });
  });

  test('shows what several elements have in common, and changes all of them', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('panel', 'disc');
    assert.equal(await field(page, 'Width').inputValue(), '300');
    assert.equal(await field(page, 'X').getAttribute('placeholder'), 'Mixed');
    await enter(page, 'X', '+5');
    await enter(page, 'Opacity', '50%');
    await savedElement('panel', { x: 15, opacity: 0.5 });
    await savedElement('disc', { x: 45, opacity: 0.25 });
    assert.equal(await field(page, 'Corner radius').count(), 0, 'an ellipse has no corners');
    await undo(page);
    await savedElement('disc', { x: 45, opacity: 0.5 });
  });
});

describe('other controls', () => {
  test('paints: colors and gradients, with stops by number, key and pointer', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('panel');
    await enter(page, 'Fill', 'no color');
    await page.getByText(/Enter a color, such as/).waitFor();
    await enter(page, 'Fill', 'rebeccapurple');
    await savedElement('panel', { fill: 'rebeccapurple' });
    await page.getByRole('radiogroup', { name: 'Fill type' }).getByText('Linear').click();
    await enter(page, 'Fill angle', '45');
    await enter(page, 'Fill stop 2 color', '#fff');
    await page.getByRole('button', { name: 'Add stop' }).click();
    await enter(page, 'Fill stop 2 offset', '0.25');
    const stop = page.getByRole('slider', { name: 'Fill stop 2' });
    await stop.press('Shift+ArrowRight');
    await savedElement('panel', {
      fill: {
        type: 'linear',
        angle: 45,
        stops: [
          { offset: 0, color: 'rebeccapurple' },
          { offset: 0.35, color: 'rebeccapurple' },
          { offset: 1, color: '#fff' },
        ],
      },
    });
    const [from, bar] = [
      await stop.boundingBox(),
      await page.getByRole('group', { name: 'Fill stops' }).boundingBox(),
    ];
    assert.ok(from !== null && bar !== null);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(bar.x + bar.width / 2, from.y + from.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.equal(await field(page, 'Fill stop 2 offset').inputValue(), '0.5');
    await undo(page);
    assert.equal(await field(page, 'Fill stop 2 offset').inputValue(), '0.35');
    await stop.press('Delete');
    assert.equal(await page.getByRole('slider').count(), 2);
    await page.getByRole('radiogroup', { name: 'Fill type' }).getByText('Radial').click();
    await enter(page, 'Fill center X', '0.2');
    await enter(page, 'Fill radius', '0.8');
    await savedElement('panel', {
      fill: {
        type: 'radial',
        stops: [
          { offset: 0, color: 'rebeccapurple' },
          { offset: 1, color: '#fff' },
        ],
        center: { x: 0.2 },
        radius: 0.8,
      },
    });
    await page.getByRole('radiogroup', { name: 'Fill type' }).getByText('None').click();
    await savedElement('panel', { fill: undefined });
  });

  test('strokes, shadows and corners', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('panel');
    await page.getByRole('switch', { name: 'Stroke' }).click();
    await enter(page, 'Stroke width', '3');
    await enter(page, 'Stroke color', 'red');
    await enter(page, 'Stroke dash', '4 2');
    await enter(page, 'Corner radius', '8');
    await page.getByRole('switch', { name: 'Shadow' }).click();
    await enter(page, 'Shadow X', '2');
    await enter(page, 'Shadow blur', '');
    await savedElement('panel', {
      stroke: { width: 3, color: 'red', dash: [4, 2] },
      cornerRadius: 8,
      shadow: { x: 2, y: 4, color: '#00000059' },
    });
    await page.getByRole('button', { name: 'A radius for each corner' }).click();
    await enter(page, 'Bottom left radius', '0');
    await page.getByRole('switch', { name: 'Stroke' }).click();
    await savedElement('panel', { stroke: undefined, cornerRadius: [8, 8, 8, 0] });
  });

  test('choices and switches, whose defaults leave the key out', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('code');
    await page.getByRole('combobox', { name: 'Error correction' }).selectOption('H');
    await enter(page, 'Margin', '2');
    await savedElement('code', { errorCorrection: 'H', margin: 2 });
    await page.getByRole('combobox', { name: 'Error correction' }).selectOption('M');
    await enter(page, 'Margin', '');
    await savedElement('code', { errorCorrection: undefined, margin: undefined });
    assert.equal(await field(page, 'Margin').getAttribute('placeholder'), '4');
    await pick('title');
    await page.getByRole('switch', { name: 'Optical margins' }).click();
    const wrap = page.getByRole('combobox', { name: 'Wrap' });
    await wrap.selectOption('Balance lines');
    await page.getByRole('combobox', { name: 'Text fit' }).selectOption('Fill the box');
    await savedElement('title', { opticalMargins: true, wrap: 'balance', textFit: 'box' });
    await wrap.selectOption('Do not wrap');
    await page.getByRole('combobox', { name: 'Overflow' }).selectOption('shrink');
    await savedElement('title', { wrap: false, overflow: 'shrink' });
    await wrap.selectOption('Fill each line');
    await savedElement('title', { wrap: undefined });
  });

  test('pictures: where they are cut, filters', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('photo');
    const position = page.getByRole('combobox', { name: 'Position', exact: true });
    for (const kept of ['attention', 'face', 'subject']) {
      await position.selectOption(kept);
      await savedElement('photo', { position: kept });
    }
    await position.selectOption('point');
    await savedElement('photo', { position: undefined });
    await enter(page, 'Position X', '0.1');
    await enter(page, 'Grayscale', '1');
    await savedElement('photo', { position: { x: 0.1 }, filters: { grayscale: 1 } });
    await enter(page, 'Grayscale', '');
    await savedElement('photo', { filters: undefined });
  });

  test('a focus point of a file is set by a click or by keys, and removed', async (t) => {
    const { page, pick, saved } = await open(t);
    await pick('photo');
    await enter(page, 'Source', 'maya.jpg');
    const focus = page.getByRole('button', { name: 'Set the focus point' });
    await focus.locator('img').click({ position: { x: 2, y: 2 } });
    const savedPoint = (fits: (x: number, y: number) => boolean) =>
      saved(({ focusPoints: [point] = [] }) => {
        return point?.src === 'maya.jpg' && fits(point.x, point.y);
      }, 'the focus point');
    await savedPoint((x, y) => x < 0.1 && y < 0.1);
    const point = page.getByRole('button', { name: /^Focus point at \d+ % from the left/u });
    for (let presses = 0; presses < 6; presses++) await point.press('ArrowRight');
    await savedPoint((x, y) => x > 0.3 && y < 0.1);
    await page.getByRole('button', { name: 'Remove the focus point' }).click();
    await focus.waitFor();
    await saved(({ focusPoints }) => focusPoints === undefined, 'no focus point');
  });

  test('paths: data, view box and fill rule', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('arrow');
    await field(page, 'Path data').fill('M0 0 H10');
    await enter(page, 'View box', '0 0 20');
    await page.getByText('Enter four numbers').waitFor();
    await enter(page, 'View box', '0 0 20 20');
    await page.getByRole('combobox', { name: 'Fill rule' }).selectOption('evenodd');
    await savedElement('arrow', { d: 'M0 0 H10', viewBox: [0, 0, 20, 20], fillRule: 'evenodd' });
  });
});

describe('texts', () => {
  test('typing is one edit, also in a text of several runs', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('title');
    await field(page, 'Text').click();
    await field(page, 'Text').press('End');
    await page.keyboard.type(' world');
    await savedElement('title', { text: 'Hello world' });
    await undo(page);
    await savedElement('title', { text: 'Hello' });
    await page.getByRole('button', { name: 'Style parts of the text' }).click();
    await page.getByRole('button', { name: 'Add part' }).click();
    await field(page, 'Part 2 text').fill(' you');
    await page.getByRole('button', { name: 'Style of part 2' }).click();
    // What a run does not set is that of its text.
    assert.equal(await field(page, 'Part 2 font size').getAttribute('placeholder'), '20');
    await enter(page, 'Part 2 font weight', '700');
    await page.getByRole('radiogroup', { name: 'Part 2 color type' }).getByText('Color').click();
    await enter(page, 'Part 2 color', '#f00');
    await savedElement('title', {
      text: undefined,
      runs: [{ text: 'Hello' }, { text: ' you', fontWeight: 700, color: '#f00' }],
    });
    await page.getByRole('button', { name: 'Use one style' }).click();
    await savedElement('title', { text: 'Hello you', runs: undefined });
  });

  test('the font is one of the catalogue, found by its name', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('title');
    const font = page.getByRole('region', { name: 'Properties' }).getByLabel('Font family', { exact: true });
    await font.click();
    await inOwnFace(page, 'Playfair Display').waitFor();
    await page.getByRole('option', { name: 'Noto Color Emoji' }).waitFor();
    assert.equal(await inOwnFace(page, 'Noto Color Emoji').count(), 0);
    await font.fill('play');
    await page.getByRole('option', { name: 'Playfair Display' }).click();
    await savedElement('title', { fontFamily: 'Playfair Display' });
    await enter(page, 'Font size', '12pt');
    await savedElement('title', { fontSize: 16 });
  });

  test('binds values to variables, and makes them fixed again', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('title');
    await page.getByRole('button', { name: 'Bind text' }).click();
    await page.getByRole('menuitem', { name: 'heading' }).click();
    await savedElement('title', { text: '{{heading}}' });
    await page.getByRole('button', { name: 'Bind text' }).click();
    await page.getByRole('menuitem', { name: 'Use a fixed value' }).click();
    await savedElement('title', { text: 'Hello' });
    await page.getByRole('button', { name: 'Bind visible' }).click();
    await page.getByRole('menuitem', { name: 'heading' }).click();
    await savedElement('title', { visible: '{{heading}}' });
    await pick('photo');
    await page.getByRole('button', { name: 'Bind source' }).click();
    await page.getByRole('menuitem', { name: 'New variable …' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Type').inputValue(), 'Picture');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // It was not visible.
    for (const write of ['heading', 'Write an expression']) {
      await page.getByRole('button', { name: 'Bind visible' }).click();
      await page.getByRole('menuitem', { name: write }).click();
      const visible = page.getByRole('textbox', { name: 'Visible' });
      await visible.fill('{{heading}}');
      await page.keyboard.press('Enter');
      await savedElement('photo', { visible: '{{heading}}' });
      await page.getByRole('button', { name: 'Bind visible' }).click();
      await page.getByRole('menuitem', { name: 'Use a fixed value' }).click();
      await savedElement('photo', { visible: false });
    }
    await page.getByRole('button', { name: 'Bind source' }).click();
    await page.getByRole('menuitem', { name: 'portrait' }).click();
    await savedElement('photo', { src: '{{portrait}}' });
    await pick('panel');
    await page.getByRole('button', { name: 'Bind fill' }).click();
    await page.getByRole('menuitem', { name: 'heading' }).click();
    await savedElement('panel', { fill: '{{heading}}' });
  });

  test('an element gets another name, and the fields go on', async (t) => {
    const { page, pick, saved } = await open(t);
    await pick('panel');
    await field(page, 'Name').fill('card');
    await page.keyboard.press('Tab');
    assert.equal(await page.getByRole('treeitem', { name: 'card' }).count(), 1);
    await saved(({ elements: [first] }) => first?.id === 'card', 'the name');
    await enter(page, 'X', '77');
    await saved(({ elements: [first] }) => first?.x === 77, 'X');
  });
});

describe('the page', () => {
  test('its keys, and another unit for the same size', async (t) => {
    const { page, saved } = await open(t);
    await enter(page, 'Name', 'Badge');
    await field(page, 'Description').fill('For guests');
    await enter(page, 'Export DPI', '300');
    await enter(page, 'Bleed', '3mm');
    await page.getByRole('combobox', { name: 'Output intent' }).selectOption('print');
    await page.getByRole('switch', { name: 'Crop marks' }).click();
    await enter(page, 'Language', 'English (British)');
    await page.getByText(/Enter a language tag/).waitFor();
    await enter(page, 'Language', 'en-GB');
    await page.getByRole('radiogroup', { name: 'Background type' }).getByText('Color').click();
    await enter(page, 'Background', '#fafafa');
    await saved(
      (document) =>
        document.name === 'Badge' &&
        document.description === 'For guests' &&
        document.viewportExportDpi === 300 &&
        document.viewportOutputIntent === 'print' &&
        document.cropMarks === true &&
        document.language === 'en-GB' &&
        document.background === '#fafafa',
      'the page',
    );
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('mm');
    assert.equal(await field(page, 'Width').inputValue(), '317.5');
    assert.equal(await field(page, 'Bleed').inputValue(), '3');
    await saved(({ elements: [panel] }) => panel?.width === 79.375, 'the width in millimetres');
    await undo(page);
    await saved(({ viewport: { width } }) => width === 1200, 'the width in pixels');
  });

  test('a picture is uploaded and used', async (t) => {
    const { page, pick, savedElement } = await open(t);
    await pick('photo');
    const picture = { name: 'dot.png', mimeType: 'image/png', buffer: redPng };
    await page.getByRole('region', { name: 'Properties' }).getByLabel('Upload a file').setInputFiles(picture);
    await savedElement('photo', { src: 'images/dot.png' });
    const decoration = page.getByRole('checkbox', { name: 'Decoration, not read by screen readers' });
    await field(page, 'Alternative text').fill('A dot');
    await savedElement('photo', { alt: 'A dot' });
    await decoration.check();
    await savedElement('photo', { alt: '' });
    await field(page, 'Alternative text').waitFor({ state: 'detached' });
    await decoration.uncheck();
    await savedElement('photo', { alt: undefined });
    await page.getByRole('button', { name: 'Choose a file: Source' }).click();
    await page.getByRole('menuitem', { name: 'images/dot.png' }).waitFor();
  });

  test('a font is uploaded and used', async (t) => {
    const { page, saved, pick } = await open(t);
    await page.getByRole('button', { name: 'Choose a file: Add font file' }).waitFor();
    await page.getByRole('group', { name: 'Font files' }).getByLabel('Upload a file').setInputFiles(playfair);
    await enter(page, 'Font 1 family', 'Display');
    await saved(({ fonts }) => fonts?.[0]?.family === 'Display', 'the font');
    await pick('title');
    await page.getByRole('region', { name: 'Properties' }).getByLabel('Font family', { exact: true }).click();
    await inOwnFace(page, 'Display').waitFor();
  });
});

describe('looks', () => {
  test('at each width', async (t) => {
    const { page, pick } = await open(t);
    await checkPageAtWidths(t, page, [1440, 1024]);
    for (const id of ['photo', 'title']) {
      await pick(id);
      await page.getByRole('textbox', { name: 'Rotation' }).waitFor();
      await checkPageAtWidths(t, page, [1440, 1024]);
    }
    await pick('panel');
    await page.getByRole('switch', { name: 'Shadow' }).click();
    await page.getByRole('radiogroup', { name: 'Fill type' }).getByText('Linear').click();
    await checkPageAtWidths(t, page, [1440, 1024]);
    await page.getByRole('button', { name: 'Choose fill stop 1 color' }).click();
    await page.getByRole('slider', { name: 'Hue' }).waitFor();
    await checkPageAtWidths(t, page, [1440, 1024]);
  });
});
