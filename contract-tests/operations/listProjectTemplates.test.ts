import { randomUUID } from 'node:crypto';
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

let service: TestService;
let tenant: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  await addTemplate(service.db, tenant);
});
after(() => service.close());

const list = (project = tenant.projectId, query = '', key = tenant.apiKey) =>
  service.send('GET', `/api/v1/projects/${project}/templates${query}`, { key });

testStatuses('listProjectTemplates', {
  200: [{ act: () => list() }, { act: () => list(tenant.projectId, '?page=1&limit=1') }],
  400: [
    { act: () => list('no-id'), code: 'VALIDATION_ERROR' },
    { act: () => list(tenant.projectId, '?page=x'), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => list(tenant.projectId, '', 'wrong'), code: 'UNAUTHORIZED' }],
  404: [{ act: () => list(randomUUID()), code: 'PROJECT_NOT_FOUND' }],
  500: [{ act: () => withoutTable(service.db, 'projects', () => list()), code: 'INTERNAL_ERROR' }],
  429: [
    {
      act: () => untilLimited(service.db, () => list(busy.projectId, '', busy.apiKey)),
      code: 'RATE_LIMIT_EXCEEDED',
    },
  ],
  503: [{ act: () => withFullDisk(service.db, 'projects', () => list()), code: 'SERVICE_UNAVAILABLE' }],
});
