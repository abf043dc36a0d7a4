import { after, before } from 'node:test';
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
import { addShare } from '../../test/helpers/shares.ts';

let service: TestService;
let tenant: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  await addShare(service, tenant, await addTemplate(service.db, tenant));
});
after(() => service.close());

const list = (query = '', key = tenant.apiKey) => service.send('GET', `/api/v1/shares${query}`, { key });

testStatuses('listShares', {
  200: [{ act: () => list() }, { act: () => list('?page=0&size=1') }, { act: () => list('?page=7') }],
  400: [
    { act: () => list('?size=0'), code: 'VALIDATION_ERROR' },
    { act: () => list('?size=101'), code: 'VALIDATION_ERROR' },
    { act: () => list('?page=-1'), code: 'VALIDATION_ERROR' },
    { act: () => list('?sort=name'), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => list('', 'wrong'), code: 'UNAUTHORIZED' }],
  429: [{ act: () => untilLimited(service.db, () => list('', busy.apiKey)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'share_links', () => list()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'share_links', () => list()), code: 'SERVICE_UNAVAILABLE' }],
});
