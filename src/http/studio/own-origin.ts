import type { IncomingMessage } from 'node:http';
import { studioProblems } from '../../domain/problems/studio-problems.ts';

/**
 * Refuses a request that changes something unless a page of this service sends it, as protection from
 * cross-site request forgery. Browsers send `Sec-Fetch-Site` over TLS and on this machine, and `Origin`
 * everywhere; pages cannot change either.
 *
 * @throws Problem FOREIGN_ORIGIN
 */
export function requireOwnOrigin({ headers }: IncomingMessage, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined ? isOwnOrigin(headers.origin, headers.host, publicUrl) : site === 'same-origin';
  if (!isOwn) throw studioProblems.foreignOrigin();
}

/**
 * Whether an origin is that of clients, or the host that the request came to. A proxy may have ended TLS, so
 * either scheme is right for that host, unless clients use TLS.
 */
function isOwnOrigin(origin: string | undefined, host = '', publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const schemes = publicUrl.startsWith('https:') ? ['https:'] : ['http:', 'https:'];
  return host !== '' && schemes.some((scheme) => origin === `${scheme}//${host.toLowerCase()}`);
}
