import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { completeRender, requestRender, startRender } from '../../test/helpers/background-renders.ts';
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
let active: string;
let ended: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  active = await startRender(service, tenant, templateId);
  ended = await startRender(service, tenant, templateId);
  await completeRender(service, ended);
});
after(() => service.close());

const remove = (id: string, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestRender(service, 'DELETE', `/${id}`, who);

testStatuses('deleteRender', {
  204: [{ act: () => remove(active) }, { act: () => remove(ended) }],
  400: [{ act: () => remove('no-id'), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => remove(active, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => remove(randomUUID()), code: 'RENDER_NOT_FOUND' },
    { act: () => remove(active, busy), code: 'RENDER_NOT_FOUND' },
  ],
  429: [{ act: () => untilLimited(service.db, () => remove(active, busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => remove(active)), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'batch_jobs', () => remove(active)), code: 'SERVICE_UNAVAILABLE' },
  ],
});
