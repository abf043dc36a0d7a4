/**
 * Batch jobs that nobody seems to work on: found by their last progress, and given to the workers again.
 */
import { queryRow, queryRows, type Database } from '../database.ts';
import { isQueued, retryNow } from '../job-queue.ts';
import { dispatchFinish, dispatchRows } from './work.ts';

/** How long a job goes without progress before it is looked at. Most rows take a fraction of it. */
const quietMs = 5_000;

/** Jobs looked at in one pass. */
const jobsAtOnce = 1_000;

const quietJobs = `
  select id, task_ids, finish_faults from batch_jobs
  where status in ('PENDING', 'PROCESSING') and progressed_at < now() - ${quietMs} * interval '1 millisecond'
  order by progressed_at limit ${jobsAtOnce}`;

/**
 * Has tasks of quiet jobs that wait for another attempt run at once: the queue makes them wait longer each time, though what
 * failed them is most often over by then. Archives that could not be stored do wait.
 *
 * @returns how many tasks.
 */
export async function hastenTasks(db: Database): Promise<number> {
  const tasks = await queryRows<{ id: string }>(
    db,
    // Those that wait are few, most often none, while looking up each task of a thousand jobs takes its time.
    `with waiting as materialized (
       select id, task_identifier from graphile_worker.jobs where locked_at is null and run_at > now()
     )
     select t.id::text from waiting t
     join (
       select unnest(task_ids) as id, finish_faults from (${quietJobs}) quiet where exists (select from waiting)
     ) j on j.id = t.id
     where t.task_identifier = 'render_rows' or j.finish_faults = 0`,
    {},
  );
  return await retryNow(
    db,
    tasks.map(({ id }) => id),
  );
}

/** Hands out anew what is left of quiet jobs of which the queue has no task any more. Returns how many jobs. */
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
    // Looked at again under the lock: whoever held it may have handed out the end of the job.
    const { isAlive } = await queryRow<{ isAlive: boolean }>(
      transaction,
      `select ${isQueued('task_ids')} as "isAlive" from batch_jobs where id = :jobId`,
      { jobId },
    );
    if (isAlive) return false;
    const rows = await queryRows<{ rowIndex: number }>(
      transaction,
      `select row_index as "rowIndex" from batch_rows where job_id = :jobId and status is null order by row_index`,
      { jobId },
    );
    if (rows.length === 0) await dispatchFinish(transaction, jobId);
    else
      await dispatchRows(
        transaction,
        jobId,
        rows.map(({ rowIndex }) => rowIndex),
      );
    return true;
  });
}

/** Jobs that have been at work for longer than they may. */
export async function findOverdueJobs(
  db: Database,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<string[]> {
  const jobs = await queryRows<{ id: string }>(
    db,
    `select id from batch_jobs
     where status in ('PENDING', 'PROCESSING') and started_at < now() - :timeoutMs * interval '1 millisecond'
     order by started_at limit ${jobsAtOnce}`,
    { timeoutMs },
  );
  return jobs.map(({ id }) => id);
}
