/**
 * Files on their way out of a bucket. A transfer that breaks off goes on where it stopped, in the same version of the file.
 */
import { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import type { ByteRange, StoredFile } from './storage.ts';

/** How often in a row a transfer may break off without a byte in between. */
const maxBreaks = 4;

/**
 * Opens a file, whole or in part.
 *
 * @throws what the SDK throws; the stream fails with what `describe` makes of that.
 */
export async function openObject(
  client: S3Client,
  target: { readonly Bucket: string; readonly Key: string },
  part: ByteRange | undefined,
  describe: (error: unknown) => Error,
): Promise<StoredFile> {
  const ask = (range: { readonly start: number; readonly end?: number } | undefined, etag?: string) =>
    client.send(
      new GetObjectCommand({
        ...target,
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` }),
        ...(etag === undefined ? {} : { IfMatch: etag }),
      }),
    );
  const first = await ask(part);
  const total = part === undefined ? undefined : /\/(\d+)$/.exec(first.ContentRange ?? '')?.[1];
  const bytes = Number(total ?? first.ContentLength);
  const end = part?.end ?? bytes - 1;

  const firstBody = bodyOf(first);
  const read = async function* (): AsyncGenerator<Buffer> {
    let body = firstBody;
    let chunks = chunksOf(body);
    let position = part?.start ?? 0;
    let breaks = 0;
    try {
      for (;;) {
        // Of the transfer's failures alone: what the reader throws in here at the yield is no reason to go on.
        const step = await chunks.next().catch((error: unknown) => ({ error }));
        if ('value' in step && step.done !== true) {
          breaks = 0;
          position += step.value.length;
          yield step.value;
          continue;
        }
        // Read to its very end, its connection serves the next request.
        if (position > end) return;
        breaks += 1;
        if (breaks > maxBreaks) throw describe('error' in step ? step.error : new Error('It ended early.'));
        const rest = await ask({ start: position, end }, first.ETag).catch((error: unknown) => {
          throw describe(error);
        });
        body = bodyOf(rest);
        chunks = chunksOf(body);
      }
    } finally {
      body.destroy();
    }
  };
  const stream = Readable.from(read(), { objectMode: false });
  // Where nothing was read yet, nothing above was begun.
  stream.once('close', () => firstBody.destroy());
  return { bytes, stream };
}

function chunksOf(body: Readable): AsyncIterator<Buffer> {
  return body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

/** Nobody listens to a body while nothing is read of it; what fails then fails the reading later. */
function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  const body = Body as unknown as Readable;
  body.on('error', () => undefined);
  return body;
}
