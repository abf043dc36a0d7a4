/** What printed documents have, by every way to the service: pictures and codes in tables, styles by row,
 * groups of pages, pages of other PDFs, passwords. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

import { requestBatch, submit, submitJob } from '../helpers/batch.ts';
import { rasterisePages, readCodes } from '../helpers/codes.ts';
import { makePdf } from '../helpers/foreign-pdfs.ts';
import { createTenant, shareTestService, type Tenant, type TestService } from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { connectOverHttp, type Agent } from '../helpers/mcp.ts';
import { readPdf } from '../helpers/pages.ts';
import { readAloud } from '../helpers/pdf.ts';
import { readJob } from '../helpers/queue.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { listZip, makeZip } from '../helpers/zip.ts';

const lines = {
  name: 'lines',
  type: 'list',
  fields: ['name', 'ean', 'place', 'photo', 'state'].map((name) => ({ name, type: 'text' })),
};
/** A letter and a bill for each customer: one entry is one page each. */
const document = {
  schemaVersion: 1,
  name: 'Bills',
  title: 'Bills of {{ month }}',
  viewport: { width: 480, height: 300 },
  background: '#ffffff',
  language: 'en',
  variables: [
    { name: 'month', type: 'text', required: true },
    { name: 'customers', type: 'list', fields: [{ name: 'name', type: 'text' }, lines] },
  ],
  pages: [
    {
      id: 'mail',
      repeat: { each: '{{ customers }}', as: 'c' },
      pages: [
        { id: 'letter', elements: [text('greeting', 'Dear {{ c.name }}')] },
        {
          id: 'bill',
          elements: [
            {
              type: 'table',
              id: 'table',
              x: 20,
              y: 20,
              width: 440,
              rows: '{{ c.lines }}',
              header: null,
              body: { color: '{{ item.state == "late" ? "#ff0000" : "#000000" }}', padding: 6 },
              columns: [
                {
                  width: 70,
                  cell: { type: 'image', src: '{{ item.photo }}', height: 40, alt: '{{ item.name }}' },
                },
                { value: '{{ item.name }}' },
                { width: 90, cell: { type: 'qrcode', value: '{{ item.place }}', height: 72 } },
                {
                  cell: {
                    type: 'barcode',
                    symbology: 'ean13',
                    value: '{{ item.ean }}',
                    height: 60,
                    width: 150,
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  append: ['terms.pdf'],
};
const bolt = { name: 'Bolt', ean: '4006381333931', place: 'A-1', photo: 'bolt.png', state: 'late' };
const nut = { name: 'Nut', ean: '9780201379624', place: 'B-2', photo: '', state: 'paid' };
const ada = { name: 'Ada', lines: [bolt, nut] };
const bob = { name: 'Bob', lines: [nut] };
const variables = { month: 'May', customers: [ada, bob] };

function text(id: string, shown: string) {
  return { type: 'text', id, x: 20, y: 20, width: 400, height: 30, text: shown };
}

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db, { mayAuthor: true, plan: 'enterprise' });
  templateId = await importZip(makeZip(await getFiles()));
});
after(() => service.close());

async function getFiles() {
  const red = { create: { width: 60, height: 40, channels: 3, background: '#cc0000' } } as const;
  return [
    { name: 'template.json', content: JSON.stringify(document) },
    { name: 'bolt.png', content: await sharp(red).png().toBuffer() },
    { name: 'terms.pdf', content: await makePdf(['Terms']) },
  ];
}

async function importZip(body: Buffer): Promise<string> {
  const { status, json } = await service.send('POST', `/api/v1/projects/${tenant.projectId}/templates`, {
    key: tenant.apiKey,
    body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  assert.equal(status, 201, JSON.stringify(json));
  return (json as { id: string }).id;
}

/** The PDF as Ada's and Bob's letters and bills, with what a reader of codes finds in it. */
async function checkPdf(data: Uint8Array): Promise<void> {
  const texts = (await readPdf(data)).map(({ items }) => items.map((item) => item.text).join(' '));
  assert.deepEqual(
    texts.map(
      (page) =>
        page
          .replaceAll(/\d{6,}|\s+/gu, ' ')
          .trim()
          .split(' ')[0],
    ),
    ['Dear', 'Bolt', 'Dear', 'Nut', 'Terms'],
  );
  assert.deepEqual([texts[0], texts[2]], ['Dear Ada', 'Dear Bob']);
  const pages = await rasterisePages(data, 3);
  assert.deepEqual(await listCodes(pages[1]!), ['4006381333931', '9780201379624', 'A-1', 'B-2']);
  assert.deepEqual(await listCodes(pages[3]!), ['9780201379624', 'B-2']);
  assert.match(JSON.stringify(await readAloud(data, 2)), /\["Figure","alt: Bolt"\]/u);
}

const listCodes = async (picture: Uint8Array) =>
  (await readCodes(picture)).map((code) => code.text).toSorted();

const generate = (json: object) =>
  service.send('POST', `/api/v1/templates/${templateId}/generate`, { key: tenant.apiKey, json });

test('a request renders what an archive has brought', async () => {
  const { status, bytes, headers } = await generate({ variables, format: 'pdf' });
  assert.equal(status, 200);
  assert.equal(headers.get('x-page-count'), '4');
  await checkPdf(bytes);
});

test('each file of a batch has them, lists as arrays or as JSON; a wrong code fails its row', async () => {
  const wrong = { name: 'Ada', lines: [bolt, { ...nut, ean: '12' }] };
  const rows = [
    variables,
    { month: 'May', customers: JSON.stringify([ada, bob]) },
    { month: 'June', customers: [wrong] },
  ];
  const jobId = await submitJob(service, tenant, { template: { templateId, format: 'pdf' }, rows });
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  const { json } = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
  const items = (json as { data: { status: string; error: { detail: string } | null }[] }).data;
  assert.deepEqual(
    items.map(({ status }) => status),
    ['SUCCESS', 'SUCCESS', 'FAILED'],
  );
  assert.match(JSON.stringify(items[2]), /row 2, column 4 of the table \\"table/u);
  const { bytes } = await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
  const files = (await listZip(Buffer.from(bytes))).filter(({ name }) => name.endsWith('.pdf'));
  assert.equal(files.length, 2);
  for (const { content } of files) await checkPdf(content);
});

test('a password encrypts all of them; batches and image URLs have none', async () => {
  const password = 'open sesame';
  const { bytes } = await generate({ variables, format: 'pdf', options: { password } });
  await assert.rejects(readPdf(bytes), { name: 'PasswordException' });
  const opened = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, password }).promise;
  assert.equal(opened.numPages, 5);
  const { info } = await opened.getMetadata();
  assert.equal((info as { Title?: string }).Title, 'Bills of May');
  await opened.destroy();
  const refused = await submit(service, tenant, {
    template: { templateId, format: 'pdf', options: { password } },
    rows: [variables],
  });
  assert.equal(refused.status, 400);
  assert.match(JSON.stringify(refused.problem.errors), /password/u);
  const url = await getPicture('bills.png', `password=${encodeURIComponent(password)}`);
  assert.equal(url.status, 400);
  assert.match(JSON.stringify(url.problem), /password/u);
});

async function getPicture(file: string, query: string) {
  const key = await addUrlKey(service.db, tenant);
  const values = `v.month=May&v.customers=${encodeURIComponent(JSON.stringify([ada, bob]))}`;
  return await service.send('GET', signedTarget(key, { templateId, file, query: `${values}&${query}` }));
}

test('image URLs show a page of a group, with its codes, its picture and its styles by row', async () => {
  const { status, bytes } = await getPicture('bills.png', 'page=2&scale=2');
  assert.equal(status, 200);
  assert.deepEqual(await listCodes(bytes), ['4006381333931', '9780201379624', 'A-1', 'B-2']);
  // Only the first row is late: the second has no red letters, and no photo.
  const rows = await Promise.all([30, 130].map((top) => countColors(bytes, top)));
  assert.ok(rows[0]!.red > 50 && rows[0]!.photo > 1_000, JSON.stringify(rows));
  assert.deepEqual([rows[1]!.red, rows[1]!.photo], [0, 0], JSON.stringify(rows));
  const none = await getPicture('bills.png', 'page=5');
  assert.equal(none.status, 400);
});

/** How many pixels of a row of the table have the colour of late texts, and that of the photo. */
async function countColors(picture: Uint8Array, top: number) {
  const { data } = await sharp(picture)
    .extract({ left: 40, top: top * 2, width: 880, height: 150 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = { red: 0, photo: 0 };
  for (let at = 0; at < data.length; at += 3) {
    const color = data.readUIntBE(at, 3);
    if (color === 0xff0000) counts.red += 1;
    if (color === 0xcc0000) counts.photo += 1;
  }
  return counts;
}

test('agents check, preview and render them', async () => {
  const agent: Agent = await connectOverHttp(service.url, tenant.apiKey);
  try {
    const shown = await agent.call('preview_template', {
      templateId,
      variables,
      options: { page: 2, scale: 2 },
    });
    assert.match(shown.text, /page 2 of 4/u);
    assert.deepEqual(await listCodes(shown.picture!), ['4006381333931', '9780201379624', 'A-1', 'B-2']);
    const options = { password: 'open sesame' };
    const { text: answer } = await agent.call('render', { templateId, variables, format: 'pdf', options });
    const [url = ''] = /http\S+/u.exec(answer) ?? [];
    const file = Buffer.from(await (await checkedFetch(url)).arrayBuffer());
    await assert.rejects(readPdf(file), { name: 'PasswordException' });
    const broken = JSON.parse(
      JSON.stringify({ ...document, append: undefined }).replace('item.place', 'item.shelf'),
    ) as object;
    const problems = await agent.call('validate_template', { document: broken });
    assert.match(problems.text, /\/pages\/0\/pages\/1\/elements\/0\/columns\/2\/cell\/value.*shelf/su);
  } finally {
    await agent.close();
  }
});
