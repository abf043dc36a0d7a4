import { RendererCrashedError } from './errors.ts';
import type { FileFinding, FileToCheck } from './messages.ts';
import { RendererChild } from './child.ts';

const gibibyte = 1024 ** 3;

/**
 * Decodes files; see `checkFiles`.
 *
 * @param owner whose files they are, where owners take turns
 */
export type FileChecker = (files: readonly FileToCheck[], owner?: string) => Promise<FileFinding[]>;

/**
 * Decodes files in a renderer process of their own. Returns what was found in each file. After a file that
 * hangs or crashes the process, the rest are checked in a new one.
 *
 * @param timeoutMs for one file
 */
export async function checkFiles(files: readonly FileToCheck[], timeoutMs: number): Promise<FileFinding[]> {
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
      const findings: FileFinding[] = [];
      for (const file of files) {
        await child.ready;
        try {
          const answer = await child.run({ type: 'check', file }, new Map());
          findings.push('finding' in answer ? answer.finding : null);
        } catch (error) {
          if (!(error instanceof RendererCrashedError)) throw error;
          // A process that survived the failure would stay for ever.
          child.stop();
          findings.push(
            error.reason === 'failure'
              ? 'cannot be read: its decoder failed.'
              : 'takes too much time or memory to decode; make it simpler or smaller.',
          );
          child = startChild();
        }
      }
      return findings;
    },
    close: () => child.stop(),
  };
}
