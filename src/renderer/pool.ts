import type { Logger } from 'pino';
import type { FileBytes } from '../render/assets.ts';
import type { PackedJob, PackedResult } from '../render/job.ts';
import { Admission } from './admission.ts';
import type { RendererChild } from './child.ts';
import { busyRetrySeconds, RendererBusyError, RendererClosedError } from './errors.ts';
import { joinQueue, type Queue, type QueuedRender } from './join-queue.ts';
import { Lanes, type RenderLane, type TakenTask } from './lanes.ts';
import { maxRendererBytes } from './memory.ts';
import { PreviewLane, type TakenPreview } from './preview-lane.ts';
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
  /** How long a preview may take, if this is less. Default: 10 s. */
  readonly maxPreviewMs?: number;
  readonly log: Logger;
}

export interface RenderCallOptions {
  /** Default: `single`. */
  readonly lane?: RenderLane | undefined;
  /** Whose render it is; the processes are shared fairly among workspaces. Default: that of all others. */
  readonly workspaceId?: string | undefined;
  /** Removes the render from the queue. A render that has started is completed. */
  readonly signal?: AbortSignal | undefined;
  /** How long it may wait for a process. Default: as of the pool; a batch render waits without a limit. */
  readonly maxWaitMs?: number | undefined;
  /** How long it may take, without its wait. Default: as of the pool. */
  readonly timeoutMs?: number | undefined;
  /** Called when a process starts the render. */
  readonly onStart?: (() => void) | undefined;
}

export interface PreviewCallOptions {
  /** Whose preview it is; previews are shared fairly among accounts. */
  readonly accountId: string;
  /** As in `RenderCallOptions`. */
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: (() => void) | undefined;
}

export interface RendererPoolStats {
  readonly processes: number;
  /** Processes that are ready, busy or idle. */
  readonly warm: number;
  readonly rendering: number;
  /** Renders that clients wait for. */
  readonly queued: number;
  readonly batchQueued: number;
  readonly previewQueued: number;
  /** Completed renders, and processes that ended unexpectedly, since the start. */
  readonly rendered: number;
  readonly crashed: number;
}

export interface RendererPool {
  /**
   * Renders a job in the next free process. `files`: the bytes of the job's assets by hash. The queue of
   * single renders is limited; pictures and batch renders have their own. The order is that of Lanes.
   *
   * @throws RendererBusyError if the queue is full, the wait becomes too long or no process starts;
   *   RendererClosedError (its subclass) after `close`
   * @throws RendererCrashedError if the process crashes or exceeds its time or memory
   * @throws RenderInputError if the job cannot be rendered
   * @throws the signal's reason if it aborts a queued render, and any error of reading a file
   */
  render(
    job: PackedJob,
    files: ReadonlyMap<string, FileBytes>,
    options?: RenderCallOptions,
  ): Promise<PackedResult>;
  /**
   * Renders a job that nobody pays for, with the processes that paid renders leave: see PreviewLane. Rejects
   * as `render` does.
   */
  preview(
    job: PackedJob,
    files: ReadonlyMap<string, FileBytes>,
    options: PreviewCallOptions,
  ): Promise<PackedResult>;
  /** Throws RendererBusyError if a render of a workspace would be refused now. Default: a single render. */
  checkRoom(workspaceId: string, lane?: RenderLane): void;
  /** Whether at least one process is ready. */
  isReady(): boolean;
  stats(): RendererPoolStats;
  /** Stops every process; queued and running renders are rejected. */
  close(): Promise<void>;
}

type Taken = TakenTask<QueuedRender> | TakenPreview<QueuedRender>;

/** Below the time limits of most clients, so that they get an answer. */
const defaultMaxWaitMs = 10_000;

/** Nobody pays for a preview, and somebody waits for it. */
const defaultMaxPreviewMs = 10_000;
/** Previews that may wait. A queue in the app is short: a newer preview replaces an older one. */
const previewLimits = { maxQueued: 64, maxQueuedPerAccount: 16 };

