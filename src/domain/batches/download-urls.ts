/**
 * Signed URLs of archives, and of the files of single renders. They work without an API key until they
 * expire, and cannot be forged.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Storage } from '../../storage/storage.ts';
import { attachmentDisposition } from '../files/attachment.ts';
import { extensionOfResult, resultMediaTypes } from '../files/batch-files.ts';

export interface DownloadOptions {
  /** The key of the signatures, the same in all processes. */
  readonly secret: string;
  /** How long a URL is valid. */
  readonly ttlMs: number;
  /** The service's origin as clients see it. */
  readonly publicUrl: () => string;
  /** Its own signed URLs are preferred, if it offers any. */
  readonly storage: Pick<Storage, 'signUrl'>;
}

export interface DownloadUrlSigner {
  /** A URL of a job's archive; null if the archive has expired. */
  urlOf(archive: SignableArchive): Promise<DownloadUrl | null>;
  /** The job that a request's target is a valid URL for, or null. */
  verify(target: { readonly path: string; readonly query: string }, now: Date): string | null;
}

export interface SignableArchive {
  readonly jobId: string;
  /** The key in storage. */
  readonly archiveKey: string;
  readonly archiveExpiresAt: Date;
  /** The name under which the file is saved. */
  readonly templateName: string;
  readonly now: Date;
}

export interface DownloadUrl {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Signs URLs with HMAC-SHA256 over path and expiry, so that neither can be changed. */
export function createDownloadUrlSigner({
  secret,
  ttlMs,
  publicUrl,
  storage,
}: DownloadOptions): DownloadUrlSigner {
  const sign = (path: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${path}?expires=${expires}`).digest();

  return {
    async urlOf({ jobId, archiveKey, archiveExpiresAt, templateName, now }) {
      if (now >= archiveExpiresAt) return null;
      const extension = extensionOfResult(archiveKey);
      const expiresAt = new Date(Math.min(now.getTime() + ttlMs, archiveExpiresAt.getTime()));
      const signed = await storage.signUrl(archiveKey, {
        until: expiresAt,
        contentDisposition: attachmentDisposition(templateName, extension),
        contentType: resultMediaTypes[extension],
      });
      if (signed !== null) return signed;
      const path = `/files/${jobId}.${extension}`;
      const expires = formatSeconds(expiresAt);
      const signature = sign(path, expires).toString('hex');
      return { url: `${publicUrl()}${path}?expires=${expires}&signature=${signature}`, expiresAt };
    },

    verify({ path, query }, now) {
      const [, jobId] = downloadPath.exec(path) ?? [];
      const [, expires, signature] = signedQuery.exec(query) ?? [];
      if (jobId === undefined || expires === undefined || signature === undefined) return null;
      if (!timingSafeEqual(sign(path, expires), Buffer.from(signature, 'hex'))) return null;
      return now.getTime() < Number(expires) * 1000 ? jobId : null;
    },
  };
}

/** The only accepted spelling of a path. */
const downloadPath = new RegExp(
  `^/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.(?:${Object.keys(resultMediaTypes).join('|')})$`,
);

const signedQuery = /^expires=(\d{1,12}\.\d{3})&signature=([0-9a-f]{64})$/;

/** Unix time in seconds, to the millisecond. */
function formatSeconds(date: Date): string {
  return (date.getTime() / 1000).toFixed(3);
}
