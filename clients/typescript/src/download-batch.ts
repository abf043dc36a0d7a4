import type { CallOptions, PlatenApi } from './api.ts';
import { toByteStream, type Bytes, type ByteStream } from './byte-stream.ts';
import { accepted } from './error.ts';
import { readFileName, readLength } from './headers.ts';
import { sleep } from './sleep.ts';
import { backoff, type RetryPolicy } from './retry.ts';

/** An archive in transfer. Read or cancel the stream: until then it holds a connection. */
export interface BatchArchive {
  /** Resumes by itself when the connection breaks. */
  readonly stream: ByteStream;
  readonly name: string;
  readonly mediaType: string;
  /** The size of the archive in bytes; null if unknown. */
  readonly size: number | null;
  readonly requestId: string | null;
}

/** Downloads the ZIP archive of a COMPLETED job. */
export async function downloadBatch(
  api: PlatenApi,
  retry: RetryPolicy,
  jobId: string,
  { signal }: CallOptions = {},
): Promise<BatchArchive> {
  const open = (range: { Range: string; 'If-Range': string } | null): Promise<Part> =>
    accepted(
      api.GET('/api/v1/batch-jobs/{jobId}/result', {
        params: { path: { jobId }, query: { delivery: 'zip' }, ...(range === null ? {} : { header: range }) },
        headers: { Accept: 'application/zip, application/problem+json' },
        parseAs: 'stream',
        signal: signal ?? null,
      }),
    ) as Promise<Part>;
  const first = await open(null);
  const { headers } = first.response;
  return {
    stream: toByteStream(resumedStream(first, open, retry, signal)),
    name: readFileName(headers) ?? `${jobId}.zip`,
    mediaType: headers.get('Content-Type') ?? 'application/zip',
    size: readLength(headers),
    requestId: headers.get('X-Request-Id'),
  };
}

interface Part {
  readonly data: ReadableStream<Bytes>;
  readonly response: Response;
}

/** The bytes of `first`; after an interruption, those of further parts. */
function resumedStream(
  first: Part,
  open: (range: { Range: string; 'If-Range': string }) => Promise<Part>,
  retry: RetryPolicy,
  signal: AbortSignal | undefined,
): ReadableStream<Bytes> {
  const size = readLength(first.response.headers);
  const etag = first.response.headers.get('ETag');
  let reader = first.data.getReader();
  let received = 0;
  let cuts = 0;

  /** The next bytes of the open connection; `cut` if it ended too early. */
  const read = async (): Promise<Bytes | 'end' | { readonly cut: unknown }> => {
    try {
      const { value, done } = await reader.read();
      if (!done) return value;
      if (size === null || received === size) return 'end';
      return { cut: new Error(`The archive ended after ${received} of ${size} bytes.`) };
    } catch (error) {
      return received === size ? 'end' : { cut: error };
    }
  };

  /** Opens another connection for the missing bytes. */
  const resume = async (cause: unknown): Promise<void> => {
    // Only a strong validator proves that the rest belongs to the bytes received so far.
    if (size === null || etag === null || etag.startsWith('W/') || cuts >= retry.retries) throw cause;
    await sleep(backoff(cuts, retry), signal);
    cuts += 1;
    const part = await open({ Range: `bytes=${received}-`, 'If-Range': etag });
    const range = part.response.headers.get('Content-Range');
    if (range !== `bytes ${received}-${size - 1}/${size}`) {
      await part.data.cancel();
      throw new Error('The archive has changed during its download; start again.', { cause });
    }
    reader = part.data.getReader();
  };

  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        for (;;) {
          const next = await read();
          if (next === 'end') return controller.close();
          if (next instanceof Uint8Array) {
            received += next.length;
            cuts = 0;
            return controller.enqueue(next);
          }
          signal?.throwIfAborted();
          await resume(next.cut);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
