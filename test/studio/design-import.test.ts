/** Designs of other programs in a real browser: dropped, looked at, and made a template. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { redPng } from '../helpers/authoring.ts';
import { namedFont } from '../helpers/named-font.ts';
import { readAloud } from '../helpers/pdf.ts';
import { readPreview } from '../helpers/previews.ts';
import { makeZip } from '../helpers/zip.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

/** A conversion starts a thread and a process. */
const converted = { timeout: 120_000 };

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const design = {
  width: 800,
  height: 420,
  pages: [
    {
      background: '#f3efe6',
      children: [
        { type: 'image', name: 'Photo', src: 'photo.png', x: 0, y: 0, width: 320, height: 420 },
        {
          type: 'text',
          name: 'Title',
          text: 'Dear {name}',
          x: 360,
          y: 60,
          width: 400,
          height: 60,
          fontSize: 40,
          fontFamily: 'Acme Sans',
        },
        {
          type: 'text',
          name: 'Address',
          text: '7 Mill Lane',
          x: 360,
          y: 200,
          width: 400,
          height: 30,
          fontSize: 20,
        },
        { type: 'video', name: 'Film', src: 'film.mp4', x: 360, y: 300, width: 80, height: 60 },
      ],
    },
  ],
};
const zip = () => ({
  name: 'card.zip',
  mimeType: 'application/zip',
  buffer: makeZip([
    { name: 'card.json', content: JSON.stringify(design) },
    { name: 'photo.png', content: redPng },
  ]),
});
const choose = (page: Page, file: ReturnType<typeof zip>) =>
  page.locator('input[type=file]').setInputFiles(file);

/** Waits for the conversion; fails with what the page says in its place. */
async function untilConverted(page: Page): Promise<void> {
  const alert = page.getByRole('alert');
  await page.getByRole('heading', { name: 'What is lost' }).or(alert).first().waitFor(converted);
  assert.deepEqual(await alert.allInnerTexts(), []);
}

test('what is lost, and what can become variables', async (t) => {
  const page = await studio.open(t, '/new?from=import');
  await choose(page, zip());
  await untilConverted(page);
  await page.getByText('The file has no picture of the design to compare with.').waitFor();
  await checkPageAtWidths(t, page);
});

