/** The page of batches in tests. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { TemplateDocument } from '../../generated/template.ts';
import { submit, type SubmissionBody } from '../helpers/batch.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import type { BrowserStudio } from './browser.ts';

/** Adds a user with a workspace of their own, and a template of a title, a price and a photo. */
export async function addPriceTag(
  studio: BrowserStudio,
  visibility: 'PRIVATE' | 'SHARED' = 'PRIVATE',
): Promise<{ readonly user: StudioUser; readonly templateId: string }> {
  const user = await createUser(studio.db, { plan: 'studio' });
  const content: Partial<TemplateDocument> = {
    name: 'Price tag',
    variables: [
      { name: 'title', type: 'text', label: 'Title', required: true },
      { name: 'unit_price', type: 'number', label: 'Price' },
      { name: 'photo', type: 'image', label: 'Photo' },
    ],
    elements: [
      { type: 'text', id: 'title', x: 0, y: 0, width: 40, height: 10, text: '{{title}}', fontSize: 8 },
      { type: 'image', id: 'photo', x: 0, y: 10, width: 10, height: 10, src: '{{photo}}' },
    ],
  };
  return { user, templateId: await addTemplate(studio.db, user, content, { visibility }) };
}

/** Submits a batch as soon as the account may: its rate is one a second. Returns the job's id. */
export async function submitWhenAllowed(
  studio: BrowserStudio,
  user: StudioUser,
  json: SubmissionBody,
): Promise<string> {
  for (;;) {
    const answer = await submit(studio.service, user, json);
    if (answer.status === 202) return (answer.json as { readonly jobId: string }).jobId;
    assert.equal(answer.problem.code, 'RATE_LIMIT_EXCEEDED');
  }
}

/** Chooses a file with the page's button. */
export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel('File with the rows')
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
}

/** Drops a file of text onto the page, as from a folder of the system. */
export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'text/csv' }));
      return files;
    })()`,
  );
  const target = page.getByText('Drop a spreadsheet, CSV or JSON file here');
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}

/** A button of the page. */
export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name });
}

/** The select of the column that fills a variable. */
export function getSource(page: Page, variable: string): Locator {
  return page.getByRole('combobox', { name: `Source of ${variable}` });
}

/** Shows only some of the checked rows: `Errors 1`. */
export async function filterRows(page: Page, filter: string): Promise<void> {
  await page.getByText(filter, { exact: true }).click();
}
