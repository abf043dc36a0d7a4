import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { renderFileKey } from '../../src/domain/files/batch-files.ts';
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
let pending: string;
let completed: string;
let lost: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  pending = await startRender(service, tenant, templateId);
  completed = await startRender(service, tenant, templateId);
  lost = await startRender(service, tenant, templateId);
  for (const id of [completed, lost]) await completeRender(service, id);
  await service.app.storage.delete(renderFileKey(lost, 0, 'png'));
});
after(() => service.close());

const read = (id: string, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestRender(service, 'GET', `/${id}/file`, who);

testStatuses('getRenderFile', {
  200: [{ act: () => read(completed) }],
  400: [{ act: () => read('no-id'), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => read(completed, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => read(randomUUID()), code: 'RENDER_NOT_FOUND' },
    { act: () => read(completed, busy), code: 'RENDER_NOT_FOUND' },
    { act: () => read(lost), code: 'RENDER_FILE_NOT_FOUND' },
  ],
  409: [{ act: () => read(pending), code: 'RENDER_NOT_READY' }],
  429: [{ act: () => untilLimited(service.db, () => read(completed, busy)), code: 'RATE_LIMIT_EXCEEDED' }],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => read(completed)), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'batch_jobs', () => read(completed)), code: 'SERVICE_UNAVAILABLE' },
  ],
});
