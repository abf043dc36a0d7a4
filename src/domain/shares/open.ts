/**
 * A published file on its way to whoever has its address.
 */
import type { Readable } from 'node:stream';
import { StorageUnavailableError, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import { findPublishedFile, type PublishedFile } from '../../store/share-links.ts';
import {
  matchesAny,
  selectRange,
  type RangeRequest,
  type SelectedRange,
  type Validators,
} from '../byte-range.ts';
import { problems } from '../errors.ts';
import { readPath } from './files.ts';

export interface ShareRequest extends RangeRequest {
  /** Whether the client wants the file, or only to know of it. */
  readonly wantsContent: boolean;
  /** As it came: the copies that the client has. */
  readonly ifNoneMatch?: string | undefined;
}

export interface OpenedShare extends Validators {
  readonly mediaType: PublishedFile['mediaType'];
  /** Of the whole file. */
  readonly bytes: number;
  /** Seconds for which whoever gets it may keep it. */
  readonly maxAgeSeconds: number;
  /** Whether the client has it already. */
  readonly isKnown: boolean;
  /** Null: all of it. */
  readonly part: SelectedRange | null;
  /** Null where the content is not to be sent. To be read to its end or destroyed. */
  readonly stream: Readable | null;
}

/** How long a copy may go on to be shown after the file was taken back. */
const longestAgeSeconds = 300;

/**
 * Opens the file at a public address.
 *
 * @throws Problem NOT_FOUND from its expiry or revocation on; RANGE_NOT_SATISFIABLE; SHARING_UNAVAILABLE
 */
export async function openShare(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  path: string,
  request: ShareRequest,
): Promise<OpenedShare> {
  const address = readPath(path);
  const file = address === null ? null : await findPublishedFile(db, address);
  if (file === null) throw problems.shareGone();
  try {
    return await openFile(storage, file, request);
  } catch (error) {
    throw error instanceof StorageUnavailableError ? problems.sharingUnavailable(error) : error;
  }
}

async function openFile(
  storage: Storage,
  { id, mediaType, fileKey, fileBytes: bytes, createdAt, secondsLeft }: PublishedFile,
  request: ShareRequest,
): Promise<OpenedShare> {
  // A link has one file, which never changes.
  const validators = { etag: `"${id}"`, lastModified: createdAt };
  const maxAgeSeconds = Math.min(longestAgeSeconds, secondsLeft);
  const told = { ...validators, mediaType, bytes, maxAgeSeconds, part: null, stream: null };
  const isKnown = matchesAny(request.ifNoneMatch, validators.etag);
  if (isKnown || !request.wantsContent) {
    if ((await storage.sizeBytes(fileKey)) === null) throw problems.shareGone();
    return { ...told, isKnown };
  }
  const part = selectRange(request, bytes, validators);
  if (part === 'unsatisfiable') throw problems.rangeNotSatisfiable(bytes);
  const opened = await storage.open(fileKey, part ?? undefined);
  if (opened === null) throw problems.shareGone();
  return { ...told, isKnown, part, stream: opened.stream };
}
