/**
 * Pictures from elsewhere that a batch job's rows show: which of them are there, and which process fetches those that are
 * not. Only the process that holds the claim may say what came of it.
 */
import { queryRows, type Database } from '../database.ts';
import { SILENT_MS } from '../instances.ts';

/** An address in a job. */
export interface BatchImageId {
  readonly jobId: string;
  /** SHA-256 of the address, in hex. */
  readonly urlHash: string;
}

/** What is final of a picture: where its content is, or why there is none. */
export type BatchImageEnd =
  | { readonly state: 'READY'; readonly contentHash: string }
  | { readonly state: 'FAILED'; readonly fault: 'value' | 'origin'; readonly detail: string };

export type BatchImage =
  | BatchImageEnd
  /** Another process is at it, or nobody is, so that it can be claimed. */
  | { readonly state: 'FETCHING' | 'UNCLAIMED' };

interface ImageRow {
  readonly state: 'FETCHING' | 'READY' | 'FAILED' | null;
  readonly isAbandoned: boolean;
  readonly contentHash: string | null;
  readonly fault: 'value' | 'origin' | null;
  readonly detail: string | null;
}

/** Whose claim is over at once: no process has this id. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Whether a claim's process is gone, gave up, or has not been heard of it for so long that it must have lost it. */
const isAbandoned = `(
  i.claimed_at < now() - :leaseMs * interval '1 millisecond'
  or not exists (
    select from instances p
    where p.id = i.instance_id and p.beat_at > now() - :silentMs * interval '1 millisecond'
  )
)`;

/**
 * What is known of a picture; null where the job has ended.
 *
 * @param leaseMs longest that a claim holds without being renewed
 */
export async function readImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  { leaseMs }: { readonly leaseMs: number },
): Promise<BatchImage | null> {
  const [row] = await queryRows<ImageRow>(
    db,
    `select i.state, ${isAbandoned} as "isAbandoned", encode(i.content_hash, 'hex') as "contentHash", i.fault, i.detail
     from batch_jobs j left join batch_images i on i.job_id = j.id and i.url_hash = decode(:urlHash, 'hex')
     where j.id = :jobId and j.status in ('PENDING', 'PROCESSING')`,
    { jobId, urlHash, leaseMs, silentMs: SILENT_MS },
  );
  if (row === undefined) return null;
  const { state, contentHash, fault, detail } = row;
  if (state === 'READY' && contentHash !== null) return { state, contentHash };
  if (state === 'FAILED' && fault !== null && detail !== null) return { state, fault, detail };
  return { state: state === null || row.isAbandoned ? 'UNCLAIMED' : 'FETCHING' };
}

/**
 * Claims a picture that nobody fetches.
 *
 * @returns which fetch it will be, from 1; null where another process was faster, or the job has ended.
 */
export async function claimImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  { instanceId, leaseMs }: { readonly instanceId: string; readonly leaseMs: number },
): Promise<number | null> {
  const [claimed] = await queryRows<{ attempts: number }>(
    db,
    `insert into batch_images as i (job_id, url_hash, state, instance_id)
     select id, decode(:urlHash, 'hex'), 'FETCHING', cast(:instanceId as uuid)
     from batch_jobs where id = :jobId and status in ('PENDING', 'PROCESSING')
     on conflict (job_id, url_hash) do update set instance_id = excluded.instance_id, claimed_at = now()
     where i.state = 'FETCHING' and ${isAbandoned}
     returning i.attempts`,
    { jobId, urlHash, instanceId, leaseMs, silentMs: SILENT_MS },
  );
  return claimed?.attempts ?? null;
}

/**
 * Goes on with a claim, to this fetch.
 *
 * @returns false where it has been taken over.
 */
export async function renewImageClaim(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  { instanceId, attempt }: { readonly instanceId: string; readonly attempt: number },
): Promise<boolean> {
  const renewed = await queryRows(
    db,
    `update batch_images set claimed_at = now(), attempts = :attempt
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex') and state = 'FETCHING' and instance_id = :instanceId
     returning 1`,
    { jobId, urlHash, instanceId, attempt },
  );
  return renewed.length === 1;
}

/**
 * Says what came of a claim.
 *
 * @returns false where it has been taken over, or the job has ended; nothing has changed then.
 */
export async function settleImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  instanceId: string,
  end: BatchImageEnd,
): Promise<boolean> {
  const settled = await queryRows(
    db,
    `update batch_images set state = :state, content_hash = decode(:contentHash, 'hex'), fault = :fault, detail = :detail
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex') and state = 'FETCHING' and instance_id = :instanceId
       and exists (select from batch_jobs where id = :jobId and status in ('PENDING', 'PROCESSING'))
     returning 1`,
    {
      jobId,
      urlHash,
      instanceId,
      state: end.state,
      contentHash: end.state === 'READY' ? end.contentHash : null,
      fault: end.state === 'FAILED' ? end.fault : null,
      detail: end.state === 'FAILED' ? end.detail : null,
    },
  );
  return settled.length === 1;
}

/** Gives a claim up, so that another may be made at once. */
export async function releaseImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  instanceId: string,
): Promise<void> {
  await queryRows(
    db,
    `update batch_images set instance_id = :nobody
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex') and state = 'FETCHING' and instance_id = :instanceId`,
    { jobId, urlHash, instanceId, nobody },
  );
}

/** Has a picture fetched again whose content is lost. */
export async function resetImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  contentHash: string,
): Promise<void> {
  await queryRows(
    db,
    `update batch_images set state = 'FETCHING', instance_id = :nobody, content_hash = null, attempts = 1
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex')
       and state = 'READY' and content_hash = decode(:contentHash, 'hex')`,
    { jobId, urlHash, contentHash, nobody },
  );
}
