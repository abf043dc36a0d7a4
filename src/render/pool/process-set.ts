import type { Logger } from 'pino';
import type { FileBytes } from '../assets.ts';
import type { CrashCause } from './errors.ts';
import type { RendererTask } from './messages.ts';
import { RendererChild, type RendererLimits, type TaskAnswer } from './renderer-child.ts';

interface ProcessSetOptions {
  readonly count: number;
  readonly limits: RendererLimits;
  readonly log: Logger;
  /** A process has become free. */
  readonly onIdle: () => void;
  /** Processes have died so often before they were warm that waiting for one is pointless. */
  readonly onUnstartable: () => void;
}

/** A process that holds more than this share of its ceiling after a task is exchanged for a fresh one. */
const recycleShare = 0.4;
/** Waits before another try after a process that never got warm, doubled from the one to the other. */
const backoffMs = { first: 100, last: 5000 };
/** How long the others wait for the end of the first task, which a process that starts would slow down. */
const firstTaskMs = 1_000;
/** Failed starts in a row after which callers are told, rather than kept waiting. */
const failedStartsTolerated = 4;

/** Keeps a number of renderer processes alive: what ends is replaced at once, with pauses only where starting itself fails. */
export class ProcessSet {
  readonly #options: ProcessSetOptions;
  readonly #warm = new Set<RendererChild>();
  readonly #busy = new Set<RendererChild>();
  readonly #starting = new Set<RendererChild>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #firstWarm = Promise.withResolvers<void>();
  #others: NodeJS.Timeout | null = null;
  #failedStarts = 0;
  #crashed = 0;
  #isClosed = false;

  constructor(options: ProcessSetOptions) {
    this.#options = options;
    this.#start();
    this.#firstWarm.promise.then(
      () => (this.#others = setTimeout(() => this.#startOthers(), firstTaskMs)),
      () => undefined,
    );
  }

  /** Resolves when a process is warm; rejects where none can be started. */
  firstWarm(): Promise<void> {
    return this.#firstWarm.promise;
  }

  isReady(): boolean {
    return this.#warm.size > 0;
  }

  isUnstartable(): boolean {
    return !this.isReady() && this.#failedStarts > failedStartsTolerated;
  }

  restartInSeconds(): number {
    return Math.max(1, Math.ceil(this.#backoff() / 1000));
  }

  stats() {
    const { count } = this.#options;
    return { processes: count, warm: this.#warm.size, rendering: this.#busy.size, crashed: this.#crashed };
  }

  /** A warm process without a task, or null. */
  idle(): RendererChild | null {
    for (const child of this.#warm) if (!this.#busy.has(child)) return child;
    return null;
  }

  /** Runs a task in an idle process, see RendererChild.run. */
  async run(
    child: RendererChild,
    task: RendererTask,
    files: ReadonlyMap<string, FileBytes>,
  ): Promise<TaskAnswer> {
    this.#busy.add(child);
    try {
      return await child.run(task, files);
    } finally {
      this.#busy.delete(child);
      if (this.#others !== null) this.#startOthers();
      // Settles what waits on this task before the next one takes the thread.
      if (this.#warm.has(child)) setImmediate(() => this.#free(child));
    }
  }

  /** Ends every process; resolves once all are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#others !== null) clearTimeout(this.#others);
    for (const restart of this.#restarts) clearTimeout(restart);
    const children = [...this.#warm, ...this.#starting];
    for (const child of children) child.stop();
    await Promise.all(children.map((child) => child.gone));
  }

  #free(child: RendererChild): void {
    if (!this.#warm.has(child) || this.#busy.has(child)) return;
    if (child.rssBytes > recycleShare * this.#options.limits.memoryBytes) {
      this.#options.log.debug(
        { pid: child.pid, rssBytes: child.rssBytes },
        'a renderer process is exchanged',
      );
      child.stop();
      return;
    }
    this.#options.onIdle();
  }

  /**
   * Those beside the first, which has the machine to itself until it is warm and has done a task: a service is ready as soon as one
   * is, and who waits for it to be ready asks at once.
   */
  #startOthers(): void {
    if (this.#others !== null) clearTimeout(this.#others);
    this.#others = null;
    if (this.#isClosed) return;
    for (let index = 1; index < this.#options.count; index++) this.#start();
  }

  #start(): void {
    const child = new RendererChild(this.#options.limits);
    this.#starting.add(child);
    child.ready.then(
      () => {
        this.#starting.delete(child);
        this.#warm.add(child);
        this.#failedStarts = 0;
        this.#firstWarm.resolve();
        this.#options.onIdle();
      },
      () => undefined,
    );
    void child.ended.then((cause) => this.#replace(child, cause));
  }

  #replace(child: RendererChild, cause: CrashCause | 'stopped'): void {
    const neverWarm = this.#starting.delete(child);
    this.#warm.delete(child);
    if (this.#isClosed) return;
    if (cause !== 'stopped') {
      this.#crashed += 1;
      this.#options.log.warn(
        { pid: child.pid, cause, stderr: child.stderr },
        'a renderer process ended; it is replaced',
      );
    }
    if (!neverWarm) return this.#start();

    this.#failedStarts += 1;
    if (this.isUnstartable()) {
      this.#firstWarm.reject(new Error(`no renderer process can be started: ${child.stderr || cause}`));
      this.#options.onUnstartable();
    }
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#start();
    }, this.#backoff());
    this.#restarts.add(restart);
  }

  #backoff(): number {
    return Math.min(backoffMs.last, backoffMs.first * 2 ** Math.max(0, this.#failedStarts - 1));
  }
}
