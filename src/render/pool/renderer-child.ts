import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileBytes } from '../assets.ts';
import { RenderInputError } from '../errors.ts';
import { confinedStart, findConfinement } from './confinement.ts';
import { RendererCrashedError, type CrashCause } from './errors.ts';
import type { FromRenderer, PooledResult, RendererTask, ToRenderer } from './messages.ts';
import { readRss, rendererEnvironment, rendererFlags, yieldProcessor } from './process-resources.ts';
import { ResultFile, resultFileArgument } from './result-file.ts';

/** What ends a task in order. */
export type TaskAnswer = PooledResult | { readonly problem: string | null };

export interface RendererLimits {
  /** How long one task may take, and the start of a process. */
  readonly timeoutMs: number;
  /** Resident memory at which a process is ended in the middle of its task. */
  readonly memoryBytes: number;
  /** The only folder in which it may write results, if any. */
  readonly resultsFolder?: string | null;
}

interface RunningTask {
  readonly files: ReadonlyMap<string, FileBytes>;
  readonly resolve: (answer: TaskAnswer) => void;
  readonly reject: (error: unknown) => void;
  /** Why its files could not be had; the process has been told to drop it. */
  filesError?: unknown;
}

const entry = fileURLToPath(new URL('./renderer-process.ts', import.meta.url));

/** A cold machine reads a hundred megabytes of fonts and libraries before the first process is warm. */
const startTimeoutMs = 60_000;
const memoryCheckMs = 250;
/** Enough of what a dying process writes to see why. */
const keptStderrCharacters = 2000;

/** One renderer process as the pool sees it: one task in flight, ended for good by the first thing that goes wrong. */
export class RendererChild {
  /** Resolves when the process is warm; rejects with RendererCrashedError where it ends before. */
  readonly ready: Promise<void>;
  /** Resolves, once, with the reason of the end. */
  readonly ended: Promise<CrashCause | 'stopped'>;
  /** Resolves when the system has taken the process away. */
  readonly gone: Promise<void>;
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

  constructor(limits: RendererLimits) {
    this.#limits = limits;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.ready.catch(() => undefined);
    this.#settleReady = ready;
    const ended = Promise.withResolvers<CrashCause | 'stopped'>();
    this.ended = ended.promise;
    this.#settleEnded = ended.resolve;

    const compiled = compiledCode();
    const workFolders = [compiled, limits.resultsFolder ?? null].filter((folder) => folder !== null);
    // A process that has no folder to write in may be one that can write nothing at all.
    this.#resultFile = workFolders.length === 0 ? null : ResultFile.open();
    const { execPath, execArgv } = confinedStart(rendererFlags, findConfinement(), workFolders);
    this.#process = fork(entry, this.#resultFile === null ? [] : [resultFileArgument], {
      serialization: 'advanced',
      env: compiled === null ? rendererEnvironment : { ...rendererEnvironment, NODE_COMPILE_CACHE: compiled },
      execPath,
      execArgv: [...execArgv],
      // The renderer expects its result file to be the last one, with the number 4.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', this.#resultFile?.descriptor ?? 'ignore'],
    });
    if (this.#process.pid !== undefined) yieldProcessor(this.#process.pid);
    this.#timeout = setTimeout(() => this.#end('timeout'), startTimeoutMs);
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptStderrCharacters);
    });
    const gone = Promise.withResolvers<void>();
    this.gone = gone.promise;
    this.#process.once('exit', () => gone.resolve());
    this.#process.once('error', () => {
      if (this.#process.pid === undefined) gone.resolve();
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
   * Runs one task; the process must be warm and idle. Rejects with RenderInputError where the task cannot be done as asked,
   * with RendererCrashedError where the process failed or ended, and with whatever a file's reader threw.
   */
  run(task: RendererTask, files: ReadonlyMap<string, FileBytes>): Promise<TaskAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<TaskAnswer>();
    if (this.#hasEnded) {
      reject(crashed('exit'));
      return promise;
    }
    this.#task = { files, resolve, reject };
    this.#timeout = setTimeout(() => this.#end('timeout'), this.#limits.timeoutMs);
    this.#memoryCheck = setInterval(() => void this.#checkMemory(), memoryCheckMs);
    this.#send({ type: 'task', task });
    return promise;
  }

  /** Ends the process; a task that is under way is lost. */
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
        return task.resolve({ problem: message.problem });
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
    try {
      const data = this.#resultFile?.read(fileBytes);
      if (data === undefined) throw new Error('there is no result file');
      task.resolve({ ...result, data });
    } catch (error) {
      task.reject(
        new RendererCrashedError('failure', `the renderer's result cannot be read: ${String(error)}`),
      );
    }
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

  /** A process that draws cannot look at its own memory, so this one does, where the system tells. */
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
    this.#resultFile?.close();
    const error = crashed(cause);
    task?.reject(error);
    this.#settleReady.reject(error);
    this.#settleEnded(cause);
  }
}

/**
 * Where renderers keep their compiled code, if this process keeps its own: most of a renderer's start is compiling. Beside this
 * process's, which must not run what a renderer has written.
 */
function compiledCode(): string | null {
  const folder = getCompileCacheDir();
  // Node adds a folder for its own version to the one that it is given.
  return folder === undefined ? null : path.join(path.dirname(folder), 'renderers');
}

const descriptions: Readonly<Record<CrashCause | 'stopped', string>> = {
  exit: 'the renderer process ended',
  timeout: 'the renderer took too long and was ended',
  memory: 'the renderer took too much memory and was ended',
  failure: 'the renderer failed',
  stopped: 'the renderer was stopped',
};

function crashed(cause: CrashCause | 'stopped'): RendererCrashedError {
  return new RendererCrashedError(cause === 'stopped' ? 'exit' : cause, descriptions[cause]);
}

async function readBytes(file: FileBytes | undefined): Promise<Uint8Array> {
  if (file === undefined) throw new Error('the job names a file that did not come with it');
  return typeof file === 'function' ? await file() : file;
}
