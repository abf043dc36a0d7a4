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

  /** Sees to it that whoever loses interest ends the transfer at once. */
  const body: { current: Readable } = { current: bodyOf(first) };
  const read = async function* (): AsyncGenerator<Buffer> {
    let position = part?.start ?? 0;
    for (let breaks = 0; ;) {
      try {
        for await (const chunk of body.current) {
          yield chunk as Buffer;
          position += (chunk as Buffer).length;
          breaks = 0;
        }
        if (position > end) return;
        throw new Error(`The transfer ended at byte ${position} of ${end + 1}.`);
      } catch (error) {
        breaks += 1;
        if (breaks > maxBreaks) throw describe(error);
      }
      const next = await ask({ start: position, end }, first.ETag).catch((error: unknown) => {
        throw describe(error);
      });
      body.current = bodyOf(next);
    }
  };
  const stream = Readable.from(read(), { objectMode: false });
  stream.once('close', () => body.current.destroy());
  return { bytes, stream };
}

/** Nobody listens to a body while nothing is read of it; what fails then fails the reading later. */
function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  const body = Body as unknown as Readable;
  body.on('error', () => undefined);
  return body;
}
