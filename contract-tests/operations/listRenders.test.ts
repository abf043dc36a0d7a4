import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { requestRender, startRender } from '../../test/helpers/background-renders.ts';
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
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  await startRender(service, tenant, templateId, { metadata: { order: 17 } });
  await startRender(service, tenant, templateId);
});
after(() => service.close());

const list = (query = '', who: Pick<Tenant, 'apiKey'> = tenant) => requestRender(service, 'GET', query, who);

testStatuses('listRenders', {
  200: [
    { act: () => list() },
    { act: () => list('?status=PENDING&status=FAILED&size=1&page=1') },
    { act: () => list(`?templateId=${randomUUID()}`) },
  ],
  400: [
    { act: () => list('?status=DONE'), code: 'VALIDATION_ERROR' },
    { act: () => list('?templateId=card'), code: 'VALIDATION_ERROR' },
    { act: () => list('?size=0'), code: 'VALIDATION_ERROR' },
    { act: () => list('?source=API_KEY'), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => list('', { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  429: [{ act: () => untilLimited(service.db, () => list('', busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => list()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'batch_jobs', () => list()), code: 'SERVICE_UNAVAILABLE' }],
});
