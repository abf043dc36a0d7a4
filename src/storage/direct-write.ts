/**
 * Large files, written past the system's cache where it lets that be done. They are to be on the disk in any case before
 * anybody is told of them, are read once and much later if at all, and would push out of the cache what is read again and again.
 */
import { constants, open, type FileHandle } from 'node:fs/promises';

/** What is used of the global that the types of Node leave to those of browsers. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
};

/** Disks take whole blocks: none is known whose are larger. */
const blockBytes = 4096;
/** Of one write, while the next one is put together. */
const pieceBytes = 2 * 1024 * 1024;
const wasmPageBytes = 64 * 1024;

type Pair = readonly [Uint8Array, Uint8Array];

/** Of the last file, for the next one. */
let kept: Pair | null = null;

/** Memory that begins where a page of the machine's does, as the disk wants it: only WebAssembly's is known to. */
function takePair(): Pair {
  const pair = kept;
  kept = null;
  if (pair !== null) return pair;
  const { buffer } = allocate();
  return [new Uint8Array(buffer, 0, pieceBytes), new Uint8Array(buffer, pieceBytes, pieceBytes)];
}

function allocate(): { readonly buffer: ArrayBuffer } {
  try {
    return new WebAssembly.Memory({ initial: (2 * pieceBytes) / wasmPageBytes });
  } catch {
    // It takes gigabytes of addresses, which this process may not be allowed. The disk refuses other memory, most often.
    return { buffer: new ArrayBuffer(2 * pieceBytes) };
  }
}

/**
 * Writes content into an empty file that is open, and waits until it is on the disk. Where the file's system or the machine's does not
 * let it be done past the cache, it is done through it.
 *
 * @param openPast opens the file once more, for writes past the cache; null where that cannot be.
 * @throws what reading the content throws, or writing the file.
 */
export async function writePastCache(
  { path, handle }: { readonly path: string; readonly handle: FileHandle },
  content: AsyncIterable<Uint8Array>,
  openPast: (path: string) => Promise<FileHandle | null> = openPastCache,
): Promise<void> {
  const past = await openPast(path);
  const pair = takePair();
  let [filling, writing] = pair;
  let target = past ?? handle;
  let [at, filled] = [0, 0];
  let written: Promise<void> = Promise.resolve();

  const write = async (bytes: Uint8Array, position: number): Promise<void> => {
    try {
      await writeAll(target, bytes, position);
    } catch (error) {
      if (target === handle) throw error;
      // What the disk refuses in this form, it may take in the other. What is wrong in both is told then.
      target = handle;
      await writeAll(target, bytes, position);
    }
  };
  const handOver = async (): Promise<void> => {
    await written;
    written = write(filling, at);
    // Whoever waits for it next is told.
    written.catch(() => undefined);
    at += pieceBytes;
    filled = 0;
    [filling, writing] = [writing, filling];
  };

  try {
    for await (const piece of content) {
      for (let from = 0; from < piece.byteLength;) {
        const part = piece.subarray(from, from + pieceBytes - filled);
        filling.set(part, filled);
        filled += part.byteLength;
        from += part.byteLength;
        if (filled === pieceBytes) await handOver();
      }
    }
    await written;
    if (filled > 0) {
      const whole = blockBytes * Math.ceil(filled / blockBytes);
      // What is left of another file is nobody's, not even until it is cut off.
      filling.fill(0, filled, whole);
      await write(filling.subarray(0, whole), at);
      await handle.truncate(at + filled);
    }
    await handle.sync();
  } finally {
    // Its memory is the system's until then.
    await written.catch(() => undefined);
    kept = pair;
    await past?.close();
  }
}

async function openPastCache(path: string): Promise<FileHandle | null> {
  // Of Linux alone.
  const { O_WRONLY, O_DIRECT } = constants as { O_WRONLY: number; O_DIRECT?: number };
  return O_DIRECT === undefined ? null : await open(path, O_WRONLY | O_DIRECT).catch(() => null);
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, position + done);
    done += bytesWritten;
  }
}
