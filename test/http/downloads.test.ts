/**
 * Slow downloads: deletion, backpressure, disconnection, storage errors and draining while they run.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { Agent, type IncomingMessage } from 'node:http';
import { after, before, mock, test } from 'node:test';
import { addArchive, requestBatch } from '../helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { startRequest } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';

/** More than the socket buffers of both sides hold. */
const content = Buffer.alloc(64 * 1024 * 1024, 'archive');

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());

/** Starts a download and returns once its headers have arrived; the body is not read yet. */
async function startDownload(from: TestService, jobId: string, agent = new Agent()) {
  const opened = mock.method(from.app.storage, 'open');
  const url = `${from.url}/api/v1/batch-jobs/${jobId}/result?delivery=zip`;
  const { request, answered } = startRequest(url, { agent, headers: { 'X-Api-Key': tenant.apiKey } });
  request.end();
  const response = await answered;
  assert.equal(response.statusCode, 200);
  const file = await opened.mock.calls[0]?.result;
  opened.mock.restore();
  assert.ok(file);
  return { request, response, stream: file.stream as ReadStream };
}

async function readDigest(response: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of response) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const contentDigest = createHash('sha256').update(content).digest('hex');
const addJob = () => addArchive(service, tenant, templateId, content);

test('a deletion does not interrupt a download', async () => {
  const jobId = await addJob();
  const { response } = await startDownload(service, jobId);
  assert.equal((await requestBatch(service, 'DELETE', `/${jobId}`, tenant)).status, 204);
  assert.equal((await requestBatch(service, 'GET', `/${jobId}/result`, tenant)).status, 404);
  assert.deepEqual(await Array.fromAsync(service.app.storage.list(`batches/${jobId}/`)), []);
  assert.equal(await readDigest(response), contentDigest);
});

test('the file is not read faster than the client reads', async () => {
  const jobId = await addJob();
  const { response, stream } = await startDownload(service, jobId);
  // Meanwhile another client reads all of it.
  const other = await startDownload(service, jobId);
  assert.equal(await readDigest(other.response), contentDigest);
  assert.ok(stream.bytesRead < content.length / 2, `${stream.bytesRead} bytes were read`);
  assert.equal(await readDigest(response), contentDigest);
});

test('the file is closed when the client disconnects', async () => {
  const { request, stream } = await startDownload(service, await addJob());
  assert.equal(stream.closed, false);
  request.destroy();
  await waitUntil(() => stream.closed);
});

test('a file that cannot be read to its end resets the connection', async () => {
  const { response, stream } = await startDownload(service, await addJob());
  stream.destroy(new Error('the disk is broken'));
  await assert.rejects(readDigest(response), { code: 'ECONNRESET' });
  await waitUntil(() => service.logged.some((line) => line.includes('the disk is broken')));
});

test('a drain waits for downloads in progress', async () => {
  const own = await startTestService({ env: { RATE_LIMITS: 'off' } });
  const agent = new Agent({ keepAlive: true });
  try {
    const owner = await createTenant(own.db);
    const jobId = await addArchive(own, owner, await addTemplate(own.db, owner), content);
    const other = tenant;
    tenant = owner;
    const { response } = await startDownload(own, jobId, agent);
    tenant = other;
    let drained = false;
    const draining = own.app.drain().then(() => {
      drained = true;
    });
    await assert.rejects(own.send('GET', '/healthz'), { name: 'TypeError' }, 'a new connection was accepted');
    assert.equal(drained, false);
    assert.equal(await readDigest(response), contentDigest);
    await draining;
  } finally {
    agent.destroy();
    await own.close();
  }
});
