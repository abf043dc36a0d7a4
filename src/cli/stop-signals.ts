/**
 * Ctrl-C in a terminal reaches a process directly and through npm: signals this close together count as one.
 */
const sameSignalMs = 500;

export interface StopSignals {
  /** Aborts at the first SIGTERM or SIGINT. */
  readonly first: AbortSignal;
  /** Aborts at the second one. */
  readonly second: AbortSignal;
  stopListening(): void;
}

/** Catches SIGTERM and SIGINT, which end the process no longer by themselves. */
export function listenForStopSignals(): StopSignals {
  const first = new AbortController();
  const second = new AbortController();
  let firstAt = 0;
  const receive = (): void => {
    if (!first.signal.aborted) {
      firstAt = performance.now();
      first.abort();
    } else if (performance.now() - firstAt > sameSignalMs) {
      second.abort();
    }
  };
  process.on('SIGTERM', receive).on('SIGINT', receive);
  return {
    first: first.signal,
    second: second.signal,
    stopListening: () => process.off('SIGTERM', receive).off('SIGINT', receive),
  };
}