test('a design lies over its template, up to a slider; each of its pages can be chosen', async (t) => {
  const page = await studio.open(t, '/new?from=import');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"><rect id="Panel" width="150"
    height="150" fill="#246"/><rect x="200" y="50" width="50" height="50" fill="#a22"/></svg>`;
  await choose(page, { name: 'card.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  await untilConverted(page);
  await page.getByText('Nothing. The template has all of the design.').waitFor(converted);
  await page.getByText('Both look the same.').waitFor();
  const slider = page.getByRole('slider', { name: 'How much of the original is shown' });
  await slider.press('End');
  assert.equal(await slider.getAttribute('aria-valuenow'), '100');
  await checkPageAtWidths(t, page);

  const text = (words: string) => ({
    type: 'text',
    name: words,
    text: words,
    fontFamily: 'Inter',
    height: 20,
  });
  const pages = ['Front', 'Back'].map((words) => ({ children: [text(words)] }));
  const buffer = Buffer.from(JSON.stringify({ pages }));
  await choose(page, { name: 'card.json', mimeType: 'application/json', buffer });
  await page.getByRole('checkbox', { name: 'Front' }).waitFor(converted);
  await page.getByRole('combobox', { name: 'Page, of 2' }).selectOption('Page 2');
  await page.getByRole('checkbox', { name: 'Back' }).waitFor(converted);
  await page.getByText('Only "Page 2" of 2 is converted').waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await checkPage(page);
});

test('fonts that are missing are asked for; with their files nothing stands in for them', async (t) => {
  const page = await studio.open(t, '/new?from=import');
  await choose(page, zip());
  await untilConverted(page);
  const fonts = page.getByRole('region', { name: 'Fonts' });
  await fonts.getByRole('list', { name: 'Missing fonts' }).getByText('Acme Sans').waitFor();
  await page.getByRole('region', { name: 'What is lost' }).getByText('The font "Acme Sans" is not').waitFor();

  await page.getByRole('textbox', { name: 'Name' }).fill('Spring card');
  const chooser = page.waitForEvent('filechooser');
  await fonts.getByRole('button', { name: 'Drop font files here' }).press('Enter');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'font/ttf', buffer });
  await (
    await chooser
  ).setFiles([
    file('Acme.ttf', namedFont('Acme Sans')),
    file('Bad.ttf', Buffer.from('<html>')),
    file('Acme.pdf', Buffer.from('%PDF')),
  ]);
  await fonts.getByText('Acme.pdf is no font file').waitFor();
  await fonts.getByText('Acme Sans, used').waitFor(converted);
  await fonts.getByText('Bad.ttf is left out. It is no font that can be read').waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await checkPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await fonts.getByRole('button', { name: 'Remove Bad.ttf' }).press('Enter');
  await fonts.getByText('Bad.ttf').waitFor({ state: 'detached' });
  await fonts.getByText('Acme Sans, used').waitFor(converted);
  assert.equal(await page.getByText('Acme Sans" is not there').count(), 0);
  assert.equal(await fonts.getByRole('alert').count(), 0);

  await page.getByRole('button', { name: 'Create template' }).click(converted);
  await page.getByRole('region', { name: 'Canvas' }).waitFor(converted);
  const templateId = new URL(page.url()).pathname.split('/')[3] ?? '';
  const { json } = await studio.call('getDraft', { path: { templateId } });
  const { document } = json as { document: { name: string; fonts: { family: string }[] } };
  assert.deepEqual(
    [document.name, document.fonts.map(({ family }) => family)],
    ['Spring card', ['Acme Sans']],
  );
});

test('a design dropped onto the home page becomes a template with the chosen variables', async (t) => {
  const page = await studio.open(t, '');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { buffer } = zip();
  const dropped = await page.evaluateHandle(
    `(() => {
      const text = atob('${buffer.toString('base64')}');
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'card.zip', { type: 'application/zip' }));
      return transfer;
    })()`,
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped });
  const target = page.getByText('Drop a template or a design to import it');
  await target.waitFor();
  await target
    .locator('xpath=ancestor::*[@role="presentation" or @data-accept or @data-idle][1]')
    .dispatchEvent('drop', {
      dataTransfer: dropped,
    });

  await untilConverted(page);
  await page.getByRole('img', { name: 'card.zip, converted' }).waitFor();
  await page.getByRole('button', { name: 'Show Title' }).click();
  await page.getByRole('button', { name: 'Show Title', pressed: true }).waitFor();
  const title = page.getByRole('checkbox', { name: 'name', exact: true });
  assert.equal(await title.isChecked(), true);
  await page.getByRole('checkbox', { name: 'Address' }).check();
  await title.uncheck();
  await page.getByRole('button', { name: 'Create template' }).click(converted);

  // It opens in the designer, with the variables that were chosen.
  await page.getByRole('heading', { level: 1, name: 'card' }).waitFor(converted);
  await page.getByRole('region', { name: 'Canvas' }).waitFor();
  const templateId = new URL(page.url()).pathname.split('/')[3] ?? '';
  const { json } = await studio.call('getDraft', { path: { templateId } });
  const { document } = json as { document: { variables: { name: string }[]; elements: { text?: string }[] } };
  assert.deepEqual(
    document.variables.map(({ name }) => name),
    ['Address'],
  );
  assert.deepEqual(
    document.elements.map(({ text }) => text),
    [undefined, 'Dear {name}', '{{Address}}'],
  );
});

test('a table of pdfme becomes a list, which the published template renders', async (t) => {
  const style = { fontName: 'Inter', fontSize: 10, borderColor: '#123456', borderWidth: { top: 0.2 } };
  const orders = {
    type: 'table',
    name: 'Orders',
    position: { x: 10, y: 20 },
    width: 80,
    height: 30,
    content: '[["Shirt","1"],["Top","2"]]',
    head: ['Article', 'Pieces'],
    headWidthPercentages: [60, 40],
    headStyles: style,
    bodyStyles: style,
    tableStyles: {},
  };
  const bill = { basePdf: { width: 100, height: 80, padding: [0, 0, 0, 0] }, schemas: [[orders]] };
  const page = await studio.open(t, '/new?from=import');
  const buffer = Buffer.from(JSON.stringify({ ...bill, pdfmeVersion: '5.3.0' }));
  await choose(page, { name: 'bill.json', mimeType: 'application/json', buffer });
  await untilConverted(page);
  const list = page.getByRole('checkbox', { name: 'Orders', exact: true });
  assert.equal(await list.isChecked(), true);
  await page.getByRole('textbox', { name: 'Name' }).fill('Bill');
  await page.getByRole('button', { name: 'Create template' }).click(converted);

  await page.getByRole('region', { name: 'Canvas' }).waitFor(converted);
  const name = page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name: 'Name' });
  await name.fill('Our bill');
  await name.press('Enter');
  await page.getByText('Saved', { exact: true }).waitFor(converted);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('dialog', { name: 'Publish' })
    .getByRole('button', { name: 'Publish' })
    .click(converted);
  await page.getByText('Version 1 is published.').waitFor(converted);

  const templateId = new URL(page.url()).pathname.split('/')[3] ?? '';
  const { json } = await studio.call('getTemplate', { path: { templateId } });
  assert.equal((json as { name: string }).name, 'Our bill');
  const rows = ['Cup', 'Pot', 'Jar'].map((article, index) => ({ Article: article, Pieces: `${index}` }));
  const answer = await studio.call('previewVersion', {
    path: { templateId, version: 1 },
    json: { format: 'pdf', values: { Orders: rows } },
  });
  const spoken = JSON.stringify(await readAloud(new Uint8Array(readPreview(answer).file)));
  for (const cell of ['Article', 'Pieces', 'Cup', '0', 'Pot', '1', 'Jar', '2'])
    assert.ok(spoken.includes(`"${cell}"`), `${cell} is not in ${spoken}`);
  assert.ok(!spoken.includes('Shirt'), spoken);
});
