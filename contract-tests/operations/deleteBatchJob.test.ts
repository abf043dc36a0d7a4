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
let ended: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  ended = await submitJob(service, tenant, plainBatch(templateId));
  await requestBatch(service, 'POST', `/${ended}/cancel`, tenant);
  // An account may submit once a second.
  await service.db('rate_limits').delete();
  jobId = await submitJob(service, tenant, plainBatch(templateId));
});
after(() => service.close());

const remove = (id = jobId, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestBatch(service, 'DELETE', `/${id}`, who);

testStatuses('deleteBatchJob', {
  204: [{ act: () => remove(ended) }],
  400: [{ act: () => remove('no-id'), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => remove(jobId, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => remove(randomUUID()), code: 'BATCH_NOT_FOUND' },
    { act: () => remove(jobId, busy), code: 'BATCH_NOT_FOUND' },
  ],
  409: [{ act: () => remove(), code: 'BATCH_JOB_ACTIVE' }],
  429: [{ act: () => untilLimited(service.db, () => remove(jobId, busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => remove()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'batch_jobs', () => remove()), code: 'SERVICE_UNAVAILABLE' }],
});
