/** The page at /docs of a service with a demo: its forms work as they stand. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { fillDocs } from '../../src/cli/demo/describe-demo.ts';
import { prepareDemo, type Demo } from '../../src/cli/demo/prepare-demo.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { startBrowser } from '../helpers/browser.ts';
import { openDocs } from '../helpers/docs-page.ts';
import { startTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

let browser: Browser;
let service: TestService;
let folder: string;
let demo: Demo;
before(async () => {
  browser = await startBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-docs-'));
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', LOG_FORMAT: 'json' });
  demo = await prepareDemo(service.app, config, createLog(config));
});
after(async () => {
  await browser.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const listExamples = (page: Page, form: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('${form} .examples-select select option')].map(({ value }) => value)`,
  );

test('every example of a request works with the demo as it stands', async () => {
  await fillDocs(service.app, demo, service.url);
  const docs = await openDocs(browser, service.url);
  const { page } = docs;
  const sent: Record<string, unknown> = {};
  for (const operationId of ['generateImage', 'submitBatchJob']) {
    const form = `.opblock[id$="-${operationId}"]`;
    await docs.openOperation(operationId);
    const requestForm = `${form} .opblock-section-request-body`;
    const examples = [...new Set(await listExamples(page, requestForm))];
    assert.ok(examples.length >= 2, `${operationId}: ${examples.join()}`);
    for (const name of examples) {
      await page.selectOption(`${requestForm} .examples-select select`, name);
      const answer = await docs.send();
      sent[name] = [answer.status(), answer.headers()['content-type']];
    }
    await docs.close();
  }
  assert.deepEqual(sent, {
    simple: [200, 'image/png'],
    print: [200, 'application/pdf'],
    retina: [200, 'image/jpeg'],
    invoice: [200, 'application/pdf'],
    link: [200, 'application/json'],
    list: [200, 'image/png'],
    small: [202, 'application/json'],
    full: [202, 'application/json'],
  });
  for (const operationId of ['listProjects', 'listProjectTemplates', 'getTemplate']) {
    await docs.openOperation(operationId);
    assert.equal((await docs.send()).status(), 200, operationId);
    await docs.close();
  }
  // An import would replace a template whose id is given.
  await docs.openOperation('importTemplate');
  const readField = (name: string) =>
    page.$eval(`.opblock[id$="-importTemplate"] tr[data-param-name="${name}"] input`, (field) =>
      String((field as unknown as { value: string }).value),
    );
  assert.equal(await readField('projectId'), demo.projectId);
  assert.equal(await readField('templateId'), '');
  docs.assertNoErrors();
  await page.close();
});

test('only a page of this machine has the key, and no cache keeps it', async () => {
  await fillDocs(service.app, demo, service.url);
  const read = async (headers: Record<string, string>) => {
    const page = await checkedFetch(`${service.url}/docs`, { headers });
    return { text: await page.text(), cached: page.headers.get('cache-control') };
  };
  const own = await read({});
  assert.ok(own.text.includes(demo.apiKey));
  assert.equal(own.cached, 'no-store');
  const { templateId } = JSON.parse(
    /content="(\{[^"]*)"/.exec(own.text)?.[1]?.replaceAll('&quot;', '"') ?? '{}',
  ) as { templateId?: string };
  assert.ok(Object.values(demo.templates).includes(templateId ?? ''));

  const forwarded = await read({ 'X-Forwarded-For': '203.0.113.7' });
  assert.ok(forwarded.text.includes(templateId ?? ''));
  assert.ok(!forwarded.text.includes(demo.apiKey));
  // Clients see another address than this machine's.
  await fillDocs(service.app, demo, 'https://cards.example.org');
  assert.ok(!(await read({})).text.includes(demo.apiKey));
});

test('a service without a demo has neither key nor ids', async () => {
  const plain = await startTestService();
  try {
    assert.match(await (await checkedFetch(`${plain.url}/docs`)).text(), /name="platen-demo" content=""/);
  } finally {
    await plain.close();
  }
});
