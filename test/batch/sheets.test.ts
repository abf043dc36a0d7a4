import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
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
import { readPdf } from '../helpers/pages.ts';
import { readJob } from '../helpers/queue.ts';
import { checkedFetch } from '../helpers/requests.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, document);
});
after(() => service.close());

const document: Partial<TemplateDocument> = {
  viewport: { width: 85, height: 54 },
  viewportUnit: 'mm',
  variables: [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'photo', type: 'image', label: 'Photo' },
  ],
  elements: [
    { type: 'text', id: 'title', x: 5, y: 5, width: 60, height: 10, fontSize: 5, text: '{{title}}' },
    { type: 'image', id: 'photo', x: 65, y: 5, width: 15, height: 15, src: '{{photo}}' },
  ],
};
const items: NonNullable<TemplateDocument['variables']>[number] = {
  name: 'items',
  type: 'list',
  label: 'Items',
  fields: [
    { name: 'name', type: 'text', label: 'Name' },
    { name: 'price', type: 'number', label: 'Price' },
  ],
};
const lines: NonNullable<TemplateDocument['elements']>[number] = {
  type: 'table',
  id: 'lines',
  width: 75,
  rows: '{{ items }}',
  body: { fontSize: 3, padding: 1 },
  columns: [
    { header: 'Article', value: '{{ item.name }}' },
    { header: 'Price', value: '{{ item.price }}', width: 20, format: 'number' },
  ],
  total: { cells: ['Total', '{{ sum(items.map(x, x.price)) }}'] },
};
const sheet = { columns: 2, rows: 5, gap: 1, rowGap: 0, cutMarks: true };
const rows = Array.from({ length: 12 }, (_, index) => ({ title: `Guest ${index}` }));
const failing = { photo: 'https://127.0.0.1/a.png' };
const template = () => ({ templateId, format: 'pdf' });

async function run(json: object): Promise<string> {
  const jobId = await submitJob(service, tenant, { template: template(), rows, sheet, ...json });
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  return jobId;
}

const result = (jobId: string, delivery: string) =>
  requestBatch(service, 'GET', `/${jobId}/result?delivery=${delivery}`, tenant);

test('the rows are one PDF of sheets; rows that fail leave no gap', async () => {
  const jobId = await run({ rows: [failing, ...rows] });
  const { status, bytes, headers } = await result(jobId, 'pdf');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename=".+\.pdf"$/);
  const pdf = await PDFDocument.load(bytes);
  assert.deepEqual(
    pdf.getPages().map((page) => page.node.normalizedEntries().XObject.entries().length),
    [10, 2],
  );
  const job = await requestBatch(service, 'GET', `/${jobId}`, tenant);
  const { downloadUrl, completedItems, failedItems } = job.json as Record<string, unknown>;
  assert.deepEqual([completedItems, failedItems], [12, 1]);
  assert.match(String(downloadUrl), /\/files\/[0-9a-f-]+\.pdf\?expires=/);
  const downloaded = await checkedFetch(String(downloadUrl));
  assert.equal(downloaded.headers.get('content-type'), 'application/pdf');
  assert.deepEqual(Buffer.from(await downloaded.arrayBuffer()), Buffer.from(bytes));

  const zip = await result(jobId, 'zip');
  assert.equal(zip.status, 400);
  assert.equal((zip.json as { code: string }).code, 'BATCH_INVALID_DELIVERY');
  assert.match((zip.json as { detail: string }).detail, /expected url or pdf but received zip/);
  const archive = await result(await run({ sheet: undefined }), 'pdf');
  assert.equal((archive.json as { code: string }).code, 'BATCH_INVALID_DELIVERY');
});

