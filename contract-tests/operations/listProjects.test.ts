import { after, before } from 'node:test';
import { createTenant, shareTestService, type Tenant, type TestService } from '../../test/helpers/http.ts';
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
});
after(() => service.close());

const target = '/api/v1/projects';
const list = (query = '', key = tenant.apiKey) => service.send('GET', target + query, { key });

testStatuses('listProjects', {
  200: [{ act: () => list() }, { act: () => list('?page=3&limit=100') }],
  400: [
    { act: () => list('?limit=101'), code: 'VALIDATION_ERROR' },
    { act: () => list('?sort=name'), code: 'VALIDATION_ERROR' },
  ],
  401: [
    { act: () => service.send('GET', target), code: 'UNAUTHORIZED' },
    { act: () => list('', 'wrong'), code: 'UNAUTHORIZED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'projects', () => list()), code: 'INTERNAL_ERROR' }],
  429: [{ act: () => untilLimited(service.db, () => list('', busy.apiKey)), code: 'RATE_LIMIT_EXCEEDED' }],
  503: [{ act: () => withFullDisk(service.db, 'projects', () => list()), code: 'SERVICE_UNAVAILABLE' }],
});
