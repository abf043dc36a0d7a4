import { RendererCrashedError } from './errors.ts';
import type { FileToCheck } from './messages.ts';
import { RendererChild } from './child.ts';

const gibibyte = 1024 ** 3;

/**
 * Decodes files; see `checkFiles`.
 *
 * @param owner whose files they are, where owners take turns
 */
export type FileChecker = (files: readonly FileToCheck[], owner?: string) => Promise<(string | null)[]>;

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
  const checker = startFileChecker(timeoutMs);
  try {
    return await checker.check(files);
  } finally {
    checker.close();
  }
}

/** A process for `checkFiles` that stays: for callers that check again and again. One check at a time. */
export function startFileChecker(timeoutMs: number): { readonly check: FileChecker; close(): void } {
  const startChild = () => new RendererChild('files', { timeoutMs, memoryBytes: 2 * gibibyte });
  let child = startChild();
  return {
    async check(files) {
      const problems: (string | null)[] = [];
      for (const file of files) {
        await child.ready;
        try {
          const answer = await child.run({ type: 'check', file }, new Map());
          problems.push('problem' in answer ? answer.problem : null);
        } catch (error) {
          if (!(error instanceof RendererCrashedError)) throw error;
          // A process that survived the failure would stay for ever.
          child.stop();
          problems.push(
            error.reason === 'failure'
              ? 'cannot be read: its decoder failed.'
              : 'takes too much time or memory to decode; make it simpler or smaller.',
          );
          child = startChild();
        }
      }
      return problems;
    },
    close: () => child.stop(),
  };
}
