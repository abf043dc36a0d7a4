/**
 * Pictures from elsewhere in batch jobs: fetched once a job, however many rows, tasks and processes want them, and kept in
 * storage until the job has ended.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ImageAnswer } from '../../render/assets.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  claimImage,
  readImage,
  resetImage,
  type BatchImageEnd,
  type BatchImageId,
} from '../../store/batch/images.ts';
import { SharedCalls } from '../shared-calls.ts';
import { fetchClaimed, type FetchParts } from './fetch-claimed.ts';
import { imageFileKey } from './files.ts';

export interface BatchImages {
  /**
   * The picture of an address in a job. Rejects with the signal's reason, with BatchOverError, and with what the database and
   * storage throw. The bytes' reader may throw LostPictureError.
   */
  fetch(jobId: string, url: string, signal: AbortSignal): Promise<ImageAnswer>;
  /** Has a picture fetched again, by whoever asks for it next. */
  replace(lost: LostPictureError): Promise<void>;
}

export interface BatchImageParts extends Omit<FetchParts, 'leaseMs' | 'failingServers'> {
  /** The fetcher's deadline. */
  readonly imageTimeoutMs: number;
}

/** The job has ended meanwhile: nothing of it has to be done any more. */
export class BatchOverError extends Error {
  override readonly name = 'BatchOverError';

  constructor(jobId: string) {
    super(`batch job ${jobId} has ended`);
  }
}

/** Storage does not have a picture that it was given. */
export class LostPictureError extends Error {
  override readonly name = 'LostPictureError';
  readonly id: BatchImageId;
  readonly contentHash: string;

  constructor(id: BatchImageId, contentHash: string) {
    super(`storage has lost a picture of batch job ${id.jobId}`);
    this.id = id;
    this.contentHash = contentHash;
  }
}

/** What is known of pictures without asking the database again. */
const knownPictures = 2_000;
const knownServers = 500;

/** A claim holds for the fetcher's deadline and this: pauses, the database, and the write into storage. */
const leaseMarginMs = 60_000;

/** Waits for another process' fetch. */
const pollMs = { first: 50, last: 1_000, growth: 1.6 };

/** The pictures of all batch jobs, as one process gets at them. */
export function createBatchImages(parts: BatchImageParts): BatchImages {
  const { db, storage } = parts;
  const known = new LRUCache<string, BatchImageEnd>({ max: knownPictures });
  const calls = new SharedCalls<BatchImageEnd>();
  const fetchParts: FetchParts = {
    ...parts,
    leaseMs: parts.imageTimeoutMs + leaseMarginMs,
    failingServers: new LRUCache({ max: knownServers }),
  };

  return {
    async fetch(jobId, url, signal) {
      const id = { jobId, urlHash: createHash('sha256').update(url).digest('hex') };
      const key = keyOf(id);
      let end = known.get(key);
      if (end === undefined) {
        end = await calls.join(key, (stop) => obtain(fetchParts, id, url, stop), signal);
        known.set(key, end);
      }
      if (end.state === 'FAILED') return { ok: false, fault: end.fault, detail: end.detail };
      const { contentHash } = end;
      return { ok: true, hash: contentHash, bytes: () => readPicture(storage, id, contentHash) };
    },

    async replace({ id, contentHash }) {
      known.delete(keyOf(id));
      // Another row may have had it replaced already.
      if ((await storage.sizeBytes(imageFileKey(id.jobId, contentHash))) === null)
        await resetImage(db, id, contentHash);
    },
  };
}

/** Fetches the picture where nobody does, and otherwise waits for whoever does. */
async function obtain(
  parts: FetchParts,
  id: BatchImageId,
  url: string,
  signal: AbortSignal,
): Promise<BatchImageEnd> {
  for (let waitMs = pollMs.first; ; waitMs = Math.min(pollMs.last, waitMs * pollMs.growth)) {
    signal.throwIfAborted();
    const image = await readImage(parts.db, id, parts);
    if (image === null) throw new BatchOverError(id.jobId);
    if (image.state === 'READY' || image.state === 'FAILED') return image;
    const attempt = image.state === 'UNCLAIMED' ? await claimImage(parts.db, id, parts) : null;
    if (attempt === null) await pause(waitMs, undefined, { signal });
    else {
      const end = await fetchClaimed(parts, id, { url, attempt, signal });
      if (end !== null) return end;
    }
  }
}

async function readPicture(storage: Storage, id: BatchImageId, contentHash: string): Promise<Uint8Array> {
  const file = await storage.open(imageFileKey(id.jobId, contentHash));
  if (file === null) throw new LostPictureError(id, contentHash);
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks, file.bytes);
}

function keyOf({ jobId, urlHash }: BatchImageId): string {
  return `${jobId} ${urlHash}`;
}
