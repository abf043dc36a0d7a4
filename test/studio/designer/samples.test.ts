/** Every sample opens in the designer, and its canvas gets the bytes that the public API answers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sampleNames } from '../../helpers/previews.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample } from '../templates.ts';
import { followPictures } from './page-pictures.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

for (const sample of sampleNames()) {
  test(`${sample} opens, and its canvas shows what the API renders`, async (t) => {
    const templateId = await makeFromSample(studio, sample);
    const page = await studio.open(t, '/templates');
    const pictures = followPictures(page);
    await page.goto(`${studio.service.url}/studio/templates/${templateId}/design`);
    await page.locator('canvas[data-layer=page][data-shown]').waitFor();
    const shown = await pictures.newest();
    assert.equal(await page.getByText('The last change has no picture yet').count(), 0);
    assert.notEqual(await page.getByRole('tree', { name: 'Layers' }).getByRole('treeitem').count(), 0);
    const { format, values, options } = shown.render;
    assert.equal(format, 'png');
    const { status, headers, bytes } = await studio.service.send(
      'POST',
      `/api/v1/templates/${templateId}/generate`,
      { key: studio.owner.apiKey, json: { variables: values, format, options } },
    );
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.ok(shown.bytes.equals(bytes), 'the canvas has other bytes than the API');
    const { width, height } = await page
      .locator('canvas[data-layer=page]')
      .evaluate(({ width, height }: { width: number; height: number }) => ({ width, height }));
    assert.deepEqual([shown.bytes.readUInt32BE(16), shown.bytes.readUInt32BE(20)], [width, height]);
  });
}
