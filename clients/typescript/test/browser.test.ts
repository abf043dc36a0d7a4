/** Runs the package in a browser, on a page of the service's origin. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signCallback } from '../../../src/domain/callbacks/signature.ts';
import { startBrowser } from '../../../test/helpers/browser.ts';
import { startScene, type Scene } from './service.ts';

const build = path.join(import.meta.dirname, '../build.ts');

let scene: Scene;
let folder: string;
let browser: Awaited<ReturnType<typeof startBrowser>>;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-client-'));
  await promisify(execFile)(process.execPath, [build, folder]);
  scene = await startScene();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

/** The file at a path: the page, the built package, or the package's dependency. */
async function readModule(name: string): Promise<{ contentType: string; body: string }> {
  if (name === '') {
    const imports = { '@platen/client': '/client/index.js', 'openapi-fetch': '/client/openapi-fetch' };
    const body = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
    return { contentType: 'text/html', body };
  }
  const file =
    name === 'openapi-fetch' ? fileURLToPath(import.meta.resolve('openapi-fetch')) : path.join(folder, name);
  return { contentType: 'text/javascript', body: await readFile(file, 'utf8') };
}

test('renders, runs a batch and verifies a callback in a browser', async () => {
  const { templateId, apiKey } = await scene.tenant();
  const page = await browser.newPage();
  const { url } = scene.service;
  await page.route(`${url}/client/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill(await readModule(pathname.slice('/client/'.length)));
  });
  await page.goto(`${url}/client/`);
  const body = '{"deliveryId":"one"}';
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const headers = signCallback({ secrets: [secret], deliveryId: 'one', body }, { signedAt: new Date() });
  const seen = await page.evaluate(
    async (given) => {
      const name = '@platen/client';
      const { createPlatenClient, verifyCallback } = (await import(name)) as typeof import('../src/index.ts');
      const platen = createPlatenClient({ baseUrl: given.url, apiKey: given.apiKey });
      const { templateId } = given;
      const file = await platen.generate({ templateId, variables: { title: 'Hi' } });
      const picture = new DataView((await file.bytes()).buffer);
      const { jobId } = await platen.submitBatch({ template: { templateId }, rows: [{}, {}] });
      const { status } = await platen.waitForBatch(jobId, { firstInterval: 50 });
      const archive = await platen.downloadBatch(jobId);
      const zip = await new Response(archive.stream).arrayBuffer();
      const rows: number[] = [];
      for await (const { rowIndex } of platen.batchItems(jobId, { pageSize: 1 })) rows.push(rowIndex);
      const refusal: unknown = await platen
        .generate({ templateId, variables: { nope: '1' } })
        .catch((error: unknown) => (error as { code: string }).code);
      const { genuine } = await verifyCallback(given.body, new Headers(given.headers), given.secret);
      return {
        size: [picture.getUint32(16), picture.getUint32(20)],
        name: file.name,
        remaining: file.quota?.remaining,
        status,
        isWhole: zip.byteLength === archive.size,
        rows,
        refusal,
        genuine,
      };
    },
    { url, apiKey, templateId, body, secret, headers },
  );
  assert.deepEqual(seen, {
    size: [40, 20],
    name: 'Plain.png',
    remaining: 4999,
    status: 'COMPLETED',
    isWhole: true,
    rows: [0, 1],
    refusal: 'VALIDATION_ERROR',
    genuine: true,
  });
});
