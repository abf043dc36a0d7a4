/**
 * The entries of a .zip, none of which is trusted: yauzl refuses names that lead out of the folder, and ends an entry that
 * grows beyond the size it was declared with.
 */
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { UnreadableTemplate, type Candidate } from './template-candidates.ts';

/** Entries that are looked at, those that no template uses included. */
const mostEntries = 10_000;

/** Opens a .zip, hands its regular files to `use`, and closes it. */
export async function readZip<Result>(
  file: string,
  use: (entries: readonly Candidate[]) => Promise<Result>,
): Promise<Result> {
  let zip: ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(file, {
      autoClose: false,
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    return await use(await listEntries(zip));
  } catch (error) {
    if (error instanceof UnreadableTemplate || !(error instanceof Error)) throw error;
    throw new UnreadableTemplate(
      `${file} is neither a folder nor a .zip that can be read: ${error.message.replace(/\.+$/, '')}.`,
    );
  } finally {
    zip?.close();
  }
}

async function listEntries(zip: ZipFile): Promise<Candidate[]> {
  if (zip.entryCount > mostEntries) {
    throw new UnreadableTemplate(
      `The .zip has ${zip.entryCount} entries; at most ${mostEntries} are accepted.`,
    );
  }
  const candidates = new Map<string, Candidate>();
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName;
    if (path.endsWith('/')) continue;
    if (entry.isEncrypted()) throw new UnreadableTemplate(`"${path}" in the .zip is encrypted.`);
    if (isLink(entry))
      throw new UnreadableTemplate(`"${path}" in the .zip is a link, which a template cannot have.`);
    if (candidates.has(path)) throw new UnreadableTemplate(`"${path}" is in the .zip twice.`);
    candidates.set(path, { path, bytes: entry.uncompressedSize, read: () => readEntry(zip, entry) });
  }
  return [...candidates.values()];
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The upper half of the attributes is the Unix mode, where the .zip was made on such a system. */
function isLink(entry: Entry): boolean {
  const symbolicLink = 0o120000;
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === symbolicLink;
}
