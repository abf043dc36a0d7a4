/**
 * Files in a bucket of an object store that speaks S3. Any number of machines may share it.
 */
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketLocation } from './bucket-url.ts';
import { createS3Client, s3Limits, type S3Limits } from './s3-client.ts';
import { isMissing, isNotImplemented, storageError } from './s3-errors.ts';
import { openObject } from './s3-read.ts';
import { SourceError, uploadStream } from './s3-upload.ts';
import { checkKey, type Storage } from './storage.ts';

export interface S3Options {
  readonly limits?: S3Limits;
  /** How old an upload that was not completed has to be until it counts as left behind. */
  readonly leftoverAgeMs?: number;
}

/** An archive takes minutes. Nothing tells whose an upload is. */
const leftoverAgeMs = 24 * 60 * 60 * 1000;

/** How long the store may take to answer whether it is there. */
const checkMs = 3_000;

/** The longest that a signed address may be good for. */
const maxSignedSeconds = 7 * 24 * 60 * 60;

/** Storage in a bucket, which has to be there. Asks nothing of it yet. */
export function createS3Storage(location: BucketLocation, options: S3Options = {}): Storage {
  const { bucket: Bucket, prefix } = location;
  const client = createS3Client(location, options.limits ?? s3Limits);
  const target = (key: string) => ({ Bucket, Key: prefix + checkKey(key) });

  const describe = (error: unknown): Error => storageError(error, Bucket);
  const attempt = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw describe(error);
    });
  /** Null where there is no such file. */
  const attemptIfThere = <Value>(work: Promise<Value>): Promise<Value | null> =>
    attempt(
      work.catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );

  return {
    async write(key, content) {
      const file = target(key);
      if (content instanceof Uint8Array) {
        await attempt(client.send(new PutObjectCommand({ ...file, Body: content })));
        return { bytes: content.length };
      }
      try {
        return { bytes: await uploadStream(client, file, content) };
      } catch (error) {
        throw error instanceof SourceError ? error.cause : describe(error);
      }
    },

    receive: () => Promise.resolve(null),

    open: async (key, part) => await attemptIfThere(openObject(client, target(key), part, describe)),

    async read(key, memoryFor) {
      const file = await attemptIfThere(openObject(client, target(key), undefined, describe));
      if (file === null) return null;
      const memory = memoryFor(file.bytes);
      let length = 0;
      for await (const chunk of file.stream) length += (chunk as Buffer).copy(memory, length);
      return memory.subarray(0, length);
    },

    async sizeBytes(key) {
      const head = await attemptIfThere(client.send(new HeadObjectCommand(target(key))));
      // Without a body, nothing but the status tells that it is the bucket that is missing.
      if (head === null) await attempt(checkBucket(client, location));
      return head?.ContentLength ?? null;
    },

    async *list(keyPrefix, after) {
      let StartAfter = after === undefined ? undefined : prefix + after;
      const Prefix = `${prefix}${checkKey(keyPrefix.slice(0, -1))}/`;
      for (;;) {
        const page = await attempt(client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter })));
        for (const { Key = '' } of page.Contents ?? []) {
          yield Key.slice(prefix.length);
          StartAfter = Key;
        }
        if (page.IsTruncated !== true) return;
      }
    },

    async delete(key) {
      await attemptIfThere(client.send(new DeleteObjectCommand(target(key))));
    },

    removeLeftovers: () => attempt(abortLeftovers(client, location, options.leftoverAgeMs ?? leftoverAgeMs)),

    check: () => attempt(checkBucket(client, location)),

    async signUrl(key, { until, contentDisposition, contentType }) {
      const signingDate = new Date(Math.floor(Date.now() / 1000) * 1000);
      const expiresIn = Math.min(
        Math.floor((until.getTime() - signingDate.getTime()) / 1000),
        maxSignedSeconds,
      );
      // The store would take no address that is good for less.
      if (expiresIn < 1) return null;
      const command = new GetObjectCommand({
        ...target(key),
        ResponseContentDisposition: contentDisposition,
        ResponseContentType: contentType,
      });
      const url = await attempt(getSignedUrl(client, command, { expiresIn, signingDate }));
      return { url, expiresAt: new Date(signingDate.getTime() + expiresIn * 1000) };
    },
  };
}

/** Listing is what needs the least rights of what the service does, and unlike HEAD is refused with a reason. */
async function checkBucket(client: S3Client, { bucket, prefix }: BucketLocation): Promise<void> {
  const abortSignal = AbortSignal.timeout(checkMs);
  await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), {
    abortSignal,
  });
}

async function abortLeftovers(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: BucketLocation,
  ageMs: number,
): Promise<number> {
  const before = Date.now() - ageMs;
  let removed = 0;
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  for (;;) {
    const page = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker }))
      .catch((error: unknown) => {
        if (isNotImplemented(error)) return null;
        throw error;
      });
    // Some stores end uploads by rules of their own, and list none.
    if (page === null) return removed;
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || Initiated.getTime() > before) continue;
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        .then(() => (removed += 1))
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
    }
    if (page.IsTruncated !== true) return removed;
    KeyMarker = page.NextKeyMarker;
    UploadIdMarker = page.NextUploadIdMarker;
  }
}
