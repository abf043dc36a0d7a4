/** Columns that are joined, and columns and lines of the sheet on the page of the job, in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import type { TemplateDocument } from '../../generated/template.ts';
import { queryRows } from '../../src/store/database.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import { makeWorkbook } from '../helpers/workbook.ts';
import { listZip } from '../helpers/zip.ts';
import { button, chooseFile, getSource } from './batches.ts';
import { checkPage, checkPageAtWidths, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ worksOnBatches: true });
});
after(() => studio.close());

/** A user with a certificate, whose recipient is too long for its place. */
async function addCertificate(
  others: TemplateDocument['variables'] = [],
): Promise<{ readonly user: StudioUser; readonly templateId: string }> {
  const user = await createUser(studio.db, { plan: 'studio' });
  const content: Partial<TemplateDocument> = {
    name: 'Certificate',
    variables: [
      { name: 'recipient', type: 'text', label: 'Recipient', required: true },
      { name: 'course', type: 'text', label: 'Course' },
      ...others,
    ],
    elements: [
      { type: 'text', id: 'name', x: 0, y: 0, width: 30, height: 12, text: '{{recipient}}', fontSize: 10 },
    ],
  };
  return { user, templateId: await addTemplate(studio.db, user, content) };
}

/** A workbook whose second sheet has the rows: a line is empty, one is left out. */
const people = makeWorkbook([
  { name: 'Notes', rows: `<row r="1">${getCell(1)('Note', 0)}</row><row r="2">${getCell(2)('x', 0)}</row>` },
  {
    name: 'People',
    rows: [
      [1, ['Kurs', 'Nachname', 'Vorname', 'Ort']],
      [2, ['Backen', 'Byron', 'Ada', 'London']],
      [4, ['Kochen', 'Bo', '', 'Rom']],
      [5, ['Nähen', 'Hopper', 'Grace', 'NY']],
      [6, ['Malen', 'Ωmega', 'Éva', 'Pécs']],
    ]
      .map(
        ([line, cells]) =>
          `<row r="${line as number}">${(cells as string[]).map(getCell(line as number)).join('')}</row>`,
      )
      .join(''),
  },
]);

