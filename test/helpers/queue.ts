/** Reads and changes the job queue in place of workers. */
import { randomUUID } from 'node:crypto';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { addWorkerPool, beatInstance } from '../../src/store/instances.ts';
import { dispatchRows } from '../../src/store/batches/tasks.ts';
import { reserveRenders } from '../../src/store/quota.ts';
import { createCaller } from './database.ts';

export interface QueuedTask {
  readonly id: string;
  readonly task: string;
  readonly payload: { readonly jobId: string; readonly from?: number; readonly to?: number };
  readonly lockedBy: string | null;
  readonly attempts: number;
  /** Whether a worker could start it now. */
  readonly isDue: boolean;
}

/** Lists the queued tasks of a job, oldest first. */
export async function listTasks(db: Database, jobId: string): Promise<QueuedTask[]> {
  return await queryRows<QueuedTask>(
    db,
    `select j.id, t.identifier as task, j.payload, j.locked_by as "lockedBy", j.attempts::int,
            j.is_available and j.run_at <= now() as "isDue"
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.payload->>'jobId' = :jobId order by j.id`,
    { jobId },
  );
}

/** Locks a task for a pool, as its workers do. */
export async function lockTask(db: Database, id: string, poolId: string, { agoMs = 0 } = {}): Promise<void> {
  await queryRows(
    db,
    `update graphile_worker._private_jobs set locked_by = :poolId, attempts = attempts + 1,
       locked_at = now() - cast(:agoMs as int) * interval '1 millisecond'
     where id = :id`,
    { id, poolId, agoMs },
  );
}

/** Inserts a PROCESSING job with a charge, but without rows and tasks. Returns its id. */
export async function insertBatchJob(db: Database): Promise<string> {
  const { workspaceId, accountId } = await createCaller(db);
  const { id } = await queryRow<{ id: string }>(db, 'select gen_random_uuid() as id', {});
  const charge = await reserveRenders(db, {
    workspaceId,
    accountId,
    templateId: randomUUID(),
    keyId: null,
    instanceId: null,
    cause: `batch ${id}`,
    renders: 10,
    limit: 10,
    now: new Date(),
  });
  if (!charge.granted) throw new Error('The workspace has no renders left.');
  await queryRow(
    db,
    `insert into batch_jobs (
       id, workspace_id, account_id, origin, template_id, template_name, project_id, project_name, format,
       options,
       charge_id, status, total_items, started_at
     ) values (
       :id, :workspaceId, :accountId, 'API_KEY', gen_random_uuid(), 'Card', gen_random_uuid(), 'Cards',
         'png', '{}',
       :chargeId, 'PROCESSING', 10, now()
     ) returning id`,
    { id, workspaceId, accountId, chargeId: charge.chargeId },
  );
  return id;
}

/** Inserts a PROCESSING job of 10 rows with their tasks. Returns its id. */
export async function insertDispatchedJob(db: Database): Promise<string> {
  const jobId = await insertBatchJob(db);
  await db.transaction(async (transaction) => {
    await queryRows(
      transaction,
      `insert into batch_rows (job_id, row_index, variables, filename)
       select cast(:jobId as uuid), i, jsonb_build_object('title', 'Row ' || i), 'row-' || i || '.png'
       from generate_series(0, 9) as i`,
      { jobId },
    );
    await dispatchRows(
      transaction,
      jobId,
      Array.from({ length: 10 }, (_, index) => index),
    );
  });
  return jobId;
}

/** Inserts a worker pool whose process sent its last heartbeat `silentMs` ago. */
export async function insertPool(
  db: Database,
  { silentMs = 0 } = {},
): Promise<{ poolId: string; instanceId: string }> {
  const [instanceId, poolId] = [randomUUID(), `pool-${randomUUID()}`];
  await beatInstance(db, instanceId);
  if (!(await addWorkerPool(db, { poolId, instanceId }))) throw new Error('The instance does not exist.');
  await queryRows(
    db,
    `update instances set beat_at = now() - cast(:silentMs as int) * interval '1 millisecond'
     where id = :instanceId`,
    { instanceId, silentMs },
  );
  return { poolId, instanceId };
}

/** Reads a job's row. */
export async function readJob(
  db: Database,
  jobId: string,
): Promise<{ status: string; completed: number; failed: number; finishAttempts: number; taskIds: string[] }> {
  return await queryRow(
    db,
    `select status, completed_items as completed, failed_items as failed, finish_attempts as "finishAttempts",
            task_ids::text[] as "taskIds"
     from batch_jobs where id = :jobId`,
    { jobId },
  );
}

/** Makes a job look as if it had made no progress for `ms`. */
export async function setIdleTime(db: Database, jobId: string, ms: number): Promise<void> {
  await queryRows(
    db,
    `update batch_jobs set progressed_at = now() - cast(:ms as int) * interval '1 millisecond'
     where id = :jobId`,
    { jobId, ms },
  );
}
