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
let templateId: string;
/** Not read yet, so that it is not cached. */
let unreadId: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
  unreadId = await addTemplate(service.db, tenant);
});
after(() => service.close());

const read = (id = templateId, key = tenant.apiKey) =>
  service.send('GET', `/api/v1/templates/${id}`, { key });

testStatuses('getTemplate', {
  200: [{ act: () => read() }],
  400: [{ act: () => read('no-id'), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => read(templateId, 'wrong'), code: 'UNAUTHORIZED' }],
  404: [{ act: () => read(randomUUID()), code: 'TEMPLATE_NOT_FOUND' }],
  500: [
    {
      act: () => withoutTable(service.db, 'template_versions', () => read(unreadId)),
      code: 'INTERNAL_ERROR',
    },
  ],
  429: [
    {
      act: () => untilLimited(service.db, () => read(randomUUID(), busy.apiKey)),
      code: 'RATE_LIMIT_EXCEEDED',
    },
  ],
  503: [
    {
      act: () => withFullDisk(service.db, 'template_versions', () => read(unreadId)),
      code: 'SERVICE_UNAVAILABLE',
    },
  ],
});
