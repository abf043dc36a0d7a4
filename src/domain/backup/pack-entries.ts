/** Writes the entries of a backup, with their checksums. */
import { createHash } from 'node:crypto';
import { once, type EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pack } from 'tar-stream';
import { checksumsFolder, manifestName, maxChecksums, type BackupManifest } from './format.ts';

export interface EntryWriter {
  /** The tar file. Its reader sets the pace. */
  readonly output: Readable;
  writeBytes(name: string, content: Uint8Array): Promise<void>;
  /** @param bytes the exact size of the content */
  writeStream(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes the last entry and ends the file. */
  finish(manifest: Omit<BackupManifest, 'sha256'>): Promise<void>;
}

/** Starts a tar file. */
export function packEntries(): EntryWriter {
  const tar = pack();
  const lists = createHash('sha256');
  const mtime = new Date();
  let lines: string[] = [];
  let listed = 0;

  const add = async (name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<string> => {
    const hash = createHash('sha256');
    const { promise: added, resolve, reject } = Promise.withResolvers<undefined>();
    added.catch(() => undefined);
    const header = { name, size: bytes, mode: 0o600, mtime };
    const entry = tar.entry(header, (error) => {
      if (error) reject(error);
      else resolve(undefined);
    });
    for await (const chunk of content) {
      hash.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry as unknown as EventEmitter, 'drain'), added]);
    }
    (entry as unknown as Writable).end();
    await added;
    return hash.digest('hex');
  };
  const record = async (name: string, sha256: string): Promise<void> => {
    lines.push(`${sha256}  ${name}\n`);
    if (lines.length >= maxChecksums) await writeChecksums();
  };
  const writeChecksums = async (): Promise<void> => {
    if (lines.length === 0) return;
    const list = Buffer.from(lines.join(''));
    lines = [];
    listed += 1;
    lists.update(list);
    await add(`${checksumsFolder}${String(listed).padStart(6, '0')}.sha256`, list.length, getChunks(list));
  };

  return {
    output: tar as unknown as Readable,
    async writeBytes(name, content) {
      await record(name, await add(name, content.byteLength, getChunks(content)));
    },
    async writeStream(name, bytes, content) {
      await record(name, await add(name, bytes, content));
    },
    async finish(facts) {
      await writeChecksums();
      const manifest: BackupManifest = { ...facts, sha256: lists.digest('hex') };
      const bytes = Buffer.from(`${JSON.stringify(manifest)}\n`);
      await add(manifestName, bytes.length, getChunks(bytes));
      tar.finalize();
    },
  };
}

async function* getChunks(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
