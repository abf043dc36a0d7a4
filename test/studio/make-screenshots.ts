/**
 * Makes the pictures of docs/studio.md and README.md: starts the demo, signs in by the printed link, and
 * photographs pages of the app, with a design and a batch in them. Run it after a change of these pages:
 * `npm run screenshots`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from '../helpers/browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(root, 'docs/images/studio');

/** Rows for the sample "Name badge": one is refused, because its pass is unknown. */
const badges = `firstName,lastName,company,job,Kind of pass,email
Amara,Okafor-Lindqvist,Open Harbour,Principal Engineer,Speaker,amara@example.org
Jürgen,Müller-Lüdenscheidt,Wasserwerke Süd,Leiter der Werkstatt,Attendee,juergen@example.org
Inês,Carvalho,Azulejo Studio,Illustrator,Press,ines@example.org
Ελένη,Παπαδοπούλου,Βιβλία του Λιμανιού,Publisher,Attendee,eleni@example.org
Tomás,Aguilar,Carpintería Norte,Master Carpenter,Visitor,tomas@example.org
`;

await mkdir(pictures, { recursive: true });
const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-screenshots-'));
const service = spawn(process.execPath, [path.join(root, 'src/main.ts'), 'serve', '--demo'], {
  env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const link = await findSignInLink();
  const program = await findChromium();
  const browser = await chromium.launch(program ?? { channel: 'chrome' });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  await photographPages(await context.newPage(), link);
  await browser.close();
} finally {
  service.kill();
  if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

/** The link that the service prints first. */
async function findSignInLink(): Promise<string> {
  for await (const line of createInterface({ input: service.stdout })) {
    const [, link] = /^Studio {2}(\S+)$/.exec(line) ?? [];
    if (link !== undefined) {
      service.stdout.resume();
      return link;
    }
  }
  throw new Error('The service ended before it printed the sign-in link.');
}

async function photographPages(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await photograph(page, 'home');

  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
  await page.getByRole('radio', { name: /^Certificate A4/ }).check();
  await photograph(page, 'new-template');

  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('textbox', { name: 'Recipient' }).fill('Amélie Rousseau-Okonkwo');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published v1').first().waitFor();
  await notificationsEnd(page);
  await photograph(page, 'template');

  await page.getByRole('link', { name: 'Design', exact: true }).click();
  await photographDesigner(page);

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByRole('radio', { name: /^Author card/ }).check();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('link', { name: 'Design', exact: true }).click();
  await photographLayout(page);

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Name badge' }).click();
  await page.getByRole('link', { name: 'Batch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Batch: Name badge' }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(badges) });
  await page.getByText('5 rows checked.').waitFor();
  await page.getByRole('heading', { name: 'Rows' }).scrollIntoViewIfNeeded();
  await page.evaluate(
    "[...document.querySelectorAll('h2')].find((h) => h.textContent.includes('Rows')).scrollIntoView()",
  );
  await photograph(page, 'batch');

  await page.getByRole('button', { name: /^Leave out the row/ }).click();
  await page.getByRole('button', { name: /^Render 4 rows/ }).click();
  await page.getByRole('heading', { level: 1, name: /Name badge/ }).waitFor();
  await page.getByRole('button', { name: /^Download/ }).waitFor();
  await notificationsEnd(page);
  await photograph(page, 'job');
}

/** The padding and gaps of a group. */
async function photographLayout(page: Page): Promise<void> {
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  await page
    .getByRole('tree', { name: 'Layers' })
    .getByRole('treeitem', { name: 'words', exact: true })
    .click();
  await page.getByRole('toolbar', { name: 'Layout', exact: true }).waitFor();
  await notificationsEnd(page);
  await photograph(page, 'layouts');
  await page.getByRole('link', { name: 'Back to the template' }).click();
}

/** The designer of the certificate: the canvas, data sets, and what is published. */
async function photographDesigner(page: Page): Promise<void> {
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  const layers = page.getByRole('tree', { name: 'Layers' });
  await layers.getByRole('treeitem', { name: 'title', exact: true }).click();
  // The useful keys are shown once.
  await page.getByRole('note').getByRole('button', { name: 'Close' }).click();
  await photograph(page, 'designer');

  await layers.getByRole('treeitem', { name: 'recipient', exact: true }).click();
  for (const name of ['Shortest', 'Longest', 'Right to left']) {
    await page.getByRole('button', { name: 'New data set' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    const card = page.getByRole('region', { name: 'Data sets' }).getByRole('listitem');
    await card.filter({ hasText: name }).locator('img').waitFor();
  }
  // The warning of the element comes with the picture of its values.
  const warning = page.getByRole('region', { name: 'Properties' }).getByText('The text was made smaller', {
    exact: true,
  });
  await page.getByRole('button', { name: 'Show Shortest' }).click();
  await warning.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Show Longest' }).click();
  await warning.waitFor();
  await photograph(page, 'data-sets');

  await page.getByRole('button', { name: 'Show Example values' }).click();
  await page.getByRole('textbox', { name: 'Font size', exact: true }).fill('*1.2');
  await page.getByRole('textbox', { name: 'Font size', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('img[src]').nth(1).waitFor();
  await dialog.getByText('1 change', { exact: true }).waitFor();
  await photograph(page, 'publish');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Back to the template' }).click();
}

/** Notifications close by themselves, unless the mouse is over them. */
async function notificationsEnd(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Close', exact: true }).first().waitFor({ state: 'hidden' });
}

/** Photographs the window once all pictures in it are loaded. */
async function photograph(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Pictures that are loaded once they come into view are never decoded below it.
  await page.evaluate(`Promise.all([...document.images].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);
  const png = await page.screenshot();
  const { width } = await sharp(png)
    .resize({ width: 1600 })
    .webp({ quality: 82 })
    .toFile(path.join(pictures, `${name}.webp`));
  assert.equal(width, 1600);
}
