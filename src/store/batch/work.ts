/**
 * The work on a batch job's rows: handed out as tasks of a few rows each, and begun row by row. `record.ts` has their outcomes.
 */
import type { OutputFormat } from '../../render/scene.ts';
import { queryPreparedRow, queryRows, type Database } from '../database.ts';
import { enqueueTasks } from '../job-queue.ts';

/** Rows of one task at most: enough to be worth the three statements of a task, few enough that a task is soon over. */
const mostRowsPerTask = 10;

/** A small job is split into at least so many, if it has the rows, so that every worker can help. */
const leastTasks = 16;

/** The rows that are left go into at least so many tasks, too: towards the end of a job, no worker idles while another has many. */
const leastTasksLeft = 6;

/** A job's first tasks go before another's later ones, so that jobs share the workers; from here on it is first come. */
const lastPriority = 32;

/** A job whose rows all have an outcome goes first: somebody waits for its archive, and it takes one worker only. */
const finishPriority = -1;

/** The queue gives up a task after so many attempts; recovery then finds its rows without one. */
const taskAttempts = 25;

/**
 * Hands out rows without outcome as tasks, which become the job's only ones. In the caller's transaction, in which the job
 * was made or its row is locked.
 *
 * @param rowIndexes ascending
 */
export async function dispatchRows(
  transaction: Database,
  jobId: string,
  rowIndexes: readonly number[],
): Promise<void> {
  const tasks = chunk(rowIndexes).map(
    ({ from, to }, index) =>
      ({
        task: 'render_rows',
        payload: { jobId, from, to },
        priority: Math.min(index, lastPriority),
        maxAttempts: taskAttempts,
      }) as const,
  );
  await keepTasks(transaction, jobId, await enqueueTasks(transaction, tasks));
}

/** Hands out what is left once every row has an outcome. In the caller's transaction, in which the job's row is locked. */
export async function dispatchFinish(transaction: Database, jobId: string): Promise<void> {
  const task = {
    task: 'finish_batch',
    payload: { jobId },
    priority: finishPriority,
    maxAttempts: taskAttempts,
  } as const;
  await keepTasks(transaction, jobId, await enqueueTasks(transaction, [task]));
}

/** What a task needs to know of its job. */
export interface BatchJobInWork {
  readonly id: string;
  /** Null where the version of the template that the job pins is gone. */
  readonly versionId: string | null;
  readonly format: OutputFormat;
  readonly options: BatchRenderOptions;
  /** Of the trace that it was submitted in. */
  readonly traceparent: string | null;
}

/** A request's options, as they were stored. */
interface BatchRenderOptions {
  readonly scale?: number;
  readonly quality?: number;
  readonly outputDpi?: number;
  readonly backgroundColor?: string;
}

/** Begins with a job's rows: the first to do so makes it PROCESSING. Null where the job has ended, or is no more. */
export async function beginJob(db: Database, jobId: string): Promise<BatchJobInWork | null> {
  const read = async (): Promise<(BatchJobInWork & { readonly status: string }) | undefined> =>
    (
      await queryRows<BatchJobInWork & { readonly status: string }>(
        db,
        `select id, template_version_id as "versionId", format, options, traceparent, status from batch_jobs
         where id = :jobId and status in ('PENDING', 'PROCESSING')`,
        { jobId },
      )
    )[0];
  const job = await read();
  if (job === undefined) return null;
  if (job.status === 'PENDING') {
    const begun = await queryRows(
      db,
      `update batch_jobs set status = 'PROCESSING', started_at = now()
       where id = :jobId and status = 'PENDING' returning id`,
      { jobId },
    );
    if (begun.length === 0 && (await read()) === undefined) return null;
  }
  return job;
}

export interface RowsToClaim {
  readonly jobId: string;
  readonly from: number;
  readonly to: number;
  /** The pool of workers that the task runs in. */
  readonly poolId: string;
}

export interface ClaimedRow {
  readonly jobId: string;
  readonly rowIndex: number;
  readonly attempt: number;
  /** Attempts that the row is to blame for, or their process, with this one. */
  readonly tries: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Claim =
  | { readonly kind: 'row'; readonly row: ClaimedRow }
  /** Each of the rows has an outcome. */
  | { readonly kind: 'done' }
  /** The job is not active. */
  | { readonly kind: 'ended' }
  /** The pool was taken for gone, and its tasks were given to others. */
  | { readonly kind: 'superseded' };

/** Begins an attempt at the first of some rows that has no outcome. From here on, earlier attempts at it record nothing. */
export async function claimRow(db: Database, { jobId, from, to, poolId }: RowsToClaim): Promise<Claim> {
  const found = await queryPreparedRow<FoundRow & { readonly isActive: boolean }>(
    db,
    `with lease as (select from worker_pools where id = :poolId),
     job as (select from batch_jobs where id = :jobId and status = 'PROCESSING'),
     -- Materialized, since a plan that looks it up once for each row would find another one each time.
     next as materialized (
       select row_index from batch_rows
       where job_id = :jobId and row_index >= :from and row_index < :to and status is null
       order by row_index limit 1 for update
     ),
     claimed as (
       update batch_rows r set attempts = r.attempts + 1
       from next where r.job_id = :jobId and r.row_index = next.row_index
         and exists (select from lease) and exists (select from job)
       returning r.row_index, r.attempts, r.attempts - r.forgiven as tries, r.variables
     )
     select exists (select from lease) as "isLeased", exists (select from job) as "isActive",
       claimed.row_index as "rowIndex", claimed.attempts as attempt, claimed.tries, claimed.variables
     from (select) one left join claimed on true`,
    { jobId, from, to, poolId },
  );
  if (!found.isActive) return { kind: 'ended' };
  return describeClaim(jobId, found);
}

/** What a statement that claims a row returns. */
export interface FoundRow {
  readonly isLeased: boolean;
  readonly rowIndex: number | null;
  readonly attempt: number;
  readonly tries: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What a statement that claims a row of an active job came to. */
export function describeClaim(
  jobId: string,
  { isLeased, rowIndex, attempt, tries, variables }: FoundRow,
): Claim {
  if (!isLeased) return { kind: 'superseded' };
  if (rowIndex === null) return { kind: 'done' };
  return { kind: 'row', row: { jobId, rowIndex, attempt, tries, variables } };
}

/** Notes which tasks work on the job, by which recovery finds jobs that none works on. */
async function keepTasks(transaction: Database, jobId: string, taskIds: readonly string[]): Promise<void> {
  await queryRows(
    transaction,
    `update batch_jobs set task_ids = cast(:taskIds as bigint[]), progressed_at = now() where id = :jobId`,
    { jobId, taskIds: [...taskIds] },
  );
}

/** Ranges that hold a few of the rows each; rows in between that are not among them have an outcome. */
function chunk(rowIndexes: readonly number[]): { readonly from: number; readonly to: number }[] {
  const total = rowIndexes.length;
  const ranges: { from: number; to: number }[] = [];
  for (let start = 0; start < total;) {
    const share = Math.min(total / leastTasks, (total - start) / leastTasksLeft);
    const end = start + Math.min(mostRowsPerTask, Math.ceil(share));
    ranges.push({ from: rowIndexes[start] ?? 0, to: (rowIndexes[end - 1] ?? 0) + 1 });
    start = end;
  }
  return ranges;
}
