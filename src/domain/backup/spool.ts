import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

/** A temporary file without a name, which is gone when it is closed or the process ends. */
export interface Spool {
  writeAll(content: AsyncIterable<Buffer>): Promise<void>;
  /** Reads it from its start. */
  read(): Readable;
  close(): Promise<void>;
}

const chunkBytes = 256 * 1024;

/** @param folder is made if it is missing */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `backup-${randomUUID()}.tmp`);
  const handle = await open(name, 'wx+', 0o600);
  await unlink(name);
  return {
    async writeAll(content) {
      for await (const chunk of content) await handle.writeFile(chunk);
    },
    read: () => Readable.from(readChunks(handle), { objectMode: false }),
    close: () => handle.close(),
  };
}

async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
