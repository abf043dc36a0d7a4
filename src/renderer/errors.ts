/** When a client may retry a render that found every renderer busy. */
export const busyRetrySeconds = 1;

/** The queue is full or every renderer is restarting. Answered with 503. */
export class RendererBusyError extends Error {
  override readonly name = 'RendererBusyError';
  /** When the client may retry. */
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The pool is closed because its process is shutting down. */
export class RendererClosedError extends RendererBusyError {
  constructor() {
    super('the renderer pool is closed', 1);
  }
}

/**
 * Why a renderer process, or its task, failed. `failure`: an error in the renderer that its process survived.
 */
export type CrashCause = 'exit' | 'timeout' | 'memory' | 'failure';

/** The render was lost with its process, or failed because of a bug. Answered with 502. */
export class RendererCrashedError extends Error {
  override readonly name = 'RendererCrashedError';
  readonly reason: CrashCause;
  /** How long the render ran until its process was lost; 0 if the render is not why. */
  readonly renderMs: number;

  /** @param message for the log; holds nothing that a client must not see */
  constructor(reason: CrashCause, message: string, renderMs = 0) {
    super(message);
    this.reason = reason;
    this.renderMs = renderMs;
  }
}

const descriptions: Readonly<Record<CrashCause | 'stopped', string>> = {
  exit: 'the renderer process ended',
  timeout: 'the renderer took too long and was killed',
  memory: 'the renderer took too much memory and was killed',
  failure: 'the renderer failed',
  stopped: 'the renderer was stopped',
};

/** The error of a renderer process that has ended `renderMs` after the start of its task. */
export function crashed(cause: CrashCause | 'stopped', renderMs = 0): RendererCrashedError {
  if (cause === 'stopped') return new RendererCrashedError('exit', descriptions.stopped);
  return new RendererCrashedError(cause, descriptions[cause], renderMs);
}
