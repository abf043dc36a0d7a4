/** No renderer can take the job now: the queue is full or every renderer is restarting. Answered with 503. */
export class RendererBusyError extends Error {
  override readonly name = 'RendererBusyError';
  /** When asking again makes sense. */
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The pool is closed, for good: its process is about to end. */
export class RendererClosedError extends RendererBusyError {
  constructor() {
    super('the renderer pool is closed', 1);
  }
}

/** What ended a renderer process, or the one render in it. */
export type CrashCause = 'exit' | 'timeout' | 'memory' | 'failure';

/** The render was lost with its process, or the renderer failed on its own account. Answered with 502. */
export class RendererCrashedError extends Error {
  override readonly name = 'RendererCrashedError';
  readonly reason: CrashCause;

  /** @param message for the log; says nothing that a caller must not read */
  constructor(reason: CrashCause, message: string) {
    super(message);
    this.reason = reason;
  }
}
