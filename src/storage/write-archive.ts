/**
 * ZIP archives of stored files, written straight into storage.
 */
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { ArchivePieces } from './archive-pieces.ts';
import { DamagedFileError, type FileContent } from './checksums.ts';
import { noteChecksum } from './known-checksums.ts';
import { ReusedMemory } from './reused-memory.ts';
import { MissingFileError, type Storage } from './storage.ts';

/** A stored file as the archive will have it. */
export interface ArchiveEntry {
  /** In the archive, without folders. */
  readonly name: string;
  /** In storage. */
  readonly key: string;
  readonly modifiedAt: Date;
  /** What has to be in the file; null where that is not known. */
  readonly content: FileContent | null;
}

/**
 * Writes an archive of stored files, in the order in which they come. One of them is in memory, and the next one; the one after
 * that once the archive has been taken up to them. Entries that are stored as they are have their size and checksum in front of
 * them, so that readers that cannot seek take them too.
 *
 * @param compress whether the files are worth deflating: a PDF loses some 7 % by it, a picture nothing.
 * @throws what reading a file or writing the archive throws, DamagedFileError; `key` is as it was before then.
 */
export async function writeArchive(
  storage: Storage,
  key: string,
  entries: AsyncIterable<ArchiveEntry>,
  { compress }: { readonly compress: boolean },
): Promise<{ readonly bytes: number }> {
  const archive = new ZipArchive(compress ? { zlib: { level: 6 } } : { store: true });
  const memory = new ReusedMemory();
  const pieces = new ArchivePieces(memory);
  // Whoever fails first ends the others: the pipeline destroys both its ends, and aborts what waits for one of them.
  const broken = new AbortController();
  const piped = pipeline(archive, pieces).catch((error: unknown) => broken.abort(error));
  archive.on('error', () => undefined);

  const feed = async (): Promise<void> => {
    const { signal } = broken;
    let stored = 0;
    for await (const { entry, reading } of readAhead(storage, memory, entries)) {
      const content = await reading;
      signal.throwIfAborted();
      const { length } = content;
      const appended = once(archive, 'entry', { signal });
      archive.append(content, { name: entry.name, date: entry.modifiedAt, mode: 0o644 });
      await appended;
      // What is deflated has been read by now; what is not is on its way.
      if (compress) memory.giveBack(content);
      // What is not deflated is handed on in one piece, whether there is room for it or not.
      stored += compress ? 0 : length;
      while (pieces.takenBytes < stored) await once(pieces, 'taken', { signal });
    }
    archive.finalize().catch(() => undefined);
  };
  const fed = feed().catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  // Fails with what went wrong first, once nothing is left of it.
  return await storage.write(key, pieces).finally(() => Promise.all([piped, fed]));
}

/** Reads each file while the archive is at the one before it. */
async function* readAhead(
  storage: Storage,
  memory: ReusedMemory,
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<{ readonly entry: ArchiveEntry; readonly reading: Promise<Buffer> }> {
  let ahead: { readonly entry: ArchiveEntry; readonly reading: Promise<Buffer> } | null = null;
  for await (const entry of entries) {
    const reading = readEntry(storage, memory, entry);
    // Nobody may come to ask for it.
    reading.catch(() => undefined);
    if (ahead !== null) yield ahead;
    ahead = { entry, reading };
  }
  if (ahead !== null) yield ahead;
}

/** A file's content, of which the checksum is known. */
async function readEntry(
  storage: Storage,
  memory: ReusedMemory,
  { key, content }: ArchiveEntry,
): Promise<Buffer> {
  const file = await storage.read(key, (bytes) => memory.take(bytes));
  if (file === null) throw new MissingFileError(key);
  const checksum = crc32(file);
  if (content !== null && (file.length !== content.bytes || checksum !== content.crc32))
    throw new DamagedFileError(key);
  noteChecksum(file, checksum);
  return file;
}
