/** The designer before its template is there. */
import { after, before, test } from 'node:test';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample } from '../templates.ts';

let studio: BrowserStudio;

before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

test('a template that does not exist: why, and the way back', async (t) => {
  const place = '/templates/00000000-0000-4000-8000-000000000000/design';
  const page = await studio.open(t, place, { expectedStatuses: [404] });
  await page.getByRole('heading', { level: 1, name: 'The template cannot be opened' }).waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByRole('link', { name: 'Back to the template' }).waitFor();
  await checkPageAtWidths(t, page);
});

test('a template that is being read keeps the places of the designer', async (t) => {
  const templateId = await makeFromSample(studio, 'social-card');
  const page = await studio.open(t, '/');
  let answer: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/draft', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto(`${studio.service.url}/studio/templates/${templateId}/design`);
  await page.getByRole('heading', { level: 1, name: 'Loading' }).waitFor();
  await checkPage(page);
  answer();
  await page.getByRole('region', { name: 'Canvas' }).waitFor();
});
