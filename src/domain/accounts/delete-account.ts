import { runInSequence } from '../../async/in-sequence.ts';
import type { Storage } from '../../storage/storage.ts';
import { removeAccount, type AccountRemoval, type RemovalOptions } from '../../store/accounts.ts';
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
export async function deleteAccount(parts: DeleteAccountParts, accountId: string): Promise<AccountRemoval> {
  const removal = await removeRecords(parts, parts.db, accountId);
  if (removal.outcome === 'deleted') await removeFiles(parts, accountId, removal);
  return removal;
}

/** Deletes the records of an account. Its files are left to `removeFiles`, after the transaction. */
export async function removeRecords(
  { callbackOffsetsMs }: DeleteAccountParts,
  transaction: Database,
  accountId: string,
  options: Pick<RemovalOptions, 'actor' | 'heirId'> = {},
): Promise<AccountRemoval> {
  return await removeAccount(transaction, accountId, { callbackOffsetMs: callbackOffsetsMs[0], ...options });
}

/** Deletes the files of a removed account. If that fails, the next sweeps do. */
export async function removeFiles(
  { storage, log }: DeleteAccountParts,
  accountId: string,
  { jobIds, fileKeys }: Extract<AccountRemoval, { readonly outcome: 'deleted' }>,
): Promise<void> {
  await runInSequence<unknown>([
    ...fileKeys.map((key) => () => storage.delete(key)),
    ...jobIds.map((jobId) => () => clearBatchFiles(storage, jobId, null)),
  ]).catch((error: unknown) => {
    log.warn({ err: error, accountId }, 'files of a deleted account stay until the next sweep');
  });
}
