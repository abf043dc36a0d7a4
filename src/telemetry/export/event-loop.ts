import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Seconds by which this process's timers were late, by quantile. */
export type EventLoopDelays = Readonly<Record<'0.5' | '0.99' | '1', number>>;

export interface EventLoopWatch {
  /** The worse of the current and the last window: covers 15 to 30 s. */
  read(): EventLoopDelays;
  close(): void;
}

const resolutionMs = 10;

/** Reads do not reset the histogram, since there may be several readers. */
const windowMs = 15_000;

/** Measures how late the event loop runs timers. */
export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  // The histogram has the time between two timers, which includes the resolution.
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3);
  const current = (): EventLoopDelays => ({
    '0.5': seconds(histogram.percentile(50)),
    '0.99': seconds(histogram.percentile(99)),
    '1': seconds(histogram.max),
  });
  let last: EventLoopDelays = { '0.5': 0, '0.99': 0, '1': 0 };
  const clock = setInterval(() => {
    last = current();
    histogram.reset();
  }, windowMs);
  clock.unref();
  return {
    read() {
      const now = current();
      return {
        '0.5': Math.max(now['0.5'], last['0.5']),
        '0.99': Math.max(now['0.99'], last['0.99']),
        '1': Math.max(now['1'], last['1']),
      };
    },
    close() {
      clearInterval(clock);
      histogram.disable();
    },
  };
}
