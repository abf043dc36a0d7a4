/**
 * The page at /docs in a real browser: what it shows, what it sends, and that it stays with the origin where it was opened.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { startBrowser } from '../helpers/browser.ts';
import { submitJob, waitUntil } from '../helpers/batch.ts';
import { contract } from '../helpers/contract-document.ts';
import { openDocs, type OpenedDocs } from '../helpers/docs-page.ts';
import { startFaultyProxy } from '../helpers/faulty-proxy.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { listZip } from '../helpers/zip.ts';

const generate = ['POST', '/api/v1/templates/{templateId}/generate'] as const;

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

/** Opens the page, and closes it when nothing was wrong with it. */
async function withDocs(origin: string, look: (docs: OpenedDocs) => Promise<void>): Promise<void> {
  const docs = await openDocs(browser, origin);
  await look(docs);
  docs.assertQuiet();
  await docs.page.close();
}

test('it shows every operation, and asks nobody but this service', async () => {
  await withDocs(service.url, async ({ page, requested }) => {
    const operations = Object.entries(
      contract['paths'] as Record<string, Record<string, { summary: string }>>,
    )
      .flatMap(([at, methods]) =>
        Object.entries(methods).map(([method, { summary }]) => ({ at, method, summary })),
      )
      .filter(({ summary }) => summary !== undefined);
    assert.equal(operations.length, 13);
    for (const { at, method, summary } of operations) {
      const link = `a[href$="/${method.toUpperCase()}${at}"]`;
      await page.locator(link).click();
      const shown = String(await page.evaluate(`document.querySelector('${link}').innerText`));
      assert.ok(shown.startsWith(summary), shown);
      await page.waitForSelector(`::-p-xpath(//section//h3[contains(., "${summary}")])`);
    }
    const text = String(await page.evaluate('document.body.innerText'));
    // What answers with a file look like.
    await page.waitForFunction(
      `document.querySelector('img[src$="/examples/social-card.png"]')?.naturalWidth > 1000`,
    );
    for (const each of ['What holds everywhere', 'X-Api-Key', service.url])
      assert.ok(text.includes(each), each);
    assert.ok(requested.some(({ url }) => url === `${service.url}/openapi.json`));
  });
});

test('it says how to get to a first picture, and asks for what nobody can know', async () => {
  await withDocs(service.url, async (docs) => {
    const { page } = docs;
    const text = async () => String(await page.evaluate('document.body.innerText'));
    const placeholders = async () =>
      await page.evaluate(
        `[...document.querySelectorAll('input.scalar-password-input')].map((each) => each.placeholder)`,
      );
    assert.match(await text(), /Try it on this page/);
    assert.deepEqual(await placeholders(), ['Your key: plt_…']);
    await docs.enterKey(tenant.apiKey);
    // The links of the introduction lead to the operations.
    for (const [words, target] of [
      ['List projects', 'GET/api/v1/projects'],
      ['List its templates', 'GET/api/v1/projects/{projectId}/templates'],
      ['read it', 'GET/api/v1/templates/{templateId}'],
      ['Render it', 'POST/api/v1/templates/{templateId}/generate'],
    ]) {
      const link = await page.waitForSelector(
        `::-p-xpath(//li//a[.="${words}" and contains(@href, "#tag/")])`,
      );
      // Not with the mouse: the page scrolls to where the last one led for as long as parts of it are being loaded.
      await link?.evaluate((element) => (element as unknown as { click(): void }).click());
      await page.waitForFunction(`decodeURI(location.hash).endsWith(${JSON.stringify(target)})`);
    }
    assert.doesNotMatch(await text(), /@filename/);
    await docs.openOperation(...generate);
    assert.equal(new Set((await placeholders()) as string[]).size, 1);
    docs.expectStatus(400);
    const answer = await docs.send();
    assert.equal(answer.status(), 400);
    assert.ok(answer.url().endsWith('/api/v1/templates/TEMPLATE_ID/generate'));
  });
});

test('whoever follows a link to an operation sees it without a frame', async () => {
  const [method, at] = generate;
  const page = await browser.newPage();
  await page.goto(`${service.url}/docs#tag/generate/${method}${at}`, { waitUntil: 'networkidle0' });
  await page.waitForFunction(`document.activeElement?.tagName === 'SECTION'`);
  assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none');
  await page.close();
});

test('a key is entered, a template rendered, and the picture shown', async () => {
  await withDocs(service.url, async (docs) => {
    await docs.enterKey(tenant.apiKey);
    await docs.openOperation(...generate);
    await docs.setVariable('templateId', templateId);
    await docs.setBody({ variables: { title: 'Hi' } });
    assert.equal((await docs.send()).status(), 200);
    const picture = `document.querySelector('[role="dialog"] img[src^="blob:"]')`;
    await docs.page.waitForFunction(`${picture}?.naturalWidth > 0`);
    const size = await docs.page.evaluate(`[${picture}.naturalWidth, ${picture}.naturalHeight]`);
    assert.deepEqual(size, [40, 20]);
    // Whoever opens the page next must not find it.
    const stored = String(
      await docs.page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'),
    );
    assert.ok(!stored.includes(tenant.apiKey));
    assert.deepEqual(await docs.page.evaluate('indexedDB.databases()'), []);
    await docs.page.reload({ waitUntil: 'networkidle0' });
    const field = 'input.scalar-password-input';
    await docs.page.waitForSelector(field);
    assert.equal(await docs.page.evaluate(`document.querySelector('${field}').value`), '');
  });
});

