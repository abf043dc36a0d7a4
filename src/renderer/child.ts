import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../async/lower-priority.ts';
import type { FileBytes } from '../render/assets.ts';
import type { Comparison } from '../render/compare-pictures.ts';
import { RenderInputError } from '../render/errors.ts';
import type { PackedResult } from '../render/job.ts';
import { confinedStart, findConfinement } from './confinement.ts';
import { crashed, RendererCrashedError, type CrashCause } from './errors.ts';
import type { ConvertedPicture, FileFinding, FromRenderer, RendererTask, ToRenderer } from './messages.ts';
import { rendererEnvironment, rendererFlags } from './flags.ts';
import { readRss } from './memory.ts';
import { ResultFile, resultFileArgument } from './results.ts';
import { makeCodeCacheFolder } from './code-cache.ts';

/** The answer to a task that did not fail. */
export type TaskAnswer =
  | PackedResult
  | { readonly finding: FileFinding }
  | { readonly converted: ConvertedPicture | string }
  | { readonly comparison: Comparison };

export interface RendererLimits {
  /** How long one task may take. */
  readonly timeoutMs: number;
  /** Resident memory at which a process is killed during its task. */
  readonly memoryBytes: number;
}

interface RunningTask {
  readonly startedAt: number;
  readonly files: ReadonlyMap<string, FileBytes>;
  readonly resolve: (answer: TaskAnswer) => void;
  readonly reject: (error: unknown) => void;
  /** Why its files could not be read. The process was asked to drop the task. */
  filesError?: unknown;
}

/** What a process is for: it draws, or it checks, converts and compares files. */
type RendererWork = 'render' | 'files';

const entries: Readonly<Record<RendererWork, string>> = {
  render: fileURLToPath(new URL('./process.ts', import.meta.url)),
  files: fileURLToPath(new URL('./file-process.ts', import.meta.url)),
};

/** A cold machine reads a hundred megabytes of fonts and libraries before the first process is ready. */
const startTimeoutMs = 60_000;
const memoryCheckMs = 250;
/** How much of a crashed process's standard error is logged. */
const maxStderrCharacters = 2000;

/** The pool's side of one renderer process. It runs one task at a time; any failure kills the process. */
export class RendererChild {
  /** Resolves when the process is ready; rejects with RendererCrashedError if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with the cause when the process ends or is being killed. */
  readonly ended: Promise<CrashCause | 'stopped'>;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  /** Resident memory after the last task, in bytes. */
  rssBytes = 0;

  readonly #process: ChildProcess;
  readonly #limits: RendererLimits;
  readonly #resultFile: ResultFile | null;
  readonly #settleReady: { resolve: () => void; reject: (error: unknown) => void };
  readonly #settleEnded: (cause: CrashCause | 'stopped') => void;
  #task: RunningTask | null = null;
  #timeout: NodeJS.Timeout;
  #memoryCheck: NodeJS.Timeout | null = null;
  #hasEnded = false;
  #stderr = '';

