import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FetchedImage, ImageFetcher } from '../../outbound/fetch-image.ts';
import { RendererBusyError } from '../../render/pool/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  readImage,
  releaseImage,
  renewImageClaim,
  settleImage,
  type BatchImageEnd,
  type BatchImageId,
} from '../../store/batch/images.ts';
import type { Database } from '../../store/database.ts';
import type { PictureMemory } from '../picture-memory.ts';
import { imageFileKey } from './files.ts';

export interface FetchParts {
  readonly db: Database;
  /** Of this process, under which the others see that it is there. */
  readonly instanceId: string;
  readonly storage: Storage;
  readonly fetchImage: ImageFetcher;
  readonly pictureMemory: PictureMemory;
  /** Longest that a claim holds without being renewed. */
  readonly leaseMs: number;
  /** Servers, by job, that did not deliver however often they were asked: the next picture of theirs is asked for once. */
  readonly failingServers: LRUCache<string, true>;
  readonly log: Logger;
}

interface ClaimedFetch {
  readonly url: string;
  /** Which fetch this is, from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Pauses after a fetch that failed through its server's fault; one fetch more than there are pauses. */
const retryPausesMs = [500, 2_000];
/** How long others get to be done with their pictures. */
const memoryPauseMs = 1_000;

/** What a try came to: null where the memory for pictures was full, and it has to be made again. */
type Try = Extract<FetchedImage, { ok: false }> | { readonly ok: true; readonly contentHash: string } | null;

/**
 * Fetches a picture that this process has claimed, writes it to storage, and says what came of it. However this ends, the claim
 * is settled or given up; where even that fails, it runs out.
 *
 * @returns null where the claim has been taken over, or the job has ended.
 */
export async function fetchClaimed(
  parts: FetchParts,
  id: BatchImageId,
  { url, attempt: firstAttempt, signal }: ClaimedFetch,
): Promise<BatchImageEnd | null> {
  const { db, instanceId, failingServers } = parts;
  const server = `${id.jobId} ${URL.parse(url)?.host ?? ''}`;
  let attempt = firstAttempt;
  try {
    for (;;) {
      const fetched = await fetchIntoStorage(parts, id, url, signal);
      if (fetched === null) await pause(memoryPauseMs, undefined, { signal });
      else if (fetched.ok) {
        failingServers.delete(server);
        return await settle(parts, id, { state: 'READY', contentHash: fetched.contentHash });
      } else {
        const { fault, detail } = fetched;
        const isWorthMore = fault === 'origin' && !failingServers.has(server);
        const pauseMs = isWorthMore ? retryPausesMs[attempt - 1] : undefined;
        if (pauseMs === undefined) {
          if (fault === 'origin') failingServers.set(server, true);
          return await settle(parts, id, { state: 'FAILED', fault, detail });
        }
        attempt += 1;
        await pause(pauseMs, undefined, { signal });
      }
      if (!(await renewImageClaim(db, id, { instanceId, attempt }))) return null;
    }
  } catch (error) {
    await releaseImage(db, id, instanceId).catch((cause: unknown) =>
      parts.log.warn({ err: cause, jobId: id.jobId }, 'a claim on a picture could not be given up'),
    );
    throw error;
  }
}

async function fetchIntoStorage(
  { storage, fetchImage, pictureMemory }: FetchParts,
  { jobId }: BatchImageId,
  url: string,
  signal: AbortSignal,
): Promise<Try> {
  const share = pictureMemory.open();
  try {
    const fetched = await fetchImage(url, AbortSignal.any([signal, share.signal]), share.grow);
    if (!fetched.ok) return fetched;
    const contentHash = createHash('sha256').update(fetched.bytes).digest('hex');
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
  end: BatchImageEnd,
): Promise<BatchImageEnd | null> {
  if (await settleImage(db, id, instanceId, end)) return end;
  // Written after the files of an ended job were removed, it would stay.
  const isOver = (await readImage(db, id, { leaseMs })) === null;
  if (isOver && end.state === 'READY') await storage.delete(imageFileKey(id.jobId, end.contentHash));
  return null;
}
