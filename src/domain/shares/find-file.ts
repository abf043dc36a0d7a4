import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import { findPublishedFile } from '../../store/share-links.ts';
import { accessFile, type DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import { toShareProblem } from '../problems/to-problem.ts';
import { parsePath } from '../files/shared-files.ts';

export interface SharedFile {
  readonly file: DownloadableFile;
  /** How long the response may be cached. */
  readonly maxAgeSeconds: number;
}

/** A cached copy may be shown for this long after the link was revoked. */
const maxCacheSeconds = 300;

/**
 * Finds the file at a public path.
 *
 * @throws Problem NOT_FOUND, also if the link has expired or was revoked. The file's methods throw it, too,
 * and SHARING_UNAVAILABLE.
 */
export async function findSharedFile(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  path: string,
): Promise<SharedFile> {
  const address = parsePath(path);
  const found = address === null ? null : await findPublishedFile(db, address);
  if (found === null) throw problems.shareGone();
  const { id, mediaType, fileKey, fileBytes: bytes, createdAt: lastModified, secondsLeft } = found;
  const access = accessFile(storage, fileKey, problems.shareGone, toShareProblem);
  return {
    file: { id, mediaType, bytes, lastModified, saveAs: null, ...access },
    maxAgeSeconds: Math.min(maxCacheSeconds, secondsLeft),
  };
}
