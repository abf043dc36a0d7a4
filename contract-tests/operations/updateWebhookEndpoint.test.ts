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
  readonly body?: object | string;
  readonly type?: string;
}

const good = { description: 'Changed' };

const act = ({
  id = endpointId,
  key = tenant.apiKey,
  body = good,
  type = 'application/json',
}: Options = {}) =>
  service.send('PATCH', `/api/v1/webhook-endpoints/${id}`, {
    key,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': type },
  });

testStatuses('updateWebhookEndpoint', {
  200: [
    { act: () => act({ body: { status: 'DISABLED' } }) },
    {
      act: () => act({ body: { status: 'ACTIVE', types: ['quota.reached'], url: 'https://93.184.215.14/' } }),
    },
  ],
  400: [
    { act: () => act({ id: 'mine' }), code: 'VALIDATION_ERROR' },
    { act: () => act({ body: {} }), code: 'VALIDATION_ERROR' },
    { act: () => act({ body: { status: 'PAUSED' } }), code: 'VALIDATION_ERROR' },
    { act: () => act({ body: { url: 'https://localhost/' } }), code: 'WEBHOOK_URL_INVALID' },
  ],
  401: [{ act: () => act({ key: 'wrong' }), code: 'UNAUTHORIZED' }],
  403: [{ act: () => act({ key: member.apiKey }), code: 'OWNER_ONLY' }],
  404: [
    { act: () => act({ id: randomUUID() }), code: 'WEBHOOK_ENDPOINT_NOT_FOUND' },
    { act: () => act({ key: busy.apiKey }), code: 'WEBHOOK_ENDPOINT_NOT_FOUND' },
  ],
  413: [{ act: () => act({ body: `"${'x'.repeat(11_000_000)}"` }), code: 'PAYLOAD_TOO_LARGE' }],
  415: [{ act: () => act({ type: 'text/plain' }), code: 'UNSUPPORTED_MEDIA_TYPE' }],
  429: [
    { act: () => untilLimited(service.db, () => act({ key: busy.apiKey })), code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'webhook_endpoints', () => act()), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'webhook_endpoints', () => act()), code: 'SERVICE_UNAVAILABLE' },
  ],
});
