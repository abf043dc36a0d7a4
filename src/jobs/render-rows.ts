import type { TaskCall } from '../domain/batch/task.ts';
import { workRows, type WorkParts } from '../domain/batch/work-rows.ts';
import type { TaskPayloads } from '../store/job-queue.ts';

/** The task `render_rows`. */
export async function renderRowsTask(
  parts: WorkParts,
  payload: TaskPayloads['render_rows'],
  call: TaskCall,
): Promise<void> {
  await workRows(parts, payload, call);
}
