/** One design in several sizes, by every way to the service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { readUsage } from '../../src/store/quota.ts';
import { requestBatch, submit, submitJob } from '../helpers/batch.ts';
import { readJob } from '../helpers/queue.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { streamZip } from '../helpers/zip.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { connectOverHttp, sizeOfPicture } from '../helpers/mcp.ts';

/** Its page is red, and blue in the story; the bar shows the size by its width. */
const document: Partial<TemplateDocument> = {
  viewport: { width: 80, height: 40 },
  background: '#ff0000',
  variables: [{ name: 'accent', type: 'text', defaultValue: '#00ff00', defaultIsNeutral: true }],
  elements: [
    { type: 'rect', id: 'bar', x: 0, y: 0, width: 40, height: 10, fill: '{{ accent }}' },
    {
      type: 'rect',
      id: 'only-base',
      x: 60,
      y: 30,
      width: 20,
      height: 10,
      fill: '#000000',
      visible: '{{ size == "base" }}',
    },
  ],
  sizes: [
    {
      id: 'story',
      name: 'Story',
      viewport: { width: 36, height: 64 },
      background: '#0000ff',
      overrides: { bar: { width: 36, height: 64 } },
    },
    { id: 'card', name: 'Card', viewport: { width: 25.4, height: 12.7 }, viewportUnit: 'mm' },
  ],
};

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant, document);
});
after(() => service.close());

const generate = (json: object) =>
  service.send('POST', `/api/v1/templates/${templateId}/generate`, { key: tenant.apiKey, json });

/** The measures of a picture, and the colour of its corner at the lower right. */
async function look({ bytes }: Pick<Answer, 'bytes'>) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const corner = data.subarray(-3).toString('hex');
  return [info.width, info.height, corner];
}

const errorsOf = ({ json }: Answer) =>
  (json as { errors?: { pointer: string; detail: string }[] }).errors ?? [];

test('a size has its own page and elements; without one, and as base, it is the design itself', async () => {
  const base = await generate({ variables: {} });
  assert.deepEqual(await look(base), [80, 40, '000000']);
  assert.deepEqual((await generate({ variables: {}, options: { size: 'base' } })).bytes, base.bytes);
  const story = await generate({ variables: { accent: '#123456' }, options: { size: 'story' } });
  assert.deepEqual(await look(story), [36, 64, '123456']);
  assert.deepEqual(await look(await generate({ variables: {}, options: { size: 'card' } })), [
    96,
    48,
    'ff0000',
  ]);
});

test('an unknown size is refused with those that there are', async () => {
  const unknown = await generate({ variables: {}, options: { size: 'stroy' } });
  assert.equal(unknown.status, 400);
  assert.deepEqual(errorsOf(unknown), [
    {
      pointer: '/options/size',
      detail: 'The template has no size "stroy". Did you mean "story"? It has "base", "story", "card".',
    },
  ]);
});

test('discovery lists the sizes of a template; one without sizes has no such key', async () => {
  const read = async (id: string) =>
    (await service.send('GET', `/api/v1/templates/${id}`, { key: tenant.apiKey })).json as object;
  const found = (await read(templateId)) as { sizes: unknown };
  assert.deepEqual(found.sizes, [
    { id: 'story', name: 'Story', viewportSize: { width: 36, height: 64 }, viewportUnit: 'px' },
    { id: 'card', name: 'Card', viewportSize: { width: 25.4, height: 12.7 }, viewportUnit: 'mm' },
  ]);
  assert.ok(!('sizes' in (await read(await addTemplate(service.db, tenant, {})))));
});

test('image URLs have a size, whose measures the restrictions of the key are for', async () => {
  const key = await addUrlKey(service.db, tenant, { maxSidePx: 70 });
  const send = (query: string) => service.send('GET', signedTarget(key, { templateId, query }));
  assert.deepEqual(await look(await send('size=story')), [36, 64, '00ff00']);
  const base = await send('');
  assert.equal(base.status, 403);
  const unknown = await send('size=square');
  assert.equal(unknown.status, 400);
  assert.equal(errorsOf(unknown)[0]?.pointer, '/query/size');
  const open = await addUrlKey(service.db, tenant, {});
  const openly = (query: string) => service.send('GET', signedTarget(open, { templateId, query }));
  assert.deepEqual(await look(await openly('')), [80, 40, '000000']);
  assert.deepEqual(await look(await openly('size=story')), [36, 64, '00ff00']);
});

