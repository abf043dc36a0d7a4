/** Files that are large, or not what their names say, and an upload that is refused in the middle. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { queryRows } from '../../src/store/database.ts';
import { createUser } from '../helpers/studio.ts';
import { makeWorkbook } from '../helpers/workbook.ts';
import { addPriceTag, button, chooseFile } from './batches.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const alert = (page: Page, message: string | RegExp) => page.getByRole('alert').filter({ hasText: message });

/** The rows of a checked file, as the table shows them. */
async function readTitles(page: Page): Promise<string[]> {
  await page.getByText(/^\d+ rows? checked\.$/).waitFor();
  const cells = await page.getByRole('button', { name: /^title, row / }).allTextContents();
  return cells.map((cell) => cell.trim());
}

describe('a file', () => {
  test('is refused in words if it is not what its name says, is empty or broken', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    const [starter] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download a CSV with these columns').click(),
    ]);
    assert.equal(await readFile(await starter.path(), 'utf8'), '\uFEFFtitle,unit_price,photo\r\n');
    const refused: readonly (readonly [string, string | Buffer, string | RegExp])[] = [
      ['list.csv', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'It is not text: it is a picture.'],
      ['list.xlsx', 'title\nx\n', 'It looks like text'],
      ['list.xlsx', makeWorkbook([{ name: 'Half', rows: '' }]).subarray(0, 500), 'not a workbook'],
      ['list.docx', Buffer.from('%PDF-1.7'), 'this is a PDF file'],
      ['list.csv', 'title,price,photo\nx,1\n2,y\nz,1,a\nx,1\n2,y\n', /It has 2 problems.*Line 2.*Line 5/s],
      ['list.csv', '', 'It is empty'],
      ['list.csv', 'title\n', 'no rows below them'],
      ['list.csv', 'title\n"x\n', 'never closed'],
    ];
    for (const [name, content, message] of refused) {
      await chooseFile(page, name, content);
      await alert(page, message).waitFor();
    }
    await alert(page, 'list.csv cannot be used').waitFor();
    await checkPage(page);
    await chooseFile(page, 'list.csv', 'title\nAda\n');
    assert.deepEqual(await readTitles(page), ['Ada']);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('is refused if a value has no column, in the words of the command line', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const header = `<row>${cell('title')}${cell('unit_price')}</row>`;
    const rows = `${header}<row>${cell('Ada')}${cell('166')}${cell('76')}</row>`;
    const unnamed: readonly (readonly [string, string | Buffer, string])[] = [
      ['rows.csv', 'title,unit_price\nAda,166,76\n', 'column 3 of line 2, but the header (line 1)'],
      ['rows.tsv', 'title\t\tunit_price\nAda\t166\t76\n', 'column 2 of line 2, but the header (line 1)'],
      ['rows.xlsx', makeWorkbook([{ name: 'Rows', rows }]), 'column C of row 2, but the header (row 1)'],
    ];
    for (const [name, content, place] of unnamed) {
      await chooseFile(page, name, content);
      const refusal = alert(page, `There is a value in ${place} has no name for that column.`);
      await refusal.filter({ hasText: `${name} cannot be used` }).waitFor();
    }
    await checkPage(page);
    await chooseFile(page, 'rows.csv', 'title,title\nAda,Grace\n');
    await alert(page, 'The header names "title" twice, in column 1 and column 2.').waitFor();
    assert.equal(await button(page, /^Render /).count(), 0);
  });

  test('is read in the encoding that it has, or that a person chooses', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    const table = 'Title;Unit price\r\n"Jürgen ""J."" Groß; €";1\r\n';
    const title = 'Jürgen "J." Groß; €';
    const windows = Buffer.from(table.replace('€', '\u0080'), 'latin1');
    const others: readonly (readonly [string, Buffer])[] = [
      ['utf-8.csv', Buffer.from(`\ufeff${table}`)],
      ['utf-16le.csv', Buffer.from(`\ufeff${table}`, 'utf16le')],
      ['utf-16be.txt', Buffer.from(`\ufeff${table}`, 'utf16le').swap16()],
      ['tabs.tsv', Buffer.from('Title\tUnit price\n"Jürgen ""J."" Groß; €"\t1\n')],
    ];
    for (const [name, bytes] of others) {
      await chooseFile(page, name, bytes);
      await page.getByText(`${name} · 1 row`).waitFor();
      assert.deepEqual(await readTitles(page), [title]);
      assert.equal(await page.getByLabel('Encoding').count(), 0);
      await button(page, 'Choose another file').click();
    }
    await chooseFile(page, 'windows.csv', windows);
    await page.getByText('A line of it reads “"Jürgen ""J."" Groß; €";1”').waitFor();
    assert.deepEqual(await readTitles(page), [title]);
    await page.getByRole('combobox', { name: 'Encoding' }).click();
    await page.getByRole('option', { name: 'Cyrillic (Windows-1251)' }).click();
    await button(page, /^title, row 2: Jьrgen/).waitFor();
    await checkPage(page);
  });

  test('is read as a workbook, whatever its name says; a cell with an error is shown', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows =
      `<row>${cell('title')}${cell('unit_price')}</row><row>${cell('Ada')}<c t="e"><v>#DIV/0!</v></c></row>` +
      `<row>${cell('محمد')}<c><v>2.5</v></c></row>`;
    await chooseFile(page, 'list.csv', makeWorkbook([{ name: 'Preise', rows }]));
    await page.getByText('One row has errors: correct it or leave it out.').waitFor();
    assert.deepEqual(await readTitles(page), ['Ada', 'محمد']);
    await page.getByText(/#DIV\/0!/).waitFor();
    await button(page, 'Leave out the row with errors').click();
    await button(page, 'Render 1 row').and(page.locator(':enabled')).waitFor();
  });
});

