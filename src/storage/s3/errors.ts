import { StorageUnavailableError } from '../storage.ts';

/** Errors by which a store says that it cannot be used now, or not with these credentials. */
const unavailableNames: ReadonlySet<string> = new Set([
  'NoSuchBucket',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'AccountProblem',
  'SlowDown',
  'ServiceUnavailable',
  'TooManyRequests',
  'QuotaExceeded',
]);
const unavailableStatuses: ReadonlySet<number> = new Set([301, 307, 429, 502, 503, 504]);

/** Whether the store says that the file or upload does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'NoSuchBucket') return false;
  return ['NoSuchKey', 'NoSuchUpload'].includes(error.name) || getStatus(error) === 404;
}

/** Whether the store does not support the operation. */
export function isNotImplemented(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotImplemented' || getStatus(error) === 501);
}

/** Makes an error of the SDK one of those that `Storage` promises. */
export function storageError(error: unknown, bucket: string): Error {
  if (error instanceof StorageUnavailableError) return error;
  const name = error instanceof Error ? error.name : 'Error';
  const status = getStatus(error);
  const reason = `${name}${status === undefined ? '' : `, ${status}`}: ${getMessage(error)}`;
  if (status === undefined || unavailableStatuses.has(status) || unavailableNames.has(name)) {
    return new StorageUnavailableError(`The bucket ${bucket} for files cannot be used (${reason}).`, {
      cause: error,
    });
  }
  return new Error(`The bucket ${bucket} for files answered with an error (${reason}).`, { cause: error });
}

/** Undefined if there was no response. */
function getStatus(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

/** If every address of a host refuses, only the inner errors say so. */
function getMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(getMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}
