/**
 * Remote images of batch jobs. An image is fetched once per job, however many rows, tasks and processes
 * show it, and stays in storage until the job has ended.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { joinSharedFlight } from '../../async/shared-flight.ts';
import { SingleFlight } from '../../async/single-flight.ts';
import type { ImageAnswer } from '../../render/assets.ts';
import { isLost, readHashed } from '../../storage/checksums.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  claimImage,
  readImage,
  resetImage,
  type BatchImageResult,
  type BatchImageId,
} from '../../store/batches/images.ts';
import { fetchClaimedImage, type FetchParts } from './fetch-row-image.ts';
import { imageFileKey } from '../files/batch-files.ts';

export interface BatchImages {
  /**
   * Fetches the image at a URL, unless the job has it already. Rejects with the signal's reason,
   * BatchEndedError, or an error of the database or of storage.
   */
  fetch(job: ImageJob, url: string, signal: AbortSignal): Promise<ImageAnswer>;
  /**
   * The image that was fetched from a URL, for one job. Rejects with UnfetchedImageError, BatchEndedError, or
   * an error of the database. Reading the bytes may throw LostImageError.
   */
  find(jobId: string, url: string): Promise<ImageAnswer>;
  /** Makes the next `fetch` of a lost image fetch it again. */
  replace(lost: LostImageError): Promise<void>;
}

export interface ImageJob {
  readonly id: string;
  readonly workspaceId: string;
}

export interface BatchImageParts extends Omit<FetchParts, 'leaseMs' | 'failingServers'> {
  /** The fetcher's deadline. */
  readonly imageTimeoutMs: number;
}

/** The job has ended meanwhile, so its rows need no more work. */
export class BatchEndedError extends Error {
  override readonly name = 'BatchEndedError';

  constructor(jobId: string) {
    super(`batch job ${jobId} has ended`);
  }
}

/** The image has to be fetched before the row can be rendered. */
export class UnfetchedImageError extends Error {
  override readonly name = 'UnfetchedImageError';

  constructor() {
    super('an image of the row is not fetched yet');
  }
}

/** An image that was stored is missing or damaged in storage. */
export class LostImageError extends Error {
  override readonly name = 'LostImageError';
  readonly id: BatchImageId;
  readonly contentHash: string;

  constructor(id: BatchImageId, contentHash: string) {
    super(`storage has lost an image of batch job ${id.jobId}`);
    this.id = id;
    this.contentHash = contentHash;
  }
}

/** Sizes of the caches of a process. */
const maxCachedImages = 2_000;
const maxCachedServers = 500;

/** A claim lasts for the fetcher's deadline plus this margin for delays, database and storage. */
const leaseMarginMs = 60_000;

const pollMs = { first: 50, max: 1_000 };

/** Gives one process access to the images of all batch jobs. */
export function createBatchImages(parts: BatchImageParts): BatchImages {
  const { db, storage } = parts;
  const cache = new LRUCache<string, BatchImageResult>({ max: maxCachedImages });
  const flights = new SingleFlight<BatchImageResult>();
  const fetchParts: FetchParts = {
    ...parts,
    leaseMs: parts.imageTimeoutMs + leaseMarginMs,
    failingServers: new LRUCache({ max: maxCachedServers }),
  };

  const toAnswer = (id: BatchImageId, end: BatchImageResult): ImageAnswer => {
    cache.set(getKey(id), end);
    if (end.state === 'FAILED') return { ok: false, fault: end.fault, detail: end.detail };
    const { contentHash } = end;
    return { ok: true, hash: contentHash, bytes: () => readStoredImage(storage, id, contentHash) };
  };

  return {
    async fetch(job, url, signal) {
      const id = getId(job.id, url);
      const end =
        cache.get(getKey(id)) ??
        (await flights.join(
          getKey(id),
          (stop) => obtain(fetchParts, job, id, { url, signal: stop }),
          signal,
        ));
      return toAnswer(id, end);
    },

    async find(jobId, url) {
      const id = getId(jobId, url);
      const image = cache.get(getKey(id)) ?? (await readImage(db, id, fetchParts));
      if (image === null) throw new BatchEndedError(jobId);
      if (image.state === 'READY' || image.state === 'FAILED') return toAnswer(id, image);
      throw new UnfetchedImageError();
    },

    async replace({ id, contentHash }) {
      cache.delete(getKey(id));
      // Another row may have replaced it already.
      await readStoredImage(storage, id, contentHash).catch(async (error: unknown) => {
        if (!(error instanceof LostImageError)) throw error;
        await resetImage(db, id, contentHash);
      });
    },
  };
}

/** Fetches the image, or waits until the process that has claimed it has done so. */
async function obtain(
  parts: FetchParts,
  { workspaceId }: ImageJob,
  id: BatchImageId,
  { url, signal }: { readonly url: string; readonly signal: AbortSignal },
): Promise<BatchImageResult> {
  let isClaimed = false;
  const read = async (): Promise<BatchImageResult | null> => {
    const image = await readImage(parts.db, id, parts);
    if (image === null) throw new BatchEndedError(id.jobId);
    if (image.state === 'READY' || image.state === 'FAILED') return image;
    isClaimed = image.state === 'FETCHING';
    return null;
  };
  const claim = async (): Promise<number | null> =>
    isClaimed ? null : await claimImage(parts.db, id, parts);
  const work = (attempt: number): Promise<BatchImageResult | null> =>
    fetchClaimedImage(parts, id, { workspaceId, url, attempt, signal });
  return await joinSharedFlight({ read, claim, work, pollMs }, signal);
}

async function readStoredImage(storage: Storage, id: BatchImageId, contentHash: string): Promise<Uint8Array> {
  return await readHashed(storage, imageFileKey(id.jobId, contentHash), contentHash).catch(
    (error: unknown) => {
      throw isLost(error) ? new LostImageError(id, contentHash) : error;
    },
  );
}

function getId(jobId: string, url: string): BatchImageId {
  return { jobId, urlHash: createHash('sha256').update(url).digest('hex') };
}

function getKey({ jobId, urlHash }: BatchImageId): string {
  return `${jobId} ${urlHash}`;
}