test('the default picture of an image URL has the size of the URL', async () => {
  const key = await addUrlKey(service.db, tenant, { hasFallback: true });
  const send = (query: string) => service.send('GET', signedTarget(key, { templateId, query }));
  assert.deepEqual(await look(await send('size=story&v.wrong=1')), [36, 64, '00ff00']);
  assert.deepEqual(await look(await send('size=square')), [80, 40, '000000']);
});

test('agents render a size, and see it', async () => {
  const agent = await connectOverHttp(service.url, tenant.apiKey);
  try {
    const answer = await agent.call('render', { templateId, options: { size: 'story' } });
    assert.deepEqual(await sizeOfPicture(answer), [36, 64]);
  } finally {
    await agent.close();
  }
});

interface JobItem {
  readonly rowIndex: number;
  readonly filename: string;
  readonly sizeId?: string;
}

async function runBatch(template: object, rows: readonly object[]) {
  const usedBefore = (await readUsage(service.db, tenant.workspaceId, new Date())).used;
  const jobId = await submitJob(service, tenant, { template: { templateId, ...template }, rows });
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  const { json } = await requestBatch(service, 'GET', `/${jobId}/items`, tenant);
  const zip = await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
  const used = (await readUsage(service.db, tenant.workspaceId, new Date())).used - usedBefore;
  return { items: (json as { data: JobItem[] }).data, entries: streamZip(Buffer.from(zip.bytes)), used };
}

test('a batch has a file for each row and size, which is named by it and charged', async () => {
  const rows = [{ accent: '#111111' }, { accent: '#222222' }];
  const { items, entries, used } = await runBatch({ sizes: ['story', 'base'] }, rows);
  assert.deepEqual(
    items.map(({ rowIndex, filename, sizeId }) => [rowIndex, filename, sizeId]),
    [
      [0, 'image-000-story.png', 'story'],
      [1, 'image-000-base.png', 'base'],
      [2, 'image-001-story.png', 'story'],
      [3, 'image-001-base.png', 'base'],
    ],
  );
  const looks = await Promise.all(entries.map((entry) => look({ bytes: entry.content })));
  assert.deepEqual(looks, [
    [36, 64, '111111'],
    [80, 40, '000000'],
    [36, 64, '222222'],
    [80, 40, '000000'],
  ]);
  assert.equal(used, 4);
});

test('a batch of all sizes has a folder for each, in which names are as without sizes', async () => {
  const output = { folders: true, filenamePattern: '{accent}' };
  const rows = [{ accent: '#aaa' }, { accent: '#aaa' }];
  const { items } = await runBatch({ sizes: 'all', output }, rows);
  assert.deepEqual(
    items.map(({ filename }) => filename),
    [
      'base/-aaa.png',
      'story/-aaa.png',
      'card/-aaa.png',
      'base/-aaa-2.png',
      'story/-aaa-2.png',
      'card/-aaa-2.png',
    ],
  );
});

test('sizes of a batch are refused with their places', async () => {
  const refuse = async (template: object, pointer: string, more: object = {}) => {
    const answer = await submit(service, tenant, {
      template: { templateId, ...template },
      rows: [{}],
      ...more,
    });
    assert.equal(answer.status, 400);
    assert.equal(errorsOf(answer)[0]?.pointer, pointer);
  };
  await refuse({ sizes: ['story', 'square'] }, '/template/sizes/1');
  await refuse({ sizes: ['story'], options: { size: 'card' } }, '/template/options/size');
  await refuse({ options: { size: 'square' } }, '/template/options/size');
  await refuse({ output: { folders: true } }, '/template/output/folders');
  await refuse({ output: { filenamePattern: '{size}' } }, '/template/output/filenamePattern');
  await refuse({ sizes: [] }, '/template/sizes');
  await refuse({ sizes: 'all', format: 'pdf' }, '/template/sizes', { sheet: { columns: 1, rows: 1 } });
});

test('a repeated submission with a key is the same job only with the same sizes', async () => {
  const key = `sizes ${templateId}`;
  const send = (sizes: unknown) =>
    service.send('POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      json: { template: { templateId, sizes }, rows: [{}] },
      headers: { 'Idempotency-Key': key },
    });
  const first = await send('all');
  assert.equal(first.status, 202);
  assert.equal((first.json as { totalItems: number }).totalItems, 3);
  const again = await send('all');
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual((again.json as { jobId: string }).jobId, (first.json as { jobId: string }).jobId);
  assert.equal((await send(['story'])).status, 409);
});
