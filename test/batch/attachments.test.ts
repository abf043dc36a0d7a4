/** Invoices in a batch: each PDF carries the file that a value of its row is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { TemplateDocument } from '../../generated/template.ts';
import { requestBatch, submit, submitJob } from '../helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { invoiceXml } from '../helpers/invoice-xml.ts';
import { readJob } from '../helpers/queue.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { listZip } from '../helpers/zip.ts';

const document: Partial<TemplateDocument> = {
  variables: [
    { name: 'number', type: 'text', label: 'Number', required: true },
    { name: 'xml', type: 'text', label: 'Invoice for programs' },
    { name: 'total', type: 'number', label: 'Total' },
  ],
  elements: [
    { type: 'text', id: 'number', x: 0, y: 0, width: 40, height: 10, text: '{{number}}', fontSize: 8 },
  ],
};

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, document);
});
after(() => service.close());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const invoice = {
  name: 'factur-x.xml',
  mediaType: 'text/xml',
  relationship: 'Alternative',
  contentVariable: 'xml',
};
const facturx = 'EN 16931';
const whole = invoiceXml(facturx);

const getBody = (rows: readonly object[], options: Readonly<Record<string, unknown>>, more: object = {}) => ({
  template: { templateId, format: 'pdf', options },
  rows,
  ...more,
});

/** The one file that a PDF carries, and what the PDF claims. */
async function read(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const found = (await pdf.getAttachments()) as Record<string, { filename: string; content: Uint8Array }>;
  await pdf.destroy();
  const [file, ...others] = Object.values(found);
  assert.deepEqual(others, []);
  const said = Buffer.from(bytes).toString('latin1');
  return {
    file: [file?.filename, Buffer.from(file?.content ?? []).toString()],
    part: /<pdfaid:part>(\d)/u.exec(said)?.[1],
    profile: /<fx:ConformanceLevel>([^<]*)/u.exec(said)?.[1],
  };
}

test('each row has its own invoice; a row whose XML is not valid fails with the line', async () => {
  const xmls = [whole, whole.replace('380<', '380 <'), whole.replace('>119.00<', '>viel<')];
  const rows = xmls.map((xml, index) => ({ number: `R-${index}`, xml: base64(xml) }));
  const jobId = await submitJob(service, tenant, getBody(rows, { facturx, attachments: [invoice] }));
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  const { json } = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
  const { data } = json as { data: { status: string; error: string | null }[] };
  assert.deepEqual(
    data.map(({ status }) => status),
    ['SUCCESS', 'SUCCESS', 'FAILED'],
  );
  assert.match(data[2]?.error ?? '', /factur-x\.xml: .*Line \d+: .*viel/u);
  const { bytes } = await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
  const files = await listZip(Buffer.from(bytes));
  assert.deepEqual(await Promise.all(files.map(({ content }) => read(content))), [
    { file: ['factur-x.xml', xmls[0]], part: '3', profile: facturx },
    { file: ['factur-x.xml', xmls[1]], part: '3', profile: facturx },
  ]);
});

test('a single render takes the value of a variable, too', async () => {
  const answer = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: {
      variables: { number: 'R-1', xml: base64('<terms/>') },
      format: 'pdf',
      options: { attachments: [invoice] },
    },
  });
  assert.equal(answer.status, 200);
  assert.deepEqual((await read(answer.bytes)).file, ['factur-x.xml', '<terms/>']);
});

test('refuses values that are not files with the row or option, and charges nothing', async () => {
  const good = { number: 'R-1', xml: base64(whole) };
  const place = '/template/options/attachments/0';
  const large = 'A'.repeat(4 * 1024 * 1024);
  for (const [rows, options, pointers, more] of [
    [[good, { number: 'R-2' }], { facturx, attachments: [invoice] }, ['/rows/1/xml']],
    [[good, { ...good, xml: '' }], { attachments: [invoice] }, ['/rows/1/xml']],
    [
      [{ ...good, xml: '<a/>' }, good, { ...good, xml: 'YQ' }],
      { attachments: [invoice] },
      ['/rows/0/xml', '/rows/2/xml'],
    ],
    [[good], { attachments: [{ ...invoice, contentVariable: 'xm' }] }, [`${place}/contentVariable`]],
    [[good], { attachments: [{ ...invoice, contentVariable: 'total' }] }, [`${place}/contentVariable`]],
    [[good], { attachments: [{ ...invoice, content: '' }] }, [`${place}/content`]],
    [[good], { attachments: [{ ...invoice, contentVariable: undefined }] }, [`${place}/content`]],
    [[good], { attachments: [{ ...invoice, contentVariable: '' }] }, [`${place}/contentVariable`]],
    [[good], { facturx }, ['/template/options/facturx']],
    [[good], { facturx, attachments: [{ ...invoice, name: 'a.xml' }] }, ['/template/options/facturx']],
    [
      [good],
      { attachments: [invoice] },
      ['/template/options/attachments'],
      { sheet: { columns: 1, rows: 1 } },
    ],
    [
      [{ ...good, xml: large }],
      { attachments: [invoice, { ...invoice, name: 'b' }, { ...invoice, name: 'c' }] },
      ['/template/options/attachments/2/content'],
    ],
  ] as const) {
    const answer = await submit(service, tenant, getBody(rows, options, more));
    assert.deepEqual(
      [answer.status, answer.problem.errors.map(({ pointer }) => pointer)],
      [400, pointers],
      JSON.stringify(options),
    );
  }
});

test('submissions with one key have the same files', async () => {
  const rows = [{ number: 'R-1', xml: base64(whole) }];
  const body = getBody(rows, { facturx, attachments: [invoice] });
  const first = await submit(service, tenant, body, 'key');
  const again = await submit(service, tenant, body, 'key');
  assert.deepEqual([first.status, again.status], [202, 202]);
  const idOf = ({ json }: typeof first) => (json as { jobId: string }).jobId;
  assert.equal(idOf(again), idOf(first));
  const other = await submit(service, tenant, getBody(rows, { attachments: [invoice] }), 'key');
  assert.equal(other.status, 409);
});
