/** Removing members: one way for the command line and the app. */
import { runInSequence } from '../../async/in-sequence.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { findMember, lockMembers } from '../../store/members.ts';
import {
  findExpiredAccounts,
  listBelongings,
  moveToBin,
  purgeAccount,
  type Belongings,
} from '../../store/removed-accounts.ts';
import { findAccount } from '../../store/workspaces.ts';
import type { Logger } from '../../telemetry/log.ts';
import { clearBatchFiles } from '../files/batch-files.ts';
import { findHeir } from './change-member.ts';

export interface DeleteAccountParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly log: Logger;
  /** When each attempt of a callback is due, after its job has ended. */
  readonly callbackOffsetsMs: readonly number[];
}

export interface RemovalRequest {
  readonly accountId: string;
  /** Who gets what is shared. Null: another owner, the one that joined first. */
  readonly heirId: string | null;
  /** Changes nothing. */
  readonly dryRun?: boolean;
  /** Null: the operator. */
  readonly actor: Person | null;
}

export type Removal =
  | (Belongings & {
      readonly outcome: 'removed';
      readonly heirId: string | null;
      readonly cancelledJobs: number;
    })
  | { readonly outcome: 'unknown' }
  /** The heir is not another account of the workspace. */
  | { readonly outcome: 'unknown-heir' }
  /** Something is shared, and there is no owner who could get it. */
  | ({ readonly outcome: 'heir-needed' } & Belongings);

/**
 * Removes an account in one transaction: what is shared passes to the heir, and the account waits in the bin
 * with what is private. Its keys and sessions end at once, its active jobs are cancelled.
 *
 * @throws Problem LAST_OWNER
 */
export async function removeAccount(
  { db, callbackOffsetsMs }: Pick<DeleteAccountParts, 'db' | 'callbackOffsetsMs'>,
  { accountId, heirId: given, dryRun = false, actor }: RemovalRequest,
): Promise<Removal> {
  const account = await findAccount(db, accountId);
  if (account === null) return { outcome: 'unknown' };
  const { workspaceId } = account;
  return await db.transaction(async (transaction): Promise<Removal> => {
    await lockMembers(transaction, account);
    const member = await findMember(transaction, { workspaceId, memberId: accountId });
    if (member === null) return { outcome: 'unknown' };
    const otherOwnerId = await findHeir(transaction, workspaceId, member);
    const heirId = given ?? otherOwnerId;
    if (given !== null) {
      const heir =
        given === accountId ? null : await findMember(transaction, { workspaceId, memberId: given });
      if (heir === null) return { outcome: 'unknown-heir' };
    }
    const belongings = await listBelongings(transaction, accountId);
    if (belongings.shared.length > 0 && heirId === null) return { outcome: 'heir-needed', ...belongings };
    const removed = dryRun
      ? 0
      : await moveToBin(transaction, { accountId, heirId, callbackOffsetMs: callbackOffsetsMs[0], actor });
    if (removed === null) return { outcome: 'unknown' };
    return { outcome: 'removed', ...belongings, heirId, cancelledJobs: removed };
  });
}

/** Deletes a removed account for good, then its files. False if the bin has no such account. */
export async function emptyFromBin(
  { db, storage, log }: Omit<DeleteAccountParts, 'callbackOffsetsMs'>,
  accountId: string,
): Promise<boolean> {
  const left = await purgeAccount(db, accountId);
  if (left === null) return false;
  // If that fails, the files belong to nothing, and the next sweeps remove them.
  await runInSequence<unknown>([
    ...left.fileKeys.map((key) => () => storage.delete(key)),
    ...left.jobIds.map((jobId) => () => clearBatchFiles(storage, jobId, null)),
  ]).catch((error: unknown) => {
    log.warn({ err: error, accountId }, 'files of a deleted account stay until the next sweep');
  });
  return true;
}

/** Deletes the accounts whose time in the bin is over. Returns how many. */
export async function emptyBin(parts: Omit<DeleteAccountParts, 'callbackOffsetsMs'>): Promise<number> {
  let emptied = 0;
  for (const accountId of await findExpiredAccounts(parts.db))
    if (await emptyFromBin(parts, accountId)) emptied += 1;
  return emptied;
}
