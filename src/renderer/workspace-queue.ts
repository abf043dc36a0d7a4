/**
 * `single`: a client waits for the render. `picture`: one of the many pictures of a page or a crawler, which
 * may wait longer. `batch`: one of many rows, which uses the processes that are left.
 */
export type RenderLane = 'single' | 'picture' | 'batch';

/** While single renders wait as well, this many of them start between two pictures of their workspace. */
const singlesPerPicture = 3;

/** The renders of one workspace that wait or run, and the time of renderers that it has used. */
export class WorkspaceQueue<Task> {
  /** Sets keep the order of arrival, and removing from the middle is cheap. */
  readonly tasks: Readonly<Record<RenderLane, Set<Task>>> = {
    single: new Set(),
    picture: new Set(),
    batch: new Set(),
  };
  readonly running: Record<RenderLane, number> = { single: 0, picture: 0, batch: 0 };
  /** Single renders that have started since the last picture. */
  #singlesInARow = 0;
  /** Sum of the starts of all running renders. */
  #startsMs = 0;
  #usedMs: number;

  /** @param usedMs where the workspace starts, see `usedMs()` */
  constructor(usedMs: number) {
    this.#usedMs = usedMs;
  }

  isIdle(): boolean {
    return !this.isQueued() && this.runningInAll() === 0;
  }

  isQueued(): boolean {
    const { single, picture, batch } = this.tasks;
    return single.size + picture.size + batch.size > 0;
  }

  runningInAll(): number {
    const { single, picture, batch } = this.running;
    return single + picture + batch;
  }

  /** Whose turn it is of the renders that clients wait for; null if none waits. */
  nextLane(): 'single' | 'picture' | null {
    const { single, picture } = this.tasks;
    if (single.size === 0) return picture.size === 0 ? null : 'picture';
    return picture.size > 0 && this.#singlesInARow >= singlesPerPicture ? 'picture' : 'single';
  }

  /**
   * The used time, with that of renders in progress: how long a render takes is known only at its end, so a
   * slow one has to count while it runs.
   */
  usedMs(nowMs: number): number {
    return this.#usedMs + this.runningMs(nowMs);
  }

  /** How long its renders in progress have taken so far, in all. */
  runningMs(nowMs: number): number {
    return this.runningInAll() * nowMs - this.#startsMs;
  }

  /** Takes the first task of a lane. */
  start(lane: RenderLane, nowMs: number): Task | undefined {
    const [task] = this.tasks[lane];
    if (task === undefined) return undefined;
    this.tasks[lane].delete(task);
    this.running[lane] += 1;
    if (lane === 'picture') this.#singlesInARow = 0;
    else if (lane === 'single') this.#singlesInARow += 1;
    this.#startsMs += nowMs;
    return task;
  }

  finish(lane: RenderLane, startedAtMs: number, nowMs: number): void {
    this.running[lane] -= 1;
    this.#startsMs -= startedAtMs;
    this.#usedMs += nowMs - startedAtMs;
  }

  /** Removes and returns every queued task. */
  clear(): Task[] {
    const tasks = [...this.tasks.single, ...this.tasks.picture, ...this.tasks.batch];
    this.tasks.single.clear();
    this.tasks.picture.clear();
    this.tasks.batch.clear();
    return tasks;
  }
}
