import { openShare } from '../domain/shares/open.ts';
import { problems } from '../domain/errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import type { AnyReply } from './api.ts';
import type { Exchange } from './exchange.ts';

/**
 * Nothing in the file may run or load anything. What is allowed is what browsers need to show a PDF in a page of their own making:
 * Chrome puts it into an `embed` with styles.
 */
const contentSecurityPolicy =
  "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers whoever has the public address of a share link. */
export async function answerShare(
  { incoming, target, note }: Exchange,
  parts: { readonly db: Database; readonly storage: Storage },
): Promise<AnyReply> {
  // The address is the whole secret: it is not logged.
  note({ route: '/s/{token}' });
  const { method = '', headers } = incoming;
  if (method !== 'GET' && method !== 'HEAD') throw problems.methodNotAllowed(method, ['GET', 'HEAD']);
  const share = await openShare(parts, target.path, {
    wantsContent: method === 'GET',
    range: headers.range,
    ifRange: incoming.headersDistinct['if-range']?.join(),
    ifNoneMatch: headers['if-none-match'],
  });
  const { bytes, part, stream, mediaType } = share;
  const fields = {
    'Cache-Control': `public, max-age=${share.maxAgeSeconds}`,
    'Content-Security-Policy': contentSecurityPolicy,
    // Whoever has the address may show it in a page of theirs.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: share.etag,
  };
  if (share.isKnown) return { status: 304, headers: fields };
  const file = { mediaType, stream };
  const described = {
    ...fields,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': 'inline',
    'Last-Modified': share.lastModified.toUTCString(),
  };
  if (part === null) return { status: 200, headers: described, ...file, contentLength: bytes };
  const { start, end } = part;
  return {
    status: 206,
    headers: { ...described, 'Content-Range': `bytes ${start}-${end}/${bytes}` },
    ...file,
    contentLength: end - start + 1,
  };
}
