/**
 * Idempotency keys of single renders. A request holds its key until it is answered; the answer of a success
 * is stored, for requests that repeat it, in the transaction that settles the request's charge. It counts
 * while that is SETTLED, so an answer and its charge exist together or not at all.
 */
import { queryRows, type Database } from './database.ts';

/** A request that wants to hold a key. */
export interface KeyClaim {
  readonly workspaceId: string;
  readonly key: string;
  /** SHA-256 of what makes two requests the same, in hex. */
  readonly requestHash: string;
  readonly requestId: string;
  /** The process that works on the request. */
  readonly instanceId: string;
}

/** How long an answer is kept, and how long a request may hold a key that its process does not release. */
export interface KeyTimes {
  readonly retentionMs: number;
  readonly leaseMs: number;
}

export type ClaimOutcome<Answer> =
  | { readonly kind: 'claimed' | 'in-progress' | 'reused' }
  | { readonly kind: 'answered'; readonly requestId: string; readonly answer: Answer };

const milliseconds = (name: string) => `cast(:${name} as float8) * interval '1 millisecond'`;

/** The charge of the request that holds the key `k`. */
const charge = `(select state from quota_entries e where e.cause = 'request ' || k.request_id)`;

const isAnswered = `(k.answer is not null and coalesce(${charge} = 'SETTLED', false))`;

/**
 * Whether the request that holds the key has ended without an answer. An answer is stored in the transaction
 * that settles its charge. A claim that has waited for that transaction still reads the charge as it was
 * before: it counts only once it is refunded.
 */
const isFree = `case when k.answer is not null then ${charge} = 'REFUNDED'
  else k.claimed_at <= now() - ${milliseconds('leaseMs')}
    or not exists (select from instances i where i.id = k.instance_id) end`;

/**
 * Claims a key for a request: one that is new, has expired, or whose request has ended without an answer.
 * Otherwise returns what the key was used for.
 */
export async function claimKey<Answer>(
  db: Database,
  claim: KeyClaim,
  { retentionMs, leaseMs }: KeyTimes,
): Promise<ClaimOutcome<Answer>> {
  const claimed = await queryRows(
    db,
    // "k.request_id = excluded.request_id": a claim of this request whose reply was lost.
    `insert into generate_keys as k (workspace_id, key, request_hash, request_id, instance_id)
     values (:workspaceId, :key, decode(:requestHash, 'hex'), :requestId, :instanceId)
     on conflict (workspace_id, key) do update
       set request_hash = excluded.request_hash, request_id = excluded.request_id,
           instance_id = excluded.instance_id, claimed_at = now(), answer = null, file_bytes = 0
       where k.request_id = excluded.request_id
          or k.claimed_at <= now() - ${milliseconds('retentionMs')}
          or ${isFree}
     returning key`,
    { ...claim, retentionMs, leaseMs },
  );
  if (claimed.length > 0) return { kind: 'claimed' };
  const [held] = await queryRows<HeldKey<Answer>>(
    db,
    `select request_hash = decode(:requestHash, 'hex') as "isSame", ${isAnswered} as "isAnswered",
            request_id as "requestId", answer
     from generate_keys k where workspace_id = :workspaceId and key = :key`,
    { workspaceId: claim.workspaceId, key: claim.key, requestHash: claim.requestHash },
  );
  // Released between the two statements: the next attempt gets it.
  if (held === undefined) return { kind: 'in-progress' };
  const { isSame, isAnswered: hasAnswer, requestId, answer } = held;
  if (!isSame) return { kind: 'reused' };
  return hasAnswer ? { kind: 'answered', requestId, answer } : { kind: 'in-progress' };
}

interface HeldKey<Answer> {
  readonly isSame: boolean;
  readonly isAnswered: boolean;
  readonly requestId: string;
  readonly answer: Answer;
}

/**
 * Stores the answer of the request that holds a key. False if another request holds the key by now.
 *
 * @param transaction settles the charge of the request, too
 */
export async function storeAnswer(
  transaction: Database,
  { requestId, answer, fileBytes }: StoredAnswer,
): Promise<boolean> {
  const stored = await queryRows(
    transaction,
    `update generate_keys set answer = cast(:answer as json), file_bytes = :fileBytes
     where request_id = :requestId returning key`,
    { requestId, answer: JSON.stringify(answer), fileBytes },
  );
  return stored.length > 0;
}

interface StoredAnswer {
  readonly requestId: string;
  readonly answer: object;
  readonly fileBytes: number;
}

/** Releases the key of a request that was not answered with success. Its next request is a new one. */
export async function releaseKey(db: Database, requestId: string): Promise<void> {
  await queryRows(db, `delete from generate_keys where request_id = :requestId`, { requestId });
}

/** Requests whose keys were claimed `retentionMs` ago, oldest first. */
export async function listExpiredKeys(
  db: Database,
  { retentionMs, limit }: { readonly retentionMs: number; readonly limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ requestId: string }>(
    db,
    `select request_id as "requestId" from generate_keys
     where claimed_at <= now() - ${milliseconds('retentionMs')}
     order by claimed_at limit :limit`,
    { retentionMs, limit },
  );
  return rows.map(({ requestId }) => requestId);
}

/** Those of the given requests that hold no key and never will: their charges are not RESERVED. */
export async function findKeyless(db: Database, requestIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ requestId: string }>(
    db,
    `select r.id as "requestId" from unnest(cast(:requestIds as uuid[])) r (id)
     where not exists (select from generate_keys k where k.request_id = r.id)
       and not exists (
         select from quota_entries e where e.cause = 'request ' || r.id and e.state = 'RESERVED'
       )`,
    { requestIds },
  );
  return rows.map(({ requestId }) => requestId);
}
