import { Session, type Profiler } from 'node:inspector';

/** Reports which blocks of this project's code have run. */
export interface Coverage {
  /** Returns unique names of the blocks that have run since the last call. */
  take(): string[];
  stop(): void;
}

const sources = new URL('../../src/', import.meta.url).href;

/** Starts to record the blocks of src/ that this thread runs, with V8's precise coverage. */
export function startCoverage(): Coverage {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take() {
      let scripts: Profiler.ScriptCoverage[] = [];
      // Synchronous: the inspector of the same thread calls back before `post` returns.
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
