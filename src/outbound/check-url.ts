import { OutboundError } from './outbound-error.ts';

/**
 * Parses a URL from a client or a redirect.
 *
 * @param base URL that a redirect's address is relative to.
 * @throws OutboundError if it is malformed, has another scheme than http and https, or has a user name or
 *   password.
 */
export function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null)
    throw new OutboundError('malformed', 'is not a well-formed URL; use an https or http URL.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new OutboundError(
      'refused',
      `leads to a URL of the scheme "${url.protocol}"; accepted are https and http.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'holds a user name or password, which URLs here may not have.');
  }
  url.hash = '';
  return url;
}
