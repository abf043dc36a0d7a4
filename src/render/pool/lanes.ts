import { TaskQueue } from './task-queue.ts';

/** `single`: somebody waits for the answer. `batch`: one of many, which takes what the others leave. */
export type RenderLane = 'single' | 'batch';

interface LanesOptions {
  /** Processes that batch renders leave to single ones. */
  readonly reserved: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** How long single renders may keep batch renders from starting at all; one of them goes first then. */
const longestStandstillMs = 2_000;

/**
 * Two lines of renders before one set of processes. Single renders go first, and batch renders leave some processes alone, so
 * that a single render hardly notices a batch. A steady stream of single renders cannot hold a batch up for ever either.
 */
export class Lanes<Task> {
  readonly #single = new TaskQueue<Task>();
  readonly #batch = new TaskQueue<Task>();
  readonly #reserved: number;
  readonly #now: () => number;
  #batchesUnderWay = 0;
  /** Since when batch renders wait while none is under way. */
  #stillSince: number | null = null;

  constructor({ reserved, now = () => performance.now() }: LanesOptions) {
    this.#reserved = reserved;
    this.#now = now;
  }

  waiting(lane: RenderLane): number {
    return this.#line(lane).length;
  }

  add(lane: RenderLane, task: Task): void {
    this.#line(lane).add(task);
    this.#noteStandstill();
  }

  /** Whether the task was still waiting. */
  remove(lane: RenderLane, task: Task): boolean {
    const wasWaiting = this.#line(lane).remove(task);
    this.#noteStandstill();
    return wasWaiting;
  }

  /**
   * Takes what an idle process is to begin with; `end` has to be told once that is over. Nothing where nobody waits, or the
   * process is kept for single renders.
   *
   * @param warm processes that are up, idle or not
   */
  take(warm: number): { readonly lane: RenderLane; readonly task: Task } | null {
    const hasStoodStill = this.#stillSince !== null && this.#now() - this.#stillSince >= longestStandstillMs;
    const single = hasStoodStill ? undefined : this.#single.take();
    if (single !== undefined) return { lane: 'single', task: single };
    if (this.#batchesUnderWay >= Math.max(1, warm - this.#reserved)) return null;
    const batch = this.#batch.take();
    if (batch === undefined) return null;
    this.#batchesUnderWay += 1;
    this.#noteStandstill();
    return { lane: 'batch', task: batch };
  }

  /** A task that was taken is over. */
  end(lane: RenderLane): void {
    if (lane === 'single') return;
    this.#batchesUnderWay -= 1;
    this.#noteStandstill();
  }

  /** Takes every task of both lines. */
  clear(): Task[] {
    const tasks = [...this.#single.takeAllBut(0), ...this.#batch.takeAllBut(0)];
    this.#noteStandstill();
    return tasks;
  }

  /** Takes all single renders but so many that have waited longest. */
  shorten(kept: number): Task[] {
    return this.#single.takeAllBut(kept);
  }

  #line(lane: RenderLane): TaskQueue<Task> {
    return lane === 'single' ? this.#single : this.#batch;
  }

  #noteStandstill(): void {
    if (this.#batchesUnderWay > 0 || this.#batch.length === 0) this.#stillSince = null;
    else this.#stillSince ??= this.#now();
  }
}
