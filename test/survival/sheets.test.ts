import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import type { components } from '../../generated/openapi.ts';
import { queryRow } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';

type BatchJob = components['schemas']['BatchJob'];

const rowCount = 400;
let database: TestDatabase;
let folder: string;
let fleet: Fleet;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-sheets-'));
  fleet = createFleet(database, folder);
});
after(async () => {
  await fleet.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('sheets survive a kill -9 while their PDF is written', { timeout: 300_000 }, async () => {
  const tenant = await createTenant(database.db, { plan: 'business' });
  const templateId = await addTemplate(database.db, tenant, {
    viewport: { width: 85, height: 54 },
    viewportUnit: 'mm',
  });
  const [service, worker] = await Promise.all([fleet.serve(), fleet.work()]);
  const { status, json } = await send(service.url, 'POST', '/api/v1/batch-jobs', {
    key: tenant.apiKey,
    json: {
      template: { templateId, format: 'pdf' },
      rows: Array.from({ length: rowCount }, (_, index) => ({ title: `Row ${index}` })),
      sheet: { columns: 2, rows: 5, cutMarks: true },
    },
  });
  assert.equal(status, 202, JSON.stringify(json));
  const { jobId } = json as BatchJob;
  const readStatus = async () =>
    await queryRow<{ status: string; done: number }>(
      database.db,
      'select status, completed_items as done from batch_jobs where id = :jobId',
      { jobId },
    );
  await waitUntil(async () => (await readStatus()).done === rowCount);
  // The rows are done; the task that writes the sheets runs, or begins.
  await waitUntil(async () => {
    const { running } = await queryRow<{ running: number }>(
      database.db,
      `select count(*)::integer as running from graphile_worker._private_jobs
       where locked_at is not null and payload->>'jobId' = :jobId`,
      { jobId },
    );
    return running > 0 || (await readStatus()).status !== 'PROCESSING';
  });
  await worker.kill();
  assert.equal((await readStatus()).status, 'PROCESSING', 'the sheets were written before the kill');

  const second = await fleet.work();
  await waitUntil(async () => (await readStatus()).status !== 'PROCESSING');
  const answer = await send(service.url, 'GET', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
  assert.partialDeepStrictEqual(answer.json, {
    status: 'COMPLETED',
    completedItems: rowCount,
    failedItems: 0,
    processedItems: rowCount,
  });
  const result = await send(service.url, 'GET', `/api/v1/batch-jobs/${jobId}/result?delivery=pdf`, {
    key: tenant.apiKey,
  });
  assert.equal(result.status, 200);
  const pdf = await PDFDocument.load(result.bytes, { throwOnInvalidObject: true });
  assert.equal(pdf.getPageCount(), rowCount / 10);
  for (const page of pdf.getPages()) assert.equal(page.node.normalizedEntries().XObject.entries().length, 10);

  const { used, entered } = await queryRow<{ used: number; entered: number }>(
    database.db,
    `select used, sum(renders)::integer as entered
     from quota_periods join quota_entries using (workspace_id)
     where workspace_id = :workspaceId group by used`,
    { workspaceId: tenant.workspaceId },
  );
  assert.deepEqual({ used, entered }, { used: rowCount, entered: rowCount });
  const listFiles = async () => {
    const names = await readdir(path.join(folder, 'files', 'batches', jobId), { recursive: true });
    return names.map((name) => path.extname(name));
  };
  await waitUntil(async () => (await listFiles()).length === 1);
  assert.deepEqual(await listFiles(), ['.pdf']);
  assert.deepEqual([await second.stop(), await service.stop()], [0, 0]);
});
