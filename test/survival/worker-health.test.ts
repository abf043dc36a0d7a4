/** A worker's health checks: what they say while it works, hangs, has no database, and stops. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startCutProxy, type CutProxy } from '../faults/cut-proxy.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { createFleet, type Fleet, type Member } from '../helpers/fleet.ts';
import { findMetrics } from '../helpers/metrics.ts';
import { fetchExternal } from '../helpers/requests.ts';

const checkHealth = path.resolve(import.meta.dirname, '..', '..', 'deploy', 'check-health.ts');

describe('the health checks of a worker', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let proxy: CutProxy;
  let folder: string;
  let fleet: Fleet;
  let worker: Member;
  let origin: string;
  before(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await startCutProxy(Number(url.port));
    url.port = String(proxy.port);
    folder = await mkdtemp(path.join(tmpdir(), 'platen-health-'));
    fleet = createFleet({ url: url.href }, folder, { METRICS_PORT: '0' });
    worker = await fleet.work();
    ({ origin } = new URL(await findMetrics(worker)));
  });
  after(async () => {
    await fleet.close();
    await proxy.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (page: string): Promise<{ status: number; json: unknown }> => {
    const response = await fetchExternal(origin + page);
    return { status: response.status, json: await response.json() };
  };
  /** Runs the health check of the image, as in a container of a worker: nothing listens at PORT. */
  const check = async (): Promise<{ code: number; stderr: string }> => {
    const env = {
      PATH: process.env['PATH'],
      PORT: String(await findFreePort()),
      METRICS_PORT: new URL(origin).port,
    };
    try {
      const { stderr } = await promisify(execFile)(process.execPath, [checkHealth], { env });
      return { code: 0, stderr };
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, stderr };
    }
  };

  test('pass while it works', async () => {
    assert.deepEqual(await ask('/healthz'), { status: 200, json: { status: 'ok' } });
    assert.deepEqual(await ask('/readyz'), {
      status: 200,
      json: {
        status: 'ready',
        parts: { database: 'ok', storage: 'ok', renderer: 'ok', migrations: 'ok' },
      },
    });
    // A check that takes more than four seconds, on a busy machine, is repeated, as in containers.
    await waitUntil(async () => (await check()).code === 0);
  });

  test('say that it is alive and not ready while its database is away', async () => {
    await proxy.refuseDuring(async () => {
      // Other parts may be late before the database is.
      await waitUntil(async () => {
        const { json } = await ask('/readyz');
        return (json as { parts: Record<string, string> }).parts['database'] === 'failing';
      });
      assert.equal((await ask('/readyz')).status, 503);
      assert.equal((await ask('/healthz')).status, 200);
      const { code, stderr } = await check();
      assert.equal(code, 1);
      assert.match(stderr, /readyz: it answered 503 .*"database":"failing"/);
    });
    await waitUntil(async () => (await ask('/readyz')).status === 200);
  });

  test('fail while the process hangs', async () => {
    worker.signal('SIGSTOP');
    try {
      const { code, stderr } = await check();
      assert.equal(code, 1);
      assert.match(stderr, /readyz: .*timeout/);
    } finally {
      worker.signal('SIGCONT');
    }
    await waitUntil(async () => (await check()).code === 0);
  });

  test('fail once it has stopped', async () => {
    assert.equal(await worker.stop(), 0);
    const { code, stderr } = await check();
    assert.equal(code, 1);
    assert.match(stderr, /ECONNREFUSED/);
  });
});
