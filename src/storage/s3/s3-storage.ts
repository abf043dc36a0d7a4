import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type HeadObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketCredentials, BucketLocation } from '../bucket-url.ts';
import { createS3Client, s3Limits, type S3Limits } from './client.ts';
import { isMissing, isNotImplemented, storageError } from './errors.ts';
import { openObject } from './read.ts';
import { SourceError, uploadStream } from './upload.ts';
import { checkKey, type Storage } from '../storage.ts';

export interface S3Options {
  /** Default: the AWS SDK finds them. */
  readonly credentials?: BucketCredentials | null;
  readonly limits?: S3Limits;
  /** Age at which an incomplete upload counts as abandoned. */
  readonly leftoverAgeMs?: number;
}

/** Uploads have no owner, so only their age counts. An archive takes minutes. */
const leftoverAgeMs = 24 * 60 * 60 * 1000;

const checkTimeoutMs = 3_000;

/** S3 accepts no longer validity of a signed URL. */
const maxSignedSeconds = 7 * 24 * 60 * 60;

/** Creates storage in an existing bucket, which any number of machines may share. Sends no request yet. */
export function createS3Storage(location: BucketLocation, options: S3Options = {}): Storage {
  const { bucket: Bucket, prefix } = location;
  const client = createS3Client(location, options.limits ?? s3Limits, options.credentials);
  const target = (key: string) => ({ Bucket, Key: prefix + checkKey(key) });

  const describe = (error: unknown): Error => storageError(error, Bucket);
  const attempt = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw describe(error);
    });
  /** Null if the file does not exist. */
  const attemptIfThere = <Value>(work: Promise<Value>): Promise<Value | null> =>
    attempt(
      work.catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );

  /** Null if the file does not exist. */
  const readHead = async (key: string): Promise<HeadObjectCommandOutput | null> => {
    const head = await attemptIfThere(client.send(new HeadObjectCommand(target(key))));
    // A 404 without a body does not say whether the file or the bucket is missing.
    if (head === null) await attempt(checkBucket(client, location));
    return head;
  };

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

    async writeUnsynced(key, content) {
      await attempt(client.send(new PutObjectCommand({ ...target(key), Body: content })));
    },

    open: async (key, part) => await attemptIfThere(openObject(client, target(key), part, describe)),

    async read(key) {
      const file = await attemptIfThere(openObject(client, target(key), undefined, describe));
      return file === null ? null : await buffer(file.stream);
    },

    sizeBytes: async (key) => (await readHead(key))?.ContentLength ?? null,

    modifiedAt: async (key) => (await readHead(key))?.LastModified ?? null,

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
      // S3 accepts no shorter validity.
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

/** Listing needs the fewest rights, and unlike HEAD its refusal has a reason. */
async function checkBucket(client: S3Client, { bucket, prefix }: BucketLocation): Promise<void> {
  const abortSignal = AbortSignal.timeout(checkTimeoutMs);
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
    // Some stores list no uploads, and end them by rules of the bucket.
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
