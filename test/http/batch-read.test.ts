import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createKey, deleteKey } from '../../src/store/keys.ts';
import { requestBatch, complete, plainBatch, recordOutcomes, submitJob } from '../helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
  type TestService,
} from '../helpers/http.ts';

let service: TestService;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
});
after(() => service.close());

async function prepare() {
  const tenant = await createTenant(service.db);
  return { tenant, templateId: await addTemplate(service.db, tenant) };
}

interface Page {
  data: Record<string, unknown>[];
  pagination: { page: number; size: number; totalElements: number; totalPages: number };
}
const getPage = ({ json }: Answer) => json as Page;
const getIds = (answer: Answer) => getPage(answer).data.map(({ jobId }) => jobId);

/** Inserts jobs with the given states, newest first; `at` is the age in seconds, the index by default. */
async function insertJobs(
  tenant: { accountId: string; workspaceId: string },
  jobs: readonly { status: string; origin?: string; at?: number }[],
): Promise<string[]> {
  const ids = jobs.map(() => randomUUID());
  const now = Date.now();
  const [charge] = await service
    .db('quota_entries')
    .insert({
      workspace_id: tenant.workspaceId,
      account_id: tenant.accountId,
      starts_at: new Date(),
      renders: 1,
      cause: randomUUID(),
      state: 'SETTLED',
    })
    .returning<{ id: string }[]>('id');
  await service.db('batch_jobs').insert(
    jobs.map(({ status, origin = 'API_KEY', at }, index) => ({
      id: ids[index],
      workspace_id: tenant.workspaceId,
      account_id: tenant.accountId,
      origin,
      template_id: randomUUID(),
      template_name: 'Card',
      project_id: randomUUID(),
      project_name: 'Cards',
      format: 'png',
      options: '{}',
      charge_id: charge?.id,
      status,
      total_items: 3,
      created_at: new Date(now - (at ?? index) * 1000),
      completed_at: ['PENDING', 'PROCESSING'].includes(status) ? null : new Date(now),
    })),
  );
  return ids;
}

test('a job has its progress, its first five failures in order and its duration', async () => {
  const { tenant, templateId } = await prepare();
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 12));
  const read = async () =>
    (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as Record<string, unknown>;
  const pending = await read();
  assert.deepEqual(
    [pending['status'], pending['startedAt'], pending['processedItems'], pending['errors']],
    ['PENDING', null, 0, []],
  );

  await recordOutcomes(service.db, jobId, { succeeded: [0, 5, 7], failed: [11, 9, 2, 4, 6, 8] });
  const processing = await read();
  assert.deepEqual(
    [
      'status',
      'totalItems',
      'completedItems',
      'failedItems',
      'processedItems',
      'completedAt',
      'renderTimeMs',
    ].map((name) => processing[name]),
    ['PROCESSING', 12, 3, 6, 9, null, null],
  );
  assert.deepEqual(
    processing['errors'],
    [2, 4, 6, 8, 9].map((itemIndex) => ({ itemIndex, error: `Row ${itemIndex} failed.` })),
  );
  assert.equal(processing['downloadUrl'], null);

  await recordOutcomes(service.db, jobId, { succeeded: [1, 3, 10] });
  assert.equal(await complete(service.db, jobId), true);
  const completed = await read();
  assert.deepEqual([completed['status'], completed['processedItems']], ['COMPLETED', 12]);
  const [startedAt, completedAt] = [completed['startedAt'], completed['completedAt']].map((text) =>
    Date.parse(String(text)),
  );
  assert.equal(completed['renderTimeMs'], completedAt! - startedAt!);
  assert.ok(String(completed['downloadUrl']).startsWith(`${service.url}/files/${jobId}.zip?`));
  const remainingMs = Date.parse(String(completed['downloadUrlExpiresAt'])) - Date.now();
  assert.ok(remainingMs > 3_000_000 && remainingMs < 3_660_000, `${remainingMs} ms`);
  await service.db('batch_jobs').where('id', jobId).update('archive_expires_at', new Date());
  const expired = await read();
  assert.deepEqual(
    [expired['status'], expired['downloadUrl'], expired['downloadUrlExpiresAt']],
    ['COMPLETED', null, null],
  );
});

