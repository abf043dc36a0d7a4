/** Small pictures of published versions: made when they are first asked for, and then kept. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import { TurnQueue } from '../../async/turn-queue.ts';
import { RendererBusyError } from '../../renderer/errors.ts';
import { isLost, readBlob } from '../../storage/checksums.ts';
import { readExampleValues, type ExampleValues } from '../../store/authoring/examples.ts';
import { findThumbnail, recordThumbnail } from '../../store/authoring/thumbnails.ts';
import { findVersion, findVersionState, type StoredVersion } from '../../store/authoring/versions.ts';
import type { Viewer } from '../../store/projects.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { recordMadeFile } from '../quota/stored-data.ts';
import { fitExample, hashExample } from '../templates/example.ts';
import { writeFiles } from '../templates/import-template.ts';
import { drawThumbnail, type DrawParts } from './draw-thumbnail.ts';
import type { AuthoringParts } from './parts.ts';
import { requireTemplate } from './templates.ts';

export interface ThumbnailParts extends Pick<AuthoringParts, 'db' | 'storage' | 'plans'> {
  /** With limits for images that are not those of paid renders. */
  readonly draw: DrawParts;
  /** Requests for the same picture wait for one render. */
  readonly flights: SingleFlight<Thumbnail | null>;
  /** One render at a time, for each workspace in turn: a page of new pictures must not use all renderers. */
  readonly queue: TurnQueue;
  /** Versions that cannot be rendered, with the hash of their example values. */
  readonly failed: LRUCache<string, true>;
}

/** A picture. */
interface Thumbnail {
  /** The SHA-256 of its bytes in hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** How long a version that cannot be rendered is not tried again: an image of it may come back. */
const retryMs = 5 * 60_000;

/** Builds the parts. */
export function createThumbnailParts(
  parts: Pick<ThumbnailParts, 'db' | 'storage' | 'plans' | 'draw'>,
): ThumbnailParts {
  return {
    ...parts,
    flights: new SingleFlight(),
    queue: new TurnQueue(),
    failed: new LRUCache<string, true>({ max: 1_000, ttl: retryMs }),
  };
}

/** Who asks for a picture, and how long. */
export interface ThumbnailCall {
  readonly viewer: Viewer;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * The thumbnail of a published version.
 *
 * @param number undefined: the version that is rendered
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND, SERVICE_UNAVAILABLE
 */
export async function getThumbnail(
  parts: ThumbnailParts,
  templateId: string,
  number: number | undefined,
  { viewer, signal, log }: ThumbnailCall,
): Promise<DownloadableFile<'image/webp'>> {
  const { db, storage } = parts;
  await requireTemplate(db, viewer, templateId);
  const version = await findVersionState(db, templateId, number ?? null);
  if (version === null) {
    throw number === undefined ? studioProblems.thumbnailNotFound() : studioProblems.versionNotFound(number);
  }
  const example = await readExampleValues(db, templateId);
  const exampleHash = hashExample(example);
  const known = await findThumbnail(db, version.id);
  const kept = known?.example === exampleHash ? await readIfKept(storage, known.hash) : null;
  if (kept !== null) return thumbnailFile(kept, version);
  const made = await parts.flights.join(
    `${version.id} ${exampleHash}`,
    (stop) =>
      make(parts, { templateId, version, example, isFirst: known === null }, { viewer, signal: stop, log }),
    signal,
  );
  if (made === null) throw studioProblems.thumbnailNotFound();
  return thumbnailFile(made, version);
}

/** Null: the picture has to be made again. */
async function readIfKept(storage: ThumbnailParts['storage'], hash: string): Promise<Thumbnail | null> {
  try {
    return { hash, bytes: await readBlob(storage, hash) };
  } catch (error) {
    if (isLost(error)) return null;
    throw error;
  }
}

function thumbnailFile(
  { hash, bytes }: Thumbnail,
  { publishedAt }: Pick<StoredVersion, 'publishedAt'>,
): DownloadableFile<'image/webp'> {
  return {
    id: hash,
    mediaType: 'image/webp',
    bytes: bytes.byteLength,
    lastModified: publishedAt,
    saveAs: null,
    open: () => Promise.resolve(Readable.from([bytes])),
    check: () => Promise.resolve(),
  };
}

/** A picture to make. */
interface NewThumbnail {
  readonly templateId: string;
  readonly version: Pick<StoredVersion, 'id' | 'number'>;
  readonly example: ExampleValues;
  /** The version has none yet. */
  readonly isFirst: boolean;
}

/**
 * Makes a picture and keeps it; of two processes that do, the later one's stays. A picture with other example
 * values than the first is not kept while the workspace has no room: its values can change again and again.
 *
 * @returns null if it cannot be made
 */
async function make(
  { db, storage, plans, draw, queue, failed }: ThumbnailParts,
  { templateId, version: { id: versionId, number }, example, isFirst }: NewThumbnail,
  { viewer, signal, log }: ThumbnailCall,
): Promise<Thumbnail | null> {
  const exampleHash = hashExample(example);
  const key = `${versionId} ${exampleHash}`;
  if (failed.has(key)) return null;
  const { workspaceId } = viewer;
  try {
    const version = await findVersion(db, templateId, number);
    // It was removed in the meantime.
    if (version === null) return null;
    const { values } = await fitExample(version, example, workspaceId);
    const bytes = await queue.run(workspaceId, () =>
      drawThumbnail(draw, version, { example: values, workspaceId, signal }),
    );
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = { hash, bytes: bytes.byteLength };
    if (await recordMadeFile({ db, plans }, workspaceId, file, { isNeeded: isFirst })) {
      await writeFiles(storage, [{ hash, bytes }]);
      await recordThumbnail(db, versionId, { hash, example: exampleHash });
    }
    return { hash, bytes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RendererBusyError) throw problems.serviceUnavailable(error);
    log.warn({ err: error, versionId }, 'A thumbnail cannot be made.');
    failed.set(key, true);
    return null;
  }
}
