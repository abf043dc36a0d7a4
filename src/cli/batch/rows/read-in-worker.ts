import { TimeoutError, withTimeout } from '../../../async/timeout.ts';
import { isOutOfMemory, WorkerThread } from '../../../async/worker-thread.ts';
import { UnreadableRows, type FileProblem, type RowsContent } from '../../../common/rows/table.ts';
import type { ReadingOptions } from './read-rows.ts';

/** What the thread gets. */
export interface ReadRequest {
  readonly file: string;
  readonly options: ReadingOptions;
}

/** What the thread answers. `refusal` and `problems` are those of an UnreadableRows. */
export type ReadResponse =
  | { readonly content: RowsContent }
  | { readonly refusal: string; readonly problems: readonly FileProblem[] };

/** The largest files that are read take a tenth of this on an idle machine. */
const maxSeconds = 60;

/** Of JavaScript objects. The largest files that are read take half of this. */
const maxMemoryMiB = 1024;

/**
 * Runs `readRows` in a worker thread, so that a signal ends the command at once, and so that no file takes
 * more time or memory than these limits.
 *
 * @throws UnreadableRows
 */
export async function readRowsInWorker(file: string, options: ReadingOptions): Promise<RowsContent> {
  const thread = new WorkerThread<ReadRequest, ReadResponse>(new URL('./read-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMiB },
  });
  try {
    const response = await withTimeout(thread.call({ file, options }), maxSeconds * 1_000);
    if ('refusal' in response) throw new UnreadableRows(response.refusal, response.problems);
    return response.content;
  } catch (error) {
    if (error instanceof TimeoutError) {
      throw new UnreadableRows(`Reading it takes longer than ${maxSeconds} seconds.`);
    }
    if (isOutOfMemory(error)) {
      throw new UnreadableRows(`Reading it takes more than ${maxMemoryMiB} MiB of memory.`);
    }
    throw error;
  } finally {
    await thread.end();
  }
}
