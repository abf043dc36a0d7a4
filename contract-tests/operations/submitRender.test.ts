import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { submitRender } from '../../test/helpers/background-renders.ts';
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
import { writePlans } from '../../test/helpers/plans.ts';

let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  plans = await writePlans({
    free: { rendersPerMonth: 0 },
    personal: { rowsPerBatch: 1, activeBatchJobs: 1 },
  });
  service = await startTestService({ env: { PLANS_FILE: plans.file, MAX_BODY_BYTES: '10000' } });
  // High limits, except for the plans whose limits are tested.
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
});
after(async () => {
  await service.close();
  await plans.remove();
});

const submit = (json: Parameters<typeof submitRender>[3] = {}, id = templateId) =>
  submitRender(service, tenant, id, json);
const sendBody = (body: string, headers = {}) =>
  service.send('POST', `/api/v1/templates/${templateId}/renders`, { key: tenant.apiKey, body, headers });

/** Submits several renders of an account of its own, in sequence; answers with the last answer. */
async function submitOnPlan(plan: 'free' | 'personal', count: number): Promise<Answer> {
  const someone = await createTenant(service.db, { plan });
  const id = await addTemplate(service.db, someone);
  for (let number = 1; number < count; number += 1) await submitRender(service, someone, id);
  return await submitRender(service, someone, id);
}

async function submitTwice(key: string, second: object): Promise<Answer> {
  await submit({ key });
  return await submit({ key, ...second });
}

async function untilRateIsSpent(): Promise<Answer> {
  const busy = await createTenant(service.db, { plan: 'free' });
  return await untilLimited(service.db, () => submitRender(service, busy, templateId));
}

async function renameAddJobs(from: string, to: string): Promise<void> {
  await service.db.raw(
    `alter function graphile_worker.${from}(graphile_worker.job_spec[], boolean) rename to ${to}`,
  );
}

async function withoutQueue(): Promise<Answer> {
  await renameAddJobs('add_jobs', 'add_jobs_away');
  try {
    return await submit();
  } finally {
    await renameAddJobs('add_jobs_away', 'add_jobs');
  }
}

testStatuses('submitRender', {
  202: [
    { act: () => submit() },
    { act: () => submit({ format: 'pdf', options: { outputDpi: 300 }, metadata: { order: 'A-1' } }) },
    { act: () => submitTwice('repeated', {}) },
  ],
  400: [
    { act: () => submit({ variables: { titel: 'a' } }), code: 'VALIDATION_ERROR' },
    { act: () => submit({ options: { password: 'secret' }, format: 'pdf' }), code: 'VALIDATION_ERROR' },
    { act: () => submit({ metadata: { text: 'x'.repeat(5_000) } }), code: 'VALIDATION_ERROR' },
    { act: () => submit({ callbackUrl: 'https://127.0.0.1/' }), code: 'VALIDATION_ERROR' },
    { act: () => submit({ delivery: 'link' }), code: 'VALIDATION_ERROR' },
    { act: () => submit({}, 'no-id'), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => submitRender(service, { apiKey: 'wrong' }, templateId), code: 'UNAUTHORIZED' }],
  404: [{ act: () => submit({}, randomUUID()), code: 'TEMPLATE_NOT_FOUND' }],
  409: [{ act: () => withFullStorage(service.db, tenant, () => submit()), code: 'STORAGE_LIMIT_REACHED' }],
  413: [{ act: () => sendBody(' '.repeat(10_001)), code: 'PAYLOAD_TOO_LARGE' }],
  415: [{ act: () => sendBody('a=b', { 'Content-Type': 'text/plain' }), code: 'UNSUPPORTED_MEDIA_TYPE' }],
  422: [{ act: () => submitTwice('reused', { format: 'pdf' }), code: 'IDEMPOTENCY_KEY_REUSED' }],
  429: [
    { act: () => submitOnPlan('free', 1), code: 'QUOTA_EXCEEDED' },
    { act: () => submitOnPlan('personal', 2), code: 'TOO_MANY_ACTIVE_RENDERS' },
    { act: untilRateIsSpent, code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'batch_rows', () => submit()), code: 'INTERNAL_ERROR' }],
  503: [
    { act: withoutQueue, code: 'SERVICE_UNAVAILABLE' },
    { act: () => withFullDisk(service.db, 'batch_jobs', () => submit()), code: 'SERVICE_UNAVAILABLE' },
  ],
});
