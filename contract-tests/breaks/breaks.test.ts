/**
 * Every test checks each response against the contract. That check finds every break that a single response
 * shows.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  addTemplate,
  createTenant,
  send,
  startTestService,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import { startBreakingProxy, type Meddling } from './breaking-proxy.ts';
import { breaks } from './break-list.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());

/** The messages of our check for the responses to requests of many kinds. */
async function complaintsAbout(meddling: Meddling): Promise<string[]> {
  const proxy = await startBreakingProxy(service.url, { owner: tenant.apiKey, others: [] }, meddling);
  try {
    const requests: [string, string, object?][] = [
      ['GET', '/api/v1/projects'],
      ['GET', `/api/v1/templates/${templateId}`],
      ['GET', '/api/v1/templates/none'],
      ['POST', `/api/v1/templates/${templateId}/generate`, { variables: {} }],
      ['PATCH', '/api/v1/shares', {}],
      ['PATCH', `/api/v1/batch-jobs/${randomUUID()}`, {}],
    ];
    const complaints: string[] = [];
    for (const [method, target, json] of requests) {
      await send(proxy.origin, method, target, { key: tenant.apiKey, json }).catch((error: unknown) => {
        if (!(error instanceof assert.AssertionError)) throw error;
        complaints.push(error.message);
      });
    }
    return complaints;
  } finally {
    await proxy.close();
  }
}

test('no break: no message', async () => assert.deepEqual(await complaintsAbout({}), []));

for (const { name, meddling, own } of breaks) {
  if (own === null) continue;
  test(name, async () => {
    const complaints = await complaintsAbout(meddling);
    assert.ok(complaints.length > 0, 'not noticed');
    for (const complaint of complaints) assert.match(complaint, own);
  });
}
