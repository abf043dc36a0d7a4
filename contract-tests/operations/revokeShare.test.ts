import { randomUUID } from 'node:crypto';
import { after, before, mock } from 'node:test';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
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
let shareId: string;
let revoked: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  shareId = (await addShare(service, tenant, templateId)).id;
  revoked = (await addShare(service, tenant, templateId)).id;
});
after(() => service.close());

const revoke = (id = shareId, key = tenant.apiKey) => service.send('DELETE', `/api/v1/shares/${id}`, { key });

/** Revokes while files cannot be deleted. */
async function revokeWith(error: Error): Promise<Answer> {
  const deleting = mock.method(service.app.storage, 'delete', () => Promise.reject(error));
  try {
    return await revoke();
  } finally {
    deleting.mock.restore();
  }
}

testStatuses('revokeShare', {
  204: [{ act: () => revoke(revoked) }],
  400: [{ act: () => revoke('no-id'), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => revoke(shareId, 'wrong'), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => revoke(randomUUID()), code: 'SHARE_NOT_FOUND' },
    { act: () => revoke(shareId, busy.apiKey), code: 'SHARE_NOT_FOUND' },
  ],
  429: [
    { act: () => untilLimited(service.db, () => revoke(shareId, busy.apiKey)), code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'share_links', () => revoke()), code: 'INTERNAL_ERROR' }],
  502: [{ act: () => revokeWith(new Error('the disk is broken')), code: 'SHARE_REVOKE_FAILED' }],
  503: [
    { act: () => revokeWith(new StorageUnavailableError('no route')), code: 'SHARING_UNAVAILABLE' },
    { act: () => withFullDisk(service.db, 'share_links', () => revoke()), code: 'SERVICE_UNAVAILABLE' },
  ],
});
