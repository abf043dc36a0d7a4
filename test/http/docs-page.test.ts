/**
 * The page at /docs in a browser: what it shows and sends, and that it uses its own origin only.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../helpers/browser.ts';
import { submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { publicContract } from '../helpers/contract-document.ts';
import { openDocs, press, waitForForm, waitForTruth, type OpenedDocs } from '../helpers/docs-page.ts';
import { startFaultyProxy } from '../helpers/faulty-proxy.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { listZip } from '../helpers/zip.ts';

/** The image that Swagger UI shows as the content of a response. */
const shownImage = '.live-responses-table img[src^="blob:"]';

let browser: Browser;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  browser = await startBrowser();
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
});
after(async () => {
  await browser.close();
  await service.close();
});

/** Opens the page, checks that nothing went wrong, and closes it. */
async function withDocs(origin: string, use: (docs: OpenedDocs) => Promise<void>): Promise<void> {
  const docs = await openDocs(browser, origin);
  await use(docs);
  docs.assertNoErrors();
  await docs.page.close();
}

test('shows every operation, and sends requests to this service only', async () => {
  await withDocs(service.url, async ({ page, requested }) => {
    const operations = Object.values(
      publicContract.contract['paths'] as Record<
        string,
        Record<string, { operationId: string; summary: string }>
      >,
    )
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId }) => operationId !== undefined);
    assert.equal(operations.length, 30);
    for (const { operationId, summary } of operations) {
      const operation = `.opblock[id$="-${operationId}"]`;
      const shown = String(await page.evaluate(`document.querySelector('${operation}').innerText`));
      assert.ok(shown.includes(summary), shown);
      await press(page, `${operation} .opblock-summary-control`);
      await page.waitForSelector(`${operation} .responses-wrapper`);
      // The example image is shown.
      if (operationId === 'generateImage')
        await waitForTruth(
          page,
          `document.querySelector('${operation} img[src$="/examples/social-card.png"]')?.naturalWidth > 1000`,
        );
      // The page stays small: each change draws all that is open.
      await press(page, `${operation} .opblock-summary-control`);
      await page.waitForSelector(`${operation} .responses-wrapper`, { state: 'detached' });
    }
    const text = String(await page.evaluate('document.body.innerText'));
    for (const part of ['Rules for every request', 'X-Api-Key', service.url])
      assert.ok(text.includes(part), part);
    assert.ok(requested.some(({ url }) => url === `${service.url}/openapi.json`));
  });
});

test('explains how to get a first image, and starts with empty forms', async () => {
  await withDocs(service.url, async (docs) => {
    const { page } = docs;
    const text = async () => String(await page.evaluate('document.body.innerText'));
    assert.match(await text(), /Try it on this page/);
    await docs.enterKey(tenant.apiKey);
    // The links of the introduction open the operations in this tab.
    for (const [words, target] of [
      ['List projects', 'Discovery/listProjects'],
      ['List its templates', 'Discovery/listProjectTemplates'],
      ['read it', 'Discovery/getTemplate'],
      ['Render it', 'Generate/generateImage'],
    ] as const) {
      await press(page, `//li//a[.="${words}"]`);
      await waitForTruth(page, `location.hash === '#/${target}'`);
      await waitForForm(page, `#operations-${target.replace('/', '-')}`);
    }
    assert.doesNotMatch(await text(), /@filename/);
    // Without an id, nothing is sent.
    await press(page, '#operations-Generate-generateImage .execute');
    await page.waitForSelector('#operations-Generate-generateImage input.invalid[placeholder="templateId"]');
    assert.deepEqual(
      docs.requested.filter(({ url }) => url.includes('/api/')),
      [],
    );
  });
});

test('a link to an operation opens it', async () => {
  const page = await browser.newPage();
  await page.goto(`${service.url}/docs#/Generate/generateImage`, { waitUntil: 'networkidle' });
  await page.waitForSelector('#operations-Generate-generateImage.is-open .execute');
  await page.close();
});

test('renders a template with a key and shows the image', async () => {
  await withDocs(service.url, async (docs) => {
    await docs.enterKey(tenant.apiKey);
    await docs.openOperation('generateImage');
    await docs.setVariable('templateId', templateId);
    await docs.setBody({ variables: { title: 'Hi' } });
    assert.equal((await docs.send()).status(), 200);
    const image = `document.querySelector('${shownImage}')`;
    // In one evaluation, because Swagger UI replaces the image when it renders again.
    await waitForTruth(docs.page, `${image}?.naturalWidth === 40 && ${image}.naturalHeight === 20`);
    // The key is not stored, and gone after a reload.
    const stored = String(
      await docs.page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'),
    );
    assert.ok(!stored.includes(tenant.apiKey));
    assert.deepEqual(await docs.page.evaluate('indexedDB.databases()'), []);
    await docs.page.reload({ waitUntil: 'networkidle' });
    await press(docs.page, '.auth-wrapper .authorize');
    const field = '.auth-container input';
    await docs.page.waitForSelector(field);
    assert.equal(await docs.page.evaluate(`document.querySelector('${field}').value`), '');
  });
});

