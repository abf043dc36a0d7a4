/** The worker thread of `checkCodeInThread`. It runs one check at a time. */
import { parentPort } from 'node:worker_threads';
import { checkCode } from './check-code.ts';
import type { CheckRequest, CheckResponse } from './check-code-in-thread.ts';

parentPort?.on('message', (request: CheckRequest) => {
  parentPort?.postMessage(runCheck(request));
});

function runCheck({ id, symbology, value, errorCorrection }: CheckRequest): CheckResponse {
  try {
    return { id, reason: checkCode(symbology, value, errorCorrection) };
  } catch (failure) {
    return { id, failure };
  }
}
