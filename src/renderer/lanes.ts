import { RecentUse } from './recent-use.ts';
import { WorkspaceQueue, type RenderLane } from './workspace-queue.ts';

export type { RenderLane } from './workspace-queue.ts';

/** The processes of the pool that are ready. */
export interface ReadyProcesses {
  /** Idle or not. */
  readonly ready: number;
  /** Whether the pool has one process more than one workspace may use. */
  readonly hasSpare: boolean;
}

interface LanesOptions {
  /** Processes that one workspace may use at the same time. */
  readonly processes: number;
  /** Processes that batch renders of one workspace may use at the same time. */
  readonly batchProcesses: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** A task that a process runs now. */
export interface TakenTask<Task> {
  readonly lane: RenderLane;
  readonly workspaceId: string;
  readonly task: Task;
  readonly startedAt: number;
}

/** If renders that clients wait for hold batch renders up for this long, one batch render goes first. */
const maxStarvationMs = 2_000;

/** A workspace that has started a render within this time is active. */
const recentMs = 1_000;

/**
 * Decides which render a free process takes.
 *
 * - Lanes: renders that clients wait for go first, and batch renders leave some processes free for them. A
 *   steady load of them cannot starve batches. Of one workspace, three single renders go before each picture.
 * - Bulkhead: beside a spare process, one workspace never holds every process, so that one is always left for
 *   the others, however long its renders take. While others are active it leaves them one more: otherwise its
 *   renders keep all processors busy, and the others get a part of one. That does not hold back the workspace
 *   that has used least of late, if renders of another one wait: its own would wait for each other.
 * - Start-time fair queueing: of the workspaces that wait, with clients or with batches, the one that has
 *   used the least time of renderers goes first. A workspace that comes back gets no credit for the time in
 *   which it was away.
 */
export class Lanes<Task> {
  readonly #workspaces = new Map<string, WorkspaceQueue<Task>>();
  readonly #processes: number;
  readonly #batchProcesses: number;
  readonly #now: () => number;
  readonly #queued: Record<RenderLane, number> = { single: 0, picture: 0, batch: 0 };
  readonly #running: Record<RenderLane, number> = { single: 0, picture: 0, batch: 0 };
  /** When each workspace started its last render, oldest first. */
  readonly #lastStarts = new Map<string, number>();
  readonly #recent = new RecentUse();
  /** Virtual time: the used time of the workspace that was served last. A new one starts here. */
  #virtualMs = 0;
  /** Since when batch renders wait while none is running. */
  #starvingSince: number | null = null;

  constructor({ processes, batchProcesses, now = () => performance.now() }: LanesOptions) {
    this.#processes = processes;
    this.#batchProcesses = batchProcesses;
    this.#now = now;
  }

  queued(lane: RenderLane): number {
    return this.#queued[lane];
  }

  queuedInAll(): number {
    const { single, picture, batch } = this.#queued;
    return single + picture + batch;
  }

  queuedOf(lane: RenderLane, workspaceId: string): number {
    return this.#workspaces.get(workspaceId)?.tasks[lane].size ?? 0;
  }

  /** How many workspaces wait or render, with this one. */
  competing(workspaceId: string): number {
    return this.#workspaces.size + (this.#workspaces.has(workspaceId) ? 0 : 1);
  }

