/**
 * The format of a backup: a tar file, so that any tar lists and unpacks it.
 *
 * 1. `platen-backup.json`: the header.
 * 2. `data/NAME`: small files of `DATA_DIR`, such as that of the demo.
 * 3. `database/TABLE/000001` and so on: a table's rows in PostgreSQL's text format, in pieces.
 * 4. `files/KEY`: the files of storage.
 * 5. `manifest.json`, the last entry: without it, the backup is incomplete.
 *
 * Among them, `checksums/000001.sha256` and so on list the entries before them as `sha256sum --check` takes
 * them. The manifest has the SHA-256 of all these lines.
 */
import { batchFilesPrefix } from '../files/batch-files.ts';
import { cachedImagesPrefix } from '../image-urls/files.ts';
import { sharedFilesPrefix } from '../files/shared-files.ts';
import { blobsPrefix } from '../../storage/storage.ts';
import type { BackupTable } from '../../store/backup/snapshot.ts';

export const FORMAT = 1;

export const headerName = 'platen-backup.json';
export const manifestName = 'manifest.json';
export const checksumsFolder = 'checksums/';
export const dataFolder = 'data/';
export const rowsFolder = 'database/';
export const filesFolder = 'files/';

/** The most entries that one list of checksums has. Memory is bounded by it. */
export const maxChecksums = 1000;

/** All kinds of stored files, in the order of a backup. The restore makes the marker of the installation. */
export const storagePrefixes = [batchFilesPrefix, blobsPrefix, cachedImagesPrefix, sharedFilesPrefix].sort();

export interface BackupHeader {
  readonly format: number;
  /** The release of Platen that made the backup. */
  readonly release: string;
  /** The version of the schema: its last migration. */
  readonly version: string;
  /** Names of all migrations of the database. */
  readonly migrations: readonly string[];
  readonly createdAt: string;
  /** In the order of their rows in the backup. */
  readonly tables: readonly BackupTable[];
}

export interface BackupManifest {
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly files: { readonly count: number; readonly bytes: number };
  /** Files that the database refers to, and storage did not have when the backup came to them. */
  readonly missingFiles: number;
  /** Of the lines of all lists of checksums. */
  readonly sha256: string;
}

/** The version of a schema: the name of its last migration, such as `0042-bin-of-members`. */
export function findSchemaVersion(migrations: readonly string[]): string {
  return (migrations.at(-1) ?? 'none').replace(/(?:\.breaking)?\.ts$/, '');
}

/** A file is not a backup, or is not whole. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}
