/**
 * Creates the bucket of STORAGE_URL if it is missing, for a new self-hosted store. Waits for a store that is
 * starting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, type S3ServiceException as ServiceException } from '@aws-sdk/client-s3';
import { acceptedBucketUrl, parseBucketUrl } from '../src/storage/bucket-url.ts';
import { createS3Client, s3Limits } from '../src/storage/s3/client.ts';

/** At least a minute with the pauses. */
const maxAttempts = 30;
const pauseMs = 2_000;

const location = parseBucketUrl(process.env['STORAGE_URL'] ?? '');
if (location === null) throw new Error(`STORAGE_URL must be ${acceptedBucketUrl}.`);
const { bucket } = location;
const client = createS3Client(location, s3Limits);
for (let attempt = 1; ; attempt += 1) {
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    console.log(`The bucket ${bucket} was created.`);
    break;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'BucketAlreadyOwnedByYou' || name === 'BucketAlreadyExists') {
      console.log(`The bucket ${bucket} already exists.`);
      break;
    }
    if (attempt === maxAttempts || !isStarting(error)) throw error;
    await sleep(pauseMs);
  }
}

/** Whether an error can come from a store that is still starting. */
function isStarting(error: unknown): boolean {
  const { code, name, $metadata } = error as { code?: string; name?: string } & Partial<ServiceException>;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return status >= 500;
  return (
    name === 'TimeoutError' || ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? '')
  );
}
