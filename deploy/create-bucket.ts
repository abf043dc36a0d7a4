/**
 * Makes the bucket that STORAGE_URL names, unless it is there: for a store of one's own that begins empty. Waits for a store that is
 * just starting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, type S3ServiceException as ServiceException } from '@aws-sdk/client-s3';
import { acceptedBucketUrl, parseBucketUrl } from '../src/storage/bucket-url.ts';
import { createS3Client, s3Limits } from '../src/storage/s3-client.ts';

/** With the pauses a minute, and more where the store keeps one waiting. */
const maxAttempts = 30;
const pauseMs = 2_000;

const location = parseBucketUrl(process.env['STORAGE_URL'] ?? '');
if (location === null) throw new Error(`STORAGE_URL must be ${acceptedBucketUrl}.`);
const { bucket } = location;
const client = createS3Client(location, s3Limits);
for (let attempt = 1; ; attempt += 1) {
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    console.log(`The bucket ${bucket} has been made.`);
    break;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'BucketAlreadyOwnedByYou' || name === 'BucketAlreadyExists') {
      console.log(`The bucket ${bucket} is there.`);
      break;
    }
    if (attempt === maxAttempts || !isOfStart(error)) throw error;
    await sleep(pauseMs);
  }
}

/** Whether an error is one of a store that is not there yet. */
function isOfStart(error: unknown): boolean {
  const { code, name, $metadata } = error as { code?: string; name?: string } & Partial<ServiceException>;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return status >= 500;
  return (
    name === 'TimeoutError' || ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? '')
  );
}
