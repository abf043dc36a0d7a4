/** The tasks of the queue, by name: each one is a domain call. */
import { fetchImages, type FetchImagesParts } from '../domain/batches/fetch-images.ts';
import { finishBatch, type FinishParts } from '../domain/batches/finish-job.ts';
import { runInSlot, type TaskSlotParts } from '../domain/batches/task-slots.ts';
import { workRows, type WorkParts } from '../domain/batches/work-rows.ts';
import { deliverCallback, type DeliverParts } from '../domain/callbacks/deliver.ts';
import { deliverWebhook, type DeliverWebhookParts } from '../domain/webhooks/deliver.ts';
import type { TaskHandlers } from './worker-run.ts';

/** What a batch worker runs. */
export function batchTasks(parts: WorkParts & FinishParts & TaskSlotParts): TaskHandlers {
  return {
    render_rows: (payload, call) =>
      runInSlot(parts, { task: 'render_rows', payload }, call, () => workRows(parts, payload, call)),
    finish_batch: (payload, call) =>
      runInSlot(parts, { task: 'finish_batch', payload }, call, () => finishBatch(parts, payload, call)),
  };
}

/** What an image worker runs. */
export function imageTasks(parts: FetchImagesParts & TaskSlotParts): TaskHandlers {
  return {
    fetch_images: (payload, call) =>
      runInSlot(parts, { task: 'fetch_images', payload }, call, () => fetchImages(parts, payload, call)),
  };
}

/** What a callback worker runs. */
export function callbackTasks(parts: DeliverParts & DeliverWebhookParts): TaskHandlers {
  return {
    deliver_callback: (payload, call) => deliverCallback(parts, payload, call),
    deliver_webhook: (payload, call) => deliverWebhook(parts, payload, call),
  };
}
