import { Session, type Profiler } from 'node:inspector';

/** Tells which blocks of this project's code have been run. */
export interface Coverage {
  /** The blocks that have been run since this was asked for last, each by a name of its own. */
  take(): string[];
  stop(): void;
}

const sources = new URL('../../src/', import.meta.url).href;

/** Counts blocks of the code under src/ in this thread, as V8 does for coverage reports. */
export function startCoverage(): Coverage {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take() {
      let scripts: Profiler.ScriptCoverage[] = [];
      // Answered before `post` is left: the inspector of the own thread is.
      session.post('Profiler.takePreciseCoverage', (error, taken) => {
        if (error !== null) throw error;
        scripts = taken.result;
      });
      return scripts
        .filter(({ url }) => url.startsWith(sources))
        .flatMap(({ scriptId, functions }) =>
          functions
            .flatMap(({ ranges }) => ranges)
            .filter(({ count }) => count > 0)
            .map(({ startOffset, endOffset }) => `${scriptId} ${startOffset} ${endOffset}`),
        );
    },
    stop() {
      session.disconnect();
    },
  };
}
