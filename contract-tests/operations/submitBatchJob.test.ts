import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { plainBatch, submit } from '../../test/helpers/batch.ts';
import { withFullStorage } from '../../test/helpers/full-workspace.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import {
  testStatuses,
  untilLimited,
  withFullDisk,
  withoutTable,
} from '../../test/helpers/operation-statuses.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { BATCH_MAX_ROWS: '150' } });
});
after(() => service.close());

/** Each case has its own account: an account may submit once a second. */
async function withTenant(
  act: (tenant: Tenant, templateId: string) => Promise<Answer>,
  plan: 'free' | 'studio' = 'studio',
): Promise<Answer> {
  const tenant = await createTenant(service.db, { plan });
  return await act(tenant, await addTemplate(service.db, tenant));
}

const sending = (change: (templateId: string) => object) => () =>
  withTenant((tenant, id) => submit(service, tenant, { ...plainBatch(id), ...change(id) }));
const withRows = (rows: unknown[], plan?: 'free') => () =>
  withTenant((tenant, id) => submit(service, tenant, { ...plainBatch(id), rows }), plan);

async function renameAddJobs(from: string, to: string): Promise<void> {
  await service.db.raw(
    `alter function graphile_worker.${from}(graphile_worker.job_spec[], boolean) rename to ${to}`,
  );
}

async function withoutQueue(): Promise<Answer> {
  await renameAddJobs('add_jobs', 'add_jobs_away');
  try {
    return await sending(() => ({}))();
  } finally {
    await renameAddJobs('add_jobs_away', 'add_jobs');
  }
}

async function submitAll(tenant: Tenant, bodies: readonly unknown[], key: string): Promise<Answer> {
  const answers: Answer[] = [];
  for (const body of bodies) answers.push(await submit(service, tenant, body, key));
  return answers.at(-1);
}

/** Submits a third job while two are active, each as soon as the rate limit allows it. */
async function submitThird(tenant: Tenant, templateId: string): Promise<Answer> {
  let answer = await submit(service, tenant, plainBatch(templateId));
  while (answer.status === 202 || answer.problem.code === 'RATE_LIMIT_EXCEEDED') {
    await service.db('rate_limits').where('key', `batch-submit:${tenant.accountId}`).delete();
    answer = await submit(service, tenant, plainBatch(templateId));
  }
  return answer;
}

testStatuses('submitBatchJob', {
  202: [
    { act: sending(() => ({})) },
    {
      act: sending((templateId) => ({
        template: {
          templateId,
          format: 'pdf',
          options: { scale: 2 },
          output: { filenamePattern: '{title}' },
        },
      })),
    },
    { act: () => withTenant((tenant, id) => submitAll(tenant, [plainBatch(id), plainBatch(id)], 'key')) },
  ],
  400: [
    { act: withRows([]), code: 'VALIDATION_ERROR' },
    { act: sending(() => ({ rows: 'many' })), code: 'VALIDATION_ERROR' },
    { act: withRows([{}, { titel: 'a' }]), code: 'VARIABLE_VALIDATION_FAILED' },
    { act: sending(() => ({ template: { templateId: randomUUID() } })), code: 'TEMPLATE_NOT_FOUND' },
    { act: withRows(Array<object>(151).fill({})), code: 'BATCH_SIZE_EXCEEDED' },
    { act: withRows(Array<object>(26).fill({}), 'free'), code: 'BATCH_ROW_LIMIT_EXCEEDED' },
    {
      act: sending(() => ({ callbackUrl: 'https://127.0.0.1/' })),
      code: 'BATCH_COMPLETION_CALLBACK_URL_INVALID',
    },
  ],
  401: [{ act: () => submit(service, { apiKey: 'wrong' }, {}), code: 'UNAUTHORIZED' }],
  409: [
    {
      act: () => withTenant((tenant, id) => submitAll(tenant, [plainBatch(id), plainBatch(id, 3)], 'key')),
      code: 'BATCH_IDEMPOTENCY_KEY_REUSED',
    },
    {
      act: () =>
        withTenant((tenant, id) =>
          withFullStorage(service.db, tenant, () => submit(service, tenant, plainBatch(id))),
        ),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
  415: [
    {
      act: () =>
        withTenant(({ apiKey }) =>
          service.send('POST', '/api/v1/batch-jobs', {
            key: apiKey,
            body: 'a=b',
            headers: { 'Content-Type': 'text/plain' },
          }),
        ),
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
  ],
  429: [
    {
      act: () =>
        withTenant((tenant, id) =>
          untilLimited(service.db, () => submit(service, tenant, { ...plainBatch(id), rows: [] })),
        ),
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { act: () => withTenant(submitThird), code: 'BATCH_RATE_LIMIT_EXCEEDED' },
    {
      act: () =>
        withTenant(async (tenant, id) => {
          await service.db('quota_periods').insert({
            workspace_id: tenant.workspaceId,
            starts_at: new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth())),
            used: 99,
          });
          return await submit(service, tenant, plainBatch(id));
        }, 'free'),
      code: 'BATCH_RATE_LIMIT_EXCEEDED',
    },
  ],
  500: [
    { act: withoutQueue, code: 'BATCH_DISPATCH_FAILED' },
    {
      act: () =>
        withoutTable(
          service.db,
          'batch_rows',
          sending(() => ({})),
        ),
      code: 'INTERNAL_ERROR',
    },
  ],
  503: [
    {
      act: () =>
        withFullDisk(
          service.db,
          'batch_jobs',
          sending(() => ({})),
        ),
      code: 'SERVICE_UNAVAILABLE',
    },
  ],
});
