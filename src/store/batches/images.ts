/**
 * Remote images that a batch job's rows show. One process claims an image and fetches it for all of them;
 * only the holder of the claim may record the result.
 *
 * The claim is part of the record, unlike the flights of image URLs (`cached-images.ts`): it lasts for
 * several fetches, its number of attempts survives a process, and all of it ends with the job.
 */
import { queryRows, type Database } from '../database.ts';

/** An image URL in a job. */
export interface BatchImageId {
  readonly jobId: string;
  /** SHA-256 of the URL, in hex. */
  readonly urlHash: string;
}

/** The final result: the stored content, or why there is none. */
export type BatchImageResult =
  | { readonly state: 'READY'; readonly contentHash: string }
  | { readonly state: 'FAILED'; readonly fault: 'value' | 'origin'; readonly detail: string };

export type BatchImage =
  | BatchImageResult
  /** A process fetches it; or none does, and it can be claimed. */
  | { readonly state: 'FETCHING' | 'UNCLAIMED' };

interface ImageRow {
  readonly state: 'FETCHING' | 'READY' | 'FAILED' | null;
  readonly isAbandoned: boolean;
  readonly contentHash: string | null;
  readonly fault: 'value' | 'origin' | null;
  readonly detail: string | null;
}

/** No process has this id: a claim with it is abandoned at once. */
const noInstance = '00000000-0000-0000-0000-000000000000';

/** SQL: whether a claim was not renewed in time, or its process is dead or has released it. Used twice. */
const isAbandoned = `(
  i.claimed_at < now() - :leaseMs * interval '1 millisecond'
  or not exists (select from instances p where p.id = i.instance_id)
)`;

/**
 * The state of an image; null if the job is not active.
 *
 * @param leaseMs how long a claim holds without renewal
 */
export async function readImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  { leaseMs }: { readonly leaseMs: number },
): Promise<BatchImage | null> {
  const [row] = await queryRows<ImageRow>(
    db,
    `select i.state, ${isAbandoned} as "isAbandoned", encode(i.content_hash, 'hex') as "contentHash",
            i.fault, i.detail
     from batch_jobs j left join batch_images i on i.job_id = j.id and i.url_hash = decode(:urlHash, 'hex')
     where j.id = :jobId and j.status in ('PENDING', 'PROCESSING')`,
    { jobId, urlHash, leaseMs },
  );
  if (row === undefined) return null;
  const { state, contentHash, fault, detail } = row;
  if (state === 'READY' && contentHash !== null) return { state, contentHash };
  if (state === 'FAILED' && fault !== null && detail !== null) return { state, fault, detail };
  return { state: state === null || row.isAbandoned ? 'UNCLAIMED' : 'FETCHING' };
}

/**
 * Claims an image that no process fetches.
 *
 * @returns the number of the fetch, from 1; null if another process was faster, or the job is not active.
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
    { jobId, urlHash, instanceId, leaseMs },
  );
  return claimed?.attempts ?? null;
}

/** Renews a claim for the next fetch. False if another process has taken it over. */
export async function renewImageClaim(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  { instanceId, attempt }: { readonly instanceId: string; readonly attempt: number },
): Promise<boolean> {
  const renewed = await queryRows(
    db,
    `update batch_images set claimed_at = now(), attempts = :attempt
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex')
       and state = 'FETCHING' and instance_id = :instanceId
     returning 1`,
    { jobId, urlHash, instanceId, attempt },
  );
  return renewed.length === 1;
}

/**
 * Records the result. False, and nothing has changed, if the claim was taken over or the job is not active.
 */
export async function recordImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  instanceId: string,
  result: BatchImageResult,
): Promise<boolean> {
  const recorded = await queryRows(
    db,
    `update batch_images
     set state = :state, content_hash = decode(:contentHash, 'hex'), fault = :fault, detail = :detail
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex')
       and state = 'FETCHING' and instance_id = :instanceId
       and exists (select from batch_jobs where id = :jobId and status in ('PENDING', 'PROCESSING'))
     returning 1`,
    {
      jobId,
      urlHash,
      instanceId,
      state: result.state,
      contentHash: result.state === 'READY' ? result.contentHash : null,
      fault: result.state === 'FAILED' ? result.fault : null,
      detail: result.state === 'FAILED' ? result.detail : null,
    },
  );
  return recorded.length === 1;
}

/** Releases a claim: another process can claim the image at once. */
export async function releaseImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  instanceId: string,
): Promise<void> {
  await queryRows(
    db,
    `update batch_images set instance_id = :noInstance
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex')
       and state = 'FETCHING' and instance_id = :instanceId`,
    { jobId, urlHash, instanceId, noInstance },
  );
}

/** Makes an image claimable again whose stored content is lost. */
export async function resetImage(
  db: Database,
  { jobId, urlHash }: BatchImageId,
  contentHash: string,
): Promise<void> {
  await queryRows(
    db,
    `update batch_images
     set state = 'FETCHING', instance_id = :noInstance, content_hash = null, attempts = 1
     where job_id = :jobId and url_hash = decode(:urlHash, 'hex')
       and state = 'READY' and content_hash = decode(:contentHash, 'hex')`,
    { jobId, urlHash, contentHash, noInstance },
  );
}
