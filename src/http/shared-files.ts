import { findSharedFile } from '../domain/shares/find-file.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import type { AnyReply, Exchange } from './exchange.ts';
import { fileReply } from './file-reply.ts';
import { requireReading } from './resident-file.ts';

/**
 * No scripts. Browsers show a PDF in a page of their own: Chrome uses an `embed` with inline styles. An SVG
 * contains its pictures and fonts.
 */
export const fileSecurityPolicy = [
  "default-src 'none'",
  "img-src 'self' data:",
  'font-src data:',
  "object-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends the file of a share link to anyone who has its address. */
export async function answerShare(
  { incoming, target, note }: Exchange,
  parts: { readonly db: Database; readonly storage: Storage },
): Promise<AnyReply> {
  // The address is the only secret, so it is not logged.
  note({ route: '/s/{token}' });
  requireReading(incoming.method);
  const { file, maxAgeSeconds } = await findSharedFile(parts, target.path);
  const shareHeaders = {
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    'Content-Security-Policy': fileSecurityPolicy,
    // Other sites may show the file.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  return await fileReply(incoming, file, shareHeaders, { isRevalidated: true });
}
