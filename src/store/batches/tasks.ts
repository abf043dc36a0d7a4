/**
 * The tasks of a batch job: its rows a few at a time, and its end. The job's row lists their ids.
 */
import { queryRow, queryRows, type Database } from '../database.ts';
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
