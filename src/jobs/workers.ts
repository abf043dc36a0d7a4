import { Bulkhead } from '../async/bulkhead.ts';
import type { FetchImagesParts } from '../domain/batches/fetch-images.ts';
import type { FinishParts } from '../domain/batches/finish-job.ts';
import type { WorkParts } from '../domain/batches/work-rows.ts';
import type { DeliverParts } from '../domain/callbacks/deliver.ts';
import type { DeliverWebhookParts } from '../domain/webhooks/deliver.ts';
import type { Logger } from '../telemetry/log.ts';
import { startTaskWorker, type TaskWorker } from './task-worker.ts';
import { batchTasks, callbackTasks, imageTasks } from './tasks.ts';
import type { WorkerParts } from './worker-run.ts';

/** A task that fetches images, or delivers a callback, mostly waits for another server. */
const concurrentWaits = 32;

/** Once half of the slots are taken, a workspace gets max four: slow servers must not block the others. */
const waitSlots = { shared: concurrentWaits / 2, perKey: 4 };

/** Such a task uses the database only at its start and its end. */
const waitConnections = 3;

/**
 * Starts a worker that renders the rows of batch jobs and finishes the jobs, `concurrency` tasks at the same
 * time. There is one more slot, for a workspace that has none.
 */
export function startBatchWorker(
  parts: WorkerParts & WorkParts & FinishParts,
  { concurrency, log }: { readonly concurrency: number; readonly log: Logger },
): TaskWorker {
  const bulkhead = new Bulkhead({ shared: concurrency, perKey: 1 });
  const handlers = batchTasks({ ...parts, bulkhead });
  return startTaskWorker(parts, { handlers, bulkhead, concurrency: concurrency + 1, log });
}

/** Starts a worker that only fetches images of rows, so that rows with slow images delay no others. */
export function startImageWorker(
  parts: WorkerParts & FetchImagesParts,
  { log }: { readonly log: Logger },
): TaskWorker {
  const bulkhead = new Bulkhead(waitSlots);
  return startTaskWorker(parts, {
    handlers: imageTasks({ ...parts, bulkhead }),
    bulkhead,
    concurrency: concurrentWaits,
    connections: waitConnections,
    log,
  });
}

/** Starts a worker that only delivers callbacks and webhooks: batches and they never wait for each other. */
export function startCallbackWorker(
  parts: WorkerParts & Omit<DeliverParts & DeliverWebhookParts, 'bulkhead'>,
  { log }: { readonly log: Logger },
): TaskWorker {
  return startTaskWorker(parts, {
    handlers: callbackTasks({ ...parts, bulkhead: new Bulkhead(waitSlots) }),
    concurrency: concurrentWaits,
    connections: waitConnections,
    log,
  });
}
