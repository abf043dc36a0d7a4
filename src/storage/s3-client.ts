/**
 * The AWS SDK's client, as this service uses it: with limits under which a store that is not there is noticed in seconds.
 */
import { S3Client } from '@aws-sdk/client-s3';
import type { BucketLocation } from './bucket-url.ts';

export interface S3Limits {
  /** How long a connection may take to come about. */
  readonly connectMs: number;
  /** How long an answer, or its next piece, may keep one waiting. */
  readonly silenceMs: number;
  /** How often a request is made until it succeeds. */
  readonly attempts: number;
}

export const s3Limits: S3Limits = { connectMs: 2_000, silenceMs: 5_000, attempts: 4 };

/** A client for one bucket. Credentials are where the SDK looks for them. */
export function createS3Client(location: BucketLocation, limits: S3Limits): S3Client {
  const { endpoint, region, forcePathStyle } = location;
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    forcePathStyle,
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      // Of silence: how long a whole transfer takes depends on the line.
      socketTimeout: limits.silenceMs,
      httpAgent: { keepAlive: true, maxSockets: 128 },
      httpsAgent: { keepAlive: true, maxSockets: 128 },
    },
    // Many stores know of no checksums beside the signature, which holds a hash of the content already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Parts are small, and stores that do not know of it would be waited for.
    expectContinueHeader: false,
  });
}