  constructor(work: RendererWork, limits: RendererLimits) {
    this.#limits = limits;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.ready.catch(() => undefined);
    this.#settleReady = ready;
    const ended = Promise.withResolvers<CrashCause | 'stopped'>();
    this.ended = ended.promise;
    this.#settleEnded = ended.resolve;

    const confinement = findConfinement();
    const codeCache = makeCodeCacheFolder(confinement);
    this.#resultFile = work === 'render' ? ResultFile.open() : null;
    const workFolders = codeCache === null ? [] : [codeCache];
    const { execPath, execArgv } = confinedStart(rendererFlags, confinement, workFolders);
    this.#process = fork(entries[work], this.#resultFile === null ? [] : [resultFileArgument], {
      serialization: 'advanced',
      // Another user may have no access to the current folder.
      cwd: import.meta.dirname,
      env:
        codeCache === null ? rendererEnvironment : { ...rendererEnvironment, NODE_COMPILE_CACHE: codeCache },
      execPath,
      execArgv: [...execArgv],
      // The result file is the last one: the renderer expects it at descriptor 4.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', this.#resultFile?.descriptor ?? 'ignore'],
    });
    if (this.#process.pid !== undefined) lowerPriority(this.#process.pid);
    this.#timeout = setTimeout(() => this.#end('timeout'), startTimeoutMs);
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrCharacters);
    });
    const exited = Promise.withResolvers<void>();
    this.exited = exited.promise;
    this.#process.once('exit', () => exited.resolve());
    this.#process.once('error', () => {
      if (this.#process.pid === undefined) exited.resolve();
    });
    this.#process.on('message', (message: FromRenderer) => this.#receive(message));
    this.#process.on('error', () => this.#end('exit'));
    this.#process.on('exit', () => this.#end('exit'));
    this.#process.on('disconnect', () => this.#end('exit'));
  }

  get pid(): number | null {
    return this.#process.pid ?? null;
  }

  /** The end of what the process wrote to standard error. */
  get stderr(): string {
    return this.#stderr.trim();
  }

  /**
   * Runs one task; the process must be ready and idle.
   *
   * @param timeoutMs how long it may take; default: that of the limits
   * @throws RenderInputError if the job cannot be rendered, RendererCrashedError if the process failed or
   *   ended, and any error of reading a file
   */
  run(
    task: RendererTask,
    files: ReadonlyMap<string, FileBytes>,
    timeoutMs = this.#limits.timeoutMs,
  ): Promise<TaskAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<TaskAnswer>();
    if (this.#hasEnded) {
      reject(crashed('exit'));
      return promise;
    }
    this.#task = { startedAt: performance.now(), files, resolve, reject };
    this.#timeout = setTimeout(() => this.#end('timeout'), timeoutMs);
    this.#memoryCheck = setInterval(() => void this.#checkMemory(), memoryCheckMs);
    this.#send({ type: 'task', task });
    return promise;
  }

  /** Kills the process; its task is lost. */
  stop(): void {
    this.#end('stopped');
  }

  #receive(message: FromRenderer): void {
    if (this.#hasEnded) return;
    if (message.type === 'ready') {
      clearTimeout(this.#timeout);
      this.#settleReady.resolve();
      return;
    }
    const task = this.#task;
    if (task === null) return;
    if (message.type === 'need') {
      void this.#sendFiles(task, message.hashes);
      return;
    }
    this.#finishTask();
    this.rssBytes = message.rssBytes;
    switch (message.type) {
      case 'rendered':
        return this.#resolve(task, message);
      case 'checked':
        return task.resolve({ finding: message.finding });
      case 'converted':
        return task.resolve({ converted: message.converted });
      case 'compared':
        return task.resolve({ comparison: message.comparison });
      case 'refused': {
        const { kind, variable, reason } = message.error;
        const error = new RenderInputError(kind, variable, reason);
        error.message = message.error.message;
        return task.reject(error);
      }
      case 'failed':
        return task.reject(new RendererCrashedError('failure', `the renderer failed: ${message.detail}`));
      case 'dropped':
        return task.reject(task.filesError);
    }
  }

  #resolve(task: RunningTask, { result, fileBytes }: Extract<FromRenderer, { type: 'rendered' }>): void {
    if (fileBytes === undefined) return task.resolve(result);
    // Until it is read, the process has no other task.
    const reading = this.#resultFile?.read(fileBytes) ?? Promise.reject(new Error('there is no result file'));
    reading.then(
      (data) => task.resolve({ ...result, data }),
      (error: unknown) =>
        task.reject(
          new RendererCrashedError('failure', `the renderer's result cannot be read: ${String(error)}`),
        ),
    );
  }

  async #sendFiles(task: RunningTask, hashes: readonly string[]): Promise<void> {
    try {
      const files = await Promise.all(
        hashes.map(async (hash) => [hash, await readBytes(task.files.get(hash))] as const),
      );
      if (this.#task === task) this.#send({ type: 'files', files });
    } catch (error) {
      if (this.#task !== task) return;
      task.filesError = error;
      this.#send({ type: 'drop' });
    }
  }

  #send(message: ToRenderer): void {
    this.#process.send(message, (error) => {
      if (error !== null) this.#end('exit');
    });
  }

  #finishTask(): void {
    this.#task = null;
    clearTimeout(this.#timeout);
    if (this.#memoryCheck !== null) clearInterval(this.#memoryCheck);
  }

  /** A process that draws is too busy to check its own memory. */
  async #checkMemory(): Promise<void> {
    const rss = await readRss(this.#process.pid);
    if (rss !== null && rss > this.#limits.memoryBytes && this.#task !== null) this.#end('memory');
  }

  #end(cause: CrashCause | 'stopped'): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const task = this.#task;
    this.#finishTask();
    this.#process.kill('SIGKILL');
    void this.#resultFile?.close();
    const error = crashed(cause, task === null ? 0 : performance.now() - task.startedAt);
    task?.reject(error);
    this.#settleReady.reject(error);
    this.#settleEnded(cause);
  }
}

async function readBytes(file: FileBytes | undefined): Promise<Uint8Array> {
  if (file === undefined) throw new Error('the job names a file that was not passed with it');
  return typeof file === 'function' ? await file() : file;
}
