/**
 * ZIP archives of stored files, written straight into storage.
 */
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { readChecked, type FileContent } from './checksums.ts';
import { MissingFileError, readFileBytes, type Storage } from './storage.ts';
import { directoryEnd, directoryEntry, localHeader, type ZipEntry } from './zip-format.ts';

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
 * Writes an archive of stored files, in the order in which they come. A part of one of them at a time is in memory, or one whole file
 * that is deflated: the next one is read when the archive has been taken up to it. Entries have their size and checksum in front
 * of them, so that readers that cannot seek take them too.
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
  return await storage.write(key, Readable.from(makeArchive(storage, entries, compress)));
}

async function* makeArchive(
  storage: Storage,
  entries: AsyncIterable<ArchiveEntry>,
  compress: boolean,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const { packed, chunks } = await openEntry(storage, entry, compress);
    const described = { ...packed, name: entry.name, modifiedAt: entry.modifiedAt, offset };
    const header = localHeader(described);
    directory.push(directoryEntry(described));
    offset += header.length + packed.storedBytes;
    yield header;
    yield* chunks;
  }
  yield* directory;
  yield directoryEnd({
    entries: directory.length,
    bytes: directory.reduce((sum, each) => sum + each.length, 0),
    offset,
  });
}

interface OpenedEntry {
  readonly packed: Pick<ZipEntry, 'isDeflated' | 'crc32' | 'storedBytes' | 'bytes'>;
  readonly chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
}

async function openEntry(
  storage: Storage,
  { key, content }: ArchiveEntry,
  compress: boolean,
): Promise<OpenedEntry> {
  if (content !== null && !compress) {
    const file = await storage.open(key);
    if (file === null) throw new MissingFileError(key);
    return {
      packed: { isDeflated: false, crc32: content.crc32, storedBytes: content.bytes, bytes: content.bytes },
      chunks: readChecked(key, file, content),
    };
  }
  const data = content === null ? await readFileBytes(storage, key) : await readWhole(storage, key, content);
  const stored = compress ? await deflate(data, { level: 6 }) : data;
  return {
    packed: {
      isDeflated: compress,
      crc32: content?.crc32 ?? crc32(data),
      storedBytes: stored.length,
      bytes: data.length,
    },
    chunks: [stored],
  };
}

const deflate = promisify(deflateRaw) as (data: Buffer, options: { level: number }) => Promise<Buffer>;

async function readWhole(storage: Storage, key: string, content: FileContent): Promise<Buffer> {
  const file = await storage.open(key);
  if (file === null) throw new MissingFileError(key);
  const chunks: Buffer[] = [];
  for await (const chunk of readChecked(key, file, content)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
