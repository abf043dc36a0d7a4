import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { startRequest } from '../helpers/requests.ts';

/** Starts a request without its body, on a kept-alive connection. */
function startGenerate(service: TestService, key: string, templateId: string, agent: Agent) {
  const url = `${service.url}/api/v1/templates/${templateId}/generate`;
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json', 'Content-Length': '16' };
  const pending = startRequest(url, { method: 'POST', agent, headers });
  pending.request.flushHeaders();
  return pending;
}

test('a drain finishes requests in progress and accepts no new ones', async () => {
  const service = await startTestService();
  const agent = new Agent({ keepAlive: true });
  try {
    const tenant = await createTenant(service.db);
    const templateId = await addTemplate(service.db, tenant);
    // An idle kept-alive connection must not delay the drain.
    await service.send('GET', '/healthz');
    const { request, answered } = startGenerate(service, tenant.apiKey, templateId, agent);
    // The request is in progress once its rate limit is recorded.
    while ((await service.db('rate_limits').select('key')).length === 0) continue;

    let drained = false;
    const draining = service.app.drain().then(() => {
      drained = true;
    });
    await assert.rejects(
      service.send('GET', '/healthz'),
      { name: 'TypeError' },
      'a new connection was accepted',
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

test('a connection that sends no whole head does not delay the drain without end', async () => {
  const service = await startTestService();
  try {
    const { hostname, port } = new URL(service.url);
    // A browser opens connections before it needs them. Node counts both of these as busy.
    const clients = [connect(Number(port), hostname), connect(Number(port), hostname)];
    await Promise.all(clients.map((client) => once(client, 'connect')));
    clients[1]?.write('GET /healthz HTTP/1.1\r\nHost: ');
    // They are reset: no response is lost.
    const closed = clients.map(
      (client) =>
        new Promise((resolve) =>
          client
            .on('error', () => {})
            .on('close', resolve)
            .resume(),
        ),
    );
    await service.app.drain();
    await Promise.all(closed);
  } finally {
    await service.close();
  }
});

test('a service that will stop takes requests for DRAIN_DELAY, and tells balancers and clients', async () => {
  const service = await startTestService({ env: { DRAIN_DELAY: '10m' } });
  const agent = new Agent({ keepAlive: true });
  const get = async (target: string) => {
    const { request, answered } = startRequest(service.url + target, { agent });
    request.end();
    const response = await answered;
    response.resume();
    await once(response, 'end');
    return [response.statusCode, response.headers.connection];
  };
  try {
    assert.deepEqual(await get('/readyz'), [200, 'keep-alive']);
    const hurry = new AbortController();
    let hasLeft = false;
    const leaving = service.app.leave(hurry.signal).then(() => {
      hasLeft = true;
    });
    // The kept connection still works, and so do new ones.
    assert.deepEqual(await get('/healthz'), [200, 'close']);
    assert.deepEqual(await get('/readyz'), [503, 'close']);
    assert.equal((await service.send('GET', '/openapi.yaml')).status, 200);
    assert.equal(hasLeft, false);
    // A second signal ends the wait.
    hurry.abort();
    await leaving;
    await service.app.drain();
    await assert.rejects(service.send('GET', '/healthz'), { name: 'TypeError' });
  } finally {
    agent.destroy();
    await service.close();
  }
});
