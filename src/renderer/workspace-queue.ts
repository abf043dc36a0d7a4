/**
 * `single`: a client waits for the render. `batch`: one of many rows, which uses the processes that are left.
 */
export type RenderLane = 'single' | 'batch';

/** The renders of one workspace that wait or run, and the time of renderers that it has used. */
export class WorkspaceQueue<Task> {
  /** Sets keep the order of arrival, and removing from the middle is cheap. */
  readonly tasks: Readonly<Record<RenderLane, Set<Task>>> = { single: new Set(), batch: new Set() };
  readonly running: Record<RenderLane, number> = { single: 0, batch: 0 };
  /** Sum of the starts of all running renders. */
  #startsMs = 0;
  #usedMs: number;

  /** @param usedMs where the workspace starts, see `usedMs()` */
  constructor(usedMs: number) {
    this.#usedMs = usedMs;
  }

  isIdle(): boolean {
    const { tasks, running } = this;
    return tasks.single.size + tasks.batch.size + running.single + running.batch === 0;
  }

  /**
   * The used time, with that of renders in progress: how long a render takes is known only at its end, so a
   * slow one has to count while it runs.
   */
  usedMs(nowMs: number): number {
    return this.#usedMs + (this.running.single + this.running.batch) * nowMs - this.#startsMs;
  }

  /** Takes the first task of a lane. */
  start(lane: RenderLane, nowMs: number): Task | undefined {
    const [task] = this.tasks[lane];
    if (task === undefined) return undefined;
    this.tasks[lane].delete(task);
    this.running[lane] += 1;
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
    const tasks = [...this.tasks.single, ...this.tasks.batch];
    this.tasks.single.clear();
    this.tasks.batch.clear();
    return tasks;
  }
}
