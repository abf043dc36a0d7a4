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
  readonly body?: object | string;
  readonly type?: string;
}

const good = { url: 'https://93.184.215.14/hook', types: ['batch.completed'] };

const act = ({ key = tenant.apiKey, body = good, type = 'application/json' }: Options = {}) =>
  service.send('POST', '/api/v1/webhook-endpoints', {
    key,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': type },
  });

testStatuses('createWebhookEndpoint', {
  201: [
    { act: () => act() },
    { act: () => act({ body: { ...good, description: 'All', types: ['render.failed', 'quota.reached'] } }) },
  ],
  400: [
    { act: () => act({ body: { ...good, types: [] } }), code: 'VALIDATION_ERROR' },
    { act: () => act({ body: { ...good, types: ['batch'] } }), code: 'VALIDATION_ERROR' },
    { act: () => act({ body: { ...good, secret: 'own' } }), code: 'VALIDATION_ERROR' },
    { act: () => act({ body: { ...good, url: 'http://93.184.215.14/' } }), code: 'WEBHOOK_URL_INVALID' },
    { act: () => act({ body: { ...good, url: 'https://10.0.0.7/' } }), code: 'WEBHOOK_URL_INVALID' },
  ],
  401: [{ act: () => act({ key: 'wrong' }), code: 'UNAUTHORIZED' }],
  403: [{ act: () => act({ key: member.apiKey }), code: 'OWNER_ONLY' }],
  409: [
    {
      act: async () => {
        const full = await createTenant(service.db, { plan: 'free' });
        for (let count = 0; count < 2; count += 1) await addEndpoint(service.db, full);
        return await act({ key: full.apiKey });
      },
      code: 'WEBHOOK_ENDPOINT_LIMIT_REACHED',
    },
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
