import { runInSequence } from '../../async/in-sequence.ts';
import type { Storage } from '../../storage/storage.ts';
import { removeAccount, type AccountRemoval } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import type { Logger } from '../../telemetry/log.ts';
import { clearBatchFiles } from '../batches/file-keys.ts';

export interface DeleteAccountParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly log: Logger;
  /** When each attempt of a callback is due, after its job has ended. */
  readonly callbackOffsetsMs: readonly number[];
}

/**
 * Deletes an account with its keys, projects, templates, jobs and share links, in one transaction. Its active
 * jobs are cancelled before: what they did not render is refunded, and their callbacks are sent. Files are
 * deleted last: if that fails, they belong to nothing and the next sweeps remove them.
 */
export async function deleteAccount(
  { db, storage, log, callbackOffsetsMs }: DeleteAccountParts,
  accountId: string,
): Promise<AccountRemoval> {
  const removal = await removeAccount(db, accountId, { callbackOffsetMs: callbackOffsetsMs[0] });
  if (removal.outcome !== 'deleted') return removal;
  const { jobIds, fileKeys } = removal;
  await runInSequence<unknown>([
    ...fileKeys.map((key) => () => storage.delete(key)),
    ...jobIds.map((jobId) => () => clearBatchFiles(storage, jobId, null)),
  ]).catch((error: unknown) => {
    log.warn({ err: error, accountId }, 'files of a deleted account stay until the next sweep');
  });
  return removal;
}