test('only the account that submitted a job can access it, with any of its keys', async () => {
  const { tenant, templateId } = await prepare();
  const jobId = await submitJob(service, tenant, plainBatch(templateId));
  const colleague = await createTenant(service.db, { workspaceId: tenant.workspaceId });
  const stranger = await createTenant(service.db);
  for (const other of [colleague, stranger]) {
    for (const [method, path] of [
      ['GET', `/${jobId}`],
      ['GET', `/${jobId}/items`],
      ['POST', `/${jobId}/cancel`],
      ['DELETE', `/${jobId}`],
    ] as const) {
      const { status, problem } = await requestBatch(service, method, path, other);
      assert.deepEqual([status, problem.code], [404, 'BATCH_NOT_FOUND'], `${method} ${path}`);
      const unknown = await requestBatch(service, method, path.replace(jobId, randomUUID()), tenant);
      assert.deepEqual([unknown.status, unknown.problem.code], [404, 'BATCH_NOT_FOUND']);
    }
    assert.deepEqual(getIds(await requestBatch(service, 'GET', '', other)), []);
  }

  const replacement = await createKey(service.db, { accountId: tenant.accountId, name: 'Next' });
  assert.ok(typeof replacement !== 'string');
  await deleteKey(service.db, tenant.keyId);
  assert.equal((await requestBatch(service, 'GET', `/${jobId}`, replacement)).status, 200);
  const listed = getPage(await requestBatch(service, 'GET', '', replacement)).data[0];
  assert.deepEqual(
    [listed?.['jobId'], listed?.['apiKeyName']],
    [jobId, null],
    'the key that submitted it is deleted',
  );
});

test('a listed job keeps the names of its template and project', async () => {
  const { tenant, templateId } = await prepare();
  const jobId = await submitJob(service, tenant, {
    ...plainBatch(templateId),
    template: { templateId, format: 'pdf' },
  });
  await service.db('templates').where('id', templateId).delete();
  const { data, pagination } = getPage(await requestBatch(service, 'GET', '', tenant));
  const { createdAt, ...rest } = data[0]!;
  assert.ok(Math.abs(Date.parse(String(createdAt)) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    jobId,
    templateId,
    templateName: 'Plain',
    projectId: tenant.projectId,
    projectName: 'Project',
    origin: 'API_KEY',
    apiKeyName: 'Test key',
    status: 'PENDING',
    totalItems: 2,
    completedItems: 0,
    failedItems: 0,
    processedItems: 0,
    format: 'pdf',
    completedAt: null,
    metadata: null,
  });
  assert.deepEqual(pagination, { page: 0, size: 20, totalElements: 1, totalPages: 1 });
});

test('the list is filtered by states and source, and sorted newest first across states', async () => {
  const { tenant } = await prepare();
  const states = ['COMPLETED', 'PENDING', 'FAILED', 'COMPLETED', 'CANCELLED', 'PROCESSING', 'FAILED'];
  const ids = await insertJobs(
    tenant,
    states.map((status, index) => ({ status, origin: index % 3 === 0 ? 'DESIGNER' : 'API_KEY' })),
  );
  const pick = (...indexes: number[]) => indexes.map((index) => ids[index]);
  for (const [query, expected] of [
    ['', ids],
    ['?status=COMPLETED', pick(0, 3)],
    ['?status=FAILED&status=COMPLETED', pick(0, 2, 3, 6)],
    ['?status=FAILED&status=FAILED', pick(2, 6)],
    ['?status=PENDING&status=PROCESSING', pick(1, 5)],
    ['?source=DESIGNER', pick(0, 3, 6)],
    ['?source=API_KEY', pick(1, 2, 4, 5)],
    ['?source=DESIGNER&status=FAILED', pick(6)],
    ['?source=DESIGNER&status=PENDING', []],
  ] as const) {
    const answer = await requestBatch(service, 'GET', query, tenant);
    assert.deepEqual(getIds(answer), expected, query);
    assert.equal(getPage(answer).pagination.totalElements, expected.length, query);
  }
});

