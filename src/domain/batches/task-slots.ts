import type { Bulkhead } from '../../async/bulkhead.ts';
import { replaceTask, type BatchTask } from '../../store/batches/tasks.ts';
import type { Database } from '../../store/database.ts';
import { retryStep, type TaskCall } from './task.ts';

export interface TaskSlotParts {
  readonly db: Database;
  /** Limits the tasks in progress, by workspace. */
  readonly bulkhead: Bulkhead;
}

/**
 * Runs a task in a slot of its workspace. Workers do not take tasks of a workspace without a free slot, but
 * several may take one at the same moment: those beyond the limit return theirs to the queue.
 */
export async function runInSlot(
  { db, bulkhead }: TaskSlotParts,
  task: BatchTask,
  call: TaskCall,
  run: () => Promise<void>,
): Promise<void> {
  const { workspaceId } = call.task;
  if (workspaceId === null) return await run();
  if (!bulkhead.acquire(workspaceId).ok) return await retryStep(call, () => replaceTask(db, call.task, task));
  try {
    await run();
  } finally {
    bulkhead.release(workspaceId);
  }
}
