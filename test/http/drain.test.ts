import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { beginRequest } from '../helpers/requests.ts';

/** A request whose body is still missing, on a connection that is kept. */
function beginGenerate(service: TestService, key: string, templateId: string, agent: Agent) {
  const url = `${service.url}/api/v1/templates/${templateId}/generate`;
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json', 'Content-Length': '16' };
  const pending = beginRequest(url, { method: 'POST', agent, headers });
  pending.request.flushHeaders();
  return pending;
}

test('a drain finishes what is under way and takes nothing new', async () => {
  const service = await startTestService();
  const agent = new Agent({ keepAlive: true });
  try {
    const tenant = await createTenant(service.db);
    const templateId = await addTemplate(service.db, tenant);
    // An idle connection that is kept must not hold the drain up.
    await service.send('GET', '/healthz');
    const { request, answered } = beginGenerate(service, tenant.apiKey, templateId, agent);
    // It is under way once it has been counted.
    while ((await service.db('rate_limits').select('key')).length === 0) continue;

    let drained = false;
    const draining = service.app.drain().then(() => {
      drained = true;
    });
    await assert.rejects(
      service.send('GET', '/healthz'),
      { name: 'TypeError' },
      'a new connection was taken',
    );
    assert.equal(drained, false);

    request.end('{"variables":{}}');
    const response = await answered;
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers.connection, 'close');
    for await (const chunk of response) assert.ok((chunk as Buffer).length > 0);
    await draining;
  } finally {
    agent.destroy();
    await service.close();
  }
});
