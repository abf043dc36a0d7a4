import { finishBatch, type FinishParts } from '../domain/batch/finish.ts';
import type { TaskCall } from '../domain/batch/task.ts';
import type { TaskPayloads } from '../store/job-queue.ts';

/** The task `finish_batch`. */
export async function finishBatchTask(
  parts: FinishParts,
  payload: TaskPayloads['finish_batch'],
  call: TaskCall,
): Promise<void> {
  await finishBatch(parts, payload, call);
}
