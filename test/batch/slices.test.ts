/** Tasks of several jobs take turns. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { pino } from 'pino';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { createBatchImages } from '../../src/domain/batches/shared-images.ts';
import { workRows } from '../../src/domain/batches/work-rows.ts';
import { createMemoryBudget } from '../../src/domain/renders/memory-budget.ts';
import { createTemplateCache } from '../../src/domain/templates/discovery.ts';
import { createImageFetcher } from '../../src/outbound/fetch-image.ts';
import { startRendererPool } from '../../src/renderer/pool.ts';
import { submitJob } from '../helpers/batch.ts';
import { addTemplate, createTenant, startTestService } from '../helpers/http.ts';
import { insertPool, listTasks, readJob } from '../helpers/queue.ts';

const log = pino({ level: 'silent' });
const never = new AbortController().signal;

test('a task whose rows take longer than its slice goes behind the tasks of others', async () => {
  const service = await startTestService({ env: { RATE_LIMITS: 'off' } });
  const pool = await startRendererPool({ processes: 1, queueLimit: 0, timeoutMs: 60_000, log });
  try {
    const { db } = service;
    const { storage } = service.app;
    const tenant = await createTenant(db, { plan: 'business' });
    // A row takes some hundred milliseconds, all rows take longer than the slice on any machine.
    const elements = Array.from({ length: 12 }, (_, index) => ({
      type: 'ellipse' as const,
      id: `e${index}`,
      x: 0,
      y: 0,
      width: 1600,
      height: 1600,
      blur: 40,
      fill: '#f008',
    }));
    const viewport = { width: 1600, height: 1600 };
    const templateId = await addTemplate(db, tenant, { viewport, elements });
    const rows = 24;
    const body = { template: { templateId }, rows: Array.from({ length: rows }, () => ({ title: 'a' })) };
    const jobId = await submitJob(service, tenant, body);
    const [first] = await listTasks(db, jobId);
    assert.ok(first !== undefined);
    const { poolId, instanceId } = await insertPool(db);
    const imageLimits = { maxBytes: 1_000, timeoutMs: 1_000 };
    const parts = {
      db,
      storage,
      pool,
      log,
      maxOutputPixels: 1e8,
      imageMaxBytes: 1e6,
      imageMaxPixels: 1e6,
      templates: createTemplateCache(db),
      plans: DEFAULT_PLANS,
      images: createBatchImages({
        db,
        instanceId,
        storage,
        log,
        fetchImage: createImageFetcher({ allow: [], ...imageLimits }),
        imageMemory: createMemoryBudget(1_000),
        imageTimeoutMs: imageLimits.timeoutMs,
      }),
      longRenderTimeoutMs: 60_000,
    };
    const task = { id: first.id, priority: 5, workspaceId: randomUUID() };
    const range = { jobId, from: 0, to: rows };
    await workRows(parts, range, { poolId, task, stopping: never, lost: never, log });

    const { completed, taskIds } = await readJob(db, jobId);
    assert.ok(completed > 0 && completed < rows, `${completed} rows`);
    const added = (await listTasks(db, jobId)).find(
      ({ id }) => Number(id) > Number(first.id) && id === taskIds[0],
    );
    assert.deepEqual(added?.payload, range);
    assert.equal(added.isDue, true);
  } finally {
    await pool.close();
    await service.close();
  }
});
