import { S3Client } from '@aws-sdk/client-s3';
import type { BucketCredentials, BucketLocation } from '../bucket-url.ts';

/** Timeouts that detect an unreachable store within seconds. */
export interface S3Limits {
  /** Timeout for establishing a connection. */
  readonly connectMs: number;
  /** Timeout for a response, or for its next chunk. */
  readonly silenceMs: number;
  readonly maxAttempts: number;
}

export const s3Limits: S3Limits = { connectMs: 2_000, silenceMs: 5_000, maxAttempts: 4 };

/** Creates the AWS SDK's client for a bucket. Without credentials the SDK finds them. */
export function createS3Client(
  location: BucketLocation,
  limits: S3Limits,
  credentials: BucketCredentials | null = null,
): S3Client {
  const { endpoint, region, forcePathStyle } = location;
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    ...(credentials === null ? {} : { credentials }),
    forcePathStyle,
    maxAttempts: limits.maxAttempts,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      // A timeout for silence: the time of a whole transfer depends on the network.
      socketTimeout: limits.silenceMs,
      httpAgent: { keepAlive: true, maxSockets: 128 },
      httpsAgent: { keepAlive: true, maxSockets: 128 },
    },
    // Many stores do not support extra checksums, and the signature covers the content already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Parts are small, and a store that ignores `Expect: 100-continue` would cause a wait.
    expectContinueHeader: false,
  });
}
