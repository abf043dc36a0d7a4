import { RendererCrashedError } from './errors.ts';
import type { FileToCheck } from './messages.ts';
import { RendererChild } from './child.ts';

const gibibyte = 1024 ** 3;

/**
 * Decodes files in a renderer process of their own. Returns for each file what is wrong with it, as the end
 * of a sentence that starts with the file's name, or null. After a file that hangs or crashes the process,
 * the rest are checked in a new one.
 *
 * @param timeoutMs for one file
 */
export async function checkFiles(
  files: readonly FileToCheck[],
  timeoutMs: number,
): Promise<(string | null)[]> {
  if (files.length === 0) return [];
  const startChild = () => new RendererChild({ timeoutMs, memoryBytes: 2 * gibibyte });
  const problems: (string | null)[] = [];
  let child = startChild();
  try {
    for (const file of files) {
      await child.ready;
      try {
        const answer = await child.run({ type: 'check', file }, new Map());
        problems.push('problem' in answer ? answer.problem : null);
      } catch (error) {
        if (!(error instanceof RendererCrashedError)) throw error;
        problems.push('takes too much time or memory to decode; make it simpler or smaller.');
        if (problems.length < files.length) child = startChild();
      }
    }
    return problems;
  } finally {
    child.stop();
  }
}
