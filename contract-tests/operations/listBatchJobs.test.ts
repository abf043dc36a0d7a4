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
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  await submitJob(service, tenant, plainBatch(await addTemplate(service.db, tenant)));
});
after(() => service.close());

const list = (query = '', who: Pick<Tenant, 'apiKey'> = tenant) => requestBatch(service, 'GET', query, who);

testStatuses('listBatchJobs', {
  200: [
    { act: () => list() },
    { act: () => list('?status=PENDING&status=FAILED&source=API_KEY&page=0&size=1') },
    { act: () => list('?page=7') },
  ],
  400: [
    { act: () => list('?status=DONE'), code: 'BATCH_INVALID_FILTER' },
    { act: () => list('?source=APP'), code: 'BATCH_INVALID_FILTER' },
    { act: () => list('?size=0'), code: 'BATCH_INVALID_FILTER' },
    { act: () => list('?sort=name'), code: 'BATCH_INVALID_FILTER' },
  ],
  401: [{ act: () => list('', { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  429: [{ act: () => untilLimited(service.db, () => list('', busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => list()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'batch_jobs', () => list()), code: 'SERVICE_UNAVAILABLE' }],
});
