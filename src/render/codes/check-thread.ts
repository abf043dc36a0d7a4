/** The worker thread of `checkCodeInWorker`. It runs one check at a time. */
import { answerCalls } from '../../async/worker-thread.ts';
import { checkCode } from './check-code.ts';
import type { CodeCheck } from './check-code-in-worker.ts';

answerCalls(({ symbology, value, options }: CodeCheck) => checkCode(symbology, value, options));