test('shows the problem of a refusal, and shows or offers files of the other formats', async () => {
  await withDocs(service.url, async (docs) => {
    await docs.enterKey(tenant.apiKey);
    await docs.openOperation('generateImage');
    await docs.setVariable('templateId', templateId);
    await docs.setBody({ variables: { colour: 'red' } });
    docs.expectStatus(400);
    assert.equal((await docs.send()).status(), 400);
    const response = `document.querySelector('.live-responses-table')?.innerText`;
    await waitForTruth(docs.page, `${response}?.includes('VALIDATION_ERROR')`);

    for (const format of ['jpeg', 'webp']) {
      await docs.setBody({ variables: {}, format });
      assert.equal((await docs.send()).headers()['content-type'], `image/${format}`);
      await docs.page.waitForSelector(shownImage);
    }
    await docs.setBody({ variables: {}, format: 'pdf' });
    assert.equal((await docs.send()).headers()['content-type'], 'application/pdf');
    await docs.page.waitForSelector('.live-responses-table a[href^="blob:"][download]');
  });
});

test('saves the archive of a batch', async () => {
  const jobId = await submitJob(service, tenant, { template: { templateId }, rows: [{ title: 'a' }, {}] });
  await waitUntil(async () => {
    const job = await service.send('GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
    return (job.json as { status: string }).status === 'COMPLETED';
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-test-'));
  const file = path.join(folder, 'result.zip');
  try {
    await withDocs(service.url, async (docs) => {
      await docs.enterKey(tenant.apiKey);
      await docs.openOperation('getBatchResult');
      await docs.setVariable('jobId', jobId);
      await docs.chooseParameter('delivery', 'zip');
      const answer = await docs.send();
      assert.equal(answer.url(), `${service.url}/api/v1/batch-jobs/${jobId}/result?delivery=zip`);
      assert.equal(answer.headers()['content-type'], 'application/zip');
      const download = docs.page.waitForEvent('download');
      await press(docs.page, '.live-responses-table a[download]');
      await (await download).saveAs(file);
    });
    const entries = await listZip(await readFile(file));
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['image-000.png', 'image-001.png'],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('sends no optional parameter that is not filled in', async () => {
  await withDocs(service.url, async (docs) => {
    await docs.enterKey(tenant.apiKey);
    await docs.openOperation('listBatchJobs');
    assert.equal((await docs.send()).url(), `${service.url}/api/v1/batch-jobs`);
    await docs.close();
    await docs.openOperation('submitBatchJob');
    // With the Idempotency-Key of the example, the second submission would be refused.
    for (const title of ['a', 'b']) {
      await docs.setBody({
        template: { templateId },
        rows: [{ title }, {}, {}].slice(title === 'b' ? 1 : 0),
      });
      const answer = await docs.send();
      assert.equal(answer.request().headers()['idempotency-key'], undefined);
      assert.equal(answer.status(), 202);
    }
  });
});

test('sends requests to the origin of the page, whatever PUBLIC_URL is', async () => {
  const elsewhere = await startTestService({
    env: { PUBLIC_URL: 'https://api.example.org', RATE_LIMITS: 'off' },
  });
  const proxy = await startFaultyProxy(elsewhere.url, () => 'pass');
  try {
    const owner = await createTenant(elsewhere.db);
    const id = await addTemplate(elsewhere.db, owner);
    for (const origin of [elsewhere.url, proxy.url]) {
      await withDocs(origin, async (docs) => {
        await docs.enterKey(owner.apiKey);
        await docs.openOperation('generateImage');
        await docs.setVariable('templateId', id);
        await docs.setBody({ variables: {} });
        const answer = await docs.send();
        assert.equal(answer.url(), `${origin}/api/v1/templates/${id}/generate`);
        assert.equal(answer.status(), 200);
        await docs.page.waitForSelector(shownImage);
      });
    }
    assert.ok(proxy.seen.includes(`POST /api/v1/templates/${id}/generate`));
  } finally {
    await proxy.close();
    await elsewhere.close();
  }
});

test('the policy stops requests and scripts of other origins', async () => {
  const docs = await openDocs(browser, service.url);
  docs.assertNoErrors();
  const attempts = [
    `new Image().src = 'https://example.org/pixel.png'`,
    `fetch('https://example.org/').catch(() => {})`,
    `document.head.append(Object.assign(document.createElement('script'), { text: 'window.hasRun = true' }))`,
  ];
  for (const attempt of attempts) await docs.page.evaluate(`void (${attempt})`);
  await waitUntil(() => docs.violations.length >= attempts.length);
  assert.equal(await docs.page.evaluate('window.hasRun'), undefined);
  assert.throws(() => docs.assertNoErrors());
  await docs.page.close();
});

test('fits a narrow screen in dark colors', async () => {
  const docs = await openDocs(browser, service.url, { width: 360, isDark: true });
  const { page } = docs;
  const background = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  const brightest = Math.max(...[...background.matchAll(/\d+/g)].slice(0, 3).map(Number));
  assert.ok(brightest < 60, background);
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
  assert.ok(overflow <= 0, `${overflow} px wider than the screen`);
  docs.assertNoErrors();
  await page.close();
});
