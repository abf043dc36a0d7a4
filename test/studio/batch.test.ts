/** From a spreadsheet to a finished batch, in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { queryRow, queryRows } from '../../src/store/database.ts';
import type { TemplateDocument } from '../../generated/template.ts';
import { submitJob } from '../helpers/batch.ts';
import { addTemplate } from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { createUser, expireSession, signIn, type StudioUser } from '../helpers/studio.ts';
import { makeWorkbook } from '../helpers/workbook.ts';
import { readPdf } from '../helpers/pages.ts';
import { listZip } from '../helpers/zip.ts';
import {
  addPriceTag,
  button,
  chooseFile,
  dropFile,
  filterRows,
  getSource,
  submitWhenAllowed,
} from './batches.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
let origin: ImageOrigin;
before(async () => {
  origin = await startImageOrigin();
  studio = await startBrowserStudio({ worksOnBatches: true, env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
});
after(async () => {
  await studio.close();
  origin.close();
});

/** Names of the files in the archive of the job that the page shows. */
async function download(page: Page): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download archive').click()]);
  const entries = await listZip(await readFile(await file.path()));
  return entries.map(({ name }) => name);
}

async function countJobs({ accountId }: StudioUser): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    studio.db,
    'select count(*)::int as count from batch_jobs where account_id = :accountId',
    { accountId },
  );
  return count;
}

