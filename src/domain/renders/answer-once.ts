/**
 * Idempotency keys of single renders, by the rules of the IETF draft "The Idempotency-Key HTTP Header Field":
 * a request that repeats an answered one gets the stored answer.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { retry } from '../../async/retry.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { claimKey, releaseKey, storeAnswer } from '../../store/generate-keys.ts';
import { readUsage } from '../../store/quota.ts';
import type { Plans } from '../../config/plans.ts';
import { answerFileKey } from '../files/answer-files.ts';
import { problems } from '../problems/catalogue.ts';
import type { QuotaState } from '../problems/problem.ts';
import { quotaState } from '../quota/state.ts';
import { readTemplate, type TemplateCache } from '../templates/discovery.ts';
import { requireAnyRoom } from '../quota/stored-data.ts';

/** How long the answer of a key is kept. */
export const answerRetentionMs = 24 * 60 * 60 * 1000;

/**
 * How long a request may hold its key: much longer than a render and its waits take. It ends a hold that its
 * process could not release.
 */
const leaseMs = 15 * 60 * 1000;

/** While the client waits for its response. A database restarts in less time. */
const releaseDelaysMs = [100, 400, 1_000, 2_000];

export interface AnswerOnceParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly plans: Plans;
  readonly templates: TemplateCache;
  readonly instanceId: string;
}

export interface RepeatableRequest {
  readonly key: string;
  readonly templateId: string;
  /** SHA-256 of the body as it was sent, in hex. */
  readonly bodyHash: string;
  readonly caller: Actor;
  readonly requestId: string;
  readonly log: Logger;
}

/** Keeps the answer of a request that holds its key. */
export interface AnswerKeeper<Kept> {
  writeFile(file: Uint8Array): Promise<void>;
  /**
   * @param transaction settles the charge, too
   * @throws Problem RENDERER_UNAVAILABLE if another request holds the key
   */
  storeAnswer(transaction: Database, kept: Kept): Promise<void>;
}

/** A stored answer. */
export interface RepeatedAnswer<Kept> {
  readonly kept: Kept;
  /** Null: the answer has no file. */
  readonly file: Uint8Array | null;
  /** As it is now. */
  readonly quota: QuotaState;
}

/**
 * Answers a request with an idempotency key: with `answer`, or if an equal request with this key was answered
 * in the last 24 hours, with `repeat`. A request that is refused or fails releases its key.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_PROGRESS,
 *   STORAGE_LIMIT_REACHED
 */
export async function answerOnce<Kept extends object, Reply>(
  parts: AnswerOnceParts,
  request: RepeatableRequest,
  {
    answer,
    repeat,
  }: {
    readonly answer: (keeper: AnswerKeeper<Kept>) => Promise<Reply>;
    readonly repeat: (answer: RepeatedAnswer<Kept>) => Reply;
  },
): Promise<Reply> {
  const { db } = parts;
  const { requestId } = request;
  // An answer is only for those who may see the template now.
  await readTemplate(db, parts.templates, request.caller, request.templateId);
  try {
    const stored = await claim<Kept>(parts, request);
    if (stored !== null) return repeat(await readAnswer(parts, request, stored));
    await requireAnyRoom(parts, request.caller);
    return await answer(keepAnswer(parts, request));
  } catch (error) {
    // Also after a claim whose reply was lost. Releases nothing if another request holds the key.
    await retry(() => releaseKey(db, requestId), { delaysMs: releaseDelaysMs }).catch((cause: unknown) => {
      request.log.warn({ err: cause }, 'an idempotency key is held until its lease ends');
    });
    throw error;
  }
}

/** Claims the key. Returns the stored answer if there is one. */
async function claim<Kept>(
  { db, instanceId }: AnswerOnceParts,
  { caller, key, templateId, bodyHash, requestId }: RepeatableRequest,
): Promise<{ readonly requestId: string; readonly answer: Stored<Kept> } | null> {
  const requestHash = createHash('sha256').update(`${templateId} ${bodyHash}`).digest('hex');
  const { workspaceId } = caller;
  const outcome = await claimKey<Stored<Kept>>(
    db,
    { workspaceId, key, requestHash, requestId, instanceId },
    { retentionMs: answerRetentionMs, leaseMs },
  );
  switch (outcome.kind) {
    case 'claimed':
      return null;
    case 'answered':
      return outcome;
    case 'reused':
      throw problems.renderKeyReused();
    case 'in-progress':
      throw problems.renderKeyInProgress();
  }
}

/** An answer as it is stored. */
interface Stored<Kept> {
  readonly kept: Kept;
  readonly hasFile: boolean;
}

function keepAnswer<Kept>(
  { storage }: AnswerOnceParts,
  { requestId }: RepeatableRequest,
): AnswerKeeper<Kept> {
  let fileBytes = 0;
  return {
    async writeFile(file) {
      // If the request gets no answer, a sweep deletes it.
      await storage.write(answerFileKey(requestId), file);
      fileBytes = file.byteLength;
    },
    async storeAnswer(transaction, kept) {
      const answer: Stored<Kept> = { kept, hasFile: fileBytes > 0 };
      const isStored = await storeAnswer(transaction, { requestId, answer, fileBytes });
      // A process that was blocked for long is presumed dead, and another request may have the key.
      if (!isStored) throw problems.rendererUnavailable(1, 'another request holds the idempotency key');
    },
  };
}

async function readAnswer<Kept>(
  { db, storage, plans }: AnswerOnceParts,
  { caller, log }: RepeatableRequest,
  { requestId, answer }: { readonly requestId: string; readonly answer: Stored<Kept> },
): Promise<RepeatedAnswer<Kept>> {
  const file = answer.hasFile ? await storage.read(answerFileKey(requestId)) : null;
  if (answer.hasFile && file === null) {
    log.warn({ requestId }, 'the file of a stored answer is lost: the next request renders it again');
    await releaseKey(db, requestId);
    throw problems.renderKeyInProgress();
  }
  const now = new Date();
  const { used } = await readUsage(db, caller.workspaceId, now);
  return { kept: answer.kept, file, quota: quotaState(plans[caller.plan].rendersPerMonth, used, now) };
}
