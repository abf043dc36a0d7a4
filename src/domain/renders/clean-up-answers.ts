import { runInSequence } from '../../async/in-sequence.ts';
import { findKeyless, listExpiredKeys, releaseKey } from '../../store/generate-keys.ts';
import { answerFileKey, answerFilesPrefix, requestOfFile } from '../files/answer-files.ts';
import { removeOrphans, type OrphanCounts, type OrphanParts } from '../files/orphan-files.ts';
import { answerRetentionMs } from './answer-once.ts';

export interface AnswerCleanUpCounts {
  /** Answers to idempotency keys of single renders whose time is over. */
  readonly expiredAnswers: number;
  /** Deleted files of renders that were not answered. */
  readonly unansweredFiles: number;
  /** Files like these that were kept because there are suspiciously many. */
  readonly heldBackFiles: number;
}

/** Limits per pass. */
const limits = { keys: 5_000, files: 10_000 } as const;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes answers that are no longer repeated, and files without an answer. Part of a sweep: only one process
 * may run this at a time.
 *
 * @param expiredGraceMs how long an answer is kept after its expiry
 * @throws the first failure, after everything else was tried.
 */
export async function cleanUpAnswers(
  parts: OrphanParts,
  { expiredGraceMs = 0 } = {},
): Promise<AnswerCleanUpCounts> {
  let orphans: OrphanCounts = { removed: 0, heldBack: 0 };
  const [expiredAnswers = 0, unansweredFiles = 0] = await runInSequence([
    () => expireAnswers(parts, expiredGraceMs),
    async () => {
      orphans = await removeUnanswered(parts);
      return orphans.removed;
    },
  ]);
  return { expiredAnswers, unansweredFiles, heldBackFiles: orphans.heldBack };
}

/** Deletes each file before its key: if that fails, the next pass finds it by its key. */
async function expireAnswers({ db, storage }: OrphanParts, graceMs: number): Promise<number> {
  const expired = await listExpiredKeys(db, { retentionMs: answerRetentionMs + graceMs, limit: limits.keys });
  const tasks = expired.map((requestId) => async () => {
    await storage.delete(answerFileKey(requestId));
    await releaseKey(db, requestId);
  });
  return (await runInSequence(tasks)).length;
}

/** Deletes files whose request holds no key, and is not about to store its answer. */
async function removeUnanswered(parts: OrphanParts): Promise<OrphanCounts> {
  const scan = { prefix: answerFilesPrefix, limit: limits.files, cursorSetting: 'answer files looked at' };
  return await removeOrphans(parts, scan, async (keys) => {
    // Files with other names were not written by Platen.
    const requestIds = keys.map(requestOfFile).filter((requestId) => uuid.test(requestId));
    return (await findKeyless(parts.db, requestIds)).map(answerFileKey);
  });
}
