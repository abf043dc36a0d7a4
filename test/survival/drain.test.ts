import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { queryRow } from '../../src/store/database.ts';
import { plainBatch, readLedger } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';
import { listChildren } from '../faults/database-server.ts';

let database: TestDatabase;
let folder: string;
let fleet: Fleet;

before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-drain-'));
  fleet = createFleet(database, folder, { RENDER_TIMEOUT: '5m' });
});
after(async () => {
  await fleet.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test(
  'a row that does not finish is aborted at the end of the drain, and another process renders it',
  { timeout: 300_000 },
  async () => {
    const tenant = await createTenant(database.db);
    const templateId = await addTemplate(database.db, tenant);
    const [service, stuck] = await Promise.all([fleet.serve(), fleet.work()]);
    for (const pid of await listChildren(stuck.pid)) process.kill(pid, 'SIGSTOP');
    const answer = await send(service.url, 'POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      json: plainBatch(templateId, 3),
    });
    assert.equal(answer.status, 202);
    const { jobId } = answer.json as { jobId: string };
    await waitUntil(async () => {
      const { started } = await queryRow<{ started: number }>(
        database.db,
        'select count(*)::int as started from batch_rows where job_id = :jobId and attempts > 0',
        { jobId },
      );
      return started > 0;
    });
    const stopped = stuck.stop();
    await fleet.work();
    assert.equal(await stopped, 0);
    await waitUntil(async () => {
      const job = await send(service.url, 'GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
      return (job.json as { status: string }).status === 'COMPLETED';
    });
    const { used, sum } = await readLedger(database.db, tenant.workspaceId);
    assert.deepEqual([used, sum], [3, 3]);
  },
);

test(
  'renders in progress at a second signal are 503, and refunded before the process ends',
  { timeout: 120_000 },
  async () => {
    const tenant = await createTenant(database.db, { plan: 'team' });
    const templateId = await addTemplate(database.db, tenant);
    const service = await fleet.serve();
    for (const pid of await listChildren(service.pid)) process.kill(pid, 'SIGSTOP');
    const asking = Array.from({ length: 4 }, () =>
      send(service.url, 'POST', `/api/v1/templates/${templateId}/generate`, {
        key: tenant.apiKey,
        json: { variables: {} },
      }),
    );
    await waitUntil(async () => (await readLedger(database.db, tenant.workspaceId)).used === asking.length);
    service.signal('SIGTERM');
    // Signals that come together count as one.
    await waitUntil(() => {
      service.signal('SIGINT');
      return Promise.resolve(service.lines.some((line) => line.includes('stopping at once')));
    });
    const answers = await Promise.all(asking);
    await service.ended;
    const shown = answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`);
    assert.deepEqual(new Set(shown), new Set(['503 1']));
    const { used, sum } = await readLedger(database.db, tenant.workspaceId);
    assert.deepEqual([used, sum], [0, 0]);
  },
);
