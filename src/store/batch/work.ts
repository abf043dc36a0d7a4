/**
 * The work on a batch job's rows: handed out as tasks of a few rows each.
 */
import { queryRows, type Database } from '../database.ts';
import { enqueueTasks } from '../job-queue.ts';

/** Rows of one task: enough to be worth a task, few enough that all workers have one until the end. */
const rowsPerTask = 5;

/** A job's first tasks go before another's later ones, so that jobs share the workers; from here on it is first come. */
const lastPriority = 32;

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
  const ranges: { from: number; to: number }[] = [];
  for (let start = 0; start < rowIndexes.length; start += rowsPerTask) {
    const rows = rowIndexes.slice(start, start + rowsPerTask);
    ranges.push({ from: rows[0] ?? 0, to: (rows.at(-1) ?? 0) + 1 });
  }
  return ranges;
}
