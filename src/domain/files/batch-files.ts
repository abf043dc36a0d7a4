/** Storage keys of a batch job's files, all under the job's prefix, so that none is left behind. */
import { extensions, type OutputFormat } from '../../common/names/output-formats.ts';
import type { Storage } from '../../storage/storage.ts';
import { mediaTypes } from './shared-files.ts';

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

/** The file of a single render, as written by one attempt: its result. */
export function renderFileKey(jobId: string, attempt: number, format: OutputFormat): string {
  return `${getPrefix(jobId)}render-${attempt}.${extensions[format]}`;
}

/** The kinds of archives: files of rows, or one PDF of sheets. */
export type ArchiveKind = 'zip' | 'pdf';

/** The extension of a job's result: an archive, or the file of a single render. */
export type ResultExtension = ArchiveKind | (typeof extensions)[OutputFormat];

/** The media type of each result, by its extension. */
export const resultMediaTypes = {
  zip: 'application/zip',
  png: mediaTypes.png,
  jpg: mediaTypes.jpeg,
  webp: mediaTypes.webp,
  avif: mediaTypes.avif,
  svg: mediaTypes.svg,
  pdf: mediaTypes.pdf,
  zpl: mediaTypes.zpl,
} as const satisfies Record<ResultExtension, string>;

/** The job's archive, as written by one attempt. */
export function archiveKey(jobId: string, attempt: number, kind: ArchiveKind = 'zip'): string {
  return `${getPrefix(jobId)}archive-${attempt}.${kind}`;
}

/** The extension of the result with this key. */
export function extensionOfResult(key: string): ResultExtension {
  return key.slice(key.lastIndexOf('.') + 1) as ResultExtension;
}

/** The kind of the archive of a batch with this key. */
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
