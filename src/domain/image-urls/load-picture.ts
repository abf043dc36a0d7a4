import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { joinSharedFlight } from '../../async/shared-flight.ts';
import { isLost, readSummed } from '../../storage/checksums.ts';
import { busyRetrySeconds } from '../../renderer/errors.ts';
import { StorageUnavailableError } from '../../storage/storage.ts';
import {
  beginFlight,
  endFlight,
  findCachedImage,
  recordImageUse,
  type CachedImage,
  type Flight,
} from '../../store/cached-images.ts';
import { cachedImageKey } from './files.ts';
import { problems } from '../problems/catalogue.ts';
import type { Picture } from './picture.ts';
import type { ImageUrlParts, LoadedImage, PictureCall } from './parts.ts';
import { renderPicture } from './render-picture.ts';
import { maxWaitMs } from './picture-turns.ts';

const pollMs = { first: 40, max: 320 };

/** How long that is waited for: the other one waits for its turn first. */
const maxFlightMs = maxWaitMs + 10_000;

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
  const name = getName(picture);
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

/** The name of a picture in this process. */
function getName({ hash }: Picture): string {
  return hash.toString('latin1');
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
  const startedAt = performance.now();
  const deadlineMs = startedAt + maxWaitMs;
  const read = async (): Promise<LoadedImage | null> => (await readStored(parts, picture, call.log)).image;
  const claim = async (): Promise<Flight | null> => {
    const flight = { hash, token: randomUUID(), instanceId };
    if (await beginFlight(db, flight)) return flight;
    if (performance.now() - startedAt > maxFlightMs) throw problems.rendererUnavailable(busyRetrySeconds);
    return null;
  };
  const work = async (flight: Flight): Promise<LoadedImage> => {
    try {
      // Another flight may have ended between the two statements.
      const { image, isPaid } = await readStored(parts, picture, call.log);
      return image ?? (await renderPicture(parts, picture, { ...call, isPaid, deadlineMs }));
    } finally {
      parts.records.delete(getName(picture));
      await endFlight(db, flight).catch((error: unknown) => {
        call.log.warn({ err: error }, 'a finished render blocks others of its picture for up to a minute');
      });
    }
  };
  return await joinSharedFlight({ read, claim, work, pollMs }, call.signal);
}

interface Stored {
  readonly image: LoadedImage | null;
  /** Whether the picture was rendered and charged: if its file is lost, it is rendered again for free. */
  readonly isPaid: boolean;
}

/** Reads a picture from the cache. A file that is missing, torn or out of reach is not served. */
async function readStored(parts: ImageUrlParts, picture: Picture, log: Logger): Promise<Stored> {
  const { db, records, urlCacheTtlMs: ttlMs } = parts;
  const name = getName(picture);
  const known = records.get(name);
  if (known !== undefined) {
    const file = await readFile(parts, picture, known);
    if (file instanceof Uint8Array) {
      noteUse(parts, picture, known, log);
      return { image: { data: file, createdAt: known.createdAt }, isPaid: true };
    }
    // Another process may have removed the picture or written it again.
    records.delete(name);
  }
  const record = await findCachedImage(db, picture.hash, { ttlMs });
  if (record === null) return { image: null, isPaid: false };
  const file = await readFile(parts, picture, record);
  if (file instanceof Uint8Array) {
    const ttl = lifeMs(parts, record);
    if (ttl > 0) records.set(name, record, { ttl });
    return { image: { data: file, createdAt: record.createdAt }, isPaid: true };
  }
  log.warn({ err: file }, 'a cached picture cannot be read; it is rendered again');
  return { image: null, isPaid: true };
}

/** Reads the file of a picture. Returns the error if it is missing, torn or out of reach. */
async function readFile(
  { storage }: ImageUrlParts,
  { hash }: Picture,
  record: CachedImage,
): Promise<Uint8Array | Error> {
  try {
    return await readSummed(storage, cachedImageKey(hash), record);
  } catch (error) {
    if (isLost(error) || error instanceof StorageUnavailableError) return error;
    throw error;
  }
}

/** How long a picture stays in the cache from now on. */
function lifeMs({ urlCacheTtlMs }: ImageUrlParts, { createdAt }: { readonly createdAt: Date }): number {
  return Math.floor(createdAt.getTime() + urlCacheTtlMs - Date.now());
}

function keepInMemory(parts: ImageUrlParts, name: string, image: LoadedImage): void {
  const { memory } = parts;
  const ttl = lifeMs(parts, image);
  if (ttl > 0 && !memory.has(name)) memory.set(name, image, { ttl });
}

const useEveryMs = 60_000;
const usedAt = new WeakMap<CachedImage | LoadedImage, number>();

/** Records the use of a picture that is in memory, or whose record is, once a minute: it is not evicted. */
function noteUse(
  { db }: ImageUrlParts,
  { hash }: Picture,
  remembered: CachedImage | LoadedImage,
  log: Logger,
): void {
  const now = performance.now();
  if (now - (usedAt.get(remembered) ?? -Infinity) < useEveryMs) return;
  usedAt.set(remembered, now);
  recordImageUse(db, hash).catch((error: unknown) => {
    log.warn({ err: error }, 'the use of a cached picture could not be recorded');
  });
}
