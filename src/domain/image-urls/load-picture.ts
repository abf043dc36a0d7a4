import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { sleep } from '../../async/abortable.ts';
import { isLost, readSummed } from '../../storage/checksums.ts';
import { StorageUnavailableError } from '../../storage/storage.ts';
import { beginFlight, endFlight, findCachedImage, recordImageUse } from '../../store/cached-images.ts';
import { cachedImageKey } from './files.ts';
import type { Picture } from './picture.ts';
import type { ImageUrlParts, LoadedImage, PictureCall } from './parts.ts';
import { renderPicture } from './render-picture.ts';

/** How often a process asks whether another one has finished a render: this long at first, then longer. */
const firstPollMs = 40;
const maxPollMs = 320;

/**
 * Loads a picture from memory or storage, or renders it. Any number of calls at the same time, in all
 * processes, cause one render.
 *
 * @throws Problem as `renderPicture`
 */
export async function loadPicture(
  parts: ImageUrlParts,
  picture: Picture,
  call: PictureCall,
): Promise<LoadedImage> {
  const name = picture.hash.toString('latin1');
  const inMemory = parts.memory.get(name);
  if (inMemory !== undefined) {
    noteUse(parts, picture, inMemory, call.log);
    return inMemory;
  }
  // Only calls of one key share a failure: another key may have quota left.
  const image = await parts.flights.join(
    `${name} ${call.caller.keyId}`,
    (stop) => readOrRender(parts, picture, { ...call, signal: stop }),
    call.signal,
  );
  keepInMemory(parts, name, image);
  return image;
}

/** The record of a picture that was rendered before, or null. Its file may be missing. */
export async function findPicture(
  { db, urlCacheTtlMs: ttlMs }: ImageUrlParts,
  { hash }: Picture,
): Promise<{ readonly bytes: number; readonly createdAt: Date } | null> {
  return await findCachedImage(db, hash, { ttlMs });
}

async function readOrRender(parts: ImageUrlParts, picture: Picture, call: PictureCall): Promise<LoadedImage> {
  const { db, instanceId } = parts;
  const { hash } = picture;
  const token = randomUUID();
  let stored = await readStored(parts, picture, call.log);
  for (let pollMs = firstPollMs; stored.image === null; pollMs = Math.min(2 * pollMs, maxPollMs)) {
    if (await beginFlight(db, { hash, token, instanceId })) break;
    await sleep(pollMs, call.signal);
    call.signal.throwIfAborted();
    stored = await readStored(parts, picture, call.log);
  }
  if (stored.image !== null) return stored.image;
  try {
    // Another flight may have ended between the two statements.
    const { image, isPaid } = await readStored(parts, picture, call.log);
    return image ?? (await renderPicture(parts, picture, { ...call, isPaid }));
  } finally {
    await endFlight(db, { hash, token }).catch((error: unknown) => {
      call.log.warn({ err: error }, 'a finished render blocks others of its picture for up to a minute');
    });
  }
}

interface Stored {
  readonly image: LoadedImage | null;
  /** Whether the picture was rendered and charged: if its file is lost, it is rendered again for free. */
  readonly isPaid: boolean;
}

/** Reads a picture from the cache. A file that is missing, torn or out of reach is not served. */
async function readStored(
  { db, storage, urlCacheTtlMs: ttlMs }: ImageUrlParts,
  { hash }: Picture,
  log: Logger,
): Promise<Stored> {
  const record = await findCachedImage(db, hash, { ttlMs });
  if (record === null) return { image: null, isPaid: false };
  try {
    const data = await readSummed(storage, cachedImageKey(hash), record);
    return { image: { data, createdAt: record.createdAt }, isPaid: true };
  } catch (error) {
    if (!isLost(error) && !(error instanceof StorageUnavailableError)) throw error;
    log.warn({ err: error }, 'a cached picture cannot be read; it is rendered again');
    return { image: null, isPaid: true };
  }
}

function keepInMemory({ memory, urlCacheTtlMs }: ImageUrlParts, name: string, image: LoadedImage): void {
  const ttl = Math.floor(image.createdAt.getTime() + urlCacheTtlMs - Date.now());
  if (ttl > 0 && !memory.has(name)) memory.set(name, image, { ttl });
}

const useEveryMs = 60_000;
const usedAt = new WeakMap<LoadedImage, number>();

/** Records the use of a picture in memory once a minute, so that it is not evicted. */
function noteUse({ db }: ImageUrlParts, { hash }: Picture, image: LoadedImage, log: Logger): void {
  const now = performance.now();
  if (now - (usedAt.get(image) ?? -Infinity) < useEveryMs) return;
  usedAt.set(image, now);
  recordImageUse(db, hash).catch((error: unknown) => {
    log.warn({ err: error }, 'the use of a cached picture could not be recorded');
  });
}
