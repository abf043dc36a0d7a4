import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { FileBytes } from '../assets.ts';
import type { RenderJob } from '../scene.ts';
import { Admission } from './admission.ts';
import { RendererBusyError, RendererClosedError } from './errors.ts';
import { Lanes, type RenderLane } from './lanes.ts';
import type { PooledResult } from './messages.ts';
import { ProcessSet } from './process-set.ts';
import type { RendererChild } from './renderer-child.ts';

export interface RendererPoolOptions {
  /** Renderer processes, each with one render in flight. */
  readonly processes: number;
  /** Single renders that may wait for a process; once they were so many, fewer for a while. */
  readonly queueLimit: number;
  /** Most processes that batch renders may hold at a time; all of them where nothing is said. */
  readonly batchProcesses?: number;
  /** Longest that one render may take once a process has begun with it. */
  readonly timeoutMs: number;
  /** Where the files are made that results are written into; nowhere where nothing is said. */
  readonly resultsFolder?: string | null;
  readonly log: Logger;
}

export interface RenderCallOptions {
  /** Whether somebody waits for this one (the default), or it is one of many. */
  readonly lane?: RenderLane | undefined;
  /** Drops the render while it waits; one that has begun is finished. */
  readonly signal?: AbortSignal | undefined;
  /** Where the process makes a file of the result, so that it need not be copied from process to process. */
  readonly path?: string | undefined;
  /** Called when a process begins with the render. */
  readonly onStart?: (() => void) | undefined;
}

export interface RendererPoolStats {
  readonly processes: number;
  /** Processes that are warm, rendering or not. */
  readonly warm: number;
  readonly rendering: number;
  /** Renders that wait: single ones, and those of batches. */
  readonly queued: number;
  readonly batchQueued: number;
  /** Since the start: renders that ended in a file, and processes that ended in the middle of their work. */
  readonly rendered: number;
  readonly crashed: number;
}

export interface RendererPool {
  /**
   * Renders a job in the next free process. `files` holds what the job's hashes stand for. Single renders go first; those of
   * batches wait in a line of their own, which has no limit.
   *
   * Rejects with RendererBusyError (queue full, or no process can be started), its kind RendererClosedError once the pool is
   * closed, RendererCrashedError (crash, overrun, memory),
   * RenderInputError (the job cannot be drawn), the signal's reason where it aborted in time, and with whatever the reader of a
   * file threw.
   */
  render(
    job: RenderJob,
    files: ReadonlyMap<string, FileBytes>,
    options?: RenderCallOptions,
  ): Promise<PooledResult>;
  /** Throws the RendererBusyError that a single render would be refused with now. */
  checkRoom(): void;
  /** Says how many requests are under way that single renders may come of; whether these grow on and on decides how many may wait. */
  noteRequests(underWay: number): void;
  /** At least one process is warm. */
  isReady(): boolean;
  stats(): RendererPoolStats;
  /** Ends every process; renders that wait or run are rejected. */
  close(): Promise<void>;
}

interface WaitingRender {
  readonly lane: RenderLane;
  readonly job: RenderJob;
  readonly files: ReadonlyMap<string, FileBytes>;
  readonly path: string | undefined;
  readonly begin: (rendering: Promise<PooledResult>) => void;
  readonly refuse: (error: unknown) => void;
}

const gibibyte = 1024 ** 3;
const busyRetrySeconds = 1;

/** Starts the processes; resolves once the first is warm. Rejects with RendererCrashedError where none can be started. */
export async function startRendererPool(options: RendererPoolOptions): Promise<RendererPool> {
  const lanes = new Lanes<WaitingRender>({
    reserved: Math.max(0, options.processes - (options.batchProcesses ?? options.processes)),
  });
  const admission = new Admission(options.queueLimit);
  let rendered = 0;
  let isClosed = false;

  const dispatch = () => {
    for (let child = processes.idle(); child !== null; child = processes.idle()) {
      const next = lanes.take(processes.stats().warm);
      if (next === null) return;
      next.task.begin(start(child, next.task));
    }
  };
  const refuseWaiting = () => {
    for (const { refuse } of lanes.clear()) {
      refuse(new RendererBusyError('no renderer process can be started', processes.restartInSeconds()));
    }
  };
  /** Those who would wait for too long learn it now rather than then; they are given back what they were charged. */
  const shorten = (kept: number) => {
    for (const { refuse } of lanes.shorten(kept)) {
      refuse(new RendererBusyError('more renders come in than can be made', busyRetrySeconds));
    }
  };
  const processes = new ProcessSet({
    count: options.processes,
    limits: {
      timeoutMs: options.timeoutMs,
      memoryBytes: memoryCeiling(options.processes),
      resultsFolder: options.resultsFolder ?? null,
    },
    log: options.log,
    onIdle: dispatch,
    onUnstartable: refuseWaiting,
  });

  const start = async (
    child: RendererChild,
    { lane, job, files, path }: WaitingRender,
  ): Promise<PooledResult> => {
    const startedAt = performance.now();
    try {
      const answer = await processes.run(child, { type: 'render', job, path }, files);
      if (!('data' in answer))
        throw new Error('a renderer process answered another question than it was asked');
      rendered += 1;
      if (lane === 'single') {
        const waiting = lanes.waiting('single');
        const mayStay = admission.note(performance.now() - startedAt, waiting, processes.stats().warm);
        if (mayStay !== null) shorten(mayStay);
      }
      return answer;
    } finally {
      lanes.end(lane);
      // A process that idles for single renders may be a waiting batch render's now. After the one that has become free.
      if (lanes.waiting('batch') > 0) setImmediate(dispatch);
    }
  };

  const hasRoom = (lane: RenderLane): boolean =>
    lane === 'batch' || admission.admits(lanes.waiting(lane), processes.stats().warm);

  const checkRoom = (lane: RenderLane): void => {
    if (processes.idle() !== null || (hasRoom(lane) && !processes.isUnstartable())) return;
    const wait = processes.isReady() ? busyRetrySeconds : processes.restartInSeconds();
    const waiting = lanes.waiting(lane);
    throw new RendererBusyError(`every renderer is busy and ${waiting} renders wait already`, wait);
  };

  await processes.firstWarm();

  return {
    render: async (job, files, { lane = 'single', signal, path, onStart } = {}) => {
      signal?.throwIfAborted();
      if (isClosed) throw new RendererClosedError();
      checkRoom(lane);
      const { promise, resolve, reject } = Promise.withResolvers<PooledResult>();
      const drop = () => {
        if (lanes.remove(lane, waiting)) reject(signal?.reason);
      };
      const waiting: WaitingRender = {
        lane,
        job,
        files,
        path,
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
      lanes.add(lane, waiting);
      dispatch();
      return await promise;
    },
    checkRoom: () => checkRoom('single'),
    noteRequests: (underWay) => admission.noteRequests(underWay),
    isReady: () => processes.isReady(),
    stats: () => ({
      ...processes.stats(),
      queued: lanes.waiting('single'),
      batchQueued: lanes.waiting('batch'),
      rendered,
    }),
    close: async () => {
      isClosed = true;
      for (const { refuse } of lanes.clear()) refuse(new RendererClosedError());
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
