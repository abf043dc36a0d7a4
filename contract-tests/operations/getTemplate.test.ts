import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import { testStatuses, untilLimited, withoutTable } from '../../test/helpers/operation-statuses.ts';

let service: TestService;
let tenant: Tenant;
/** Whose allowance is used up. */
let busy: Tenant;
let templateId: string;
/** Nobody has read it yet, so that nothing of it is kept. */
let unreadId: string;
before(async () => {
  service = await startTestService();
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
  429: [{ act: () => untilLimited(() => read(randomUUID(), busy.apiKey)), code: 'RATE_LIMIT_EXCEEDED' }],
});