test('sheets that cannot be made are refused with the field and the reason', async () => {
  const refuse = async (json: object, pointer: string, reason: RegExp) => {
    const body = { template: template(), rows, sheet, ...json };
    const { status, json: answer } = await submit(service, tenant, body);
    assert.equal(status, 400, JSON.stringify(answer));
    const { errors = [] } = answer as { errors?: { pointer: string; detail: string }[] };
    assert.equal(errors[0]?.pointer, pointer);
    assert.match(errors[0]?.detail ?? '', reason);
  };
  await refuse({ template: { templateId } }, '/sheet', /format is png/);
  await refuse({ includeWarnings: true }, '/includeWarnings', /items of the job list the warnings/);
  await refuse({ sheet: { columns: 3, rows: 5 } }, '/sheet/columns', /^3 columns of 85 mm .* need 275 mm/);
  await refuse({ sheet: { columns: 2, rows: 7 } }, '/sheet/rows', /7 rows of 54 mm .* need 398 mm/);
  await refuse({ sheet: { ...sheet, margin: 1 } }, '/sheet/margin', /at least 3 mm/);
  await refuse({ sheet: { columns: 0, rows: 1 } }, '/sheet/columns', /./);
  await refuse({ sheet: { ...sheet, paper: 'A9' } }, '/sheet/paper', /A4/);
  const { elements = [], ...paged } = document;
  const several = await addTemplate(service.db, tenant, { ...paged, pages: [{ id: 'one', elements }] });
  await refuse({ template: { templateId: several, format: 'pdf' } }, '/sheet', /list of pages/);
  const flow = { id: 'one', flow: true, layout: { direction: 'column' as const }, elements: [lines] };
  const flowing = await addTemplate(service.db, tenant, { ...paged, variables: [items], pages: [flow] });
  await refuse({ template: { templateId: flowing, format: 'pdf' }, rows: [{}] }, '/sheet', /list of pages/);
  const tall = { ...document, viewport: { width: 85, height: { min: 10, max: 50 } } };
  const taller = await addTemplate(service.db, tenant, tall);
  await refuse({ template: { templateId: taller, format: 'pdf' } }, '/sheet', /as tall as its content/);
  const followed = await addTemplate(service.db, tenant, { ...document, append: ['terms.pdf'] });
  await refuse({ template: { templateId: followed, format: 'pdf' } }, '/sheet', /\("append"\)/);
});

test("labels of a maker's sheet begin at a free one, and are copied as often as each row says", async () => {
  const label = {
    ...document,
    viewport: { width: 63.5, height: 38.1 },
    variables: [...(document.variables ?? []), { name: 'labels', type: 'number' as const, label: 'Labels' }],
    elements: [
      ...(document.elements ?? []).slice(0, 1),
      { type: 'image' as const, id: 'photo', x: 45, y: 20, width: 15, height: 15, src: '{{photo}}' },
    ],
  };
  const labelTemplate = { templateId: await addTemplate(service.db, tenant, label), format: 'pdf' };
  const counts = [2, 20, 1];
  const given = counts.map((labels, index) => ({ title: `Guest ${index}`, labels: String(labels) }));
  const preset = { preset: 'avery-l7160', startAt: 3, copies: 'labels' };
  const jobId = await run({
    template: labelTemplate,
    rows: [...given, { ...failing, labels: '5' }],
    sheet: preset,
  });
  const pages = await readPdf((await result(jobId, 'pdf')).bytes);
  const mm = (px: number) => Math.round((px * 25.4 * 10) / 96) / 10;
  assert.deepEqual(
    pages.map(({ items: texts }) => texts.length),
    [19, 4],
    'two cells are used; the row that failed takes none',
  );
  const [first] = pages[0]?.items ?? [];
  assert.equal(first?.text, 'Guest 0');
  assert.equal(mm(first?.x ?? 0), mm(((7.21 + 2 * 66.04 + 5) * 96) / 25.4));
  const used = await requestBatch(service, 'GET', `/${jobId}`, tenant);
  assert.equal((used.json as { completedItems: number }).completedItems, 3);

  const refuse = async (part: object, pointer: string, reason: RegExp) => {
    const body = { template: labelTemplate, rows: given, sheet: { ...preset, ...part } };
    const { status, json } = await submit(service, tenant, body);
    assert.equal(status, 400, JSON.stringify(json));
    const [error] = (json as { errors: { pointer: string; detail: string }[] }).errors;
    assert.equal(error?.pointer, pointer);
    assert.match(error?.detail ?? '', reason);
  };
  await refuse({ copies: 'title' }, '/rows/0/title', /whole number from 1 to 1000, but is "Guest 0"/);
  await refuse({ copies: 'label' }, '/sheet/copies', /Did you mean "labels"/);
  await refuse({ copies: 0 }, '/sheet/copies', /./);
  await refuse({ startAt: 22 }, '/sheet/startAt', /number 22, but a sheet has 21 cells/);
  await refuse({ columns: 4 }, '/sheet/columns', /avery-l7160 has the columns 3, not 4/);
  await refuse({ preset: 'avery-3475', cutMarks: true }, '/sheet/cutMarks', /are cut/);
  await refuse({ preset: 'herma-4606' }, '/sheet/preset', /38.1 × 21.2 mm, but .* 63.5 × 38.1 mm/);
  await refuse({ preset: 'avery-0000' }, '/sheet/preset', /./);
  await refuse({ backs: 'long-edge' }, '/sheet/backs', /two pages, but the template has one page/);
});

