import type { FileBytes } from '../render/assets.ts';
import type { PackedJob, PackedResult } from '../render/job.ts';
import { busyRetrySeconds, RendererBusyError } from './errors.ts';

/** A render that waits for a process. */
export interface QueuedRender {
  readonly job: PackedJob;
  readonly files: ReadonlyMap<string, FileBytes>;
  /** How long it may take; default: as of the pool. */
  readonly timeoutMs?: number | undefined;
  readonly start: (rendering: Promise<PackedResult>) => void;
  readonly refuse: (error: unknown) => void;
}

/** A queue that a render can join. */
export interface Queue {
  add(queued: QueuedRender): void;
  /** Returns whether it was still queued. */
  remove(queued: QueuedRender): boolean;
}

interface RenderCall extends Pick<QueuedRender, 'job' | 'files' | 'timeoutMs'> {
  /** Removes the render from the queue. */
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: (() => void) | undefined;
  /** How long it may wait; default: without limit. */
  readonly maxWaitMs?: number | undefined;
}

/**
 * Adds a render to a queue and returns its result. While it waits, rejects with the signal's reason, or with
 * RendererBusyError after `maxWaitMs`.
 *
 * @param dispatch starts what may start
 */
export function joinQueue(
  queue: Queue,
  { job, files, timeoutMs, signal, onStart, maxWaitMs }: RenderCall,
  dispatch: () => void,
): Promise<PackedResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PackedResult>();
  let isQueued = true;
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    isQueued = false;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
  const refuse = (error: unknown) => {
    leave();
    reject(error);
  };
  const remove = (error: unknown) => {
    if (queue.remove(queued)) refuse(error);
  };
  const cancel = () => remove(signal?.reason);
  const start = (rendering: Promise<PackedResult>) => {
    leave();
    onStart?.();
    resolve(rendering);
  };
  const queued: QueuedRender = { job, files, timeoutMs, start, refuse };
  signal?.addEventListener('abort', cancel, { once: true });
  queue.add(queued);
  dispatch();
  if (maxWaitMs !== undefined && isQueued) {
    timer = setTimeout(
      () => remove(new RendererBusyError(`no renderer was free for ${maxWaitMs} ms`, busyRetrySeconds)),
      maxWaitMs,
    );
  }
  return promise;
}
