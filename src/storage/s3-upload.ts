/**
 * Files of any length on their way into a bucket, in parts, three of which at most are in memory. An upload that is not completed
 * is no file; one that fails is aborted.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';

export interface UploadTarget {
  readonly Bucket: string;
  readonly Key: string;
}

/** A store takes at most 10,000 of them, so a file may have 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** Notes on a file which upload made it. */
const stampName = 'upload';

/**
 * Stores what a stream gives, and resolves to its size.
 *
 * @throws SourceError where the stream fails; what the SDK throws.
 */
export async function uploadStream(
  client: S3Client,
  target: UploadTarget,
  source: Readable,
): Promise<number> {
  const parts = readParts(source);
  try {
    const first = await parts.next();
    const second = first.done === true ? first : await parts.next();
    if (first.done === true || second.done === true) {
      const Body = first.done === true ? Buffer.alloc(0) : first.value;
      await client.send(new PutObjectCommand({ ...target, Body }));
      return Body.length;
    }
    return await uploadParts(client, target, [first.value, second.value], parts);
  } finally {
    // Whatever feeds it must not wait for somebody to take the rest.
    source.destroy();
  }
}

/** What was to be stored could not be read: `cause` says why. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

async function uploadParts(
  client: S3Client,
  target: UploadTarget,
  read: readonly Buffer[],
  further: AsyncIterable<Buffer>,
): Promise<number> {
  const stamp = randomUUID();
  const created = await client.send(
    new CreateMultipartUploadCommand({ ...target, Metadata: { [stampName]: stamp } }),
  );
  const upload = { ...target, UploadId: created.UploadId };
  const parts: CompletedPart[] = [];
  let bytes = 0;
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = parts.length + 1;
    const part: CompletedPart = { PartNumber };
    parts.push(part);
    bytes += Body.length;
    part.ETag = (await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))).ETag;
  };
  // One is on its way while the next one is read.
  let underWay: Promise<void> = Promise.resolve();
  const sendNext = async (part: Buffer): Promise<void> => {
    await underWay;
    underWay = send(part);
    underWay.catch(() => undefined);
  };
  try {
    for (const part of read) await sendNext(part);
    for await (const part of further) await sendNext(part);
    await underWay;
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    return bytes;
  } catch (error) {
    await underWay.catch(() => undefined);
    // The answer may have been lost, and a repetition finds no upload any more.
    if (await isComplete(client, target, stamp)) return bytes;
    // What this cannot abort, a sweep does.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function isComplete(client: S3Client, target: UploadTarget, stamp: string): Promise<boolean> {
  try {
    const { Metadata } = await client.send(new HeadObjectCommand(target));
    return Metadata?.[stampName] === stamp;
  } catch {
    return false;
  }
}

/**
 * The stream in parts of one size, the last of which may be smaller. None is empty. What comes is copied at once, since it is not
 * to be kept.
 */
async function* readParts(source: Readable): AsyncGenerator<Buffer> {
  let part: Buffer | null = null;
  let bytes = 0;
  for await (let chunk of readChunks(source)) {
    while (chunk.length > 0) {
      part ??= Buffer.allocUnsafeSlow(partBytes);
      const copied = chunk.copy(part, bytes);
      bytes += copied;
      chunk = chunk.subarray(copied);
      if (bytes < partBytes) continue;
      yield part;
      part = null;
      bytes = 0;
    }
  }
  if (part !== null) yield part.subarray(0, bytes);
}

async function* readChunks(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield chunk as Buffer;
  } catch (cause) {
    throw new SourceError('What was to be stored could not be read.', { cause });
  }
}
