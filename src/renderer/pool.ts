import type { Logger } from 'pino';
import type { FileBytes } from '../render/assets.ts';
import type { RenderJob, RenderResult } from '../render/job.ts';
import { Admission } from './admission.ts';
import type { RendererChild } from './child.ts';
import { RendererBusyError, RendererClosedError } from './errors.ts';
import { Lanes, type RenderLane, type TakenTask } from './lanes.ts';
import { maxRendererBytes } from './memory.ts';
import { ProcessSet } from './process-set.ts';

export interface RendererPoolOptions {
  /**
   * Renderer processes that one workspace may use; each runs one render at a time. Once a second workspace
   * renders, there is a spare one. See Lanes.
   */
  readonly processes: number;
  /** Single renders that may wait for a process. See Admission. */
  readonly queueLimit: number;
  /** How long a single render may wait for a process. Default: 10 s. */
  readonly maxWaitMs?: number;
  /** Processes that batch renders may use at the same time. Default: all. */
  readonly batchProcesses?: number;
  /** How long one render may take, without its wait. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

export interface RenderCallOptions {
  /** Default: `single`. */
  readonly lane?: RenderLane | undefined;
  /** Whose render it is; the processes are shared fairly among workspaces. Default: that of all others. */
  readonly workspaceId?: string | undefined;
  /** Removes the render from the queue. A render that has started is completed. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a process starts the render. */
  readonly onStart?: (() => void) | undefined;
}

export interface RendererPoolStats {
  readonly processes: number;
  /** Processes that are ready, busy or idle. */
  readonly warm: number;
  readonly rendering: number;
  readonly queued: number;
  readonly batchQueued: number;
  /** Completed renders, and processes that ended unexpectedly, since the start. */
  readonly rendered: number;
  readonly crashed: number;
}

export interface RendererPool {
  /**
   * Renders a job in the next free process. `files`: the bytes of the job's assets by hash. Single renders go
   * first; batch renders have their own queue, which is not limited. The order is that of Lanes.
   *
   * @throws RendererBusyError if the queue is full, the wait becomes too long or no process starts;
   *   RendererClosedError (its subclass) after `close`
   * @throws RendererCrashedError if the process crashes or exceeds its time or memory
   * @throws RenderInputError if the job cannot be rendered
   * @throws the signal's reason if it aborts a queued render, and any error of reading a file
   */
  render(
    job: RenderJob,
    files: ReadonlyMap<string, FileBytes>,
    options?: RenderCallOptions,
  ): Promise<RenderResult>;
  /** Throws RendererBusyError if a single render of a workspace would be refused now. */
  checkRoom(workspaceId: string): void;
  /** Whether at least one process is ready. */
  isReady(): boolean;
  stats(): RendererPoolStats;
  /** Stops every process; queued and running renders are rejected. */
  close(): Promise<void>;
}

interface QueuedRender {
  readonly job: RenderJob;
  readonly files: ReadonlyMap<string, FileBytes>;
  readonly start: (rendering: Promise<RenderResult>) => void;
  readonly refuse: (error: unknown) => void;
}

const busyRetrySeconds = 1;
/** Below the time limits of most clients, so that they get an answer. */
const defaultMaxWaitMs = 10_000;

