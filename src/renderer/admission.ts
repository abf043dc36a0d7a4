import { LRUCache } from 'lru-cache';

/**
 * During an overload a render may wait this long: the longer of 20 ms, which few people notice, and half a
 * mean render.
 */
const maxWaitMs = 20;
const maxWaitRenders = 0.5;

/**
 * An overload is over when no render was refused for this time. After shorter pauses the queue would fill
 * again by chance.
 */
const calmMs = 1_500;
const calmRenders = 3;

/** How much the newest render counts in the mean duration. */
const newestShare = 1 / 20;

/** Workspaces whose state is kept. Without it a workspace starts anew, with an empty queue. */
const maxWorkspaces = 1_000;

/** The queue that a single render of a workspace would join. All processes are busy. */
export interface QueueState {
  /** Renders of the workspace that wait. */
  readonly queued: number;
  /** Max renders of the workspace that may wait now. */
  readonly places: number;
  /** Processes that serve the workspace: its share of those that are ready. */
  readonly processes: number;
}

interface WorkspaceState {
  /** Exponential moving average; 0 before the first render. */
  meanRenderMs: number;
  /** The time of the last refusal; null without an overload. */
  refusedAt: number | null;
}

/**
 * Admission control of the queues for single renders: bounded queues with hysteresis, one for each workspace.
 * Up to its limit a queue takes every render, so that a burst and clients on many connections are served. A
 * full queue is an overload. From then on a render is admitted only if its expected wait is short (Little's
 * law: renders before it × mean duration / processes), until the overload is over.
 */
export class Admission {
  readonly #now: () => number;
  readonly #workspaces = new LRUCache<string, WorkspaceState>({ max: maxWorkspaces });

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a completed render and how long it took, without its wait. */
  recordRender(workspaceId: string, renderMs: number): void {
    const state = this.#stateOf(workspaceId);
    const mean = state.meanRenderMs;
    state.meanRenderMs = mean === 0 ? renderMs : mean + newestShare * (renderMs - mean);
  }

  /** Records that a render was refused. */
  recordRefusal(workspaceId: string): void {
    this.#stateOf(workspaceId).refusedAt = this.#now();
  }

  /** Decides whether a render may join its workspace's queue. Records a refusal. */
  admits(workspaceId: string, queue: QueueState): boolean {
    const isAdmitted = this.#decide(this.#stateOf(workspaceId), queue);
    if (!isAdmitted) this.recordRefusal(workspaceId);
    return isAdmitted;
  }

  #decide(state: WorkspaceState, queue: QueueState): boolean {
    const { meanRenderMs, refusedAt } = state;
    if (queue.queued >= queue.places) return false;
    if (refusedAt === null || isWaitShort(queue, meanRenderMs)) return true;
    if (this.#now() - refusedAt < Math.max(calmMs, calmRenders * meanRenderMs)) return false;
    state.refusedAt = null;
    return true;
  }

  #stateOf(workspaceId: string): WorkspaceState {
    let state = this.#workspaces.get(workspaceId);
    if (state === undefined) {
      state = { meanRenderMs: 0, refusedAt: null };
      this.#workspaces.set(workspaceId, state);
    }
    return state;
  }
}

/** A render that is in progress has half of its time left on average. */
function isWaitShort({ queued, processes }: QueueState, meanRenderMs: number): boolean {
  const waitMs = ((queued + 0.5) * meanRenderMs) / processes;
  return waitMs <= Math.max(maxWaitMs, maxWaitRenders * meanRenderMs);
}
