/**
 * ZIP archives of stored files, written straight into storage.
 */
import { once } from 'node:events';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { readChecked, type FileContent } from './checksums.ts';
import { MissingFileError, readFileBytes, type Storage } from './storage.ts';

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
 * Writes an archive of stored files, in the order in which they come. One of them is in memory, and the next one once the archive
 * has been taken up to it. Entries that are stored as they are have their size and checksum in front of
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
  let taken = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      this.emit('taken');
      done(null, chunk);
    },
  });
  // Whoever fails first ends the others: the pipeline destroys both its ends, and aborts what waits for one of them.
  const broken = new AbortController();
  const piped = pipeline(archive, meter).catch((error: unknown) => broken.abort(error));
  archive.on('error', () => undefined);

  const feed = async (): Promise<void> => {
    const { signal } = broken;
    let stored = 0;
    for await (const entry of entries) {
      const content = await readEntry(storage, entry);
      signal.throwIfAborted();
      const appended = once(archive, 'entry', { signal });
      archive.append(content, { name: entry.name, date: entry.modifiedAt, mode: 0o644 });
      await appended;
      // What is not deflated is handed on in one piece, whether there is room for it or not.
      stored += compress ? 0 : content.length;
      while (taken < stored) await once(meter, 'taken', { signal });
    }
    archive.finalize().catch(() => undefined);
  };
  const fed = feed().catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  // Fails with what went wrong first, once nothing is left of it.
  return await storage.write(key, meter).finally(() => Promise.all([piped, fed]));
}

async function readEntry(storage: Storage, { key, content }: ArchiveEntry): Promise<Buffer> {
  if (content === null) return await readFileBytes(storage, key);
  const file = await storage.open(key);
  if (file === null) throw new MissingFileError(key);
  const chunks: Buffer[] = [];
  for await (const chunk of readChecked(key, file, content)) chunks.push(chunk);
  return Buffer.concat(chunks, content.bytes);
}