test('what is refused is shown with its reason; the other formats are shown too', async () => {
  await withDocs(service.url, async (docs) => {
    await docs.enterKey(tenant.apiKey);
    await docs.openOperation(...generate);
    await docs.setVariable('templateId', templateId);
    await docs.setBody({ variables: { colour: 'red' } });
    docs.expectStatus(400);
    assert.equal((await docs.send()).status(), 400);
    await docs.page.waitForSelector(
      '::-p-xpath(//*[@role="dialog"]//*[contains(text(), "VALIDATION_ERROR")])',
    );

    for (const format of ['jpeg', 'webp']) {
      await docs.setBody({ variables: {}, format });
      assert.equal((await docs.send()).headers()['content-type'], `image/${format}`);
      await docs.page.waitForSelector('[role="dialog"] img[src^="blob:"]');
    }
    await docs.setBody({ variables: {}, format: 'pdf' });
    assert.equal((await docs.send()).headers()['content-type'], 'application/pdf');
    await docs.page.waitForSelector('[role="dialog"] iframe[src^="blob:"]');
  });
});

test('the archive of a batch can be saved', async () => {
  const jobId = await submitJob(service, tenant, { template: { templateId }, rows: [{ title: 'a' }, {}] });
  await waitUntil(async () => {
    const job = await service.send('GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
    return (job.json as { status: string }).status === 'COMPLETED';
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-test-'));
  try {
    await withDocs(service.url, async (docs) => {
      const session = await docs.page.createCDPSession();
      await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
      await docs.enterKey(tenant.apiKey);
      await docs.openOperation('GET', '/api/v1/batch-jobs/{jobId}/result');
      await docs.setVariable('jobId', jobId);
      await docs.chooseParameter('delivery', 'zip');
      const answer = await docs.send();
      assert.equal(answer.url(), `${service.url}/api/v1/batch-jobs/${jobId}/result?delivery=zip`);
      assert.equal(answer.headers()['content-type'], 'application/zip');
      const download = '::-p-xpath(//*[@role="dialog"]//a[contains(., "Download")])';
      await docs.page.locator(download).click();
      await waitUntil(async () => (await readdir(folder)).some((file) => file.endsWith('.zip')));
    });
    const [file = ''] = await readdir(folder);
    const entries = await listZip(await readFile(path.join(folder, file)));
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['image-000.png', 'image-001.png'],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what may be left out is left out until it is wanted', async () => {
  await withDocs(service.url, async (docs) => {
    await docs.enterKey(tenant.apiKey);
    await docs.openOperation('GET', '/api/v1/batch-jobs');
    assert.equal((await docs.send()).url(), `${service.url}/api/v1/batch-jobs`);
    await docs.close();
    await docs.openOperation('POST', '/api/v1/batch-jobs');
    // With the example's key the second would be refused.
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

test('requests go to where the page was opened, whatever PUBLIC_URL says and whoever stands in front', async () => {
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
        await docs.openOperation(...generate);
        await docs.setVariable('templateId', id);
        await docs.setBody({ variables: {} });
        const answer = await docs.send();
        assert.equal(answer.url(), `${origin}/api/v1/templates/${id}/generate`);
        assert.equal(answer.status(), 200);
        await docs.page.waitForSelector('[role="dialog"] img[src^="blob:"]');
      });
    }
    assert.ok(proxy.seen.includes(`POST /api/v1/templates/${id}/generate`));
  } finally {
    await proxy.close();
    await elsewhere.close();
  }
});

test('what would leave the origin is stopped by the policy, and noticed here', async () => {
  const docs = await openDocs(browser, service.url);
  docs.assertQuiet();
  const attempts = [
    `new Image().src = 'https://example.org/pixel.png'`,
    `fetch('https://example.org/').catch(() => {})`,
    `document.head.append(Object.assign(document.createElement('script'), { text: 'window.hasRun = true' }))`,
  ];
  for (const attempt of attempts) await docs.page.evaluate(`void (${attempt})`);
  await waitUntil(() => docs.violations.length >= attempts.length);
  assert.equal(await docs.page.evaluate('window.hasRun'), undefined);
  assert.throws(() => docs.assertQuiet());
  await docs.page.close();
});

test('dark and narrow, it fits', async () => {
  const docs = await openDocs(browser, service.url, { width: 360, isDark: true });
  const { page } = docs;
  const background = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  const brightest = Math.max(...[...background.matchAll(/\d+/g)].slice(0, 3).map(Number));
  assert.ok(brightest < 60, background);
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
  assert.ok(overflow <= 0, `${overflow} px wider than the screen`);
  docs.assertQuiet();
  await page.close();
});