test('pages have no gaps or repeats, even for jobs with the same creation time', async () => {
  const { tenant } = await prepare();
  const ids = await insertJobs(
    tenant,
    Array.from({ length: 23 }, (_, index) => ({
      status: ['COMPLETED', 'FAILED', 'CANCELLED'][index % 3]!,
      at: Math.floor(index / 8),
    })),
  );
  const read: unknown[] = [];
  for (let page = 0; page < 6; page += 1) {
    const answer = await requestBatch(service, 'GET', `?page=${page}&size=5`, tenant);
    assert.deepEqual(getPage(answer).pagination, { page, size: 5, totalElements: 23, totalPages: 5 });
    assert.equal(getIds(answer).length, [5, 5, 5, 5, 3, 0][page]);
    read.push(...getIds(answer));
  }
  assert.deepEqual(new Set(read), new Set(ids));
  assert.deepEqual(new Set(read.slice(0, 8)), new Set(ids.slice(0, 8)), 'the newest first');
  assert.deepEqual(read.slice(0, 8), read.slice(0, 8).sort());

  const far = await requestBatch(service, 'GET', '?page=2147483647&size=100', tenant);
  assert.deepEqual([far.status, getIds(far)], [200, []]);
});

test('totals follow state changes and deletions', async () => {
  const { tenant, templateId } = await prepare();
  const total = async (query: string) =>
    getPage(await requestBatch(service, 'GET', query, tenant)).pagination.totalElements;
  const jobId = await submitJob(service, tenant, plainBatch(templateId));
  assert.deepEqual([await total(''), await total('?status=PENDING')], [1, 1]);
  await recordOutcomes(service.db, jobId, { succeeded: [0] });
  assert.deepEqual([await total('?status=PENDING'), await total('?status=PROCESSING')], [0, 1]);
  await requestBatch(service, 'POST', `/${jobId}/cancel`, tenant);
  assert.deepEqual([await total('?status=PROCESSING'), await total('?status=CANCELLED')], [0, 1]);
  await requestBatch(service, 'DELETE', `/${jobId}`, tenant);
  assert.deepEqual([await total(''), await total('?status=CANCELLED')], [0, 0]);
});

test('items are the outcomes so far, in the order of the rows', async () => {
  const { tenant, templateId } = await prepare();
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 30));
  const items = async (query = '') => await requestBatch(service, 'GET', `/${jobId}/items${query}`, tenant);
  assert.deepEqual(getPage(await items()).data, []);
  await recordOutcomes(service.db, jobId, { succeeded: [20, 3], failed: [7] });
  const unwarned = { warningCount: 0, warnings: [], metadata: null };
  assert.deepEqual(getPage(await items()), {
    data: [
      { rowIndex: 3, filename: 'image-003.png', size: 1003, status: 'SUCCESS', error: null, ...unwarned },
      {
        rowIndex: 7,
        filename: 'image-007.png',
        size: 0,
        status: 'FAILED',
        error: 'Row 7 failed.',
        ...unwarned,
      },
      { rowIndex: 20, filename: 'image-020.png', size: 1020, status: 'SUCCESS', error: null, ...unwarned },
    ],
    pagination: { page: 0, size: 20, totalElements: 3, totalPages: 1 },
  });
  const second = getPage(await items('?page=1&size=2'));
  assert.deepEqual(
    second.data.map(({ rowIndex }) => rowIndex),
    [20],
  );
  assert.deepEqual(second.pagination, { page: 1, size: 2, totalElements: 3, totalPages: 2 });
  assert.deepEqual(getPage(await items('?page=9')).data, []);
});

test('refuses unknown filters and invalid pages', async () => {
  const { tenant, templateId } = await prepare();
  const jobId = await submitJob(service, tenant, plainBatch(templateId));
  for (const path of [
    '?status=DONE',
    '?status=completed',
    '?status=',
    '?status=PENDING,FAILED',
    '?source=APP',
    '?source=API_KEY&source=DESIGNER',
    '?page=-1',
    '?page=x',
    '?page=2147483648',
    '?size=0',
    '?size=101',
    '?limit=5',
    `/${jobId}/items?size=0`,
    `/${jobId}/items?page=-1`,
    `/${jobId}/items?status=FAILED`,
    '/no-id/items',
  ]) {
    const { status, problem } = await requestBatch(service, 'GET', path, tenant);
    assert.deepEqual([status, problem.code], [400, 'BATCH_INVALID_FILTER'], path);
  }
});
