/**
 * Bytes in their own memory, which `Blob` and `Response` take: `Uint8Array<ArrayBuffer>` since TypeScript
 * 5.7, before that `Uint8Array`, which had no parameter.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** A stream of bytes that `for await` reads, also with DOM types that have no iterator of streams. */
export type ByteStream = ReadableStream<Bytes> & AsyncIterable<Bytes>;

/** Adds the standard's iterator to a stream on platforms without it, such as older versions of Safari. */
export function toByteStream(stream: ReadableStream<Bytes>): ByteStream {
  const { [Symbol.asyncIterator]: iterator } = stream as Partial<ByteStream>;
  if (iterator !== undefined) return stream as ByteStream;
  return Object.assign(stream, { [Symbol.asyncIterator]: () => readChunks(stream) }) as ByteStream;
}

async function* readChunks(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that was read to its end ignores this.
    await reader.cancel();
    reader.releaseLock();
  }
}
