/**
 * Where a batch job's files are in storage: all under one prefix of the job, so that nothing of it can be overlooked.
 */
import type { Storage } from '../../storage/storage.ts';

/** What is under this prefix belongs to batch jobs. */
export const batchFilesPrefix = 'batches/';

/** A row's rendered file. Each attempt has its own, so that one that was given up cannot change a later one's. */
export function rowFileKey(jobId: string, rowIndex: number, attempt: number): string {
  return `${filesOf(jobId)}rows/${rowIndex}-${attempt}`;
}

/**
 * A remote picture that rows of the job show.
 *
 * @param contentHash SHA-256 in hex.
 */
export function imageFileKey(jobId: string, contentHash: string): string {
  return `${filesOf(jobId)}images/${contentHash}`;
}

/** The job's archive, as one attempt at it has written it. */
export function archiveKey(jobId: string, attempt: number): string {
  return `${filesOf(jobId)}archive-${attempt}.zip`;
}

/** The job that a file under `batchFilesPrefix` belongs to. */
export function jobOfFile(key: string): string {
  return key.slice(batchFilesPrefix.length).split('/', 1)[0] ?? '';
}

/**
 * Deletes what is in storage of a job.
 *
 * @param keep the archive's key, where it is to stay.
 * @returns how many files were deleted.
 */
export async function clearBatchFiles(storage: Storage, jobId: string, keep: string | null): Promise<number> {
  let deleted = 0;
  let keys: string[] = [];
  const deleteAll = async (): Promise<void> => {
    await Promise.all(keys.map((key) => storage.delete(key)));
    deleted += keys.length;
    keys = [];
  };
  for await (const key of storage.list(filesOf(jobId))) {
    if (key !== keep && keys.push(key) === filesAtOnce) await deleteAll();
  }
  await deleteAll();
  return deleted;
}

/** An object store answers many at a time as fast as one. */
const filesAtOnce = 16;

function filesOf(jobId: string): string {
  return `${batchFilesPrefix}${jobId}/`;
}
