/**
 * The work on a batch job's rows: handed out as tasks of a few rows each, and begun one or a few at a time. `record.ts` has their outcomes.
 */
import type { OutputFormat } from '../../render/scene.ts';
import { queryPrepared, queryRows, type Database } from '../database.ts';
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
  /** So many of them at most; one alone where an attempt has failed before. */
  readonly most: number;
  /** The pool of workers that the task runs in. */
  readonly poolId: string;
}

export interface ClaimedRow {
  readonly rowIndex: number;
  readonly attempt: number;
  /** Attempts that the row is to blame for, or their process, with this one. */
  readonly tries: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Claim =
  /** In their order, one at least. */
  | { readonly kind: 'rows'; readonly rows: readonly ClaimedRow[] }
  /** Each of the rows has an outcome. */
  | { readonly kind: 'done' }
  /** The job is not active. */
  | { readonly kind: 'ended' }
  /** The pool was taken for gone, and its tasks were given to others. */
  | { readonly kind: 'superseded' };

/** Begins an attempt at the first of some rows that have no outcome. From here on, earlier attempts at them record nothing. */
export async function claimRows(db: Database, rows: RowsToClaim): Promise<Claim> {
  const found = await queryPrepared<FoundRow & { readonly isActive: boolean }>(
    db,
    `with lease as (select from worker_pools where id = :poolId),
     job as (select from batch_jobs where id = :jobId and status = 'PROCESSING'),
     ${claimedRows('row_index >= :from and row_index < :to', 'exists (select from job)')}
     select exists (select from lease) as "isLeased", exists (select from job) as "isActive", ${claimedColumns}
     from (select) one left join claimed on true order by claimed.row_index`,
    { ...rows },
  );
  return found[0]?.isActive === true ? describeClaim(found) : { kind: 'ended' };
}

/**
 * The parts of a statement, behind one named `lease`, that claim rows of a job.
 *
 * @param among condition on rows to be claimed
 * @param provided condition on there being a claim at all
 */
export function claimedRows(among: string, provided: string): string {
  // Materialized, since a plan that looks it up once for each row would find another one each time.
  return `next as materialized (
       select row_index, attempts > forgiven as is_suspect from batch_rows
       where job_id = :jobId and status is null and ${among} and ${provided}
       order by row_index limit :most for update
     ),
     -- A process that ends over a row must not make the rows beside it suspect.
     chosen as materialized (
       select row_index from next
       where not exists (select from next where is_suspect) or row_index = (select min(row_index) from next)
     ),
     claimed as (
       update batch_rows r set attempts = r.attempts + 1
       where r.job_id = :jobId and r.row_index = any (array(select row_index from chosen)) and exists (select from lease)
       returning r.row_index, r.attempts, r.attempts - r.forgiven as tries, r.variables
     )`;
}

/** What a statement that claims rows returns of each. */
export const claimedColumns = `claimed.row_index as "rowIndex", claimed.attempts as attempt, claimed.tries, claimed.variables`;

/** What a statement that claims rows returns: a line for each, or one without. */
export interface FoundRow extends Omit<ClaimedRow, 'rowIndex'> {
  readonly isLeased: boolean;
  readonly rowIndex: number | null;
}

/** What a statement that claims rows of an active job came to. */
export function describeClaim(found: readonly FoundRow[]): Claim {
  if (found[0]?.isLeased !== true) return { kind: 'superseded' };
  const rows = found.flatMap(({ rowIndex, attempt, tries, variables }) =>
    rowIndex === null ? [] : [{ rowIndex, attempt, tries, variables }],
  );
  return rows.length === 0 ? { kind: 'done' } : { kind: 'rows', rows };
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
