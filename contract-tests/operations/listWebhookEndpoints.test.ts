import { after, before } from 'node:test';
import { createTenant, shareTestService, type Tenant, type TestService } from '../../test/helpers/http.ts';
import {
  testStatuses,
  untilLimited,
  withFullDisk,
  withoutTable,
} from '../../test/helpers/operation-statuses.ts';
import { addEndpoint } from '../../test/helpers/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let member: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;

before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  // The first account of a workspace is its owner.
  member = await createTenant(service.db, { workspaceId: tenant.workspaceId });
  busy = await createTenant(service.db);
  await addEndpoint(service.db, tenant);
});
after(() => service.close());

interface Options {
  readonly key?: string;
  readonly query?: string;
}

const act = ({ key = tenant.apiKey, query = '' }: Options = {}) =>
  service.send('GET', `/api/v1/webhook-endpoints${query}`, { key });

testStatuses('listWebhookEndpoints', {
  200: [{ act: () => act() }],
  400: [{ act: () => act({ query: '?page=x' }), code: 'VALIDATION_ERROR' }],
  401: [{ act: () => act({ key: 'wrong' }), code: 'UNAUTHORIZED' }],
  403: [{ act: () => act({ key: member.apiKey }), code: 'OWNER_ONLY' }],
  429: [
    { act: () => untilLimited(service.db, () => act({ key: busy.apiKey })), code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'webhook_endpoints', () => act()), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'webhook_endpoints', () => act()), code: 'SERVICE_UNAVAILABLE' },
  ],
});
