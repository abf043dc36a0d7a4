/**
 * Downloads that take a while: what else may happen meanwhile.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { Agent, type IncomingMessage } from 'node:http';
import { after, before, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addArchive } from '../helpers/archives.ts';
import { ask } from '../helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { beginRequest } from '../helpers/requests.ts';

/** More than sockets hold back on both sides. */
const content = Buffer.alloc(64 * 1024 * 1024, 'archive');

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());

/** A download whose headers have come, and whose client reads no further for now. */
async function begin(from: TestService, jobId: string, agent = new Agent()) {
  const opened = mock.method(from.app.storage, 'open');
  const url = `${from.url}/api/v1/batch-jobs/${jobId}/result?delivery=zip`;
  const { request, answered } = beginRequest(url, { agent, headers: { 'X-Api-Key': tenant.apiKey } });
  request.end();
  const response = await answered;
  assert.equal(response.statusCode, 200);
  const file = await opened.mock.calls[0]?.result;
  opened.mock.restore();
  assert.ok(file);
  return { request, response, stream: file.stream as ReadStream };
}

async function read(response: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of response) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const whole = createHash('sha256').update(content).digest('hex');
const add = () => addArchive(service, tenant, templateId, content);

test('a deletion does not cut off who has begun', async () => {
  const jobId = await add();
  const { response } = await begin(service, jobId);
  assert.equal((await ask(service, 'DELETE', `/${jobId}`, tenant)).status, 204);
  assert.equal((await ask(service, 'GET', `/${jobId}/result`, tenant)).status, 404);
  assert.deepEqual(await Array.fromAsync(service.app.storage.list(`batches/${jobId}/`)), []);
  assert.equal(await read(response), whole);
});

test('no more is read than the client takes', async () => {
  const { response, stream } = await begin(service, await add());
  await sleep(300);
  assert.ok(stream.bytesRead < content.length / 2, `${stream.bytesRead} bytes were read`);
  assert.equal(await read(response), whole);
});

test('the file is closed when the client leaves', async () => {
  const { request, stream } = await begin(service, await add());
  assert.equal(stream.closed, false);
  request.destroy();
  while (!stream.closed) await sleep(10);
});

test('a file that cannot be read to its end cuts the connection', async () => {
  const { response, stream } = await begin(service, await add());
  stream.destroy(new Error('the disk is broken'));
  await assert.rejects(read(response), { code: 'ECONNRESET' });
  while (!service.logged.some((line) => line.includes('the disk is broken'))) await sleep(10);
});

test('a drain waits for who has begun', async () => {
  const own = await startTestService({ env: { RATE_LIMITS: 'off' } });
  const agent = new Agent({ keepAlive: true });
  try {
    const owner = await createTenant(own.db);
    const jobId = await addArchive(own, owner, await addTemplate(own.db, owner), content);
    const other = tenant;
    tenant = owner;
    const { response } = await begin(own, jobId, agent);
    tenant = other;
    let drained = false;
    const draining = own.app.drain().then(() => {
      drained = true;
    });
    await assert.rejects(own.send('GET', '/healthz'), { name: 'TypeError' }, 'a new connection was taken');
    assert.equal(drained, false);
    assert.equal(await read(response), whole);
    await draining;
  } finally {
    agent.destroy();
    await own.close();
  }
});
