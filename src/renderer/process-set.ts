import type { Logger } from 'pino';
import type { FileBytes } from '../render/assets.ts';
import type { CrashCause } from './errors.ts';
import type { ReadyProcesses } from './lanes.ts';
import type { RendererTask } from './messages.ts';
import { RendererChild, type RendererLimits, type TaskAnswer } from './child.ts';

interface ProcessSetOptions {
  readonly count: number;
  readonly limits: RendererLimits;
  readonly log: Logger;
  /** Called when a process is ready for a task. */
  readonly onIdle: () => void;
  /** Called when too many starts have failed for a process to be expected. */
  readonly onUnstartable: () => void;
}

/** A process that holds more than this share of its memory limit after a task is replaced. */
const recycleShare = 0.4;
/** Delays before the next start after a failed one; each is twice the one before. */
const backoffMs = { min: 100, max: 5000 };
/** The other processes start after the first task, or this long after the first process is ready. */
const maxFirstTaskMs = 1_000;
/** After more than this many failed starts in a row, renders are refused instead of queued. */
const maxFailedStarts = 4;

/**
 * Supervises the renderer processes: starts them, and replaces each one that ends. After a failed start it
 * waits before the next one.
 */
export class ProcessSet {
  readonly #options: ProcessSetOptions;
  readonly #ready = new Set<RendererChild>();
  readonly #busy = new Set<RendererChild>();
  readonly #starting = new Set<RendererChild>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #firstReady = Promise.withResolvers<void>();
  #startOthersTimer: NodeJS.Timeout | null = null;
  #count: number;
  #failedStarts = 0;
  #crashed = 0;
  #haveOthersStarted = false;
  #isClosed = false;

  constructor(options: ProcessSetOptions) {
    this.#options = options;
    this.#count = options.count;
    this.#start();
    this.#firstReady.promise.then(
      () => (this.#startOthersTimer = setTimeout(() => this.#startOthers(), maxFirstTaskMs)),
      () => undefined,
    );
  }

  /** Resolves when a process is ready; rejects if none can be started. */
  firstReady(): Promise<void> {
    return this.#firstReady.promise;
  }

  isReady(): boolean {
    return this.#ready.size > 0;
  }

  isUnstartable(): boolean {
    return !this.isReady() && this.#failedStarts > maxFailedStarts;
  }

  restartInSeconds(): number {
    return Math.max(1, Math.ceil(this.#backoff() / 1000));
  }

  stats() {
    const { size: warm } = this.#ready;
    return { processes: this.#count, warm, rendering: this.#busy.size, crashed: this.#crashed };
  }

  readiness(): ReadyProcesses {
    return { ready: this.#ready.size, hasSpare: this.#count > this.#options.count };
  }

  /** From now on there is one process more. */
  addSpare(): void {
    if (this.#isClosed || this.#count > this.#options.count) return;
    this.#count += 1;
    // Else it starts with the others.
    if (this.#haveOthersStarted) this.#start();
  }

  /** A process that is ready and has no task; null if there is none. */
  idle(): RendererChild | null {
    for (const child of this.#ready) if (!this.#busy.has(child)) return child;
    return null;
  }

  /** Runs a task in an idle process, see RendererChild.run. */
  async run(
    child: RendererChild,
    task: RendererTask,
    files: ReadonlyMap<string, FileBytes>,
    timeoutMs?: number,
  ): Promise<TaskAnswer> {
    this.#busy.add(child);
    try {
      return await child.run(task, files, timeoutMs);
    } finally {
      this.#busy.delete(child);
      if (this.#startOthersTimer !== null) this.#startOthers();
      // The caller gets its result before the next task is sent.
      if (this.#ready.has(child)) setImmediate(() => this.#release(child));
    }
  }

  /** Stops every process; resolves when all have exited. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#startOthersTimer !== null) clearTimeout(this.#startOthersTimer);
    for (const restart of this.#restarts) clearTimeout(restart);
    const children = [...this.#ready, ...this.#starting];
    for (const child of children) child.stop();
    await Promise.all(children.map((child) => child.exited));
  }

  #release(child: RendererChild): void {
    if (!this.#ready.has(child) || this.#busy.has(child)) return;
    if (child.rssBytes > recycleShare * this.#options.limits.memoryBytes) {
      this.#options.log.debug(
        { pid: child.pid, rssBytes: child.rssBytes },
        'replacing a renderer process that holds much memory',
      );
      child.stop();
      return;
    }
    this.#options.onIdle();
  }

  /**
   * Until the first process has done a task, no other process competes with it: the service is ready as soon
   * as one process is, and waiting clients then send a request at once.
   */
  #startOthers(): void {
    if (this.#startOthersTimer !== null) clearTimeout(this.#startOthersTimer);
    this.#startOthersTimer = null;
    if (this.#isClosed || this.#haveOthersStarted) return;
    this.#haveOthersStarted = true;
    for (let index = 1; index < this.#count; index++) this.#start();
  }

  #start(): void {
    const child = new RendererChild('render', this.#options.limits);
    this.#starting.add(child);
    child.ready.then(
      () => {
        this.#starting.delete(child);
        this.#ready.add(child);
        this.#failedStarts = 0;
        this.#firstReady.resolve();
        this.#options.onIdle();
      },
      () => undefined,
    );
    void child.ended.then((cause) => this.#replace(child, cause));
  }

  #replace(child: RendererChild, cause: CrashCause | 'stopped'): void {
    const wasStarting = this.#starting.delete(child);
    this.#ready.delete(child);
    if (this.#isClosed) return;
    if (cause !== 'stopped') {
      this.#crashed += 1;
      this.#options.log.warn(
        { pid: child.pid, cause, stderr: child.stderr },
        'replacing a renderer process that ended',
      );
    }
    if (!wasStarting) return this.#start();

    this.#failedStarts += 1;
    if (this.isUnstartable()) {
      this.#firstReady.reject(new Error(`no renderer process can be started: ${child.stderr || cause}`));
      this.#options.onUnstartable();
    }
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#start();
    }, this.#backoff());
    this.#restarts.add(restart);
  }

  #backoff(): number {
    return Math.min(backoffMs.max, backoffMs.min * 2 ** Math.max(0, this.#failedStarts - 1));
  }
}
