import { once } from 'node:events';
import type { ZipArchive } from 'archiver';
import { readSummed, type FileContent } from './checksums.ts';
import { readFileBytes, type Storage } from './storage.ts';

/** A file that goes into an archive. */
export type ArchiveEntry = StoredEntry | WrittenEntry;

interface NamedEntry {
  /** Name in the archive, without folders. */
  readonly name: string;
  readonly modifiedAt: Date;
}

/** A file with this content. */
interface WrittenEntry extends NamedEntry {
  readonly bytes: Buffer;
}

/** A stored file. */
interface StoredEntry extends NamedEntry {
  /** Key in storage. */
  readonly key: string;
  /** Expected size and checksum; null if they are not known. */
  readonly content: FileContent | null;
}

/**
 * Writes a ZIP archive straight into storage. Files are read whole, one ahead of the archive,
 * so that stored entries have their size and checksum in front: readers that cannot seek (Java's
 * `ZipInputStream`) need that.
 *
 * @param compress whether to deflate the files: makes a PDF about 7 % smaller, an image not at all.
 * @throws MissingFileError, DamagedFileError, errors of `entries` and of storage. `key` is unchanged then.
 */
export async function writeArchive(
  storage: Storage,
  key: string,
  entries: AsyncIterable<ArchiveEntry>,
  { compress }: { readonly compress: boolean },
): Promise<{ readonly bytes: number }> {
  // Loaded at the first archive, like all that few processes need.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive(compress ? { zlib: { level: 6 } } : { store: true });
  const closed = new AbortController();
  // Storage reads the archive and destroys it if it cannot store it; a failed entry destroys it with its
  // error.
  archive.on('error', () => undefined);
  archive.on('close', () => closed.abort());
  const added = addEntries(archive, readEntries(storage, entries), closed.signal).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    return await storage.write(key, archive);
  } finally {
    await added;
  }
}

/** Adds each file to the archive once the archive has room for it. */
async function addEntries(archive: ZipArchive, files: AsyncIterable<LoadedEntry>, signal: AbortSignal) {
  for await (const { entry, content } of files) {
    signal.throwIfAborted();
    const appended = once(archive, 'entry', { signal });
    archive.append(content, { name: entry.name, date: entry.modifiedAt, mode: 0o644 });
    await appended;
    if (archive.writableNeedDrain) await once(archive, 'drain', { signal });
  }
  archive.finalize().catch(() => undefined);
}

/** An entry with its content. */
export interface LoadedEntry<Entry extends ArchiveEntry = ArchiveEntry> {
  readonly entry: Entry;
  readonly content: Buffer;
}

/** Reads each file while the previous one is added to the archive. */
export async function* readEntries<Entry extends ArchiveEntry>(
  storage: Storage,
  entries: AsyncIterable<Entry>,
): AsyncGenerator<LoadedEntry<Entry>> {
  let ahead: Promise<LoadedEntry<Entry>> | null = null;
  for await (const entry of entries) {
    const reading = readEntry(storage, entry).then((content) => ({ entry, content }));
    // The consumer may stop before it asks for this file.
    reading.catch(() => undefined);
    if (ahead !== null) yield await ahead;
    ahead = reading;
  }
  if (ahead !== null) yield await ahead;
}

async function readEntry(storage: Storage, entry: ArchiveEntry): Promise<Buffer> {
  if ('bytes' in entry) return entry.bytes;
  const { key, content } = entry;
  return content === null ? await readFileBytes(storage, key) : await readSummed(storage, key, content);
}
