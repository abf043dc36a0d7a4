import type { RenderTimes } from './scene.ts';

/** Tells the parts of one render apart. */
export interface StageClock {
  readonly times: RenderTimes;
  /** What was done since the last end, or the start, was this. A part may have several pieces. */
  end(stage: keyof RenderTimes): void;
}

/** Starts a clock. */
export function startStageClock(): StageClock {
  const times = { decode: 0, layout: 0, draw: 0, encode: 0 };
  let since = performance.now();
  return {
    times,
    end(stage) {
      const now = performance.now();
      times[stage] += now - since;
      since = now;
    },
  };
}
