import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** Limit on all entries, including those that a template does not use. */
const maxEntries = 10_000;

/** A path does not hold a readable template. */
export class UnreadableTemplate extends Error {
  override readonly name = 'UnreadableTemplate';
}

/** A file that may belong to a template; not read yet. */
export interface Candidate {
  /** Path in the folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}

/**
 * Opens a .zip (the path of a file, or its bytes), passes its regular files to `use`, and closes it. The .zip
 * is not trusted: yauzl refuses names that lead out of the folder, and stops at an entry that is larger than
 * its declared size. It does not check checksums.
 *
 * @param subject what bytes are called in errors
 */
export async function readZip<Result>(
  file: string | Uint8Array,
  use: (entries: readonly Candidate[]) => Promise<Result>,
  subject = 'The body',
): Promise<Result> {
  let zip: ZipFile | undefined;
  try {
    const options = { autoClose: false, lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    zip =
      typeof file === 'string'
        ? await yauzl.openPromise(file, options)
        : await yauzl.fromBufferPromise(Buffer.from(file.buffer, file.byteOffset, file.byteLength), options);
    return await use(await listEntries(zip));
  } catch (error) {
    if (error instanceof UnreadableTemplate || !(error instanceof Error)) throw error;
    const name = typeof file === 'string' ? `${file} is neither a folder nor` : `${subject} is not`;
    throw new UnreadableTemplate(`${name} a .zip that can be read: ${error.message.replace(/\.+$/, '')}.`);
  } finally {
    zip?.close();
  }
}

async function listEntries(zip: ZipFile): Promise<Candidate[]> {
  if (zip.entryCount > maxEntries) {
    throw new UnreadableTemplate(
      `The .zip has ${zip.entryCount} entries; at most ${maxEntries} are accepted.`,
    );
  }
  const candidates = new Map<string, Candidate>();
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName;
    if (path.endsWith('/')) continue;
    if (entry.isEncrypted()) throw new UnreadableTemplate(`"${path}" in the .zip is encrypted.`);
    if (isLink(entry)) {
      throw new UnreadableTemplate(`"${path}" in the .zip is a link, which a template cannot have.`);
    }
    if (candidates.has(path)) throw new UnreadableTemplate(`"${path}" is in the .zip twice.`);
    candidates.set(path, { path, bytes: entry.uncompressedSize, read: () => readEntry(zip, entry) });
  }
  return [...candidates.values()];
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) {
    throw new UnreadableTemplate(`"${entry.fileName}" in the .zip is damaged: its checksum does not match.`);
  }
  return bytes;
}

/** The upper 16 bits of the attributes are the Unix mode, if the .zip was created on a Unix system. */
function isLink(entry: Entry): boolean {
  const symbolicLink = 0o120000;
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === symbolicLink;
}
