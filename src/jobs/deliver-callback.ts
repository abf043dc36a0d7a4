import type { TaskCall } from '../domain/batch/task.ts';
import { deliverCallback, type DeliverParts } from '../domain/callbacks/deliver.ts';
import type { TaskPayloads } from '../store/job-queue.ts';

/** The task `deliver_callback`. */
export async function deliverCallbackTask(
  parts: DeliverParts,
  payload: TaskPayloads['deliver_callback'],
  call: TaskCall,
): Promise<void> {
  await deliverCallback(parts, payload, call);
}
