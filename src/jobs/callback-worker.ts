import type { DeliverParts } from '../domain/callbacks/deliver.ts';
import type { Logger } from '../log.ts';
import { createCallbackPlaces } from '../domain/callbacks/places.ts';
import { deliverCallbackTask } from './deliver-callback.ts';
import type { ShiftParts } from './shift.ts';
import { startTaskWorker, type TaskWorker } from './task-worker.ts';

/** Deliveries at a time: they wait for receivers, most of all, and one that takes its time must not keep the others waiting. */
const deliveriesAtOnce = 32;

/** While so many are under way, each workspace may have a few: the receivers of four may hang, and those of others are served. */
const places = { free: deliveriesAtOnce / 2, each: 4 };

/** Between an attempt's beginning and its end the database has nothing to do with it. */
const connections = 3;

/** Begins to deliver callbacks. These workers take nothing else, so that neither kind of work waits for the other. */
export function startCallbackWorker(
  parts: ShiftParts & Omit<DeliverParts, 'callbackPlaces'>,
  { log }: { readonly log: Logger },
): TaskWorker {
  const work = { ...parts, callbackPlaces: createCallbackPlaces(places) };
  return startTaskWorker(parts, {
    acts: { deliver_callback: (payload, call) => deliverCallbackTask(work, payload, call) },
    concurrency: deliveriesAtOnce,
    connections,
    log,
  });
}
