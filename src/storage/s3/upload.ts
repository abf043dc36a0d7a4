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

/** S3 accepts 10,000 parts, so a file may have 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** Metadata name for the id of the upload that made a file. */
const uploadIdName = 'upload';

/**
 * Stores a stream of any length, in parts of which at most three are in memory. Aborts an upload that fails.
 * Returns the size in bytes.
 *
 * @throws SourceError if the stream fails; errors of the SDK.
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
    // The stream's producer must not wait for a reader any more.
    source.destroy();
  }
}

/** The stream to store has failed: `cause` is its error. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

async function uploadParts(
  client: S3Client,
  target: UploadTarget,
  read: readonly Buffer[],
  further: AsyncIterable<Buffer>,
): Promise<number> {
  const uploadStamp = randomUUID();
  const created = await client.send(
    new CreateMultipartUploadCommand({ ...target, Metadata: { [uploadIdName]: uploadStamp } }),
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
  // One part is sent while the next one is read.
  let sending: Promise<void> = Promise.resolve();
  const sendNext = async (part: Buffer): Promise<void> => {
    await sending;
    sending = send(part);
    sending.catch(() => undefined);
  };
  try {
    for (const part of read) await sendNext(part);
    for await (const part of further) await sendNext(part);
    await sending;
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    return bytes;
  } catch (error) {
    await sending.catch(() => undefined);
    // The response to a successful completion may have been lost; a retry then finds no upload.
    if (await isComplete(client, target, uploadStamp)) return bytes;
    // If this fails too, `removeLeftovers` aborts it later.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function isComplete(client: S3Client, target: UploadTarget, uploadStamp: string): Promise<boolean> {
  try {
    const { Metadata } = await client.send(new HeadObjectCommand(target));
    return Metadata?.[uploadIdName] === uploadStamp;
  } catch {
    return false;
  }
}

/** Splits a stream into parts of one size; the last one may be smaller. No part is empty. */
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
    throw new SourceError('The stream to store has failed.', { cause });
  }
}
