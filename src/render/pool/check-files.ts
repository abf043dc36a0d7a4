import { RendererCrashedError } from './errors.ts';
import type { FileToCheck } from './messages.ts';
import { RendererChild } from './renderer-child.ts';

const gibibyte = 1024 ** 3;

/**
 * Decodes files in a renderer process that lives for this alone. Returns for each file what is wrong with it, as the end of a
 * sentence that begins with the file, or null. A file that hangs or crashes its process is at fault; the others are checked in
 * a fresh one.
 *
 * @param timeoutMs how long one file may take
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
