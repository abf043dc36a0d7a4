import { Worker } from 'node:worker_threads';
import type { ErrorCorrection } from './encode-qr.ts';

/** Whether a value can be drawn as a code: the arguments of `checkCode`. */
export interface CodeQuestion {
  readonly symbology: string;
  readonly value: string;
  readonly errorCorrection: ErrorCorrection | undefined;
}

/** What goes to the thread, and comes back from it. */
export interface ThreadQuestion extends CodeQuestion {
  readonly id: number;
}
export type ThreadAnswer =
  | { readonly id: number; readonly reason: string | null }
  | { readonly id: number; readonly failure: unknown };

interface Asked {
  readonly resolve: (reason: string | null) => void;
  readonly reject: (error: unknown) => void;
}

interface CheckThread {
  readonly worker: Worker;
  readonly asked: Map<number, Asked>;
}

let thread: CheckThread | null = null;
let lastId = 0;

/**
 * As `checkCode`, on a thread of its own, so that nobody waits for the second that a large code takes. The thread is there from
 * the first question on, and keeps no process alive.
 */
export function checkCodeAside(question: CodeQuestion): Promise<string | null> {
  thread ??= startThread();
  const { worker, asked } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const id = (lastId += 1);
  asked.set(id, { resolve, reject });
  // Somebody waits for it.
  worker.ref();
  worker.postMessage({ ...question, id } satisfies ThreadQuestion);
  return promise;
}

function startThread(): CheckThread {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url));
  const asked = new Map<number, Asked>();
  const started: CheckThread = { worker, asked };
  const end = (error: unknown): void => {
    if (thread === started) thread = null;
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  };
  worker.on('message', (answer: ThreadAnswer) => {
    const question = asked.get(answer.id);
    asked.delete(answer.id);
    if (asked.size === 0) worker.unref();
    if ('failure' in answer) question?.reject(answer.failure);
    else question?.resolve(answer.reason);
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread that checks codes ended')));
  return started;
}