function getCell(line: number): (text: string, index: number) => string {
  return (text, index) =>
    `<c r="${String.fromCharCode(65 + index)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Chooses "Join columns…" for a variable, by the keyboard alone. */
async function join(page: Page, variable: string): Promise<void> {
  await getSource(page, variable).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Join columns…' }).waitFor();
  do await page.keyboard.press('ArrowDown');
  while ((await page.locator('[data-combobox-selected]').textContent()) !== 'Join columns…');
  await page.keyboard.press('Enter');
}

test('two columns give one variable its values, and the job names its columns and lines', async (t) => {
  const { user, templateId } = await addCertificate();
  const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
  await chooseFile(page, 'people.xlsx', people);
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'People' }).click();
  // Another sheet begins with columns of its own, which would undo what is joined before.
  await page.getByText('Not used: Kurs, Nachname, Vorname, Ort').waitFor();
  await join(page, 'recipient');
  const text = page.getByRole('textbox', { name: 'Joined columns of recipient' });
  assert.equal(await text.inputValue(), '');
  assert.equal(await text.getAttribute('placeholder'), '{{Kurs}} {{Nachname}}');
  await page.getByText('Correct the joined columns of Recipient.').waitFor();

  await button(page, 'Insert {{Vorname}}').press('Enter');
  await button(page, 'Insert {{Nachname}}').press('Enter');
  assert.equal(await text.inputValue(), '{{Vorname}} {{Nachname}}');
  await page
    .getByRole('row', { name: /recipient/ })
    .getByText('Ada Byron')
    .first()
    .waitFor();
  await text.fill('{{vorname}} {{Nachnam}}');
  await page.getByText('There is no column "Nachnam". Did you mean "Nachname"?').waitFor();
  assert.ok(await button(page, 'Render 4 rows').isDisabled());
  await checkPage(page);
  await text.fill('{{vorname}} {{Nachname}}');
  await getSource(page, 'course').click();
  await page.getByRole('option', { name: 'Kurs' }).click();
  await page.getByText('Not used: Ort').waitFor();
  await page.getByText('4 rows checked.').waitFor();
  await button(page, 'recipient, row 4: Bo').waitFor();
  await button(page, 'recipient, row 6: Éva Ωmega').waitFor();
  await page.getByLabel('Use row 5').uncheck();
  await button(page, 'course, row 6: Malen').press('Enter');
  await page.getByRole('textbox', { name: 'course, row 6' }).fill('Zeichnen');
  await page.keyboard.press('Enter');
  await button(page, 'Render 3 rows').click();
  await page.getByText('Completed', { exact: true }).waitFor({ timeout: 120_000 });

  const rows = page.getByRole('table', { name: 'Outcome of each row' });
  const heads = await rows.getByRole('columnheader').allTextContents();
  assert.deepEqual(heads, [
    'Row',
    'Outcome',
    'Kurs',
    '{{vorname}} {{Nachname}}',
    'File',
    'Size',
    'Other columns',
    'File',
  ]);
  const cells = await Promise.all(
    [1, 2, 3].map(async (index) => {
      const row = rows.getByRole('row').nth(index);
      const values = await row.getByRole('cell').allTextContents();
      return [await row.getByRole('rowheader').textContent(), ...values.slice(1, 3)];
    }),
  );
  assert.deepEqual(cells, [
    ['Row 2', 'Backen', 'Ada Byron'],
    ['Row 4', 'Kochen', 'Bo'],
    ['Row 6', 'Zeichnen', 'Éva Ωmega'],
  ]);
  // A column that fills no variable is with the row, behind a press of a key.
  const last = rows.getByRole('row').nth(3);
  const town = last.getByText('Pécs');
  assert.equal(await town.isVisible(), false);
  await last.locator('summary').press('Enter');
  await town.waitFor();
  await checkPage(page);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download archive').click()]);
  const entries = await listZip(await readFile(await file.path()));
  const warnings = String(entries.find((each) => each.name === 'warnings.csv')?.content);
  const records = parse<Record<string, string>>(warnings, { bom: true, columns: true });
  assert.deepEqual(
    [...new Set(records.map(({ rowIndex, line }) => `${rowIndex} ${line}`))].filter((each) => each !== '1 4'),
    ['0 2', '2 6'],
  );

  // The mapping is remembered for files with these columns, and only for those.
  await page.goto(`${studio.service.url}/studio/templates/${templateId}/batch`);
  await chooseFile(page, 'more.csv', 'VORNAME,Nachname,Kurs\nAlan,Turing,Logik\n');
  await page.getByText('1 row checked.').waitFor();
  await button(page, 'recipient, row 2: Alan Turing').waitFor();
  await button(page, 'Choose another file').click();
  await chooseFile(page, 'other.csv', 'recipient\nAlan\n');
  await button(page, 'recipient, row 2: Alan').waitFor();
});

const suggestions: readonly (readonly [variable: string, source: string, value: string])[] = [
  ['recipient', '{{Vorname}} {{Nachname}}', 'Ada Byron'],
  ['course', 'Kurs', 'Backen'],
  ['issued', 'Datum', '2026-11-01'],
  ['hours', 'Stunden', '12'],
  ['photo', 'Foto', 'https://example.com/ada.jpg'],
];

test('columns of another language are suggested by what they mean and hold', async (t) => {
  const { user, templateId } = await addCertificate([
    { name: 'issued', type: 'date', label: 'Date of issue' },
    { name: 'hours', type: 'number', label: 'Hours of study' },
    { name: 'photo', type: 'image', label: 'Photo' },
    { name: 'rate', type: 'number', label: 'Rate' },
  ]);
  const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
  const header = 'Vorname,Nachname,Kurs,Datum,Stunden,Foto,Preis';
  const values = suggestions.slice(1).map(([, , value]) => value);
  await chooseFile(page, 'kurs.csv', `${header}\nAda,Byron,${values.join(',')},9\n`);
  await button(page, 'Use “Kurs”?').waitFor();
  await checkPageAtWidths(t, page);
  for (const [variable, source] of suggestions) {
    const row = page.getByRole('row', { name: new RegExp(`^${variable}`) });
    const suggestion = row.getByRole('button', { name: /^Use “/ });
    assert.equal(await suggestion.textContent(), `Use “${source}”?`);
    await suggestion.press('Enter');
    await suggestion.waitFor({ state: 'detached' });
  }
  assert.equal(await button(page, /^Use “/).count(), 0, 'nothing is suggested for the rate');
  await page.getByText('Not used: Preis').waitFor();
  for (const [variable, , value] of suggestions) {
    await button(page, `${variable}, row 2: ${value}`).waitFor();
  }
  // A suggestion is only one: another column can be chosen.
  await getSource(page, 'course').click();
  await page.getByRole('option', { name: 'Nachname' }).click();
  await button(page, 'course, row 2: Byron').waitFor();
});

test('a file of which no column is used is refused until one is chosen', async (t) => {
  const user = await createUser(studio.db, { plan: 'studio' });
  const templateId = await addTemplate(studio.db, user, {
    name: 'Badge',
    variables: [{ name: 'name', type: 'text', defaultValue: 'Dr Ada Lovelace' }],
    elements: [
      { type: 'text', id: 'name', x: 0, y: 0, width: 300, height: 40, text: '{{name}}', fontSize: 10 },
    ],
  });
  const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
  await chooseFile(page, 'names.csv', Buffer.from('Full name\nJo Li\nMaria\n'));
  const alert = page.getByRole('alert').filter({ hasText: 'No column of the file fills a variable' });
  await alert.waitFor();
  await page.getByText('No column of the file fills a variable: choose one in the second step.').waitFor();
  assert.ok(await button(page, 'Render 2 rows').isDisabled());
  await page.getByText('Fine 0').waitFor();
  await checkPage(page);
  await button(page, 'Use “Full name”?').click();
  await alert.waitFor({ state: 'detached' });
  await page.getByText('Fine 2').waitFor();
  assert.ok(await button(page, 'Render 2 rows').isEnabled());
});

test('failed rows that are submitted again keep the columns and lines of the sheet', async (t) => {
  const { user, templateId } = await addCertificate();
  const columns = [
    { name: 'Kurs', variable: 'course' },
    { name: '{{Vorname}} {{Nachname}}', variable: 'recipient' },
  ];
  const rows = [{ recipient: 'Ada', course: 'Backen' }];
  const json = { rows, lines: [14], columns };
  const { json: job } = await studio.call('submitBatch', { as: user, path: { templateId }, json });
  const { jobId } = job as { readonly jobId: string };
  const page = await studio.open(t, `/jobs/${jobId}`, { as: user });
  await page.getByText('All rows are done.', { exact: true }).waitFor({ timeout: 120_000 });
  await queryRows(
    studio.db,
    `with row as (update batch_rows set status = 'FAILED', error = 'It failed.' where job_id = :jobId)
     update batch_jobs set status = 'FAILED', completed_items = 0, failed_items = 1 where id = :jobId`,
    { jobId },
  );
  await page.goto(`${studio.service.url}/studio/templates/${templateId}/batch?from=${jobId}`);
  await button(page, 'recipient, row 14: Ada').waitFor();
  await button(page, 'Render 1 row').click();
  await page.getByText('Completed', { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByRole('rowheader', { name: 'Row 14' }).waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  assert.deepEqual(heads.slice(2, 4), ['Kurs', '{{Vorname}} {{Nachname}}']);
});

for (const { name, ...look } of looks) {
  test(`joined columns, and a job of many columns, have no faults (${name})`, async (t) => {
    const others = Array.from({ length: 22 }, (_, index) => ({
      name: `field_${index}`,
      type: 'text',
      label: `Field ${index}`,
    })) as NonNullable<TemplateDocument['variables']>;
    const { user, templateId } = await addCertificate(others);
    const header = ['Vorname', 'Nachname', 'Eine Spalte mit einem sehr langen Namen, den niemand liest'];
    const names = [...header, ...others.slice(1).map((each) => each.name)];
    const lines = [
      names,
      ...[1, 2, 3].map((row) => names.map((_, index) => `Wert ${row}.${index} `.repeat(index))),
    ];
    const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user, ...look });
    await chooseFile(
      page,
      'wide.csv',
      lines
        .map((cells) => cells.join(';'))
        .join('\n')
        .replace(';;', ';x;'),
    );
    await getSource(page, 'recipient').click();
    await page.getByRole('option', { name: 'Join columns…' }).click();
    await page
      .getByRole('textbox', { name: 'Joined columns of recipient' })
      .fill('{{Nachname}}, {{Eine Spalte mit einem sehr langen Namen, den niemand liest}}');
    await page.getByText('3 rows checked.').waitFor();
    await checkPage(page);
    await button(page, 'Render 3 rows').click();
    await page.getByText('Completed', { exact: true }).waitFor({ timeout: 120_000 });
    const action = page.getByRole('link', { name: 'Open image-002.png' });
    await action.waitFor();
    await page.getByText('Wert 3.23', { exact: false }).first().waitFor();
    assert.ok(await action.isVisible());
    const { x = 0, width = 0 } = (await action.boundingBox()) ?? {};
    assert.ok(x > 0 && x + width <= look.width, 'the buttons of a row are in sight');
    await checkPage(page);
  });
}