/** Starts the processes. Resolves when the first one is ready; rejects if none can be started. */
export async function startRendererPool(options: RendererPoolOptions): Promise<RendererPool> {
  const { queueLimit, maxWaitMs = defaultMaxWaitMs, maxPreviewMs = defaultMaxPreviewMs } = options;
  const lanes = new Lanes<QueuedRender>({
    processes: options.processes,
    batchProcesses: options.batchProcesses ?? options.processes,
  });
  const previews = new PreviewLane<QueuedRender>(previewLimits);
  const admission = new Admission();
  let firstWorkspaceId: string | null = null;
  let rendered = 0;
  let isClosed = false;

  const takeNext = (): Taken | null => {
    const readiness = processes.readiness();
    const room = { ready: readiness.ready, processes: options.processes };
    const isContended = lanes.queuedInAll() > 0;
    return (
      (isContended ? previews.take({ ...room, isContended }) : null) ??
      lanes.take(readiness) ??
      previews.take({ ...room, isContended: false })
    );
  };
  const dispatch = () => {
    for (let child = processes.idle(); child !== null; child = processes.idle()) {
      const taken = takeNext();
      if (taken === null) return;
      taken.task.start(run(child, taken));
    }
  };
  const refuseQueued = () => {
    for (const { refuse } of [...lanes.clear(), ...previews.clear()]) {
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

  const run = async (child: RendererChild, taken: Taken): Promise<PackedResult> => {
    const { job, files } = taken.task;
    const timeoutMs =
      taken.lane === 'preview' ? Math.min(maxPreviewMs, options.timeoutMs) : taken.task.timeoutMs;
    try {
      const answer = await processes.run(child, { type: 'render', job }, files, timeoutMs);
      if (!('data' in answer)) throw new Error('a renderer process answered a render with something else');
      rendered += 1;
      if (taken.lane === 'single')
        admission.recordRender(taken.workspaceId, performance.now() - taken.startedAt);
      return answer;
    } finally {
      if (taken.lane === 'preview') previews.finish(taken);
      else lanes.finish(taken);
      // An idle process that some of the queued renders could not use may be free for them now.
      if (lanes.queuedInAll() + previews.queued > 0) setImmediate(dispatch);
    }
  };

  const checkRoom = (lane: RenderLane, workspaceId: string): void => {
    const readiness = processes.readiness();
    if (processes.idle() !== null && lanes.mayStart(lane, workspaceId, readiness)) return;
    const queued = lanes.queued(lane);
    const competing = lanes.competing(workspaceId);
    const isAdmitted =
      lane !== 'single' ||
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

  const checkPreviewRoom = (accountId: string): void => {
    const hasRoom = previews.hasRoom(accountId);
    if (hasRoom && !processes.isUnstartable()) return;
    const retrySeconds = processes.isReady() ? busyRetrySeconds : processes.restartInSeconds();
    throw new RendererBusyError('too many previews are queued', retrySeconds);
  };

  await processes.firstReady();

  return {
    render: async (job, files, { lane = 'single', workspaceId = '', ...call } = {}) => {
      call.signal?.throwIfAborted();
      if (isClosed) throw new RendererClosedError();
      addSpare(workspaceId);
      checkRoom(lane, workspaceId);
      const queue: Queue = {
        add: (queued) => lanes.add(lane, workspaceId, queued),
        remove: (queued) => lanes.remove(lane, workspaceId, queued),
      };
      const limitMs = call.maxWaitMs ?? (lane === 'batch' ? undefined : maxWaitMs);
      const rendering = joinQueue(queue, { job, files, ...call, maxWaitMs: limitMs }, dispatch);
      if (lane === 'single') dropFromLongest();
      return await rendering;
    },
    preview: async (job, files, { accountId, ...call }) => {
      call.signal?.throwIfAborted();
      if (isClosed) throw new RendererClosedError();
      // A slow preview must not hold the only process.
      if (options.processes === 1) processes.addSpare();
      checkPreviewRoom(accountId);
      const queue: Queue = {
        add: (queued) => previews.add(accountId, queued),
        remove: (queued) => previews.remove(accountId, queued),
      };
      return await joinQueue(queue, { job, files, ...call, maxWaitMs }, dispatch);
    },
    checkRoom: (workspaceId, lane = 'single') => checkRoom(lane, workspaceId),
    isReady: () => processes.isReady(),
    stats: () => ({
      ...processes.stats(),
      queued: lanes.queued('single') + lanes.queued('picture'),
      batchQueued: lanes.queued('batch'),
      previewQueued: previews.queued,
      rendered,
    }),
    close: async () => {
      isClosed = true;
      const waiting = [...lanes.clear(), ...previews.clear()];
      for (const { refuse } of waiting) refuse(new RendererClosedError());
      await processes.close();
    },
  };
}
