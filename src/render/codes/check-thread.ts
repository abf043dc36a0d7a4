/** The thread of `checkCodeAside`: answers one question after the other. */
import { parentPort } from 'node:worker_threads';
import { checkCode } from './check.ts';
import type { ThreadAnswer, ThreadQuestion } from './check-aside.ts';

parentPort?.on('message', (question: ThreadQuestion) => {
  parentPort?.postMessage(answer(question));
});

function answer({ id, symbology, value, errorCorrection }: ThreadQuestion): ThreadAnswer {
  try {
    return { id, reason: checkCode(symbology, value, errorCorrection) };
  } catch (failure) {
    return { id, failure };
  }
}
