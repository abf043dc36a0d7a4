/** The worker thread of `inspectSvgInWorker`. It runs one task at a time. */
import { answerCalls } from '../../../async/worker-thread.ts';
import { inspectSvg } from './inspect-svg.ts';

answerCalls(inspectSvg);
