import { isMainThread, parentPort, Worker, type Transferable, type WorkerOptions } from 'node:worker_threads';
import { lowerPriority } from './lower-priority.ts';

interface PendingCall {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface RunningThread {
  readonly worker: Worker;
  readonly pending: Map<number, PendingCall>;
  idleTimer?: NodeJS.Timeout;
}

interface ThreadOptions extends WorkerOptions {
  /** After this time without a call, the thread ends, with what it has kept. Default: it does not. */
  readonly maxIdleMs?: number;
}

/** For threads of all requests: what a large one has left in a thread takes up to 200 MB. */
export const maxIdleMs = 60_000;

/** How often the processor time of a thread is looked at. */
const cpuCheckMs = 500;

/** A call has used up its processor time. */
export class CpuTimeError extends Error {
  override readonly name = 'CpuTimeError';
}

/** The messages to and from a thread. */
interface ThreadRequest {
  readonly id: number;
  readonly request: unknown;
}
type ThreadAnswer =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: unknown };

/** An answer whose buffers and ports move to the caller, rather than being copied. */
export class Transferred<Answer> {
  readonly answer: Answer;
  readonly transfer: readonly Transferable[];

  constructor(answer: Answer, transfer: readonly Transferable[]) {
    this.answer = answer;
    this.transfer = transfer;
  }
}

/**
 * A worker thread for work that would block other requests. It starts with the first call; when idle it does
 * not keep the process alive. If it ends, the calls in progress fail, and the next call starts another one.
 */
export class WorkerThread<Request, Answer> {
  readonly #entry: URL;
  readonly #options: WorkerOptions;
  readonly #maxIdleMs: number | undefined;
  #thread: RunningThread | null = null;
  #lastId = 0;

  /** @param entry the module that runs in the thread and calls `answerCalls` */
  constructor(entry: URL, { maxIdleMs: idleMs, ...options }: ThreadOptions = {}) {
    this.#entry = entry;
    this.#options = options;
    this.#maxIdleMs = idleMs;
  }

  /** @param transfer buffers of the request that move to the thread, rather than being copied */
  call(request: Request, transfer: readonly Transferable[] = []): Promise<Answer> {
    const { worker, pending, idleTimer } = (this.#thread ??= this.#start());
    clearTimeout(idleTimer);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const id = (this.#lastId += 1);
    pending.set(id, { resolve: (answer) => resolve(answer as Answer), reject });
    worker.ref();
    worker.postMessage({ id, request } satisfies ThreadRequest, transfer);
    return promise;
  }

  /**
   * As `call`, for a thread that has no other calls: fails with CpuTimeError once the thread has used `cpuMs`
   * of a processor. The caller ends the thread then.
   */
  async callWithin(request: Request, { cpuMs }: { readonly cpuMs: number }): Promise<Answer> {
    const answer = this.call(request);
    const worker = this.#thread?.worker;
    const { promise: exceeded, reject } = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      worker?.cpuUsage().then(
        ({ user, system }) => {
          if ((user + system) / 1_000 > cpuMs)
            reject(new CpuTimeError(`more than ${cpuMs} ms of a processor`));
        },
        // The thread has ended: the call fails by itself.
        () => undefined,
      );
    }, cpuCheckMs);
    try {
      return await Promise.race([answer, exceeded]);
    } finally {
      clearInterval(timer);
    }
  }

  /** Ends the thread, with the calls in progress. */
  async end(): Promise<void> {
    await this.#thread?.worker.terminate();
  }

  #start(): RunningThread {
    const worker = new Worker(this.#entry, this.#options);
    const pending = new Map<number, PendingCall>();
    const started: RunningThread = { worker, pending };
    const fail = (error: unknown): void => {
      if (this.#thread === started) this.#thread = null;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    worker.on('message', (message: ThreadAnswer) => {
      const call = pending.get(message.id);
      pending.delete(message.id);
      if (pending.size === 0) this.#rest(started);
      if ('failure' in message) call?.reject(message.failure);
      else call?.resolve(message.answer);
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('a worker thread has exited')));
    return started;
  }

  /** Lets a thread wait for its next call. */
  #rest(thread: RunningThread): void {
    thread.worker.unref();
    if (this.#maxIdleMs === undefined) return;
    clearTimeout(thread.idleTimer);
    thread.idleTimer = setTimeout(() => {
      if (this.#thread === thread) this.#thread = null;
      void thread.worker.terminate();
    }, this.#maxIdleMs).unref();
  }
}

/** Whether a call failed because its thread has used up its `resourceLimits`. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Answers the calls of a `WorkerThread`, in its thread. It has a lower priority than the main thread. */
export function answerCalls<Request, Answer>(
  answer: (request: Request) => Answer | Transferred<Answer> | Promise<Answer | Transferred<Answer>>,
): void {
  // Elsewhere threads have the priority of their process.
  if (process.platform === 'linux' && !isMainThread) lowerPriority(0);
  parentPort?.on('message', ({ id, request }: ThreadRequest) => {
    void Promise.try(answer, request as Request).then(
      (given) => {
        if (given instanceof Transferred) {
          parentPort?.postMessage({ id, answer: given.answer } satisfies ThreadAnswer, given.transfer);
        } else parentPort?.postMessage({ id, answer: given } satisfies ThreadAnswer);
      },
      (failure: unknown) => parentPort?.postMessage({ id, failure } satisfies ThreadAnswer),
    );
  });
}
