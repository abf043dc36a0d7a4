import type { FinishParts } from '../domain/batch/finish.ts';
import type { WorkParts } from '../domain/batch/work-rows.ts';
import type { Logger } from '../log.ts';
import { finishBatchTask } from './finish-batch.ts';
import { renderRowsTask } from './render-rows.ts';
import type { ShiftParts } from './shift.ts';
import { startTaskWorker, type TaskWorker } from './task-worker.ts';

/** Begins to work on batch jobs, with so many tasks at a time. */
export function startBatchWorker(
  parts: ShiftParts & WorkParts & FinishParts,
  { concurrency, log }: { readonly concurrency: number; readonly log: Logger },
): TaskWorker {
  return startTaskWorker(parts, {
    acts: {
      render_rows: (payload, call) => renderRowsTask(parts, payload, call),
      finish_batch: (payload, call) => finishBatchTask(parts, payload, call),
    },
    concurrency,
    log,
  });
}
