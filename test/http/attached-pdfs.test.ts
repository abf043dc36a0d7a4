/** PDFs before and after the pages of a template, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { readUsage } from '../../src/store/quota.ts';
import { requestBatch, submit, submitJob } from '../helpers/batch.ts';
import { makeBusyPdf, makeEncryptedPdf, makePdf } from '../helpers/foreign-pdfs.ts';
import {
  createTenant,
  plainDocument,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { readPdf } from '../helpers/pages.ts';
import { readJob } from '../helpers/queue.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { listZip, makeZip } from '../helpers/zip.ts';

const document = {
  ...plainDocument,
  viewport: { width: 200, height: 100 },
  variables: [{ name: 'title', type: 'text', label: 'Title' }],
  elements: [{ type: 'text', id: 'a', x: 5, y: 5, width: 190, height: 20, text: '{{title}}' }],
  prepend: ['letterhead.pdf'],
  append: ['legal/terms.pdf'],
};

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db, { mayAuthor: true });
  const files = { 'letterhead.pdf': await makePdf(['Letter']), 'legal/terms.pdf': await makeBusyPdf() };
  const { status, json } = await importTemplate(document, files);
  assert.equal(status, 201);
  templateId = (json as { id: string }).id;
});
after(() => service.close());

function importTemplate(json: object, files: Readonly<Record<string, Buffer>>) {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
  return service.send('POST', `/api/v1/projects/${tenant.projectId}/templates`, {
    key: tenant.apiKey,
    body: makeZip([{ name: 'template.json', content: JSON.stringify(json) }, ...entries]),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
}

const generate = (json: object) =>
  service.send('POST', `/api/v1/templates/${templateId}/generate`, { key: tenant.apiKey, json });

async function readTexts(data: Uint8Array): Promise<string[]> {
  return (await readPdf(data)).map(({ items }) => items.map(({ text }) => text).join(' '));
}

test('a PDF has them around its own pages, and one render is charged', async () => {
  const before = (await readUsage(service.db, tenant.workspaceId, new Date())).used;
  const { status, bytes, headers } = await generate({ variables: { title: 'Own' }, format: 'pdf' });
  assert.equal(status, 200);
  assert.deepEqual(await readTexts(bytes), ['Letter', 'Own', 'First', 'Second']);
  assert.equal(headers.get('x-page-count'), '1');
  assert.equal(headers.get('x-render-warnings'), '1');
  assert.equal(headers.get('x-render-warning-details'), 'PDF_PART_LEFT_OUT;element="append"');
  assert.equal((await readUsage(service.db, tenant.workspaceId, new Date())).used, before + 1);
});

test('a password opens all of its pages', async () => {
  const options = { password: 'open sesame' };
  const { bytes } = await generate({ variables: {}, format: 'pdf', options });
  await assert.rejects(readPdf(bytes), { name: 'PasswordException' });
  const opened = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, ...options }).promise;
  assert.equal(opened.numPages, 4);
  const { items } = await (await opened.getPage(4)).getTextContent();
  assert.match(items.map((item) => ('str' in item ? item.str : '')).join(''), /Second/u);
  await opened.destroy();
});

test('pictures have their own pages only, which is a warning', async () => {
  const { status, headers } = await generate({ variables: {}, format: 'png' });
  assert.equal(status, 200);
  const details = 'PDF_LEFT_OUT;element="prepend", PDF_LEFT_OUT;element="append"';
  assert.equal(headers.get('x-render-warning-details'), details);
  const second = await generate({ variables: {}, format: 'png', options: { page: 2 } });
  assert.deepEqual([second.status, second.problem.errors[0]?.pointer], [400, '/options/page']);
});

test('each file of a batch has them; sheets refuse them', async () => {
  const rows = [{ title: 'A' }, { title: 'B' }];
  const body = { template: { templateId, format: 'pdf' }, rows };
  const jobId = await submitJob(service, tenant, body);
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  const { bytes } = await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
  const files = (await listZip(Buffer.from(bytes))).filter(({ name }) => name.endsWith('.pdf'));
  const texts = await Promise.all(files.map(({ content }) => readTexts(content)));
  assert.deepEqual(
    texts,
    rows.map(({ title }) => ['Letter', title, 'First', 'Second']),
  );
  const { status, problem } = await submit(service, tenant, { ...body, sheet: { columns: 1, rows: 2 } });
  assert.deepEqual([status, problem.errors[0]?.pointer], [400, '/sheet']);
});

test('an import refuses PDFs that cannot be used, with their names', async () => {
  const whole = await makePdf(['A']);
  for (const [bytes, reason] of [
    [await makeEncryptedPdf(), /"letterhead\.pdf" is encrypted/u],
    [whole.subarray(0, whole.length - 20), /"letterhead\.pdf" is cut off/u],
    [Buffer.concat([Buffer.alloc(1024), whole]), /"letterhead\.pdf" is no PDF by its content/u],
  ] as const) {
    const { status, json } = await importTemplate(document, {
      'letterhead.pdf': bytes,
      'legal/terms.pdf': whole,
    });
    assert.equal(status, 400);
    assert.match(JSON.stringify(json).replaceAll('\\"', '"'), reason);
  }
  const { status, json } = await importTemplate(document, { 'letterhead.pdf': whole });
  assert.equal(status, 400);
  assert.match(JSON.stringify(json), /no file .*legal\/terms\.pdf/u);
});
