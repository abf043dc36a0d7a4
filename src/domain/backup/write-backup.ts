/** Backs up a running installation: one moment of the database, then the files that storage has. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../storage/storage.ts';
import type { CopyOut } from '../../store/backup/connection.ts';
import { withSnapshot, type BackupTable } from '../../store/backup/snapshot.ts';
import type { Database } from '../../store/database.ts';
import {
  dataFolder,
  FORMAT,
  filesFolder,
  headerName,
  rowsFolder,
  storagePrefixes,
  findSchemaVersion,
  type BackupHeader,
} from './format.ts';
import { packEntries, type EntryWriter } from './pack-entries.ts';
import { openSpool } from './spool.ts';

export interface BackupParts {
  /** A pool without a time limit for statements. */
  readonly db: Database;
  readonly storage: Storage;
  readonly release: string;
  /** Gets a temporary file of about 80 bytes for each stored file. */
  readonly dataDir: string;
  /** Names of the small files in `dataDir` that belong to the installation. */
  readonly dataFiles: readonly string[];
}

export interface BackupSummary {
  readonly bytes: number;
  /** The version of the schema: its last migration. */
  readonly version: string;
  readonly missingFiles: number;
}

/** A table's rows are cut into pieces of about this size: tar needs the size before the content. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Writes a backup. Memory is bounded: the receiver sets the pace.
 *
 * @param onMissingFile called with each key that the database refers to, or storage has listed, and that
 *   storage does not have: it was deleted meanwhile, or lost before
 * @throws errors of the database, of storage, and of `output`; what was written is incomplete then
 */
export async function writeBackup(
  parts: BackupParts,
  output: Writable,
  onMissingFile: (key: string) => void,
): Promise<BackupSummary> {
  const writer = packEntries();
  let bytes = 0;
  const count = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const written = pipeline(writer.output, count, output);
  const filled = fill(parts, writer, onMissingFile).catch((error: unknown) => {
    writer.output.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [outcome, receipt] = await Promise.allSettled([filled, written]);
  // If the receiver failed, that is why nothing more could be packed.
  if (receipt.status === 'rejected' && outcome.status === 'fulfilled') throw receipt.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return { bytes, ...outcome.value };
}

async function fill(
  { db, storage, release, dataDir, dataFiles }: BackupParts,
  writer: EntryWriter,
  onMissingFile: (key: string) => void,
): Promise<Omit<BackupSummary, 'bytes'>> {
  const spool = await openSpool(dataDir);
  try {
    const { header, tables } = await withSnapshot(db, async (snapshot) => {
      const { migrations, tables } = snapshot;
      const version = findSchemaVersion(migrations);
      const createdAt = new Date().toISOString();
      const header: BackupHeader = { format: FORMAT, release, version, migrations, createdAt, tables };
      await writer.writeBytes(headerName, Buffer.from(`${JSON.stringify(header)}\n`));
      await writeDataFiles(writer, dataDir, dataFiles);
      const counts = [];
      for (const table of tables) {
        const rows = await writeRows(writer, table, await snapshot.copyTable(table));
        counts.push({ name: table.name, rows });
      }
      await spool.writeAll(await snapshot.copyFileKeys());
      return { header, tables: counts };
    });
    const expected = createInterface({ input: spool.read() });
    let missingFiles = 0;
    const files = await writeFiles(writer, storage, expected[Symbol.asyncIterator](), (key) => {
      missingFiles += 1;
      onMissingFile(key);
    });
    await writer.finish({ tables, files, missingFiles });
    return { version: header.version, missingFiles };
  } finally {
    await spool.close();
  }
}

async function writeDataFiles(writer: EntryWriter, dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const bytes = await readFile(path.join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (bytes !== null) await writer.writeBytes(`${dataFolder}${name}`, bytes);
  }
}

async function writeRows(writer: EntryWriter, { name }: BackupTable, source: CopyOut): Promise<number> {
  let pieces = 0;
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    pieces += 1;
    await writer.writeBytes(`${rowsFolder}${name}/${String(pieces).padStart(6, '0')}`, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= pieceBytes) await flush();
  }
  await flush();
  return source.rowCount;
}

/** Writes all files of storage. `expected` has keys in the order in which storage lists them. */
async function writeFiles(
  writer: EntryWriter,
  storage: Storage,
  expected: AsyncIterator<string>,
  onMissing: (key: string) => void,
): Promise<{ count: number; bytes: number }> {
  let count = 0;
  let bytes = 0;
  let next = await expected.next();
  for await (const key of listKeys(storage)) {
    while (next.done !== true && next.value < key) {
      onMissing(next.value);
      next = await expected.next();
    }
    while (next.done !== true && next.value === key) next = await expected.next();
    const file = await storage.open(key);
    if (file === null) {
      onMissing(key);
      continue;
    }
    await writer.writeStream(`${filesFolder}${key}`, file.bytes, file.stream as AsyncIterable<Buffer>);
    count += 1;
    bytes += file.bytes;
  }
  for (; next.done !== true; next = await expected.next()) onMissing(next.value);
  return { count, bytes };
}

async function* listKeys(storage: Storage): AsyncGenerator<string> {
  for (const prefix of storagePrefixes) yield* storage.list(prefix);
}
