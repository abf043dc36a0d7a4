import { Worker } from 'node:worker_threads';
import type { ErrorCorrection } from './encode-qr.ts';

/** The arguments of `checkCode`. */
export interface CodeCheck {
  readonly symbology: string;
  readonly value: string;
  readonly errorCorrection: ErrorCorrection | undefined;
}

/** The messages to and from the thread. */
export interface CheckRequest extends CodeCheck {
  readonly id: number;
}
export type CheckResponse =
  | { readonly id: number; readonly reason: string | null }
  | { readonly id: number; readonly failure: unknown };

interface PendingCheck {
  readonly resolve: (reason: string | null) => void;
  readonly reject: (error: unknown) => void;
}

interface CheckThread {
  readonly worker: Worker;
  readonly pending: Map<number, PendingCheck>;
}

let thread: CheckThread | null = null;
let lastId = 0;

/**
 * Runs `checkCode` in a worker thread, because a large code can take a second. The first call starts the
 * thread. An idle thread does not keep the process alive.
 */
export function checkCodeInThread(check: CodeCheck): Promise<string | null> {
  thread ??= startThread();
  const { worker, pending } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const id = (lastId += 1);
  pending.set(id, { resolve, reject });
  worker.ref();
  worker.postMessage({ ...check, id } satisfies CheckRequest);
  return promise;
}

function startThread(): CheckThread {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url));
  const pending = new Map<number, PendingCheck>();
  const started: CheckThread = { worker, pending };
  const fail = (error: unknown): void => {
    if (thread === started) thread = null;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('message', (response: CheckResponse) => {
    const check = pending.get(response.id);
    pending.delete(response.id);
    if (pending.size === 0) worker.unref();
    if ('failure' in response) check?.reject(response.failure);
    else check?.resolve(response.reason);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the code check thread exited')));
  return started;
}
