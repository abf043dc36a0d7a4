import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { TemplateDocument } from '../../generated/template.ts';
import { requestBatch, submit, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { makeDamagedJpeg } from '../helpers/pictures.ts';
import { readJob } from '../helpers/queue.ts';
import { listZip } from '../helpers/zip.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, document);
});
after(() => service.close());

const formula = '=HYPERLINK("https://a.example", "title")';
const box = { x: 0, y: 0, width: 40, height: 10, fontSize: 8 };
const document: Partial<TemplateDocument> = {
  variables: [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'photo', type: 'image', label: 'Photo' },
  ],
  elements: [
    { type: 'text', id: 'grüße', ...box, text: '{{title}}', overflow: 'clip' },
    { type: 'text', id: formula, ...box, y: 10, text: '{{title}}', overflow: 'shrink', minFontSize: 1 },
    { type: 'image', id: 'photo', x: 30, y: 10, width: 10, height: 10, src: '{{photo}}' },
  ],
};
const long = 'a title with many words';
const rows = [{ title: 'a' }, { title: long }, { photo: 'https://127.0.0.1/a.png' }, { title: long }];

async function run(json: object): Promise<string> {
  const jobId = await submitJob(service, tenant, { template: { templateId }, rows, ...json });
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  return jobId;
}

async function getArchive(jobId: string) {
  const { status, bytes } = await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
  assert.equal(status, 200);
  return await listZip(Buffer.from(bytes));
}

const found = [
  {
    code: 'TEXT_OVERFLOW',
    elementId: 'grüße',
    detail: 'The text does not fit its box of 40 × 10 px: its 3 lines are 29 px high.',
  },
  {
    code: 'TEXT_SHRUNK',
    elementId: formula,
    detail: /^The text was made smaller to fit its box: \d+\.\d %\.$/,
  },
];

test('items have the warnings of their rows; the archive only has images', async () => {
  const jobId = await run({});
  const answer = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
  const { data } = answer.json as {
    data: { status: string; warningCount: number; warnings: { detail: string }[] }[];
  };
  assert.deepEqual(
    data.map(({ status, warningCount, warnings }) => [status, warningCount, warnings.length]),
    [
      ['SUCCESS', 0, 0],
      ['SUCCESS', 2, 2],
      ['FAILED', 0, 0],
      ['SUCCESS', 2, 2],
    ],
  );
  const [overflow, shrunk] = data[1]?.warnings ?? [];
  assert.deepEqual(overflow, found[0]);
  assert.deepEqual({ ...shrunk, detail: '' }, { ...found[1], detail: '' });
  assert.match(shrunk?.detail ?? '', found[1]?.detail as RegExp);
  assert.deepEqual(
    (await getArchive(jobId)).map(({ name }) => name),
    ['image-000.png', 'image-001.png', 'image-003.png'],
  );
});

test('an archive lists the warnings of its rows where the submission asks for it', async () => {
  for (const format of ['png', 'pdf']) {
    const jobId = await run({ template: { templateId, format }, includeWarnings: true });
    const files = await getArchive(jobId);
    assert.deepEqual(
      files.map(({ name }) => name),
      [...['000', '001', '003'].map((index) => `image-${index}.${format}`), 'warnings.csv'],
    );
    const records = parse(files.at(-1)?.content ?? '', { bom: true });
    assert.deepEqual(
      records.map((cells) => cells.slice(0, 4)),
      [
        ['rowIndex', 'filename', 'code', 'elementId'],
        ['1', `image-001.${format}`, 'TEXT_OVERFLOW', 'grüße'],
        ['1', `image-001.${format}`, 'TEXT_SHRUNK', `'${formula}`],
        ['3', `image-003.${format}`, 'TEXT_OVERFLOW', 'grüße'],
        ['3', `image-003.${format}`, 'TEXT_SHRUNK', `'${formula}`],
      ],
    );
  }
});

test('a damaged picture of a row is shown as far as it goes, with its warning, in each format', async () => {
  const photo = `data:image/jpeg;base64,${(await makeDamagedJpeg()).toString('base64')}`;
  for (const format of ['png', 'pdf', 'zpl']) {
    const jobId = await run({ template: { templateId, format }, rows: [{ photo }] });
    const { json } = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
    const { data } = json as {
      data: { status: string; warnings: { code: string; elementId: string }[] }[];
    };
    assert.deepEqual(
      data.map(({ status, warnings }) => [status, warnings[0]?.code, warnings[0]?.elementId]),
      [['SUCCESS', 'PICTURE_INCOMPLETE', 'photo']],
      format,
    );
  }
});

test('a repeated submission is the same with and without the list', async () => {
  const body = { template: { templateId }, rows };
  const first = await submit(service, tenant, body, 'key');
  const again = await submit(service, tenant, { ...body, includeWarnings: true }, 'key');
  assert.deepEqual([first.status, again.status], [202, 202]);
  assert.equal((again.json as { jobId: string }).jobId, (first.json as { jobId: string }).jobId);
  const { status, json } = await submit(service, tenant, { ...body, includeWarnings: 'yes' });
  assert.deepEqual(
    [status, (json as { errors: { pointer: string }[] }).errors[0]?.pointer],
    [400, '/includeWarnings'],
  );
});

test('with preflight, items and the archive say how severe each warning is, also of sheets', async () => {
  const stroke = { color: '#000', width: 0.05 };
  const forPrint = await addTemplate(service.db, tenant, {
    viewport: { width: 60, height: 30 },
    viewportUnit: 'mm',
    viewportOutputIntent: 'print',
    bleed: 3,
    variables: [{ name: 'title', type: 'text', label: 'Title' }],
    elements: [
      { type: 'line', id: 'thin', x: 5, y: 5, width: 50, height: 0, stroke },
      {
        ...box,
        type: 'text',
        id: 'fits',
        x: 5,
        y: 10,
        text: '{{title}}',
        overflow: 'shrink',
        minFontSize: 1,
      },
    ],
  });
  const found = [
    ['LINE_TOO_THIN', 'thin', 'error'],
    ['TEXT_SHRUNK', 'fits', 'advice'],
  ];
  const submitWith = async (given: object, options: object) =>
    await run({
      template: { templateId: forPrint, format: 'pdf', options },
      rows: [{ title: long }],
      ...given,
    });
  const listItems = async (jobId: string) => {
    const { json } = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
    const { data } = json as {
      data: { warnings: { code: string; elementId: string; severity?: string }[] }[];
    };
    return data.flatMap(({ warnings }) =>
      warnings.map(({ code, elementId, severity }) => [code, elementId, severity]),
    );
  };
  const jobId = await submitWith({ includeWarnings: true }, { preflight: true });
  assert.deepEqual(await listItems(jobId), found);
  const table = (await getArchive(jobId)).find(({ name }) => name === 'warnings.csv');
  const records = parse(table?.content ?? '', { bom: true });
  assert.deepEqual(
    records.map((cells) => [cells[2], cells[3], cells.at(-1)]),
    [['code', 'elementId', 'severity'], ...found],
  );
  const onSheets = await submitWith({ sheet: { columns: 2, rows: 2 } }, { preflight: true });
  assert.deepEqual(await listItems(onSheets), found);
  const without = await submitWith({}, {});
  assert.deepEqual(await listItems(without), [['TEXT_SHRUNK', 'fits', undefined]]);
  const refused = await submit(service, tenant, {
    template: { templateId, format: 'pdf', options: { preflight: true } },
    rows,
  });
  assert.deepEqual(
    [refused.status, (refused.json as { errors: { pointer: string }[] }).errors[0]?.pointer],
    [400, '/template/options/preflight'],
  );
});