test('a file of 10 MB is read without a frozen page, and used in parts', async (t) => {
  const { user, templateId } = await addPriceTag(studio);
  const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user, leavesTraces: true });
  await button(page, 'Choose a file').waitFor();
  await page.evaluate(
    `globalThis.longTasks = [];
     new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
       .observe({ type: 'longtask' });`,
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-batch-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'large.csv');
  const rows = Array.from({ length: 105_000 }, (_, row) => `Zeile ${row};${'ä'.repeat(45)}\n`);
  await writeFile(file, `title;text\n${rows.join('')}`);
  assert.ok((await stat(file)).size > 10_000_000);
  await page.getByLabel('File with the rows').setInputFiles(file);
  await alert(page, 'The file has 105,000 rows').waitFor();
  // Slow, so that the check can be stopped.
  const devTools = await page.context().newCDPSession(page);
  const slowly = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await devTools.send('Network.emulateNetworkConditions', slowly);
  await button(page, 'Use the first 200').click();
  await page.getByText('large.csv · 200 of 105,000 rows').waitFor();
  await page.getByText(/^Checking rows: /).waitFor();
  const longTasks = await page.evaluate<number[]>('longTasks');
  assert.deepEqual(
    longTasks.filter((ms) => ms > 1_000),
    [],
  );
  await button(page, 'Stop').click();
  await page.getByText(/^The check is stopped/).waitFor();
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await button(page, 'Go on').click();
  await page.getByText('200 rows checked.').waitFor();

  await page.getByRole('combobox', { name: 'Rows of this batch' }).click();
  await page.getByRole('option', { name: 'Rows 202 to 401' }).click();
  await button(page, 'title, row 202: Zeile 200').waitFor();
  await page.getByText('200 rows checked.').waitFor();
  await checkPage(page);
});

test('a template that is no longer shared stops check and submission, and nothing is lost', async (t) => {
  const { user, templateId } = await addPriceTag(studio, 'SHARED');
  const member = await createUser(studio.db, { role: 'MEMBER', workspaceId: user.workspaceId });
  const setVisibility = (visibility: string) =>
    queryRows(studio.db, 'update templates set visibility = :visibility where id = :templateId', {
      visibility,
      templateId,
    });
  const page = await studio.open(t, `/templates/${templateId}/batch`, {
    as: member,
    expectedStatuses: [404],
  });
  await button(page, 'Choose a file').waitFor();
  await setVisibility('PRIVATE');
  await chooseFile(page, 'list.csv', 'title\nAda\nGrace\n');
  await page.getByText('The rows could not be checked').waitFor();
  await alert(page, 'this account may not see it').waitFor();
  await checkPage(page);
  await setVisibility('SHARED');
  await button(page, 'Try again').click();
  assert.deepEqual(await readTitles(page), ['Ada', 'Grace']);

  await setVisibility('PRIVATE');
  await button(page, 'Render 2 rows').click();
  await alert(page, 'this account may not see it').waitFor();
  await setVisibility('SHARED');
  await button(page, 'Render 2 rows').click();
  await page.getByText('Waiting for a free renderer.').waitFor();
});