/** Starts the processes. Resolves when the first one is ready; rejects if none can be started. */
export async function startRendererPool(options: RendererPoolOptions): Promise<RendererPool> {
  const { queueLimit, maxWaitMs = defaultMaxWaitMs } = options;
  const lanes = new Lanes<QueuedRender>({
    processes: options.processes,
    batchProcesses: options.batchProcesses ?? options.processes,
  });
  const admission = new Admission();
  let firstWorkspaceId: string | null = null;
  let rendered = 0;
  let isClosed = false;

  const dispatch = () => {
    for (let child = processes.idle(); child !== null; child = processes.idle()) {
      const taken = lanes.take(processes.readiness());
      if (taken === null) return;
      taken.task.start(run(child, taken));
    }
  };
  const refuseQueued = () => {
    for (const { refuse } of lanes.clear()) {
      refuse(new RendererBusyError('no renderer process can be started', processes.restartInSeconds()));
    }
  };
  const processes = new ProcessSet({
    count: options.processes,
    limits: {
      timeoutMs: options.timeoutMs,
      // With the spare process.
      memoryBytes: maxRendererBytes(options.processes + 1),
    },
    log: options.log,
    onIdle: dispatch,
    onUnstartable: refuseQueued,
  });

  const run = async (child: RendererChild, taken: TakenTask<QueuedRender>): Promise<RenderResult> => {
    const { lane, workspaceId, startedAt } = taken;
    const { job, files } = taken.task;
    try {
      const answer = await processes.run(child, { type: 'render', job }, files);
      if (!('data' in answer)) throw new Error('a renderer process answered a render with something else');
      rendered += 1;
      if (lane === 'single') admission.recordRender(workspaceId, performance.now() - startedAt);
      return answer;
    } finally {
      lanes.finish(taken);
      // An idle process that this workspace or batch renders could not use may now be free for them.
      if (lanes.queued('single') + lanes.queued('batch') > 0) setImmediate(dispatch);
    }
  };

  const checkRoom = (lane: RenderLane, workspaceId: string): void => {
    const readiness = processes.readiness();
    if (processes.idle() !== null && lanes.mayStart(lane, workspaceId, readiness)) return;
    const queued = lanes.queued(lane);
    const competing = lanes.competing(workspaceId);
    const isAdmitted =
      lane === 'batch' ||
      admission.admits(workspaceId, {
        queued: lanes.queuedOf(lane, workspaceId),
        // A workspace may fill the queue, but not keep others out of it.
        places: queued < queueLimit ? Infinity : queueLimit / competing,
        processes: Math.max(1, readiness.ready) / competing,
      });
    if (isAdmitted && !processes.isUnstartable()) return;
    const retrySeconds = processes.isReady() ? busyRetrySeconds : processes.restartInSeconds();
    throw new RendererBusyError(`every renderer is busy and ${queued} renders are queued`, retrySeconds);
  };

  /** Longest queue drop: a render that was admitted to a full queue takes a place of the longest one. */
  const dropFromLongest = (): void => {
    if (lanes.queued('single') <= queueLimit) return;
    const newest = lanes.newestOfLongest();
    if (newest === null) return;
    const { workspaceId, task } = newest;
    lanes.remove('single', workspaceId, task);
    admission.recordRefusal(workspaceId);
    task.refuse(new RendererBusyError('its place was given to another workspace', busyRetrySeconds));
  };

  const addSpare = (workspaceId: string): void => {
    firstWorkspaceId ??= workspaceId;
    if (workspaceId !== firstWorkspaceId) processes.addSpare();
  };

  await processes.firstReady();

  return {
    render: async (job, files, { lane = 'single', workspaceId = '', signal, onStart } = {}) => {
      signal?.throwIfAborted();
      if (isClosed) throw new RendererClosedError();
      addSpare(workspaceId);
      checkRoom(lane, workspaceId);
      const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
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
        if (lanes.remove(lane, workspaceId, queued)) refuse(error);
      };
      const cancel = () => remove(signal?.reason);
      const start = (rendering: Promise<RenderResult>) => {
        leave();
        onStart?.();
        resolve(rendering);
      };
      const queued: QueuedRender = { job, files, start, refuse };
      signal?.addEventListener('abort', cancel, { once: true });
      lanes.add(lane, workspaceId, queued);
      dispatch();
      if (lane === 'single' && isQueued) {
        timer = setTimeout(
          () => remove(new RendererBusyError(`no renderer was free for ${maxWaitMs} ms`, busyRetrySeconds)),
          maxWaitMs,
        );
        dropFromLongest();
      }
      return await promise;
    },
    checkRoom: (workspaceId) => checkRoom('single', workspaceId),
    isReady: () => processes.isReady(),
    stats: () => ({
      ...processes.stats(),
      queued: lanes.queued('single'),
      batchQueued: lanes.queued('batch'),
      rendered,
    }),
    close: async () => {
      isClosed = true;
      for (const { refuse } of lanes.clear()) refuse(new RendererClosedError());
      await processes.close();
    },
  };
}
