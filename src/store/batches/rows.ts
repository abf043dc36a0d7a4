/**
 * The rows of a batch job before they have an outcome: dispatched as tasks of a few rows each, then claimed
 * in small groups. `row-outcomes.ts` records what comes of them.
 */
import type { OutputFormat } from '../../render/job.ts';
import { queryPrepared, queryRow, queryRows, type Database } from '../database.ts';
import { enqueueTasks, type TaskPayloads } from '../job-queue.ts';

/** Enough rows to be worth the three statements of a task, few enough that a task is soon finished. */
const maxRowsPerTask = 10;

/** A small job is split into at least this many tasks, if it has the rows, so that every worker can help. */
const minTasks = 16;

/**
 * The rows that remain also go into at least this many tasks: no worker idles at the end while another has
 * many rows.
 */
const minTasksLeft = 6;

/**
 * A job's first tasks run before later ones of other jobs, and a workspace's first job before its other jobs:
 * so all share the workers. From here on: first come.
 */
const maxPriority = 32;

/** Goes first: somebody waits for the archive, and it takes one worker only. */
const finishPriority = -1;

/** After this many attempts the queue gives up a task. Recovery then finds its rows without a task. */
const maxTaskAttempts = 25;

/**
 * Creates tasks for rows without outcome. They replace the job's earlier tasks. Runs in the transaction that
 * inserts the job or locks its row.
 *
 * @param rowIndexes ascending
 */
export async function dispatchRows(
  transaction: Database,
  jobId: string,
  rowIndexes: readonly number[],
): Promise<void> {
  const { workspaceId, otherJobs } = await queryRow<{ workspaceId: string; otherJobs: number }>(
    transaction,
    `select j.workspace_id as "workspaceId", (
       select coalesce(sum(c.jobs), 1)::int - 1 from batch_job_counts c join accounts a on a.id = c.account_id
       where a.workspace_id = j.workspace_id and c.status in ('PENDING', 'PROCESSING')
     ) as "otherJobs"
     from batch_jobs j where j.id = :jobId`,
    { jobId },
  );
  const tasks = splitIntoRanges(rowIndexes).map(
    ({ from, to }, index) =>
      ({
        task: 'render_rows',
        payload: { jobId, from, to },
        priority: Math.min(otherJobs + index, maxPriority),
        maxAttempts: maxTaskAttempts,
        workspaceId,
      }) as const,
  );
  await setTasks(transaction, jobId, await enqueueTasks(transaction, tasks));
}

/**
 * Creates the task that finishes a job whose rows all have an outcome. Runs in a transaction that has locked
 * the job's row.
 */
export async function dispatchFinish(transaction: Database, jobId: string): Promise<void> {
  const { workspaceId } = await queryRow<{ workspaceId: string }>(
    transaction,
    'select workspace_id as "workspaceId" from batch_jobs where id = :jobId',
    { jobId },
  );
  const task = {
    task: 'finish_batch',
    payload: { jobId },
    priority: finishPriority,
    maxAttempts: maxTaskAttempts,
    workspaceId,
  } as const;
  await setTasks(transaction, jobId, await enqueueTasks(transaction, [task]));
}

/** A task of a job, without what all of them have in common. */
export type BatchTask = {
  readonly [Name in BatchTaskName]: { readonly task: Name; readonly payload: TaskPayloads[Name] };
}[BatchTaskName];
type BatchTaskName = 'render_rows' | 'fetch_images' | 'finish_batch';

/**
 * Adds a task in place of the one that calls this. If a crash makes the queue run the latter again, it adds
 * nothing: only tasks that the job's row lists are replaced.
 */
export async function replaceTask(
  db: Database,
  { id: taskId, priority }: { readonly id: string; readonly priority: number },
  task: BatchTask,
): Promise<void> {
  const { jobId } = task.payload;
  await db.transaction(async (transaction) => {
    const [job] = await queryRows<{ workspaceId: string }>(
      transaction,
      `select workspace_id as "workspaceId" from batch_jobs
       where id = :jobId and status in ('PENDING', 'PROCESSING') and cast(:taskId as bigint) = any(task_ids)
       for update`,
      { jobId, taskId },
    );
    if (job === undefined) return;
    const { workspaceId } = job;
    const [newId] = await enqueueTasks(transaction, [
      { ...task, priority, maxAttempts: maxTaskAttempts, workspaceId },
    ]);
    await queryRows(
      transaction,
      `update batch_jobs
       set task_ids = array_replace(task_ids, cast(:taskId as bigint), cast(:newId as bigint))
       where id = :jobId`,
      { jobId, taskId, newId: newId ?? null },
    );
  });
}

/** What a task needs of its job. */
export interface StartedJob {
  readonly id: string;
  readonly workspaceId: string;
  /** Null if the job's version of the template was removed. */
  readonly versionId: string | null;
  readonly format: OutputFormat;
  readonly options: BatchRenderOptions;
  /** Of the trace in which the job was submitted. */
  readonly traceparent: string | null;
}

/** The options of the request that submitted the job. */
interface BatchRenderOptions {
  readonly scale?: number;
  readonly quality?: number;
  readonly outputDpi?: number;
  readonly backgroundColor?: string;
}

/** Reads a job and makes it PROCESSING if it is PENDING. Null if the job is not active. */
export async function startJob(db: Database, jobId: string): Promise<StartedJob | null> {
  const job = await findActiveJob(db, jobId);
  if (job?.status !== 'PENDING') return job;
  const started = await queryRows(
    db,
    `update batch_jobs set status = 'PROCESSING', started_at = now()
     where id = :jobId and status = 'PENDING' returning id`,
    { jobId },
  );
  // Another worker was faster, or the job was cancelled meanwhile.
  return started.length > 0 ? job : await findActiveJob(db, jobId);
}

