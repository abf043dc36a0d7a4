import { maxIdleMs, WorkerThread } from '../../async/worker-thread.ts';
import type { CodeOptions } from '../../common/codes/code-options.ts';

/** The arguments of `checkCode`. */
export interface CodeCheck {
  readonly symbology: string;
  readonly value: string;
  readonly options: CodeOptions;
}

const thread = new WorkerThread<CodeCheck, string | null>(new URL('./check-thread.ts', import.meta.url), {
  maxIdleMs,
});

/** Runs `checkCode` in a worker thread, because a large code can take a second. */
export function checkCodeInWorker(check: CodeCheck): Promise<string | null> {
  return thread.call(check);
}
