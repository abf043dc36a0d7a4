/**
 * Events that the parts of the service record, for metrics and traces. Recording costs next to nothing
 * without a listener.
 */

/** A kind of event in this process. */
export interface EventSource<Facts> {
  /** Calls the listeners. */
  record(facts: Facts): void;
  /** Calls a function, which must not throw, at each event. Returns what removes the listener. */
  listen(listener: (facts: Facts) => void): () => void;
}

/** The stages of a render, in order. The last four run in a renderer process. */
export type Stage = 'bind' | 'assets' | 'queue' | 'decode' | 'layout' | 'draw' | 'encode';

export interface AnsweredRequest {
  /** The id of an operation, or the pattern of a path; null for an unknown path. */
  readonly operation: string | null;
  /** Null if the client disconnected before the answer. */
  readonly status: number | null;
  readonly isRateRefusal: boolean;
  /** The server of an image was to blame for the answer. */
  readonly isOriginFailure: boolean;
  readonly durationMs: number;
}

export interface EndedStage {
  readonly stage: Stage;
  readonly format: string;
  /** `performance.now()` of this process. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A request was answered, or its client has disconnected. */
export const requestAnswered = createEventSource<AnsweredRequest>();

/** A stage of a render has succeeded. */
export const stageEnded = createEventSource<EndedStage>();

export const renderFailureReasons = ['origin', 'input', 'renderer', 'service'] as const;

/** Whose fault a failed render is: see `failureReason`. */
export type RenderFailureReason = (typeof renderFailureReasons)[number];

/** A render that had begun has failed: a single one, or a row that has no further attempt. */
export const renderFailed = createEventSource<RenderFailureReason>();

/** This process has recorded outcomes of rows of a batch: the counts of successes and failures. */
export const rowsRecorded = createEventSource<{ readonly completed: number; readonly failed: number }>();

/** A render or a batch was refused because of the workspace's quota. */
export const quotaRefused = createEventSource<void>();

/**
 * An attempt at a callback was recorded: delivered, refused with another attempt to follow, given up, or not
 * sent because its endpoint is paused.
 */
export const callbackAttempted = createEventSource<'delivered' | 'refused' | 'given_up' | 'suppressed'>();

/** An attempt to deliver an event of a webhook was recorded, as `callbackAttempted`. */
export const webhookAttempted = createEventSource<'delivered' | 'refused' | 'given_up' | 'suppressed'>();

function createEventSource<Facts>(): EventSource<Facts> {
  const listeners = new Set<(facts: Facts) => void>();
  return {
    record(facts) {
      for (const listener of listeners) listener(facts);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
