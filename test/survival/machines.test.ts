/**
 * Several machines that share only a database and a bucket: each process has its own data folder.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../generated/openapi.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { createTenant, send, type Answer, type RequestOptions, type Tenant } from '../helpers/http.ts';
import { startObjectStore, type ObjectStore } from '../helpers/object-store.ts';
import { listZip } from '../helpers/zip.ts';
import { checkedFetch, fetchExternal } from '../helpers/requests.ts';

type BatchJob = components['schemas']['BatchJob'];

const rowCount = 30;
const sample = path.resolve(import.meta.dirname, '..', '..', 'samples', 'certificate');

describe('machines that share a database and a bucket', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let store: ObjectStore;
  let shared: Record<string, string>;
  let parent: string;
  let fleet: Fleet;
  let tenant: Tenant;
  let templateId: string;

  /** A new data folder, as each machine has one. */
  const ownFolder = async () => ({ DATA_DIR: await mkdtemp(path.join(parent, 'machine-')) });

  before(async () => {
    [database, store] = await Promise.all([createTestDatabase(), startObjectStore()]);
    parent = await mkdtemp(path.join(tmpdir(), 'platen-machines-'));
    shared = { ...store.env, STORAGE_URL: await store.createBucket() };
    fleet = createFleet(database, path.join(parent, 'nobody'), shared);
    tenant = await createTenant(database.db, { plan: 'business' });
    // The template has a font file, which is stored in the bucket.
    const words = ['--json', 'template', 'import', sample, '--project', tenant.projectId];
    words.push('--account', tenant.accountId);
    const env = { ...shared, ...(await ownFolder()), DATABASE_URL: database.url };
    const { code, stdout, stderr } = await runPlaten(words, env);
    assert.equal(code, 0, stderr);
    templateId = (JSON.parse(stdout) as { templateId: string }).templateId;
  });
  after(async () => {
    await fleet.close();
    await database.close();
    await store.close();
    await rm(parent, { recursive: true, force: true });
  });

  const call = (url: string, method: string, target: string, sending: RequestOptions = {}): Promise<Answer> =>
    send(url, method, `/api/v1${target}`, { key: tenant.apiKey, ...sending });
  const readJob = async (url: string, jobId: string): Promise<BatchJob> => {
    const answer = await call(url, 'GET', `/batch-jobs/${jobId}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    return answer.json as BatchJob;
  };

  test('share their work, and take over the work of a killed process', async () => {
    const [first, second, killed, staying] = await Promise.all([
      fleet.serve(await ownFolder()),
      fleet.serve(await ownFolder()),
      fleet.work(await ownFolder()),
      fleet.work(await ownFolder()),
    ]);

    const example = await readFile(path.join(sample, 'example.json'), 'utf8');
    const variables = JSON.parse(example) as Record<string, string>;
    const rows = Array.from({ length: rowCount }, (_, index) => ({
      ...variables,
      recipient: `Guest ${index}`,
    }));
    const template = { templateId, format: 'png', output: { filenamePattern: '{recipient}' } };
    const submitted = await call(first.url, 'POST', '/batch-jobs', { json: { template, rows } });
    assert.equal(submitted.status, 202, JSON.stringify(submitted.json));
    const { jobId } = submitted.json as { jobId: string };

    for (;;) {
      const { status, processedItems } = await readJob(second.url, jobId);
      assert.ok(status === 'PENDING' || status === 'PROCESSING', `ended as ${status} too early`);
      if (processedItems >= 5) break;
      await sleep(20);
    }
    await killed.kill();
    let job = await readJob(second.url, jobId);
    while (job.completedAt === null) {
      await sleep(100);
      job = await readJob(second.url, jobId);
    }
    assert.deepEqual([job.status, job.completedItems], ['COMPLETED', rowCount]);

    // One machine signs a URL of the object store; the other one sends the same bytes itself.
    const signed = (await readJob(first.url, jobId)).downloadUrl ?? '';
    assert.ok(signed.startsWith(`${store.endpoint}/`), signed);
    const downloaded = Buffer.from(await (await fetchExternal(signed)).arrayBuffer());
    const entries = await listZip(downloaded);
    assert.deepEqual(
      entries.map(({ name }) => name).sort(),
      rows.map((_, index) => `guest-${index}.png`).sort(),
    );
    const through = await call(second.url, 'GET', `/batch-jobs/${jobId}/result?delivery=zip`);
    assert.ok(downloaded.equals(through.bytes));
    const part = await call(second.url, 'GET', `/batch-jobs/${jobId}/result?delivery=zip`, {
      headers: { Range: 'bytes=-22' },
    });
    assert.equal(part.status, 206);
    assert.ok(downloaded.subarray(-22).equals(part.bytes));

    // One machine creates a link; the other one serves and revokes it.
    const made = await call(first.url, 'POST', `/templates/${templateId}/generate`, {
      json: { variables, delivery: 'link' },
    });
    assert.equal(made.status, 200, JSON.stringify(made.json));
    const { id, url, fileSize } = made.json as { id: string; url: string; fileSize: number };
    const elsewhere = second.url + new URL(url).pathname;
    assert.equal((await (await checkedFetch(elsewhere)).arrayBuffer()).byteLength, fileSize);
    assert.equal((await call(second.url, 'DELETE', `/shares/${id}`)).status, 204);
    assert.equal((await checkedFetch(url)).status, 404);

    for (const member of [first, second, staying]) assert.equal(await member.stop(), 0);
    for (const machine of await readdir(parent)) {
      // Other machines do not need the cache of compiled code.
      const left = (await readdir(path.join(parent, machine))).filter((name) => name !== 'compiled');
      assert.deepEqual(left, [], 'a file that others cannot see');
    }
  });
});
