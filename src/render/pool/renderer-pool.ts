import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { FileBytes } from '../assets.ts';
import type { RenderJob, RenderResult } from '../scene.ts';
import { RendererBusyError } from './errors.ts';
import { ProcessSet } from './process-set.ts';
import type { RendererChild } from './renderer-child.ts';
import { TaskQueue } from './task-queue.ts';

export interface RendererPoolOptions {
  /** Renderer processes, each with one render in flight. */
  readonly processes: number;
  /** Renders that may wait for a process. */
  readonly queueLimit: number;
  /** Longest that one render may take once a process has begun with it. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

export interface RenderCallOptions {
  /** Drops the render while it waits; one that has begun is finished. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a process begins with the render. */
  readonly onStart?: (() => void) | undefined;
}

export interface RendererPoolStats {
  readonly processes: number;
  /** Processes that are warm, rendering or not. */
  readonly warm: number;
  readonly rendering: number;
  readonly queued: number;
  /** Since the start: renders that ended in a file, and processes that ended in the middle of their work. */
  readonly rendered: number;
  readonly crashed: number;
}

export interface RendererPool {
  /**
   * Renders a job in the next free process. `files` holds what the job's hashes stand for.
   *
   * Rejects with RendererBusyError (queue full, or no process can be started), RendererCrashedError (crash, overrun, memory),
   * RenderInputError (the job cannot be drawn), the signal's reason where it aborted in time, and with whatever the reader of a
   * file threw.
   */
  render(
    job: RenderJob,
    files: ReadonlyMap<string, FileBytes>,
    options?: RenderCallOptions,
  ): Promise<RenderResult>;
  /** At least one process is warm. */
  isReady(): boolean;
  stats(): RendererPoolStats;
  /** Ends every process; renders that wait or run are rejected. */
  close(): Promise<void>;
}

interface WaitingRender {
  readonly job: RenderJob;
  readonly files: ReadonlyMap<string, FileBytes>;
  readonly begin: (rendering: Promise<RenderResult>) => void;
  readonly refuse: (error: unknown) => void;
}

const gibibyte = 1024 ** 3;
const busyRetrySeconds = 1;

/** Starts the processes; resolves once the first is warm. Rejects with RendererCrashedError where none can be started. */
export async function startRendererPool(options: RendererPoolOptions): Promise<RendererPool> {
  const queue = new TaskQueue<WaitingRender>(options.queueLimit);
  let rendered = 0;
  let isClosed = false;

  const dispatch = () => {
    for (let child = processes.idle(); child !== null && queue.length > 0; child = processes.idle()) {
      const next = queue.take();
      if (next !== undefined) next.begin(start(child, next));
    }
  };
  const refuseWaiting = () => {
    for (const { refuse } of queue.clear()) {
      refuse(new RendererBusyError('no renderer process can be started', processes.restartInSeconds()));
    }
  };
  const processes = new ProcessSet({
    count: options.processes,
    limits: { timeoutMs: options.timeoutMs, memoryBytes: memoryCeiling(options.processes) },
    log: options.log,
    onIdle: dispatch,
    onUnstartable: refuseWaiting,
  });

  const start = async (child: RendererChild, { job, files }: WaitingRender): Promise<RenderResult> => {
    const answer = await processes.run(child, { type: 'render', job }, files);
    if (!('data' in answer))
      throw new Error('a renderer process answered another question than it was asked');
    rendered += 1;
    return answer;
  };

  await processes.firstWarm();

  return {
    render: async (job, files, { signal, onStart } = {}) => {
      signal?.throwIfAborted();
      if (isClosed) throw new RendererBusyError('the renderer pool is closed', busyRetrySeconds);
      const hasIdle = processes.idle() !== null;
      if (!hasIdle && (queue.isFull || processes.isUnstartable())) {
        const wait = processes.isReady() ? busyRetrySeconds : processes.restartInSeconds();
        throw new RendererBusyError(`every renderer is busy and ${queue.length} renders wait already`, wait);
      }
      const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
      const drop = () => {
        if (queue.remove(waiting)) reject(signal?.reason);
      };
      const waiting: WaitingRender = {
        job,
        files,
        begin: (rendering) => {
          signal?.removeEventListener('abort', drop);
          onStart?.();
          resolve(rendering);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', drop);
          reject(error);
        },
      };
      signal?.addEventListener('abort', drop, { once: true });
      queue.add(waiting);
      dispatch();
      return await promise;
    },
    isReady: () => processes.isReady(),
    stats: () => ({ ...processes.stats(), queued: queue.length, rendered }),
    close: async () => {
      isClosed = true;
      for (const { refuse } of queue.clear())
        refuse(new RendererBusyError('the renderer pool is closed', busyRetrySeconds));
      await processes.close();
    },
  };
}

/**
 * Resident memory at which a process is ended: its share of the machine (or of the container), within what the largest
 * permitted output needs and what one render has any business to take.
 */
function memoryCeiling(processCount: number): number {
  const constrained = process.constrainedMemory();
  const machine = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(4 * gibibyte, Math.max(1.5 * gibibyte, (0.75 * machine) / processCount));
}