test('second pages are printed on the backs, in stacks that are cut', async () => {
  const { elements: _, ...paged } = document;
  const side = (id: string) => ({
    id,
    elements: [
      {
        type: 'text' as const,
        id: `${id}-text`,
        x: 5,
        y: 5,
        width: 70,
        height: 10,
        fontSize: 5,
        text: `${id} {{title}}`,
      },
    ],
  });
  const cards = await addTemplate(service.db, tenant, { ...paged, pages: [side('front'), side('back')] });
  const cardTemplate = { templateId: cards, format: 'pdf' };
  const stacks = { preset: 'avery-c32011', order: 'stack', backs: 'long-edge' };
  const jobId = await run({ template: cardTemplate, sheet: stacks });
  const pages = await readPdf((await result(jobId, 'pdf')).bytes);
  const texts = pages.map(({ items: found }) =>
    found.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ text }) => text.replace('Guest ', '')),
  );
  assert.deepEqual(
    texts.map((page) => page.slice(0, 4)),
    [
      ['front 0', 'front 2', 'front 4', 'front 6'],
      ['back 2', 'back 0', 'back 6', 'back 4'],
      ['front 1', 'front 3', 'front 5', 'front 7'],
      ['back 3', 'back 1', 'back 7', 'back 5'],
    ],
  );
  const repeated = { ...side('back'), repeat: { each: '{{ items }}' } };
  const many = await addTemplate(service.db, tenant, {
    ...paged,
    variables: [items, ...(document.variables ?? [])],
    pages: [side('front'), repeated],
  });
  const body = { template: { templateId: many, format: 'pdf' }, rows, sheet: stacks };
  const { status, json } = await submit(service, tenant, body);
  assert.equal(status, 400);
  assert.match(JSON.stringify(json), /\/sheet\/backs.*"back\\" of the template can become more or fewer/);
});

test('tables stand in the cells; rows beyond their height are left out with a warning', async () => {
  const priced = { ...document, variables: [items], elements: [{ ...lines, x: 5, y: 5, height: 44 }] };
  const menu = await addTemplate(service.db, tenant, priced);
  const cards = [1, 2, 3, 9].map((count) => ({
    items: Array.from({ length: count }, (_, index) => ({ name: `Tea ${count}.${index}`, price: '1.5' })),
  }));
  const jobId = await run({ template: { templateId: menu, format: 'pdf' }, rows: cards });
  const [page, ...more] = await readPdf((await result(jobId, 'pdf')).bytes);
  assert.equal(more.length, 0);
  const textsIn = (column: number, line: number): string[] =>
    (page?.items ?? [])
      .filter(({ x, y }) => Number(x > 397) === column && Math.floor((y - 51) / 204) === line)
      .map(({ text }) => text);
  const card = (count: number, total: string) => [
    'Article',
    'Price',
    ...Array.from({ length: count }, (_, index) => [`Tea ${count}.${index}`, '1.5']).flat(),
    'Total',
    total,
  ];
  assert.deepEqual(textsIn(0, 0), card(1, '1.5'));
  assert.deepEqual(textsIn(1, 0), card(2, '3'));
  assert.deepEqual(textsIn(0, 1), card(3, '4.5'));
  const shown = textsIn(1, 1);
  assert.deepEqual(shown.slice(0, 4), ['Article', 'Price', 'Tea 9.0', '1.5']);
  assert.equal(shown.includes('Tea 9.8'), false);
  const { json } = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
  const warned = (json as { data: { warnings?: { code: string; elementId: string }[] }[] }).data;
  assert.deepEqual(
    warned.map(({ warnings = [] }) => warnings.map(({ code, elementId }) => `${code} ${elementId}`)),
    [[], [], [], ['TABLE_OVERFLOW lines']],
  );
});

test('a submission with other sheets is another one', async () => {
  const send = (given: object) =>
    submit(service, tenant, { template: template(), rows, sheet: given }, 'badges');
  const first = await send(sheet);
  assert.equal(first.status, 202);
  const again = await send({ ...sheet, margin: 10, paper: 'A4' });
  const { jobId } = first.json as { jobId: string };
  assert.equal((again.json as { jobId: string }).jobId, jobId, 'defaults may be given');
  assert.equal((await send({ ...sheet, gap: 2 })).status, 409);
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
});