  add(lane: RenderLane, workspaceId: string, task: Task): void {
    let workspace = this.#workspaces.get(workspaceId);
    if (workspace === undefined) {
      workspace = new WorkspaceQueue(this.#virtualMs);
      this.#workspaces.set(workspaceId, workspace);
    }
    workspace.tasks[lane].add(task);
    this.#queued[lane] += 1;
    this.#updateStarvation();
  }

  /** Removes a task. Returns whether it was still queued. */
  remove(lane: RenderLane, workspaceId: string, task: Task): boolean {
    const workspace = this.#workspaces.get(workspaceId);
    if (workspace?.tasks[lane].delete(task) !== true) return false;
    this.#queued[lane] -= 1;
    this.#forgetIdle(workspaceId, workspace);
    this.#updateStarvation();
    return true;
  }

  /** The newest single render of the workspace with the longest queue; null if none is queued. */
  newestOfLongest(): { readonly workspaceId: string; readonly task: Task } | null {
    let longest: { readonly workspaceId: string; readonly tasks: ReadonlySet<Task> } | null = null;
    for (const [workspaceId, { tasks }] of this.#workspaces) {
      if (tasks.single.size > (longest?.tasks.size ?? 0)) longest = { workspaceId, tasks: tasks.single };
    }
    const task = longest === null ? undefined : [...longest.tasks].at(-1);
    return longest === null || task === undefined ? null : { workspaceId: longest.workspaceId, task };
  }

  /** Whether a workspace may use one more process. */
  mayStart(lane: RenderLane, workspaceId: string, { ready, hasSpare }: ReadyProcesses): boolean {
    const own = this.#workspaces.get(workspaceId);
    // One process stays for the other workspaces also while another one is being replaced.
    const isBulkhead = hasSpare && ready > 1;
    const isHeldBack = this.#hasOthers(workspaceId) && !this.#isLightest(workspaceId);
    const share = isHeldBack ? Math.max(1, this.#processes - 1) : this.#processes;
    const forOne = isBulkhead ? Math.min(share, ready - 1) : ready;
    if ((own?.runningInAll() ?? 0) >= forOne) return false;
    if (lane !== 'batch') return true;
    const reserved = this.#processes - this.#batchProcesses;
    if (this.#running.batch < Math.max(1, Math.min(ready, this.#processes) - reserved)) return true;
    // The slow rows of one workspace do not stop the batches of the others.
    return (
      isBulkhead && (own?.running.batch ?? 0) === 0 && this.#running.batch < ready - Math.min(1, reserved)
    );
  }

  /**
   * Takes the next task for an idle process; call `finish` when the task is done. Returns null if nothing may
   * start.
   */
  take(processes: ReadyProcesses): TakenTask<Task> | null {
    const isStarving = this.#starvingSince !== null && this.#now() - this.#starvingSince >= maxStarvationMs;
    const [first, second] = isStarving ? (['batch', 'client'] as const) : (['client', 'batch'] as const);
    return this.#takeFrom(first, processes) ?? this.#takeFrom(second, processes);
  }

  finish({ lane, workspaceId, startedAt }: TakenTask<Task>): void {
    const workspace = this.#workspaces.get(workspaceId);
    const now = this.#now();
    workspace?.finish(lane, startedAt, now);
    this.#recent.add(workspaceId, now - startedAt, now);
    this.#running[lane] -= 1;
    if (workspace !== undefined) this.#forgetIdle(workspaceId, workspace);
    this.#updateStarvation();
  }

  /** Removes and returns every queued task, of each workspace the batch renders last. */
  clear(): Task[] {
    const tasks: Task[] = [];
    for (const [workspaceId, workspace] of this.#workspaces) {
      tasks.push(...workspace.clear());
      this.#forgetIdle(workspaceId, workspace);
    }
    this.#queued.single = 0;
    this.#queued.picture = 0;
    this.#queued.batch = 0;
    this.#updateStarvation();
    return tasks;
  }

  /** @param kind `client`: the renders that clients wait for, in both of their lanes */
  #takeFrom(kind: 'client' | 'batch', processes: ReadyProcesses): TakenTask<Task> | null {
    const startedAt = this.#now();
    let next: {
      readonly workspaceId: string;
      readonly workspace: WorkspaceQueue<Task>;
      readonly lane: RenderLane;
    } | null = null;
    let leastMs = Infinity;
    for (const [workspaceId, workspace] of this.#workspaces) {
      const lane = kind === 'client' ? workspace.nextLane() : kind;
      if (lane === null || workspace.tasks[lane].size === 0) continue;
      if (!this.mayStart(lane, workspaceId, processes)) continue;
      const usedMs = workspace.usedMs(startedAt);
      if (usedMs >= leastMs) continue;
      leastMs = usedMs;
      next = { workspaceId, workspace, lane };
    }
    const task = next?.workspace.start(next.lane, startedAt);
    if (next === null || task === undefined) return null;
    const { lane } = next;
    this.#virtualMs = Math.max(this.#virtualMs, leastMs);
    this.#queued[lane] -= 1;
    this.#running[lane] += 1;
    // The order of the map is that of the times.
    this.#lastStarts.delete(next.workspaceId);
    this.#lastStarts.set(next.workspaceId, startedAt);
    this.#updateStarvation();
    return { lane, workspaceId: next.workspaceId, task, startedAt };
  }

  /** Whether another workspace is active. */
  #hasOthers(workspaceId: string): boolean {
    const oldest = this.#now() - recentMs;
    for (const [id, lastAt] of this.#lastStarts) {
      if (lastAt < oldest) this.#lastStarts.delete(id);
      else if (id !== workspaceId) return true;
    }
    return false;
  }

  /** Whether a workspace has used less of late than all others that wait or render, some of which wait. */
  #isLightest(workspaceId: string): boolean {
    const now = this.#now();
    const useOf = (id: string) => this.#recent.of(id, now) + (this.#workspaces.get(id)?.runningMs(now) ?? 0);
    const own = useOf(workspaceId);
    let isAnyQueued = false;
    for (const [id, workspace] of this.#workspaces) {
      if (id === workspaceId) continue;
      if (useOf(id) <= own) return false;
      isAnyQueued ||= workspace.isQueued();
    }
    return isAnyQueued;
  }

  #forgetIdle(workspaceId: string, workspace: WorkspaceQueue<Task>): void {
    if (workspace.isIdle()) this.#workspaces.delete(workspaceId);
  }

  #updateStarvation(): void {
    if (this.#running.batch > 0 || this.#queued.batch === 0) this.#starvingSince = null;
    else this.#starvingSince ??= this.#now();
  }
}
