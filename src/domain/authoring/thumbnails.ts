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
import { findVersion, type StoredVersion } from '../../store/authoring/versions.ts';
import { recordBlobs } from '../../store/blobs.ts';
import type { Viewer } from '../../store/projects.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { fitExample, hashExample } from '../templates/example.ts';
import { writeFiles } from '../templates/import-template.ts';
import { drawThumbnail, type DrawParts } from './draw-thumbnail.ts';
import type { AuthoringParts } from './parts.ts';
import { requireTemplate } from './templates.ts';

export interface ThumbnailParts extends Pick<AuthoringParts, 'db' | 'storage'> {
  /** With limits for images that are not those of paid renders. */
  readonly draw: DrawParts;
  /** Requests for the same picture wait for one render. */
  readonly flights: SingleFlight<string | null>;
  /** One render at a time, for each workspace in turn: a page of new pictures must not use all renderers. */
  readonly queue: TurnQueue;
  /** Versions that cannot be rendered, with the hash of their example values. */
  readonly failed: LRUCache<string, true>;
}

/** How long a version that cannot be rendered is not tried again: an image of it may come back. */
const retryMs = 5 * 60_000;

/** Builds the parts. */
export function createThumbnailParts(parts: Pick<ThumbnailParts, 'db' | 'storage' | 'draw'>): ThumbnailParts {
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
  const version = await findVersion(db, templateId, number ?? null);
  if (version === null) {
    throw number === undefined ? studioProblems.thumbnailNotFound() : studioProblems.versionNotFound(number);
  }
  const example = await readExampleValues(db, templateId);
  const exampleHash = hashExample(example);
  const known = await findThumbnail(db, version.id, exampleHash);
  const stored = known === null ? null : await readIfKept(storage, known);
  if (known !== null && stored !== null) return thumbnailFile(known, stored, version);
  const hash = await parts.flights.join(
    `${version.id} ${exampleHash}`,
    (stop) => make(parts, { version, example }, { viewer, signal: stop, log }),
    signal,
  );
  if (hash === null) throw studioProblems.thumbnailNotFound();
  return thumbnailFile(hash, await readBlob(storage, hash), version);
}

/** Null: the picture has to be made again. */
async function readIfKept(storage: ThumbnailParts['storage'], hash: string): Promise<Uint8Array | null> {
  return await readBlob(storage, hash).catch((error: unknown) => {
    if (isLost(error)) return null;
    throw error;
  });
}

function thumbnailFile(
  hash: string,
  bytes: Uint8Array,
  { publishedAt }: StoredVersion,
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

/** Makes and keeps a picture; of two processes that do, the later one's stays. Null: it cannot be made. */
async function make(
  { db, storage, draw, queue, failed }: ThumbnailParts,
  { version, example }: { readonly version: StoredVersion; readonly example: ExampleValues },
  { viewer, signal, log }: ThumbnailCall,
): Promise<string | null> {
  const exampleHash = hashExample(example);
  const key = `${version.id} ${exampleHash}`;
  if (failed.has(key)) return null;
  const { workspaceId } = viewer;
  try {
    const { values } = fitExample(version, example);
    const bytes = await queue.run(workspaceId, () =>
      drawThumbnail(draw, version, { example: values, workspaceId, signal }),
    );
    const hash = createHash('sha256').update(bytes).digest('hex');
    // Not counted: the service makes one of each version.
    await recordBlobs(db, [{ hash, bytes: bytes.byteLength }]);
    await writeFiles(storage, [{ hash, bytes }]);
    await recordThumbnail(db, version.id, { hash, example: exampleHash });
    return hash;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RendererBusyError) throw problems.serviceUnavailable(error);
    log.warn({ err: error, versionId: version.id }, 'A thumbnail cannot be made.');
    failed.set(key, true);
    return null;
  }
}