describe('a batch', () => {
  test('is made from a CSV with faults: corrected, submitted once, downloaded', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    const lines = ['Title;Unit price;Notes', 'Ada;1,5;x', 'Jürgen Groß;zwölf;', 'محمد;3;'];
    await dropFile(page, 'Preise.csv', lines.join('\r\n'));
    await page.getByText('3 rows checked.').waitFor();
    assert.equal(await getSource(page, 'unit_price').inputValue(), 'Unit price');
    const reading = page.getByRole('combobox', { name: 'Cells of unit_price are read as' });
    assert.equal(await reading.inputValue(), 'Decimal comma: 1.250,50');
    await page.getByText('Not used: Notes').waitFor();
    await page.getByText('One row has errors: correct it or leave it out.').waitFor();
    assert.ok(await button(page, 'Render 3 rows').isDisabled());

    await filterRows(page, 'Errors 1');
    await button(page, 'unit_price, row 3: zwölf').press('Enter');
    await page.getByRole('textbox', { name: 'unit_price, row 3' }).fill('12,5');
    await page.keyboard.press('Enter');
    await page.getByText('No row has an error.').waitFor();

    await page.getByLabel('File names').fill('{title}-{index}');
    await page.getByText('Ada-000.png, Jürgen Groß-001.png').waitFor();
    const callback = page.getByLabel('Callback URL');
    const notice = page.getByText('127.0.0.1 is the machine that Platen runs on');
    await callback.fill('https://127.0.0.1:9443/');
    await notice.waitFor();
    await callback.fill('https://');
    await notice.waitFor({ state: 'detached' });
    await callback.fill('');
    await button(page, 'Render 3 rows').dblclick();
    await page.getByText('Completed', { exact: true }).waitFor();
    assert.deepEqual(
      (await download(page)).toSorted(),
      ['Ada-000.png', 'Jürgen Groß-001.png', 'warnings.csv', 'محمد-002.png'].toSorted(),
    );
    assert.equal(await countJobs(user), 1);
    const rows = await queryRows<{ values: Record<string, string> }>(
      studio.db,
      `select variables as values from batch_rows join batch_jobs on batch_jobs.id = job_id
       where account_id = :accountId order by row_index`,
      { accountId: user.accountId },
    );
    assert.deepEqual(
      rows.map(({ values }) => values['unit_price']),
      ['1.5', '12.5', '3'],
    );
  });

  test('is made from a sheet of a workbook, with a row left out and columns remembered', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const sheet = (name: string, ...titles: string[]) => ({
      name,
      rows: ['Überschrift', ...titles]
        .map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`)
        .join(''),
    });
    const book = makeWorkbook([sheet('Alt', 'x'), sheet('Neu', 'Eins', 'Zwei', 'Drei')]);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    await chooseFile(page, 'Titel.xlsx', book);
    await page.getByRole('combobox', { name: 'Sheet' }).click();
    await page.getByRole('option', { name: 'Neu' }).click();
    await page.getByText('Titel.xlsx · 3 rows').waitFor();
    await page.getByText('Every row needs a value for title.').waitFor();
    await page.getByRole('alert').getByText('No column for “title”').waitFor();
    await page.getByRole('status').getByText('Not checked yet').waitFor();
    assert.equal(await page.getByRole('table', { name: 'Rows of the batch' }).getByText('Error').count(), 0);
    await getSource(page, 'title').click();
    await page.getByRole('option', { name: 'Überschrift' }).click();
    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByRole('heading', { name: 'Links', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('3 rows checked.').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Sheet' }).inputValue(), 'Neu  ·  3 rows');
    await page.getByLabel('Use row 3').uncheck();
    await page.getByText('PDF', { exact: true }).click();
    await page.getByLabel('Add warnings.csv to the archive').uncheck();
    await button(page, 'Render 2 rows').click();
    await page.getByText('Completed', { exact: true }).waitFor();
    assert.deepEqual(await download(page), ['image-000.pdf', 'image-001.pdf']);

    await page.goto(`${studio.service.url}/studio/templates/${templateId}/batch`);
    await chooseFile(page, 'Neue Titel.csv', 'Überschrift\nVier\n');
    await page.getByText('1 row checked.').waitFor();
    assert.equal(await getSource(page, 'title').inputValue(), 'Überschrift');
    await page.getByText('SVG', { exact: true }).click();
    await page.getByText('As text', { exact: true }).click();
    await page.getByText('Text can be selected', { exact: false }).waitFor();
    await checkPage(page);
  });

  test('is made from a sheet with titles, notes, hidden rows and dates of a country', async (t) => {
    const user = await createUser(studio.db, { plan: 'studio' });
    const templateId = await addTemplate(studio.db, user, {
      schemaVersion: 1,
      name: 'Fees',
      viewport: { width: 300, height: 100 },
      variables: [
        { name: 'name', type: 'text', label: 'Name', required: true },
        { name: 'day', type: 'date', label: 'Day' },
        { name: 'fee', type: 'number', label: 'Fee' },
        { name: 'tel', type: 'phone', label: 'Phone' },
      ],
      elements: [
        {
          type: 'text',
          id: 'all',
          x: 0,
          y: 0,
          width: 300,
          height: 90,
          text: '{{name}} {{day}} {{fee}} {{tel}}',
          fontSize: 20,
        },
      ],
    });
    const rows = [
      ['Beiträge 2026'],
      ['name', 'day', 'fee', 'tel'],
      ['Jürgen', '03/04/2026', '1.250,50 €', '0221 123456'],
      ['Renée', '05/06/2026', '3,00', '0221 654321'],
      ['Zoë', '07/08/2026', '4,00', '0221 777777'],
    ];
    const workbook = utils.book_new();
    const sheet = utils.aoa_to_sheet(rows);
    sheet['!rows'] = rows.map((_, index) => ({ hidden: index === 3 }));
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Bitte lesen']]), 'Hinweise');
    utils.book_append_sheet(workbook, sheet, 'Beiträge');
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    await chooseFile(page, 'Beiträge.xlsx', write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    await page
      .getByText('The header is row 2. Row 1 above it is not read: it has "Beiträge 2026".')
      .waitFor();
    assert.equal(
      await page.getByRole('combobox', { name: 'Row with the names of the columns' }).inputValue(),
      '2: name, day, fee, tel',
    );
    assert.equal(await page.getByRole('combobox', { name: 'Sheet' }).inputValue(), 'Beiträge  ·  3 rows');
    await page.getByText('03/04/2026 is 2026-04-03 or 2026-03-04.').waitFor();
    await page.getByText('In which country is 0221 123456?').waitFor();
    await page.getByText('3 rows have errors: correct them or leave them out.').waitFor();
    await checkPageAtWidths(t, page);
    const choose = async (variable: string, option: string) => {
      await page.getByRole('combobox', { name: `Cells of ${variable} are read as` }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('day', 'Day first: 18.09.2026');
    await choose('tel', 'Germany');
    await page.getByText('A row is hidden in the sheet, and rendered like the others: 4.').waitFor();
    await button(page, 'Leave out the hidden row').click();
    await button(page, 'Render 2 rows').click();
    await page.getByText('Completed', { exact: true }).waitFor();
    const { values } = await queryRow<{ values: unknown }>(
      studio.db,
      `select json_agg(variables order by row_index) as values
       from batch_rows join batch_jobs on batch_jobs.id = job_id where account_id = :accountId`,
      { accountId: user.accountId },
    );
    assert.deepEqual(values, [
      { name: 'Jürgen', day: '2026-04-03', fee: '1250.50', tel: '+49 221 123456' },
      { name: 'Zoë', day: '2026-08-07', fee: '4.00', tel: '+49 221 777777' },
    ]);
  });

  test('asks before rows show defaults of the template', async (t) => {
    const user = await createUser(studio.db, { plan: 'studio' });
    const line = (id: string, y: number, text: string) => ({
      type: 'text' as const,
      id,
      x: 0,
      y,
      width: 90,
      height: 20,
      text,
      fontSize: 8,
    });
    const content: Partial<TemplateDocument> = {
      name: 'Certificate',
      variables: [
        { name: 'name', type: 'text', label: 'Name', required: true },
        { name: 'signer', type: 'text', label: 'Signature', defaultValue: 'Eleanor Whitcombe' },
        { name: 'heading', type: 'text', defaultValue: 'Certificate', defaultIsNeutral: true },
        { name: 'ink', type: 'text', defaultValue: '#102030' },
      ],
      elements: [line('a', 0, '{{heading}} {{name}}'), { ...line('b', 40, '{{signer}}'), color: '{{ink}}' }],
    };
    const templateId = await addTemplate(studio.db, user, content);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    await dropFile(page, 'people.csv', 'name,signer\nAda,\nGrace,Bea\nAlan,\n');
    await page.getByText('3 rows checked.').waitFor();
    await button(page, 'Render 3 rows').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'The template’s own values would be shown' });
    await dialog.getByText('Signature: 2 rows, “Eleanor Whitcombe”').waitFor();
    assert.equal(await dialog.getByRole('listitem').count(), 1);
    await checkPage(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await countJobs(user), 0, 'the first button is Cancel');

    await button(page, 'Render 3 rows').click();
    await dialog.getByRole('button', { name: 'Render 3 rows anyway' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    assert.equal(await countJobs(user), 1);

    await page.goto(`${studio.service.url}/studio/templates/${templateId}/batch`);
    await chooseFile(page, 'signed.csv', 'name,signer\nAda,Bea\n');
    await page.getByText('1 row checked.').waitFor();
    await button(page, 'Render 1 row').click();
    await page.getByText('Completed', { exact: true }).waitFor();
  });

  test('has a standard and the check for print, which sheets and other formats do not ask for', async (t) => {
    const user = await createUser(studio.db, { plan: 'studio' });
    const templateId = await addTemplate(studio.db, user, {
      viewport: { width: 85, height: 54 },
      viewportUnit: 'mm',
      viewportOutputIntent: 'print',
      variables: [{ name: 'title', type: 'text', label: 'Title', required: true }],
      elements: [
        { type: 'text', id: 'title', x: 5, y: 5, width: 70, height: 10, text: '{{title}}', fontSize: 4 },
      ],
    });
    const page = await studio.open(t, `/templates/${templateId}/batch`, {
      as: user,
      expectedStatuses: [400],
    });
    await dropFile(page, 'cards.csv', 'title\nAda');
    await page.getByRole('combobox', { name: 'Standard' }).click();
    await page.getByRole('option', { name: 'PDF/A-4', exact: true }).click();
    await page.getByLabel('Check for print').check();
    await button(page, 'Render 1 row').click();
    await page
      .getByText(/it cannot be PDF\/A-4/u)
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Standard' }).click();
    await page.getByRole('option', { name: 'PDF/X-4' }).click();
    await button(page, 'Render 1 row').click();
    await page.getByText('Completed', { exact: true }).waitFor();
    const { options } = await queryRow<{ options: object }>(
      studio.db,
      'select options from batch_jobs where account_id = :accountId',
      { accountId: user.accountId },
    );
    assert.deepEqual(options, { scale: 1, quality: 85, pdfStandard: 'PDF/X-4', preflight: true });
  });

  test('is laid out on sheets, by keyboard, as one PDF', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, {
      as: user,
      expectedStatuses: [400],
    });
    const choose = async () => {
      await chooseFile(page, 'list.csv', 'title\nAda\nGrace\n');
      await page.getByText('2 rows checked.').waitFor();
      await page.getByRole('radio', { name: 'SVG' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('radio', { name: 'Single files' }).focus();
      await page.keyboard.press('ArrowRight');
    };
    await choose();
    await page.getByRole('textbox', { name: 'Columns on a sheet' }).fill('30');
    await page.getByText(/^30 columns of 10.58 mm .* need 337.5 mm/).waitFor();
    assert.ok(await button(page, 'Render 2 rows').isDisabled());
    await page.getByRole('textbox', { name: 'Columns on a sheet' }).fill('2');
    await page.getByRole('img', { name: 'The first sheet: 2 columns, 50 rows, A4' }).waitFor();
    await page.getByText('100 on a sheet. This batch: 1 sheet.').waitFor();
    await button(page, 'Render 2 rows').press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download PDF').press('Enter'),
    ]);
    const pdf = await PDFDocument.load(await readFile(await file.path()));
    assert.equal(pdf.getPageCount(), 1);

    const pages = await addTemplate(studio.db, user, { pages: [{ id: 'one', elements: [] }] });
    await page.goto(`${studio.service.url}/studio/templates/${pages}/batch`);
    await choose();
    await button(page, 'Render 2 rows').press('Enter');
    await page
      .getByRole('group', { name: 'Sheet of paper' })
      .getByText(/^A cell of a sheet is one page/)
      .waitFor();
  });

  test("is laid out on a maker's labels, as often as a column says, from a free label on", async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    await chooseFile(page, 'list.csv', 'title,Stück\nAda,2\nGrace,3\n');
    await page.getByText('2 rows checked.').waitFor();
    await page.locator('label', { hasText: 'PDF' }).click();
    await page.locator('label', { hasText: 'Sheets' }).click();
    const choose = async (field: string, option: string | RegExp) => {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Labels', /^Avery L7160 .* 63.5 × 38.1 mm .* 21 on a sheet$/);
    await page.getByText('21 on a sheet. This batch: 1 sheet.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Columns on a sheet' }).count(), 0);
    await choose('Copies of each row', 'Stück');
    await page.getByText('21 on a sheet. How many sheets there are, “Stück” says.').waitFor();
    await page.getByRole('textbox', { name: 'First free cell' }).fill('20');
    await page.getByRole('textbox', { name: 'Move right (mm)' }).fill('0.5');
    await button(page, 'Render 2 rows').click();
    await page.getByText('Completed', { exact: true }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PDF').click()]);
    const sheets = await readPdf(await readFile(await file.path()));
    assert.deepEqual(
      sheets.map(({ items }) => items.map(({ text }) => text)),
      [
        ['Ada', 'Ada'],
        ['Grace', 'Grace', 'Grace'],
      ],
    );
  });

  test('is made again with only the failed rows', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    origin.answer('/good.png', (response) => response.end(origin.image));
    const jobId = await submitJob(studio.service, user, {
      template: { templateId, format: 'pdf', options: { pdfStandard: 'PDF/A-3b' } },
      rows: [
        { title: 'Ada', photo: `${origin.url}/good.png` },
        { title: 'Jürgen', photo: `${origin.url}/bad.png` },
      ],
    });
    const page = await studio.open(t, `/jobs/${jobId}`, { as: user });
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByText('One row failed.').waitFor();
    await page.getByRole('rowheader', { name: 'Row 2' }).waitFor();
    await page.getByRole('link', { name: 'Again with only the failed rows' }).click();
    await page.getByText('1 failed row of an earlier job').waitFor();
    await page.getByText('1 row checked.').waitFor();
    await button(page, /^photo, row 2: /).click();
    await page.getByRole('textbox', { name: 'photo, row 2' }).fill(`${origin.url}/good.png`);
    await page.keyboard.press('Enter');
    await page.getByText('Fine 1').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'PDF' }).isChecked());
    await button(page, 'Render 1 row').click();
    await page.getByText('All rows are done.').waitFor();
    assert.deepEqual(await download(page), ['image-000.pdf', 'warnings.csv']);
    assert.equal(await countJobs(user), 2);
    const jobs = await queryRows<{ standard: string }>(
      studio.db,
      `select options->>'pdfStandard' as standard from batch_jobs where account_id = :accountId`,
      { accountId: user.accountId },
    );
    assert.deepEqual(
      jobs.map(({ standard }) => standard),
      ['PDF/A-3b', 'PDF/A-3b'],
    );
  });

  test('is not made again from rows whose PDFs would lack their files', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const file = { name: 'terms.txt', mediaType: 'text/plain', relationship: 'Data' };
    const jobId = await submitWhenAllowed(studio, user, {
      template: {
        templateId,
        format: 'pdf',
        options: { attachments: [{ ...file, contentVariable: 'title' }] },
      },
      rows: [{ title: 'QWRh', photo: `${origin.url}/nowhere.png` }],
    });
    const page = await studio.open(t, `/jobs/${jobId}`, { as: user });
    await page.getByRole('link', { name: 'Again with only the failed rows' }).click();
    await page.getByText('1 row checked.').waitFor();
    await page.getByText('The PDFs of that job carry terms.txt, which this form cannot attach.').waitFor();
    assert.ok(await button(page, 'Render 1 row').isDisabled());
  });

  test('keeps file, columns and corrections over an expired session, another page and back', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, {
      as: user,
      expectedStatuses: [401],
      hasEvents: false,
    });
    await chooseFile(page, 'list.csv', 'title;unit_price\nAda;1\nGrace;x\n');
    await page.getByText('Errors 1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByRole('heading', { name: 'Links', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Errors 1', { exact: true }).waitFor();

    await button(page, 'unit_price, row 3: x').click();
    await page.getByRole('textbox', { name: 'unit_price, row 3' }).fill('2');
    // Not before: a request of the page that still loads would bring the dialog too early.
    await expireSession(studio.db, user);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    const { token } = await signIn(studio.db, user);
    await page
      .context()
      .addCookies([{ name: 'platen_session', value: token, url: studio.service.url, httpOnly: true }]);
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByText('Fine 2').waitFor();
    await button(page, 'unit_price, row 3: 2').waitFor();
  });

  test('waits while two are active', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    origin.answer('/never.png', () => undefined);
    const batch = { template: { templateId }, rows: [{ title: 'x', photo: `${origin.url}/never.png` }] };
    await submitWhenAllowed(studio, user, batch);
    await submitWhenAllowed(studio, user, batch);
    const page = await studio.open(t, `/templates/${templateId}/batch`, {
      as: user,
      expectedStatuses: [429],
    });
    await chooseFile(page, 'list.csv', 'title\nAda\n');
    await page.getByText('1 row checked.').waitFor();
    await button(page, 'Render 1 row').click();
    await page.getByRole('alert').filter({ hasText: '2 active batch jobs' }).waitFor();
    await page.getByRole('link', { name: 'Open jobs' }).click();
    for (const left of [1, 0]) {
      await button(page, /^Actions for Price tag/)
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Cancel job' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (left > 0) await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    }
    await page.getByText('No jobs with these filters').waitFor();
    await page.goBack();
    await button(page, 'Render 1 row').click();
    await page.getByText('All rows are done.').waitFor();
    assert.equal(await countJobs(user), 3);
  });

  test('has a page without faults', async (t) => {
    const { user, templateId } = await addPriceTag(studio);
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
    await button(page, 'Choose a file').waitFor();
    await checkPageAtWidths(t, page);
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(3);
    await chooseFile(page, `${long}.csv`, `Title;Unit price;${long}\n${long};x;\nمحمد;2;\n`);
    await page.getByText('2 rows checked.').waitFor();
    await page.getByRole('img', { name: 'Picture of row 3' }).waitFor();
    await page.getByText('PDF', { exact: true }).click();
    await page.getByText('Sheets', { exact: true }).click();
    await page.getByRole('img', { name: /^The first sheet/ }).waitFor();
    await checkPageAtWidths(t, page);
  });
});
