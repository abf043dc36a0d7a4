import type { Database } from '../../store/database.ts';
import { lockRateLimit, peekToken, takeToken } from '../../store/rate-limits.ts';
import { Problem } from '../problems/problem.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { rateState } from '../quota/request-rates.ts';

/** Five at once, then five a day. `RATE_LIMITS` does not turn this off. */
const rateOfWorkspace = { name: 'taken-addresses', perSecond: 5 / 86_400, burst: 5 };

/** The answer to one link counts once: opening it again reveals nothing new. Links live 7 days. */
const rateOfLink = { perSecond: 1 / (7 * 86_400), burst: 1 };

/**
 * Runs what refuses an address that another account has, in a transaction, and counts such answers by
 * workspace: an owner who opens own invitations learns from them who has an account elsewhere. Beyond the
 * limit nothing is tried, so that the refusal does not reveal it either.
 *
 * @param link by which an answer is counted once; null: each one counts
 * @throws Problem EMAIL_TAKEN of `run`, RATE_LIMIT_EXCEEDED
 */
export async function countTakenAddresses<Result>(
  db: Database,
  { workspaceId, link }: { readonly workspaceId: string; readonly link: Buffer | null },
  run: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const limit = { key: `${rateOfWorkspace.name}:${workspaceId}`, ...rateOfWorkspace };
  const outcome = await db.transaction(async (transaction) => {
    // Links that are opened at once are tried in sequence: each is counted before the next one.
    await lockRateLimit(transaction, limit);
    const rate = await peekToken(transaction, limit);
    if (!rate.allowed) {
      const retryAfterSeconds = Math.ceil(rate.retryAfterMs / 1000);
      throw studioProblems.tooManyTakenAddresses(rateState(rateOfWorkspace, rate), retryAfterSeconds);
    }
    try {
      return { result: await transaction.transaction(run) };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'EMAIL_TAKEN') throw error;
      if (link === null || (await isFirstAnswer(transaction, link))) await takeToken(transaction, limit);
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

async function isFirstAnswer(db: Database, link: Buffer): Promise<boolean> {
  const key = `taken-address-of-link:${link.toString('base64url')}`;
  return (await takeToken(db, { key, ...rateOfLink })).allowed;
}
