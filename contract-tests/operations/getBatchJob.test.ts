import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { requestBatch, complete, plainBatch, recordOutcomes, submitJob } from '../../test/helpers/batch.ts';
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
before(async () => {
  service = await shareTestService({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  completed = await submitJob(service, tenant, {
    ...plainBatch(templateId),
    callbackUrl: 'https://127.0.0.1/hook',
  });
  await recordOutcomes(service.db, completed, { succeeded: [0], failed: [1] });
  await complete(service.db, completed);
  // An account may submit once a second.
  await service.db('rate_limits').delete();
  pending = await submitJob(service, tenant, plainBatch(templateId));
});
after(() => service.close());

const read = (id = pending, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestBatch(service, 'GET', `/${id}`, who);

testStatuses('getBatchJob', {
  200: [{ act: () => read() }, { act: () => read(completed) }],
  400: [
    { act: () => read('no-id'), code: 'VALIDATION_ERROR' },
    { act: () => read(`${pending}?full=1`), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => read(pending, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => read(randomUUID()), code: 'BATCH_NOT_FOUND' },
    { act: () => read(pending, busy), code: 'BATCH_NOT_FOUND' },
  ],
  429: [{ act: () => untilLimited(service.db, () => read(pending, busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_rows', () => read()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'batch_jobs', () => read()), code: 'SERVICE_UNAVAILABLE' }],
});
