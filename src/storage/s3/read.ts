import { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import type { ByteRange, StoredFile } from '../storage.ts';

/** Limit on interruptions of a transfer without a byte in between. */
const maxInterruptions = 4;

/**
 * Opens a file, whole or in part. An interrupted transfer continues where it stopped, in the same version of
 * the file.
 *
 * @param describe turns errors of the SDK into those of the stream.
 * @throws errors of the SDK.
 */
export async function openObject(
  client: S3Client,
  target: { readonly Bucket: string; readonly Key: string },
  part: ByteRange | undefined,
  describe: (error: unknown) => Error,
): Promise<StoredFile> {
  const request = (range: { readonly start: number; readonly end?: number } | undefined, etag?: string) =>
    client.send(
      new GetObjectCommand({
        ...target,
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` }),
        ...(etag === undefined ? {} : { IfMatch: etag }),
      }),
    );
  const first = await request(part);
  const total = part === undefined ? undefined : /\/(\d+)$/.exec(first.ContentRange ?? '')?.[1];
  const bytes = Number(total ?? first.ContentLength);
  const end = part?.end ?? bytes - 1;

  const firstBody = getBody(first);
  const read = async function* (): AsyncGenerator<Buffer> {
    let body = firstBody;
    let chunks = getChunks(body);
    let position = part?.start ?? 0;
    let interruptions = 0;
    try {
      for (;;) {
        // Catches failures of the transfer only, not what a reader throws at the yield.
        const step = await chunks.next().catch((error: unknown) => ({ error }));
        if ('value' in step && step.done !== true) {
          interruptions = 0;
          position += step.value.length;
          yield step.value;
          continue;
        }
        // The body was read to its end, so its connection can be reused.
        if (position > end) return;
        interruptions += 1;
        if (interruptions > maxInterruptions)
          throw describe('error' in step ? step.error : new Error('The transfer ended early.'));
        const rest = await request({ start: position, end }, first.ETag).catch((error: unknown) => {
          throw describe(error);
        });
        body = getBody(rest);
        chunks = getChunks(body);
      }
    } finally {
      body.destroy();
    }
  };
  const stream = Readable.from(read(), { objectMode: false });
  // If nothing was read, the generator's `finally` does not run.
  stream.once('close', () => firstBody.destroy());
  return { bytes, stream };
}

function getChunks(body: Readable): AsyncIterator<Buffer> {
  return body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

/** An error before the first read must not be an unhandled event; reading reports it later. */
function getBody({ Body }: GetObjectCommandOutput): Readable {
  const body = Body as unknown as Readable;
  body.on('error', () => undefined);
  return body;
}
