import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { completeRender, requestRender, startRender } from '../../test/helpers/background-renders.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
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
let tenant: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
let pending: string;
let completed: string;
let failed: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  pending = await startRender(service, tenant, templateId, { metadata: { order: 17 } });
  completed = await startRender(service, tenant, templateId);
  await completeRender(service, completed);
  failed = await startRender(service, tenant, templateId);
  await finishBatchJob(service.db, failed, { status: 'FAILED', keepCompleted: false });
});
after(() => service.close());

const read = (id: string, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestRender(service, 'GET', `/${id}`, who);

testStatuses('getRender', {
  200: [{ act: () => read(pending) }, { act: () => read(completed) }, { act: () => read(failed) }],
  400: [
    { act: () => read('no-id'), code: 'VALIDATION_ERROR' },
    { act: () => read(`${pending}?page=1`), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => read(pending, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => read(randomUUID()), code: 'RENDER_NOT_FOUND' },
    { act: () => read(pending, busy), code: 'RENDER_NOT_FOUND' },
  ],
  429: [{ act: () => untilLimited(service.db, () => read(pending, busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => read(pending)), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'batch_jobs', () => read(pending)), code: 'SERVICE_UNAVAILABLE' },
  ],
});
