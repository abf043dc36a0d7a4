/** Every sample opens in the designer, and its canvas gets the bytes that the public API answers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WebSocket } from 'playwright-core';
import { sampleNames } from '../../helpers/previews.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample } from '../templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

/** What the page asks of the stream of previews. */
interface Render {
  readonly type: string;
  readonly id: number;
  readonly lane: string;
  readonly format: string;
  readonly values: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
}

interface Picture {
  readonly render: Render;
  readonly bytes: Buffer;
}

for (const sample of sampleNames()) {
  test(`${sample} opens, and its canvas shows what the API renders`, async (t) => {
    const templateId = await makeFromSample(studio, sample);
    const page = await studio.open(t, '/templates');
    const stream = page.waitForEvent('websocket', (socket) => socket.url().includes('/studio/previews'));
    await page.goto(`${studio.service.url}/studio/templates/${templateId}/design`);
    const shown = await readFirstPicture(await stream);
    await page.locator('canvas[data-layer=page][data-shown]').waitFor();
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

/** The first picture of the page that comes down. */
function readFirstPicture(socket: WebSocket): Promise<Picture> {
  const asked = new Map<number, Render>();
  const { promise, resolve } = Promise.withResolvers<Picture>();
  socket.on('framesent', ({ payload }) => {
    const message = JSON.parse(payload.toString()) as Render;
    if (message.type === 'render') asked.set(message.id, message);
  });
  socket.on('framereceived', ({ payload }) => {
    if (typeof payload === 'string') return;
    const start = 4 + payload.readUInt32BE();
    const { id } = JSON.parse(payload.subarray(4, start).toString()) as { readonly id: number };
    const render = asked.get(id);
    if (render?.lane === 'page') resolve({ render, bytes: payload.subarray(start) });
  });
  return promise;
}
