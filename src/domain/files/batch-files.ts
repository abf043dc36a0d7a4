/** Storage keys of a batch job's files, all under the job's prefix, so that none is left behind. */
import type { Storage } from '../../storage/storage.ts';

/** The prefix of all files of batch jobs. */
export const batchFilesPrefix = 'batches/';

/** A row's rendered file. Each attempt has its own key: an abandoned one overwrites nothing. */
export function rowFileKey(jobId: string, rowIndex: number, attempt: number): string {
  return `${getPrefix(jobId)}rows/${rowIndex}-${attempt}`;
}

/**
 * A remote image that rows of the job show.
 *
 * @param contentHash SHA-256 in hex
 */
export function imageFileKey(jobId: string, contentHash: string): string {
  return `${getPrefix(jobId)}images/${contentHash}`;
}

/** The kinds of archives: files of rows, or one PDF of sheets. */
export type ArchiveKind = 'zip' | 'pdf';

export const archiveMediaTypes = { zip: 'application/zip', pdf: 'application/pdf' } as const;

/** The job's archive, as written by one attempt. */
export function archiveKey(jobId: string, attempt: number, kind: ArchiveKind = 'zip'): string {
  return `${getPrefix(jobId)}archive-${attempt}.${kind}`;
}

/** The kind of the archive with this key. */
export function kindOfArchive(key: string): ArchiveKind {
  return key.endsWith('.pdf') ? 'pdf' : 'zip';
}

/** The job that a file under `batchFilesPrefix` belongs to. */
export function jobOfFile(key: string): string {
  return key.slice(batchFilesPrefix.length).split('/', 1)[0] ?? '';
}

/**
 * Deletes a job's files.
 *
 * @param keep the key of the archive, if it has to stay
 * @returns the number of deleted files
 */
export async function clearBatchFiles(storage: Storage, jobId: string, keep: string | null): Promise<number> {
  let deleted = 0;
  let keys: string[] = [];
  const deleteAll = async (): Promise<void> => {
    await Promise.all(keys.map((key) => storage.delete(key)));
    deleted += keys.length;
    keys = [];
  };
  for await (const key of storage.list(getPrefix(jobId))) {
    if (key !== keep && keys.push(key) === parallelDeletes) await deleteAll();
  }
  await deleteAll();
  return deleted;
}

/** Files deleted at once: an object store answers 16 requests as fast as one. */
const parallelDeletes = 16;

function getPrefix(jobId: string): string {
  return `${batchFilesPrefix}${jobId}/`;
}
