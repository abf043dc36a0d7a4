/**
 * Active batch jobs without recent progress: their tasks run at once, or are created again.
 */
import { queryRow, queryRows, type Database } from '../database.ts';
import { isQueued, retryNow } from '../job-queue.ts';
import { dispatchFinish, dispatchRows } from './tasks.ts';

/** Time without progress after which a job is checked. Most rows take a fraction of it. */
const quietMs = 5_000;

/** Max jobs of one pass. */
const maxJobs = 1_000;

/** SQL, used twice. */
const quietJobs = `
  select id, task_ids, finish_faults from batch_jobs
  where status in ('PENDING', 'PROCESSING') and progressed_at < now() - ${quietMs} * interval '1 millisecond'
  order by progressed_at limit ${maxJobs}`;

/**
 * Runs waiting tasks of quiet jobs at once. The queue delays every attempt longer than the one before, though
 * the cause is usually over sooner. Archives that could not be stored do wait.
 *
 * @returns the count of tasks
 */
export async function hastenTasks(db: Database): Promise<number> {
  const tasks = await queryRows<{ id: string }>(
    db,
    // Few tasks wait, usually none, so they come first: looking up the tasks of a thousand jobs is slow.
    `with waiting as materialized (
       select id, task_identifier from graphile_worker.jobs where locked_at is null and run_at > now()
     )
     select t.id::text from waiting t
     join (
       select unnest(task_ids) as id, finish_faults from (${quietJobs}) quiet
       where exists (select from waiting)
     ) j on j.id = t.id
     where t.task_identifier <> 'finish_batch' or j.finish_faults = 0`,
    {},
  );
  return await retryNow(
    db,
    tasks.map(({ id }) => id),
  );
}

/** Creates tasks for what is left of quiet jobs without a task in the queue. Returns the count of jobs. */
export async function redispatchJobs(db: Database): Promise<number> {
  const jobs = await queryRows<{ id: string }>(
    db,
    `select j.id from (${quietJobs}) j where not ${isQueued('j.task_ids')}`,
    {},
  );
  let dispatched = 0;
  for (const { id } of jobs) if (await redispatchJob(db, id)) dispatched += 1;
  return dispatched;
}

async function redispatchJob(db: Database, jobId: string): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const [job] = await queryRows(
      transaction,
      `select from batch_jobs where id = :jobId and status in ('PENDING', 'PROCESSING') for update`,
      { jobId },
    );
    if (job === undefined) return false;
    // Checked again under the lock: its previous holder may have dispatched the job's finish.
    const { hasTask } = await queryRow<{ hasTask: boolean }>(
      transaction,
      `select ${isQueued('task_ids')} as "hasTask" from batch_jobs where id = :jobId`,
      { jobId },
    );
    if (hasTask) return false;
    const rows = await queryRows<{ rowIndex: number }>(
      transaction,
      `select row_index as "rowIndex" from batch_rows
       where job_id = :jobId and status is null order by row_index`,
      { jobId },
    );
    const rowIndexes = rows.map(({ rowIndex }) => rowIndex);
    if (rowIndexes.length === 0) await dispatchFinish(transaction, jobId);
    else await dispatchRows(transaction, jobId, rowIndexes);
    return true;
  });
}

/** Jobs that have been active for longer than `timeoutMs`, without time that does not count. */
export async function findOverdueJobs(
  db: Database,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<string[]> {
  const jobs = await queryRows<{ id: string }>(
    db,
    `select id from batch_jobs
     where status in ('PENDING', 'PROCESSING') 
       and started_at + uncounted < now() - :timeoutMs * interval '1 millisecond'
     order by started_at limit ${maxJobs}`,
    { timeoutMs },
  );
  return jobs.map(({ id }) => id);
}
