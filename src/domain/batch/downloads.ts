/**
 * Addresses at which an archive can be had for a while without a key: whoever has one can use it, and nobody can make one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Storage } from '../../storage/storage.ts';
import { attachmentDisposition } from '../attachment.ts';

export interface DownloadOptions {
  /** Whoever knows it can make addresses. The same for all processes. */
  readonly secret: string;
  /** How long an address is good for. */
  readonly ttlMs: number;
  /** The service's origin as clients see it. */
  readonly publicUrl: () => string;
  /** Whose own addresses are handed out where it has any. */
  readonly storage: Pick<Storage, 'signUrl'>;
}

export interface Downloads {
  /** An address of a job's archive, or null where that has expired. */
  urlOf(archive: SignableArchive): Promise<DownloadUrl | null>;
  /** The job whose archive a request's target is a good address of, or null. */
  verify(target: { readonly path: string; readonly query: string }, now: Date): string | null;
}

export interface SignableArchive {
  readonly jobId: string;
  /** In storage. */
  readonly archiveKey: string;
  readonly archiveExpiresAt: Date;
  /** Names the file as it is saved. */
  readonly templateName: string;
  readonly now: Date;
}

export interface DownloadUrl {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Signs addresses with HMAC-SHA256 over path and expiry, so that neither can be another one. */
export function createDownloads({ secret, ttlMs, publicUrl, storage }: DownloadOptions): Downloads {
  const sign = (path: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${path}?expires=${expires}`).digest();

  return {
    async urlOf({ jobId, archiveKey, archiveExpiresAt, templateName, now }) {
      if (now >= archiveExpiresAt) return null;
      const expiresAt = new Date(Math.min(now.getTime() + ttlMs, archiveExpiresAt.getTime()));
      const signed = await storage.signUrl(archiveKey, {
        until: expiresAt,
        contentDisposition: attachmentDisposition(templateName, 'zip'),
        contentType: 'application/zip',
      });
      // Whatever storage signs, it sends itself; the rest goes through this service.
      if (signed !== null) return signed;
      const path = `/files/${jobId}.zip`;
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

/** Paths that may lead to an archive: one spelling only. */
const downloadPath = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/;

const signedQuery = /^expires=(\d{1,12}\.\d{3})&signature=([0-9a-f]{64})$/;

/** Unix time in seconds, to the millisecond. */
function formatSeconds(date: Date): string {
  return (date.getTime() / 1000).toFixed(3);
}
