import type { DeliverParts } from '../domain/callbacks/deliver.ts';
import type { Logger } from '../log.ts';
import { deliverCallbackTask } from './deliver-callback.ts';
import type { ShiftParts } from './shift.ts';
import { startTaskWorker, type TaskWorker } from './task-worker.ts';

/** Deliveries at a time: they wait for receivers, most of all, and one that takes its time must not keep the others waiting. */
const deliveriesAtOnce = 32;

/** Between an attempt's beginning and its end the database has nothing to do with it. */
const connections = 3;

/** Begins to deliver callbacks. These workers take nothing else, so that neither kind of work waits for the other. */
export function startCallbackWorker(
  parts: ShiftParts & DeliverParts,
  { log }: { readonly log: Logger },
): TaskWorker {
  return startTaskWorker(parts, {
    acts: { deliver_callback: (payload, call) => deliverCallbackTask(parts, payload, call) },
    concurrency: deliveriesAtOnce,
    connections,
    log,
  });
}
