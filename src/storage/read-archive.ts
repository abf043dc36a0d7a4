import { pipeline, Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry } from 'yauzl';
import { DamagedFileError } from './checksums.ts';
import { MissingFileError, type ByteRange, type Storage } from './storage.ts';

/** A ZIP archive in storage. */
export interface StoredArchive {
  readonly key: string;
  readonly bytes: number;
}

/** One file in a stored archive. */
export interface ArchivedFile {
  /** Its size, uncompressed. */
  readonly bytes: number;
  /**
   * Opens its content. The stream must be read to its end or destroyed. It fails with DamagedFileError at its
   * end if the content is not what was written.
   */
  open(): Promise<Readable>;
}

/** Bytes of the list of files that are read at once: enough for 2,000 files with names of usual length. */
const blockBytes = 256 * 1024;

/**
 * Finds a file in an archive by its name. Reads the list of files at the end of the archive by ranges of
 * bytes, and of the other files nothing. Null if the archive has no such file.
 *
 * @throws MissingFileError, DamagedFileError, errors of storage
 */
export async function findInArchive(
  storage: Storage,
  archive: StoredArchive,
  name: string,
): Promise<ArchivedFile | null> {
  const reader = new ArchiveReader(storage, archive);
  const options = { autoClose: false, lazyEntries: true, strictFileNames: true };
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, archive.bytes, options);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      reader.readsAhead = false;
      const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return { bytes: entry.uncompressedSize, open: () => openEntry(storage, archive.key, entry, start) };
    }
    return null;
  } catch {
    // What yauzl cannot read is no archive.
    throw reader.failure ?? new DamagedFileError(archive.key);
  }
}

async function openEntry(storage: Storage, key: string, entry: Entry, start: number): Promise<Readable> {
  const { compressedSize } = entry;
  const stored =
    compressedSize === 0
      ? Readable.from([])
      : await openRange(storage, key, { start, end: start + compressedSize - 1 });
  // Errors reach the reader through the last stream.
  const content = entry.isCompressed() ? pipeline(stored, createInflateRaw(), () => undefined) : stored;
  return Readable.from(checkContent(content, key, entry), { objectMode: false });
}

/** Passes content on, and fails at its end if it is not what was written. */
async function* checkContent(content: Readable, key: string, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
    // The reader announced the size: more cannot be sent.
    if (bytes > entry.uncompressedSize) break;
    yield chunk;
  }
  if (checksum !== entry.crc32 || bytes !== entry.uncompressedSize) throw new DamagedFileError(key);
}

/** The bytes of a stored archive, for yauzl. Its small reads are answered from a block that is read ahead. */
class ArchiveReader extends yauzl.RandomAccessReader {
  /** An error of storage, which is no fault of the archive. */
  failure: Error | null = null;
  readsAhead = true;
  readonly #storage: Storage;
  readonly #archive: StoredArchive;
  #block = { start: 0, bytes: Buffer.alloc(0) };

  constructor(storage: Storage, archive: StoredArchive) {
    super();
    this.#storage = storage;
    this.#archive = archive;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#read(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        callback(null);
      },
      (error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
        callback(this.failure);
      },
    );
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const { key, bytes: size } = this.#archive;
    const isInBlock =
      position >= this.#block.start && position + length <= this.#block.start + this.#block.bytes.length;
    if (!isInBlock) {
      const wanted = this.readsAhead ? Math.max(length, blockBytes) : length;
      const part = { start: position, end: Math.min(size, position + wanted) - 1 };
      this.#block = { start: position, bytes: await readAll(await openRange(this.#storage, key, part)) };
    }
    const from = position - this.#block.start;
    return this.#block.bytes.subarray(from, from + length);
  }
}

/** Opens a part of a file. Throws MissingFileError if there is none. */
async function openRange(storage: Storage, key: string, part: ByteRange): Promise<Readable> {
  const file = await storage.open(key, part);
  if (file === null) throw new MissingFileError(key);
  return file.stream;
}
