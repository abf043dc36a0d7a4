/** The worker thread of `readRowsInWorker`. */
import { answerCalls } from '../../../async/worker-thread.ts';
import type { ReadRequest, ReadResponse } from './read-in-worker.ts';
import { readRows } from './read-rows.ts';
import { UnreadableRows } from '../../../common/rows/table.ts';

answerCalls<ReadRequest, ReadResponse>(async ({ file, options }) => {
  try {
    return { content: await readRows(file, options) };
  } catch (error) {
    if (error instanceof UnreadableRows) return { refusal: error.message, problems: error.problems };
    throw error;
  }
});
