import { runInSequence } from '../../async/in-sequence.ts';
import { findKeyless, listExpiredKeys, releaseKey } from '../../store/generate-keys.ts';
import { answerFileKey, answerFilesPrefix, requestOfFile } from '../files/answer-files.ts';
import { removeOrphans, type OrphanParts } from '../files/orphan-files.ts';
import { answerRetentionMs } from './answer-once.ts';

export interface AnswerCleanUpCounts {
  /** Answers to idempotency keys of single renders whose time is over. */
  readonly expiredAnswers: number;
  /** Deleted files that are no answers: of renders that failed, of keys that were used again. */
  readonly unansweredFiles: number;
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
  const [expiredAnswers = 0, unansweredFiles = 0] = await runInSequence([
    () => expireAnswers(parts, expiredGraceMs),
    () => removeUnanswered(parts),
  ]);
  return { expiredAnswers, unansweredFiles };
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

/**
 * Deletes files whose request holds no key, and is not about to store its answer. They are a day old: nobody
 * would get them any more, even if the database had lost their keys, so any number is deleted.
 */
async function removeUnanswered(parts: OrphanParts): Promise<number> {
  const scan = { prefix: answerFilesPrefix, limit: limits.files, cursorSetting: 'answer files looked at' };
  const { removed } = await removeOrphans({ ...parts, force: true }, scan, async (keys) => {
    // Files with other names were not written by Platen.
    const requestIds = keys.map(requestOfFile).filter((requestId) => uuid.test(requestId));
    return (await findKeyless(parts.db, requestIds)).map(answerFileKey);
  });
  return removed;
}
