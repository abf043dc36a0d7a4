/** A workbook whose second sheet has the entries of a list. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { queryRows } from '../../src/store/database.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser } from '../helpers/studio.ts';
import { button, chooseFile } from './batches.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ worksOnBatches: true, env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
});
after(() => studio.close());

/** Invoices, and their items in a sheet of their own. */
function makeBook(items: readonly (readonly (string | number)[])[]): Buffer {
  const book = utils.book_new();
  const invoices = [
    ['Invoice', 'Title'],
    [1001, 'Ines'],
    [1002, 'Mateus'],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet(invoices), 'Invoices');
  utils.book_append_sheet(book, utils.aoa_to_sheet(items.map((cells) => [...cells])), 'Items');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

test('a list takes its entries from the sheet with its name', async (t) => {
  const user = await createUser(studio.db, { plan: 'studio' });
  const templateId = await addTemplate(studio.db, user, {
    variables: [
      { name: 'title', type: 'text', label: 'Title', required: true },
      {
        name: 'items',
        type: 'list',
        label: 'Items',
        fields: [
          { name: 'name', type: 'text', label: 'Name', required: true },
          { name: 'price', type: 'number', label: 'Price' },
        ],
      },
    ],
    elements: [{ type: 'text', id: 't', x: 0, y: 0, width: 40, height: 10, text: '{{title}}', fontSize: 8 }],
  });
  const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
  const header = ['Invoice', 'Name', 'Price', 'Note'];
  await chooseFile(page, 'a.xlsx', makeBook([header, [1003, 'Tea', 4.2, ''], [1004, 'Tea', 4.2, '']]));
  const alert = page.getByRole('alert').filter({ hasText: 'a.xlsx cannot be used' });
  await alert.getByText('Line 2, column Items!Invoice (A)').waitFor();
  await alert.getByText('the sheet "Invoices" has no row whose "Invoice" is "1004".').waitFor();

  await chooseFile(page, 'b.xlsx', makeBook([header, [1002, 'Tea', 'four', 'x'], [1001, 'Cup', 12.5, '']]));
  await page.getByText('The entries of items are in the sheet “Items”.').waitFor();
  await page.getByText('Not used: Items!Note').waitFor();
  await page.getByText(/"items\[0\]\.price" must be a number.*\(row 2 of the sheet “Items”\)/u).waitFor();
  await checkPage(page);

  // A list is shown in short, and corrected as a table.
  await button(page, 'items, row 3: 1 entry: Tea').click();
  const dialog = page.getByRole('dialog', { name: 'items, row 3' });
  await dialog.getByText(/must be a number/u).waitFor();
  await dialog.getByRole('textbox', { name: 'Price, entry 1' }).fill('4');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/must be a number/u).waitFor({ state: 'detached' });
  await page.locator('[data-corrected]').getByText('1 entry: Tea').waitFor();

  // What the table cannot show is corrected as it is written.
  await button(page, 'Choose another file').click();
  const csv = 'Title,Items\nInes,"[{""nam"":""Tea""}]"\n';
  await chooseFile(page, 'c.csv', Buffer.from(csv));
  await button(page, 'items, row 2: [{"nam":"Tea"}]').click();
  await page.getByRole('textbox', { name: 'items, row 2' }).fill('[{"name":"Tea"}]');
  await page.keyboard.press('Enter');
  await page.locator('[data-corrected]').getByText('1 entry: Tea').waitFor();

  await button(page, 'Choose another file').click();
  const items = [header, [1002, 'Tea', 4.2, ''], [1001, 'Cup', 12.5, ''], [1002, 'Milk', '', '']];
  await chooseFile(page, 'c.xlsx', makeBook(items));
  await page.getByText('2 rows checked.').waitFor();
  await button(page, 'Render 2 rows').click();
  await page.getByText('Completed', { exact: true }).waitFor();
  const rows = await queryRows<{ values: Record<string, string> }>(
    studio.db,
    `select variables as values from batch_rows join batch_jobs on batch_jobs.id = job_id
     where account_id = :accountId order by row_index`,
    { accountId: user.accountId },
  );
  assert.deepEqual(
    rows.map(({ values }) => values),
    [
      { title: 'Ines', items: '[{"name":"Cup","price":"12.5"}]' },
      { title: 'Mateus', items: '[{"name":"Tea","price":"4.2"},{"name":"Milk"}]' },
    ],
  );
});
