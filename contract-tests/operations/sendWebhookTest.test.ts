import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { createTenant, shareTestService, type Tenant, type TestService } from '../../test/helpers/http.ts';
import {
  testStatuses,
  untilLimited,
  withFullDisk,
  withoutTable,
} from '../../test/helpers/operation-statuses.ts';
import { addEndpoint } from '../../test/helpers/webhooks.ts';
import { changeEndpoint } from '../../src/store/webhooks/endpoints.ts';

let service: TestService;
let tenant: Tenant;
let member: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
let endpointId: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  // The first account of a workspace is its owner.
  member = await createTenant(service.db, { workspaceId: tenant.workspaceId });
  busy = await createTenant(service.db);
  endpointId = (await addEndpoint(service.db, tenant)).id;
});
after(() => service.close());

interface Options {
  readonly id?: string;
  readonly key?: string;
  readonly query?: string;
}

const act = ({ id = endpointId, key = tenant.apiKey, query = '' }: Options = {}) =>
  service.send('POST', `/api/v1/webhook-endpoints/${id}/test${query}`, { key });

testStatuses('sendWebhookTest', {
  202: [{ act: () => act() }],
  400: [
    { act: () => act({ id: 'mine' }), code: 'VALIDATION_ERROR' },
    { act: () => act({ query: '?page=x' }), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => act({ key: 'wrong' }), code: 'UNAUTHORIZED' }],
  403: [{ act: () => act({ key: member.apiKey }), code: 'OWNER_ONLY' }],
  404: [
    { act: () => act({ id: randomUUID() }), code: 'WEBHOOK_ENDPOINT_NOT_FOUND' },
    { act: () => act({ key: busy.apiKey }), code: 'WEBHOOK_ENDPOINT_NOT_FOUND' },
  ],
  409: [
    {
      act: async () => {
        const { id } = await addEndpoint(service.db, tenant);
        await changeEndpoint(service.db, { ...tenant, endpointId: id }, { isActive: false });
        return await act({ id });
      },
      code: 'WEBHOOK_ENDPOINT_OFF',
    },
  ],
  429: [
    { act: () => untilLimited(service.db, () => act({ key: busy.apiKey })), code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'webhook_endpoints', () => act()), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'webhook_endpoints', () => act()), code: 'SERVICE_UNAVAILABLE' },
  ],
});