async function findActiveJob(
  db: Database,
  jobId: string,
): Promise<(StartedJob & { readonly status: string }) | null> {
  const [job] = await queryRows<StartedJob & { readonly status: string }>(
    db,
    `select id, workspace_id as "workspaceId", template_version_id as "versionId", format, options,
       traceparent, status
     from batch_jobs where id = :jobId and status in ('PENDING', 'PROCESSING')`,
    { jobId },
  );
  return job ?? null;
}

/** The values of a range's rows that have no outcome. */
export async function listOpenRows(
  db: Database,
  { jobId, from, to }: TaskPayloads['fetch_images'],
): Promise<readonly ClaimedRow['variables'][]> {
  const rows = await queryRows<Pick<ClaimedRow, 'variables'>>(
    db,
    `select variables from batch_rows
     where job_id = :jobId and status is null and row_index >= :from and row_index < :to
     order by row_index`,
    { jobId, from, to },
  );
  return rows.map(({ variables }) => variables);
}

export interface RowsToClaim {
  readonly jobId: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Max rows of the claim. A row with a failed attempt is claimed alone. */
  readonly limit: number;
  /** The worker pool of the task. */
  readonly poolId: string;
}

export interface ClaimedRow {
  readonly rowIndex: number;
  readonly attempt: number;
  /** Attempts including this one, without those that failed through no fault of the row. */
  readonly countedAttempts: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Claim =
  /** At least one row, in order. */
  | { readonly kind: 'rows'; readonly rows: readonly ClaimedRow[] }
  /** All rows of the range have an outcome. */
  | { readonly kind: 'done' }
  /** The job is not active. */
  | { readonly kind: 'ended' }
  /** The pool was presumed dead: its tasks belong to other workers. */
  | { readonly kind: 'superseded' };

/**
 * Starts an attempt at the first rows of a range that have no outcome. Earlier attempts at them can no longer
 * record an outcome. The lease is the pool's row: without it nothing is claimed. `recordRows` claims in the
 * same way.
 */
export async function claimRows(db: Database, rows: RowsToClaim): Promise<Claim> {
  const found = await queryPrepared<FoundRow & { readonly isActive: boolean }>(
    db,
    // Materialized: a plan that evaluates `next` once per row would find other rows each time.
    `with lease as (select from worker_pools where id = :poolId),
     job as (select from batch_jobs where id = :jobId and status = 'PROCESSING'),
     next as materialized (
       select row_index, attempts > forgiven as is_suspect from batch_rows
       where job_id = :jobId and status is null and row_index >= :from and row_index < :to
         and exists (select from job)
       order by row_index limit :limit for update
     ),
     -- A row that crashes a process must not make the rows beside it suspect.
     chosen as materialized (
       select row_index from next
       where not exists (select from next where is_suspect) or row_index = (select min(row_index) from next)
     ),
     claimed as (
       update batch_rows r set attempts = r.attempts + 1
       where r.job_id = :jobId and r.row_index = any (array(select row_index from chosen))
         and exists (select from lease)
       returning r.row_index, r.attempts, r.attempts - r.forgiven as counted_attempts, r.variables
     )
     select exists (select from lease) as "isLeased", exists (select from job) as "isActive",
       claimed.row_index as "rowIndex", claimed.attempts as attempt,
       claimed.counted_attempts as "countedAttempts", claimed.variables
     from (select) one left join claimed on true order by claimed.row_index`,
    { ...rows },
  );
  return found[0]?.isActive === true ? toClaim(found) : { kind: 'ended' };
}

/**
 * A result row of a statement that claims rows: one for each claimed row, or a single one without `rowIndex`.
 */
export interface FoundRow extends Omit<ClaimedRow, 'rowIndex'> {
  readonly isLeased: boolean;
  readonly rowIndex: number | null;
}

/** The claim that a statement on an active job made. */
export function toClaim(found: readonly FoundRow[]): Claim {
  if (found[0]?.isLeased !== true) return { kind: 'superseded' };
  const rows = found.flatMap(({ rowIndex, attempt, countedAttempts, variables }) =>
    rowIndex === null ? [] : [{ rowIndex, attempt, countedAttempts, variables }],
  );
  return rows.length === 0 ? { kind: 'done' } : { kind: 'rows', rows };
}

/** Recovery compares these ids with the queue, to find jobs without a task. */
async function setTasks(transaction: Database, jobId: string, taskIds: readonly string[]): Promise<void> {
  await queryRows(
    transaction,
    `update batch_jobs set task_ids = cast(:taskIds as bigint[]), progressed_at = now() where id = :jobId`,
    { jobId, taskIds: [...taskIds] },
  );
}

/** Ranges with a few of the rows each. Rows between them that are not in the list have an outcome. */
function splitIntoRanges(rowIndexes: readonly number[]): { readonly from: number; readonly to: number }[] {
  const total = rowIndexes.length;
  const ranges: { from: number; to: number }[] = [];
  for (let start = 0; start < total;) {
    const share = Math.min(total / minTasks, (total - start) / minTasksLeft);
    const end = start + Math.min(maxRowsPerTask, Math.ceil(share));
    ranges.push({ from: rowIndexes[start] ?? 0, to: (rowIndexes[end - 1] ?? 0) + 1 });
    start = end;
  }
  return ranges;
}
