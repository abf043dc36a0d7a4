/** What `npm run mock` adds to the examples of the contract: batch jobs of any size, and its command. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { createPlatenClient, PlatenError } from '../../clients/typescript/src/index.ts';
import { startMock } from '../../scripts/prism/mock.ts';
import { assertJsonBody } from '../../test/helpers/contract.ts';
import { fetchExternal } from '../../test/helpers/requests.ts';
import { streamZip } from '../../test/helpers/zip.ts';

const templateId = '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31';

test('a job has as many rows as were submitted, everywhere', async () => {
  const mock = await startMock();
  const platen = createPlatenClient({ baseUrl: mock.origin, apiKey: 'any', fetch: fetchValid });
  try {
    for (const count of [1, 7, 45, 2_000]) {
      const rows = Array.from({ length: count }, (_, row) => ({ title: `Row ${row}` }));
      const { jobId: id, totalItems } = await platen.submitBatch({ template: { templateId }, rows });
      assert.equal(totalItems, count);
      const job = await platen.waitForBatch(id);
      assert.deepEqual(
        [job.jobId, job.totalItems, job.completedItems, job.processedItems, job.failedItems],
        [id, count, count, count, 0],
      );
      const items = await Array.fromAsync(platen.batchItems(id));
      assert.deepEqual(
        items.map(({ rowIndex }) => rowIndex),
        rows.map((_, row) => row),
      );
      const archive = Buffer.from(await new Response((await platen.downloadBatch(id)).stream).arrayBuffer());
      const files = streamZip(archive).map(({ name, content }) => ({ name, size: content.length }));
      assert.deepEqual(
        files,
        items.map(({ filename, size }) => ({ name: filename, size })),
      );
      const linked = await fetchExternal(job.downloadUrl ?? '');
      assert.deepEqual(Buffer.from(await linked.arrayBuffer()), archive);
    }
  } finally {
    await mock.close();
  }
});

test('a job of more rows than any batch may have is refused', async () => {
  const mock = await startMock();
  const platen = createPlatenClient({ baseUrl: mock.origin, apiKey: 'any', fetch: fetchValid });
  try {
    const rows = Array.from({ length: 2_001 }, () => ({ title: 'Any' }));
    await assert.rejects(platen.submitBatch({ template: { templateId }, rows }), (error) => {
      assert.ok(error instanceof PlatenError);
      assert.deepEqual([error.status, error.code], [400, 'BATCH_SIZE_EXCEEDED']);
      return true;
    });
  } finally {
    await mock.close();
  }
});

test('the command names a port that it cannot take, in one line', async () => {
  const other = await startMock();
  try {
    const { port } = new URL(other.origin);
    const command = path.join(import.meta.dirname, '../../scripts/mock.ts');
    for (const [given, expected] of [
      [port, `--port ${port} is in use on 127.0.0.1: stop what listens there, or choose another --port.\n`],
      ['many', '--port is "many", but must be a whole number from 0 to 65535.\n'],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [command, '--port', given], {
        encoding: 'utf8',
      });
      assert.deepEqual([status, stderr], [1, expected]);
    }
  } finally {
    await other.close();
  }
});

/** Checks the status and the body of each answer against the contract. */
async function fetchValid(request: Request): Promise<Response> {
  const { method, url } = request;
  const response = await fetchExternal(url, {
    method,
    headers: request.headers,
    body: request.body === null ? null : await request.arrayBuffer(),
  });
  await assertJsonBody(method, url, response);
  return response;
}
