/** Reads a backup and checks it as it goes. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import {
  checksumsFolder,
  dataFolder,
  DamagedBackupError,
  FORMAT,
  filesFolder,
  headerName,
  manifestName,
  maxChecksums,
  rowsFolder,
  storagePrefixes,
  type BackupHeader,
  type BackupManifest,
} from './format.ts';

export type BackupEntry =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'data'; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: 'rows'; readonly table: string; readonly content: AsyncIterable<Buffer> }
  | { readonly kind: 'file'; readonly key: string; readonly content: AsyncIterable<Buffer> }
  | { readonly kind: 'end'; readonly manifest: BackupManifest };

/** A header, a manifest or a list of checksums is smaller. */
const maxListBytes = 16 * 1024 * 1024;

/**
 * Yields the entries of a backup: the header first, the manifest last. The content of an entry is checked
 * after it was yielded, with the list of checksums that follows: the caller must be able to undo its use.
 *
 * @throws DamagedBackupError if the file is no backup, cut off, or changed
 */
export async function* readEntries(source: Readable): AsyncGenerator<BackupEntry> {
  const tar = extract();
  const fed = pipeline(source, tar as unknown as NodeJS.WritableStream);
  fed.catch(() => undefined);
  try {
    yield* checkEntries(tar as unknown as AsyncIterable<TarEntry>);
    await fed;
  } catch (error) {
    throw toDamage(error);
  } finally {
    source.destroy();
  }
}

type TarEntry = AsyncIterable<Buffer> & { readonly header: { readonly name: string; readonly size: number } };

async function* checkEntries(entries: AsyncIterable<TarEntry>): AsyncGenerator<BackupEntry> {
  const lists = createHash('sha256');
  let pending: string[] = [];
  let isStarted = false;
  let manifest: BackupManifest | null = null;
  for await (const entry of entries) {
    const { name, size } = entry.header;
    if (manifest !== null) throw new DamagedBackupError(`${name} is behind its end`);
    if (!isStarted && name !== headerName)
      throw new DamagedBackupError(`it does not begin with ${headerName}`);
    if (name.startsWith(checksumsFolder)) {
      const list = await readAll(entry, size);
      if (list.toString() !== pending.join(''))
        throw new DamagedBackupError(describeDifference(list.toString(), pending));
      lists.update(list);
      pending = [];
      continue;
    }
    if (name === manifestName) {
      if (pending.length > 0) throw new DamagedBackupError('checksums are missing');
      manifest = parse<BackupManifest>(await readAll(entry, size), name);
      if (manifest.sha256 !== lists.copy().digest('hex'))
        throw new DamagedBackupError('its lists of checksums were changed, or are not all there');
      continue;
    }
    if (pending.length >= maxChecksums) throw new DamagedBackupError('checksums are missing');
    const hash = createHash('sha256');
    const content = hashed(entry, hash);
    if (isStarted && name.startsWith(dataFolder)) {
      const bytes = await readAll(content, size);
      yield { kind: 'data', name: name.slice(dataFolder.length), bytes };
    } else if (isStarted) yield describeEntry(name, content);
    else {
      isStarted = true;
      const header = parse<BackupHeader>(await readAll(content, size), name);
      if (header.format !== FORMAT)
        throw new DamagedBackupError(`its format is ${header.format}; this release reads ${FORMAT}`);
      yield { kind: 'header', header };
    }
    // What the receiver has left.
    for await (const _ of content);
    pending.push(`${hash.digest('hex')}  ${name}\n`);
  }
  if (!isStarted) throw new DamagedBackupError('it is empty');
  if (manifest === null) throw new DamagedBackupError('it is cut off: its end is missing');
  yield { kind: 'end', manifest };
}

function describeEntry(name: string, content: AsyncIterable<Buffer>): BackupEntry {
  const [, table] = /^database\/([^/]+)\/\d+$/.exec(name) ?? [];
  if (table !== undefined) return { kind: 'rows', table, content };
  const key = name.slice(filesFolder.length);
  if (name.startsWith(filesFolder) && storagePrefixes.some((prefix) => key.startsWith(prefix)))
    return { kind: 'file', key, content };
  throw new DamagedBackupError(
    `${name} is neither rows (${rowsFolder}) nor a file of Platen (${filesFolder})`,
  );
}

async function* hashed(
  source: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw toDamage(error);
  }
}

async function readAll(source: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > maxListBytes) throw new DamagedBackupError('one of its lists is too large');
  return Buffer.concat(await Array.fromAsync(source));
}

function parse<Content>(bytes: Buffer, name: string): Content {
  try {
    return JSON.parse(bytes.toString()) as Content;
  } catch {
    throw new DamagedBackupError(`${name} is not JSON`);
  }
}

/** Names the first entry whose checksum is another one. */
function describeDifference(list: string, found: readonly string[]): string {
  const listed = list.split('\n');
  const changed = found.find((line, index) => line.trimEnd() !== listed[index]);
  return changed === undefined
    ? 'entries are missing'
    : `${changed.trimEnd().slice(66)} does not have the content that it was saved with`;
}

/** An error of the archive as damage of the backup. Other errors, such as those of the file system, stay. */
function toDamage(error: unknown): unknown {
  if (error instanceof DamagedBackupError || !isTarError(error)) return error;
  return new DamagedBackupError(`it is no backup of Platen, or it is cut off (${error.message})`, {
    cause: error,
  });
}

/** Errors of tar-stream have no code, but where an entry that is read ends with the archive. */
function isTarError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('code' in error) return error.code === 'STREAM_DESTROYED';
  return /tar|header|Unexpected end|closed/i.test(error.message);
}
