/** Pictures that come along with the rows of a batch. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { addPriceTag } from './batches.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const picture = async (name: string, index: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width: 20, height: 20, channels: 3, background: { r: 5 * index, g: 90, b: 180 } },
  })
    .png()
    .toBuffer(),
});

describe('pictures of a batch', () => {
  test(
    'come with the table or later, are matched by name, and are drawn',
    { timeout: 600_000 },
    async (t) => {
      const { user, templateId } = await addPriceTag(studio);
      const page = await studio.open(t, `/templates/${templateId}/batch`, { as: user });
      const lines = Array.from({ length: 30 }, (_, index) => `Tag ${index},P${index}`);
      const table = {
        name: 'tags.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`title,photo\n${lines.join('\n')}`),
      };
      const photos = await Promise.all(
        Array.from({ length: 29 }, (_, index) => picture(`p${index}.png`, index)),
      );
      const released = Promise.withResolvers<void>();
      await page.route('**/pictures*', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page
        .getByLabel('File with the rows')
        .setInputFiles([table, ...photos, await picture('extra.png', 40)]);
      await page.getByText(/^Pictures are being uploaded: 0 of \d+\. Rows can be rendered once/).waitFor();
      assert.ok(await page.getByRole('button', { name: 'Render 30 rows' }).isDisabled());
      released.resolve();
      await page.getByText('1 cell has no clear picture').waitFor();
      await page.getByText('"P29" is none of the pictures.').first().waitFor();
      await page.getByText('1 picture that no cell names').waitFor();
      await page.getByText('30 pictures beside the table · 29 shown by rows').waitFor();
      await checkPage(page);
      await page.getByLabel('Pictures, or a .zip of pictures').setInputFiles(await picture('p29.png', 29));
      await page.getByText('31 pictures beside the table · 30 shown by rows').waitFor();
      await page.getByText('30 rows checked.').waitFor({ timeout: 300_000 });
      await page.getByRole('img', { name: 'Picture of row 2', exact: false }).first().waitFor();
    },
  );
});
