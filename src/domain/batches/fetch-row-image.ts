import type { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sleep } from '../../async/abortable.ts';
import type { FetchedImage, ImageFetcher } from '../../outbound/fetch-image.ts';
import { RendererBusyError } from '../../renderer/errors.ts';
import { hashContent } from '../../async/hash-content.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  readImage,
  releaseImage,
  renewImageClaim,
  recordImage,
  type BatchImageResult,
  type BatchImageId,
} from '../../store/batches/images.ts';
import type { Database } from '../../store/database.ts';
import type { MemoryBudget } from '../renders/memory-budget.ts';
import { imageFileKey } from '../files/batch-files.ts';

export interface FetchParts {
  readonly db: Database;
  /** This process, whose heartbeat shows the others that it is alive. */
  readonly instanceId: string;
  readonly storage: Storage;
  readonly fetchImage: ImageFetcher;
  readonly imageMemory: MemoryBudget;
  /** How long a claim lasts if it is not renewed. */
  readonly leaseMs: number;
  /** Servers, per job, whose image failed after all attempts: their next one gets one attempt. */
  readonly failingServers: LRUCache<string, true>;
  readonly log: Logger;
}

interface ClaimedFetch {
  readonly workspaceId: string;
  readonly url: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Delays after failures of the server. One more attempt is made than there are delays. */
const retryDelaysMs = [500, 2_000];

/** Delay while the workspace has its share of the memory budget. */
const memoryDelayMs = 1_000;

/** The result of one attempt. Null: the workspace has its share of the memory; the attempt does not count. */
type Attempt =
  | Extract<FetchedImage, { ok: false }>
  | { readonly ok: true; readonly contentHash: string }
  | null;

/**
 * Fetches an image that this process has claimed, writes it to storage, and records the result. In every case
 * the claim is settled or released; if even that fails, it expires.
 *
 * @returns null if another process has taken over the claim, or the job has ended.
 */
export async function fetchClaimedImage(
  parts: FetchParts,
  id: BatchImageId,
  { workspaceId, url, attempt: firstAttempt, signal }: ClaimedFetch,
): Promise<BatchImageResult | null> {
  const { db, instanceId, failingServers } = parts;
  const server = `${id.jobId} ${URL.parse(url)?.host ?? ''}`;
  let attempt = firstAttempt;
  try {
    for (;;) {
      const fetched = await fetchIntoStorage(parts, id, { workspaceId, url, signal });
      let delayMs: number | undefined = memoryDelayMs;
      if (fetched?.ok === true) {
        failingServers.delete(server);
        return await settle(parts, id, { state: 'READY', contentHash: fetched.contentHash });
      }
      if (fetched !== null) {
        const { fault, originFailure, detail } = fetched;
        const canRetry = fault === 'origin' && !failingServers.has(server);
        delayMs = canRetry ? retryDelaysMs[attempt - 1] : undefined;
        if (delayMs === undefined) {
          if (fault === 'origin') failingServers.set(server, true);
          if (originFailure !== null) logOriginFailure(parts, id, originFailure);
          // For the rows it is the server that failed, also with a 404.
          const culprit = originFailure === null ? fault : 'origin';
          return await settle(parts, id, { state: 'FAILED', fault: culprit, detail });
        }
        attempt += 1;
      }
      await sleep(delayMs, signal);
      signal.throwIfAborted();
      if (!(await renewImageClaim(db, id, { instanceId, attempt }))) return null;
    }
  } catch (error) {
    await releaseImage(db, id, instanceId).catch((cause: unknown) =>
      parts.log.warn({ err: cause, jobId: id.jobId }, 'the claim on an image could not be released'),
    );
    throw error;
  }
}

function logOriginFailure({ log }: FetchParts, { jobId }: BatchImageId, failure: string): void {
  log.info({ jobId, reason: 'origin', cause: `image server: ${failure}` }, 'an image could not be fetched');
}

async function fetchIntoStorage(
  { storage, fetchImage, imageMemory }: FetchParts,
  { jobId }: BatchImageId,
  { workspaceId, url, signal }: Omit<ClaimedFetch, 'attempt'>,
): Promise<Attempt> {
  const share = imageMemory.open(workspaceId);
  try {
    const fetched = await fetchImage(url, AbortSignal.any([signal, share.signal]), (bytes) => {
      share.grow(bytes);
      return 0;
    });
    if (!fetched.ok) return fetched;
    const contentHash = await hashContent(fetched.bytes);
    await storage.write(imageFileKey(jobId, contentHash), fetched.bytes);
    return { ok: true, contentHash };
  } catch (error) {
    if (!(error instanceof RendererBusyError)) throw error;
    return null;
  } finally {
    share.release();
  }
}

async function settle(
  { db, instanceId, storage, leaseMs }: FetchParts,
  id: BatchImageId,
  end: BatchImageResult,
): Promise<BatchImageResult | null> {
  if (await recordImage(db, id, instanceId, end)) return end;
  // If the job has ended, its files may be removed already; this one would stay.
  const hasEnded = (await readImage(db, id, { leaseMs })) === null;
  if (hasEnded && end.state === 'READY') await storage.delete(imageFileKey(id.jobId, end.contentHash));
  return null;
}
