import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { components } from '../../generated/openapi.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send, type Tenant } from '../helpers/http.ts';
import { listZip } from '../helpers/zip.ts';
import { waitUntil } from '../helpers/wait-until.ts';

type BatchJob = components['schemas']['BatchJob'];

const rowCount = 400;

describe('batch jobs survive', { timeout: 600_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let fleet: Fleet;
  let tenant: Tenant;
  let templateId: string;

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-survival-'));
    fleet = createFleet(database, folder);
    tenant = await createTenant(database.db, { plan: 'business' });
    // Large enough that a job lasts for some seconds.
    templateId = await addTemplate(database.db, tenant, { viewport: { width: 600, height: 400 } });
  });
  afterEach(() => fleet.close());
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const submit = async (url: string): Promise<string> => {
    const rows = Array.from({ length: rowCount }, (_, index) => ({ title: `Row ${index}` }));
    const template = { templateId, output: { filenamePattern: '{title}' } };
    const answer = await send(url, 'POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      headers: { 'Idempotency-Key': 'never twice' },
      json: { template, rows },
    });
    assert.equal(answer.status, 202, JSON.stringify(answer.json));
    return (answer.json as { jobId: string }).jobId;
  };
  const readJob = async (url: string, jobId: string): Promise<BatchJob> => {
    const answer = await send(url, 'GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    return answer.json as BatchJob;
  };
  /** Waits until `rows` rows are done. Fails if the job has ended before: then nothing was tested. */
  const waitForRows = async (url: string, jobId: string, rows: number): Promise<number> => {
    let processed = 0;
    await waitUntil(async () => {
      const { status, processedItems } = await readJob(url, jobId);
      processed = processedItems;
      const isActive = status === 'PENDING' || status === 'PROCESSING';
      assert.ok(processed >= rows || isActive, `ended as ${status} too early`);
      return processed >= rows;
    });
    return processed;
  };
  const waitForEnd = async (url: string, jobId: string): Promise<BatchJob> => {
    await waitUntil(async () => (await readJob(url, jobId)).completedAt !== null, { everyMs: 100 });
    return await readJob(url, jobId);
  };
  /**
   * Checks counters, archive, charge and storage after the end of a job, and deletes it. Returns the max
   * attempts of a row.
   */
  const audit = async (url: string, jobId: string, usedBefore: number): Promise<{ attempts: number }> => {
    const job = await waitForEnd(url, jobId);
    assert.deepEqual(
      [job.status, job.completedItems, job.failedItems, job.processedItems],
      ['COMPLETED', rowCount, 0, rowCount],
    );
    const archive = await send(url, 'GET', `/api/v1/batch-jobs/${jobId}/result?delivery=zip`, {
      key: tenant.apiKey,
    });
    assert.equal(archive.status, 200);
    const entries = await listZip(Buffer.from(archive.bytes));
    const expected = Array.from({ length: rowCount }, (_, index) => `row-${index}.png`);
    assert.deepEqual(entries.map(({ name }) => name).sort(), expected.sort());
    assert.equal((await readUsed()) - usedBefore, rowCount);
    const { sum } = await queryRow<{ sum: number }>(
      database.db,
      'select sum(renders)::integer as sum from quota_entries where workspace_id = :workspaceId',
      { workspaceId: tenant.workspaceId },
    );
    assert.equal(await readUsed(), sum);
    await waitUntil(async () => {
      const names = await readdir(path.join(folder, 'files', 'batches', jobId), { recursive: true });
      return names.length === 1 && names[0]?.endsWith('.zip') === true;
    });
    const { attempts } = await queryRow<{ attempts: number }>(
      database.db,
      'select max(attempts) as attempts from batch_rows where job_id = :jobId',
      { jobId },
    );
    // Frees the idempotency key.
    assert.equal(
      (await send(url, 'DELETE', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey })).status,
      204,
    );
    return { attempts };
  };
  const readUsed = async (): Promise<number> => {
    const [period] = await queryRows<{ used: number }>(
      database.db,
      'select used from quota_periods where workspace_id = :workspaceId',
      { workspaceId: tenant.workspaceId },
    );
    return period?.used ?? 0;
  };

  test('kill -9 of each worker in turn, then of all processes', async () => {
    const used = await readUsed();
    let service = await fleet.serve();
    const [first, second] = await Promise.all([fleet.work(), fleet.work()]);
    const jobId = await submit(service.url);

    await waitForRows(service.url, jobId, 20);
    await first.kill();
    const third = await fleet.work();
    await waitForRows(service.url, jobId, 100);
    await second.kill();
    await waitForRows(service.url, jobId, 180);
    await Promise.all([third.kill(), service.kill()]);

    service = await fleet.serve();
    // The idempotency key from before the crash is still valid.
    assert.equal(await submit(service.url), jobId);
    const fourth = await fleet.work();
    await audit(service.url, jobId, used);
    assert.deepEqual([await fourth.stop(), await service.stop()], [0, 0]);
  });

  test('a worker that is suspended until its tasks belong to others, and then continues', async () => {
    const used = await readUsed();
    const service = await fleet.serve();
    const [suspended, other] = await Promise.all([fleet.work(), fleet.work()]);
    const jobId = await submit(service.url);

    await waitForRows(service.url, jobId, 40);
    suspended.signal('SIGSTOP');
    await waitUntil(async () => {
      const { pools } = await queryRow<{ pools: number }>(
        database.db,
        'select count(*)::integer as pools from worker_pools',
        {},
      );
      // Each process has one pool for rows, one for images and one for callbacks.
      return pools === 3;
    });
    suspended.signal('SIGCONT');
    await audit(service.url, jobId, used);
    assert.deepEqual([await suspended.stop(), await other.stop(), await service.stop()], [0, 0, 0]);
  });

  test('five losses of all database connections', async () => {
    const used = await readUsed();
    const service = await fleet.serve();
    const workers = await Promise.all([fleet.work(), fleet.work()]);
    const jobId = await submit(service.url);

    for (let cut = 1; cut <= 5; cut++) {
      await waitUntil(async () => {
        const { rows } = await queryRow<{ rows: number }>(
          database.db,
          'select completed_items as rows from batch_jobs where id = :jobId',
          { jobId },
        );
        return rows >= cut * 50;
      });
      await queryRows(
        database.db,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
        {},
      );
    }
    // As documented, a request whose connection was just lost is answered with 500; later ones succeed.
    await waitUntil(async () => {
      const reads = Array.from({ length: 20 }, () =>
        send(service.url, 'GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey }),
      );
      return (await Promise.all(reads)).every(({ status }) => status === 200);
    });
    await audit(service.url, jobId, used);
    for (const member of [...workers, service]) assert.equal(await member.stop(), 0);
  });

  test('a worker that stops returns its rows to the queue at once', async () => {
    const used = await readUsed();
    const service = await fleet.serve();
    const [stopping, staying] = await Promise.all([fleet.work(), fleet.work()]);
    const jobId = await submit(service.url);
    await waitForRows(service.url, jobId, 40);
    assert.equal(await stopping.stop(), 0);
    const { attempts } = await audit(service.url, jobId, used);
    assert.equal(attempts, 1, 'no row was started twice');
    assert.deepEqual([await staying.stop(), await service.stop()], [0, 0]);
  });
});
