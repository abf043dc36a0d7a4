/**
 * The queue as tests look at it and act on it, in the place of workers.
 */
import { randomUUID } from 'node:crypto';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { addWorkerPool, beatInstance } from '../../src/store/instances.ts';
import { dispatchRows } from '../../src/store/batch/work.ts';
import { insertBatchJob } from './batch-jobs.ts';

export interface QueuedTask {
  readonly id: string;
  readonly task: string;
  readonly payload: { readonly jobId: string; readonly from?: number; readonly to?: number };
  readonly lockedBy: string | null;
  readonly attempts: number;
  /** It could be begun with now. */
  readonly isDue: boolean;
}

/** The queue's tasks of a job, in the order in which they were added. */
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

/** Locks a task in the name of a pool, as its workers do. */
export async function lockTask(db: Database, id: string, poolId: string, { agoMs = 0 } = {}): Promise<void> {
  await queryRows(
    db,
    `update graphile_worker._private_jobs set locked_by = :poolId, attempts = attempts + 1,
       locked_at = now() - cast(:agoMs as int) * interval '1 millisecond'
     where id = :id`,
    { id, poolId, agoMs },
  );
}

/** A job under way of 10 rows that are handed out. */
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

/** A pool of workers in a process that gave a sign of life so long ago. */
export async function insertPool(
  db: Database,
  { silentMs = 0 } = {},
): Promise<{ poolId: string; instanceId: string }> {
  const [instanceId, poolId] = [randomUUID(), `pool-${randomUUID()}`];
  await beatInstance(db, instanceId);
  if (!(await addWorkerPool(db, { poolId, instanceId }))) throw new Error('The process is not known.');
  await queryRows(
    db,
    `update instances set beat_at = now() - cast(:silentMs as int) * interval '1 millisecond' where id = :instanceId`,
    { instanceId, silentMs },
  );
  return { poolId, instanceId };
}

/** A job as the database has it. */
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

/** Lets a job seem to have made no progress for so long. */
export async function leaveAlone(db: Database, jobId: string, ms: number): Promise<void> {
  await queryRows(
    db,
    `update batch_jobs set progressed_at = now() - cast(:ms as int) * interval '1 millisecond' where id = :jobId`,
    { jobId, ms },
  );
}
