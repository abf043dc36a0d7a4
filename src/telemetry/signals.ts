/**
 * What the parts of the service tell of their work, for whoever measures it. Telling costs next to nothing where nobody listens,
 * and nothing here knows what becomes of it.
 */

/** Something that happens again and again, in this process. */
export interface Signal<Facts> {
  tell(facts: Facts): void;
  /** Calls a function each time from now on, at once. It must not throw. Returns how to end that. */
  listen(hear: (facts: Facts) => void): () => void;
}

/** The parts of a render, in their order. The last four are a renderer process's. */
export type Stage = 'bind' | 'assets' | 'queue' | 'decode' | 'layout' | 'draw' | 'encode';

export interface AnsweredRequest {
  /** The id of an operation, else the pattern of a path; null where it was for nothing that there is. */
  readonly operation: string | null;
  /** Null where the client had gone before there was an answer. */
  readonly status: number | null;
  readonly isRateRefusal: boolean;
  readonly durationMs: number;
}

export interface EndedStage {
  readonly stage: Stage;
  readonly format: string;
  /** By `performance.now()` of this process. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A request's connection has been given its answer, or has gone. */
export const requestAnswered = createSignal<AnsweredRequest>();

/** A part of a render is over. Parts that fail are not told. */
export const stageEnded = createSignal<EndedStage>();

/** A render or a batch was refused because the workspace's quota has too little left. */
export const quotaRefused = createSignal<void>();

/** An attempt at a callback was recorded: the receiver took it, did not and gets another, or gets none any more. */
export const callbackAttempted = createSignal<'delivered' | 'refused' | 'given_up'>();

function createSignal<Facts>(): Signal<Facts> {
  const listeners = new Set<(facts: Facts) => void>();
  return {
    tell(facts) {
      for (const hear of listeners) hear(facts);
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}
