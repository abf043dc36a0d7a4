import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { requestBatch, plainBatch, recordOutcomes, submitJob } from '../../test/helpers/batch.ts';
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
  jobId = await submitJob(service, tenant, plainBatch(await addTemplate(service.db, tenant), 5));
  await recordOutcomes(service.db, jobId, { succeeded: [0, 4], failed: [1] });
});
after(() => service.close());

const list = (id = jobId, query = '', who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestBatch(service, 'GET', `/${id}/items${query}`, who);

testStatuses('listBatchItems', {
  200: [{ act: () => list() }, { act: () => list(jobId, '?page=1&size=2') }],
  400: [
    { act: () => list(jobId, '?size=101'), code: 'BATCH_INVALID_FILTER' },
    { act: () => list('no-id'), code: 'BATCH_INVALID_FILTER' },
  ],
  401: [{ act: () => list(jobId, '', { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => list(randomUUID()), code: 'BATCH_NOT_FOUND' },
    { act: () => list(jobId, '', busy), code: 'BATCH_NOT_FOUND' },
  ],
  429: [{ act: () => untilLimited(service.db, () => list(jobId, '', busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_rows', () => list()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'batch_rows', () => list()), code: 'SERVICE_UNAVAILABLE' }],
});
