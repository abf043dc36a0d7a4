/** Finds the file of one row in the archive of its job, without reading the other files. */
import { findInArchive, type ArchivedFile } from '../../storage/read-archive.ts';
import { isLost } from '../../storage/checksums.ts';
import { MissingFileError, type Storage } from '../../storage/storage.ts';
import { findArchivedRow, type ArchivedRow } from '../../store/batches/archives.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { accessFile, type DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { mediaTypes } from '../files/shared-files.ts';
import { findOwnArchive, type AvailableArchive } from './find-result.ts';
import { kindOfArchive } from '../files/batch-files.ts';

export interface RowFileParts {
  readonly db: Database;
  readonly storage: Storage;
}

/** A row of a job. */
export interface RowPlace {
  readonly jobId: string;
  /** Counts from 0. */
  readonly rowIndex: number;
}

/** The file of a row, and where it lies. */
export interface RowFile {
  readonly row: ArchivedRow;
  readonly archive: AvailableArchive;
  readonly content: ArchivedFile;
}

/** A file of one of the formats. */
export type RenderedFile = DownloadableFile<(typeof mediaTypes)[keyof typeof mediaTypes]>;

/**
 * The file of a row of the caller's account, to be sent.
 *
 * @param isSaved whether browsers save the file instead of showing it
 * @throws Problem as `findRowFile`
 */
export async function openRowFile(
  parts: RowFileParts,
  caller: Pick<Actor, 'accountId'>,
  { isSaved, ...place }: RowPlace & { readonly isSaved: boolean },
): Promise<RenderedFile> {
  const { row, archive, content } = await findRowFile(parts, caller, place);
  const { filename, format } = row;
  const dot = filename.lastIndexOf('.');
  const name = {
    name: filename.slice(filename.lastIndexOf('/') + 1, dot),
    extension: filename.slice(dot + 1),
    isFileName: true,
  };
  const { check } = accessFile(parts.storage, archive.key, problems.batchResultNotFound);
  return {
    id: `${place.jobId}-${place.rowIndex}`,
    mediaType: mediaTypes[format],
    bytes: content.bytes,
    lastModified: archive.completedAt,
    saveAs: isSaved ? name : null,
    open: () => content.open().catch(throwAsProblem),
    check,
  };
}

/**
 * Finds the file of a row of the caller's account in the archive of its job.
 *
 * @throws Problem as `signResult`; NOT_FOUND if the job has no such row, ROW_HAS_NO_FILE if the row failed or
 *   lies on a sheet
 */
export async function findRowFile(
  { db, storage }: RowFileParts,
  caller: Pick<Actor, 'accountId'>,
  { jobId, rowIndex }: RowPlace,
): Promise<RowFile> {
  const archive = await findOwnArchive(db, caller, jobId);
  if (kindOfArchive(archive.key) === 'pdf') throw studioProblems.rowOnSheets();
  const row = await findArchivedRow(db, { jobId, rowIndex });
  if (row === null) throw studioProblems.rowNotFound(rowIndex);
  if (row.status === 'FAILED') throw studioProblems.rowFailed(row.line);
  const content = await findInArchive(storage, archive, row.filename).catch(throwAsProblem);
  if (content === null) throw studioProblems.rowWithoutFile(row.line);
  return { row, archive, content };
}

function throwAsProblem(error: unknown): never {
  if (error instanceof MissingFileError) throw problems.batchResultNotFound();
  throw isLost(error) ? studioProblems.archiveDamaged(error) : error;
}
