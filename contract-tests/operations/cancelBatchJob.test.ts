import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { requestBatch, plainBatch, submitJob } from '../../test/helpers/batch.ts';
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
let jobId: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  jobId = await submitJob(service, tenant, plainBatch(await addTemplate(service.db, tenant)));
});
after(() => service.close());

const cancel = (id = jobId, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestBatch(service, 'POST', `/${id}/cancel`, who);

testStatuses('cancelBatchJob', {
  204: [{ act: () => cancel() }, { act: () => cancel() }],
  400: [{ act: () => cancel('no-id'), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => cancel(jobId, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => cancel(randomUUID()), code: 'BATCH_NOT_FOUND' },
    { act: () => cancel(jobId, busy), code: 'BATCH_NOT_FOUND' },
  ],
  429: [{ act: () => untilLimited(service.db, () => cancel(jobId, busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => cancel()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'batch_jobs', () => cancel()), code: 'SERVICE_UNAVAILABLE' }],
});
