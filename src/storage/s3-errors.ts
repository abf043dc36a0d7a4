/**
 * What went wrong between this service and an object store.
 */
import { StorageUnavailableError } from './storage.ts';

/** Answers by which a store says that nothing can be done with it now, or not by us. */
const unavailableNames: ReadonlySet<string> = new Set([
  ...['NoSuchBucket', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken'],
  ...['RequestTimeTooSkewed', 'AuthorizationHeaderMalformed', 'PermanentRedirect', 'AccountProblem'],
  ...['SlowDown', 'ServiceUnavailable', 'TooManyRequests', 'QuotaExceeded'],
]);
const unavailableStatuses: ReadonlySet<number> = new Set([301, 307, 429, 502, 503, 504]);

/** Whether the store answered that there is no such file, or no such upload. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'NoSuchBucket') return false;
  return ['NoSuchKey', 'NoSuchUpload'].includes(error.name) || statusOf(error) === 404;
}

/** Whether the store said that it cannot do that at all. */
export function isNotImplemented(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotImplemented' || statusOf(error) === 501);
}

/** An error of the SDK in words, as the interface of storage tells failures apart. */
export function storageError(error: unknown, bucket: string): Error {
  if (error instanceof StorageUnavailableError) return error;
  const name = error instanceof Error ? error.name : 'Error';
  const status = statusOf(error);
  const reason = `${name}${status === undefined ? '' : `, ${status}`}: ${messageOf(error)}`;
  if (status === undefined || unavailableStatuses.has(status) || unavailableNames.has(name)) {
    return new StorageUnavailableError(`The bucket ${bucket} for files cannot be used (${reason}).`, {
      cause: error,
    });
  }
  return new Error(`The bucket ${bucket} for files answered with an error (${reason}).`, { cause: error });
}

/** Undefined where no answer came. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

/** Where every address of a host refuses, only the errors inside say so. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
