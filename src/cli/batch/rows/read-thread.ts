/** The worker thread of `readRowsInThread`: reads one file and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadRequest, ReadResponse } from './read-in-thread.ts';
import { readRows } from './read-rows.ts';
import { UnreadableRows } from '../../../common/rows/table.ts';

const { file, options } = workerData as ReadRequest;
parentPort?.postMessage(await read());

async function read(): Promise<ReadResponse> {
  try {
    return { content: await readRows(file, options) };
  } catch (error) {
    if (error instanceof UnreadableRows) return { refusal: error.message, problems: error.problems };
    throw error;
  }
}
