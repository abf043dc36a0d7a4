/** For which site browsers make and use passkeys: the relying party of WebAuthn. */
export interface RelyingParty {
  /** The domain that a passkey belongs to. */
  readonly rpId: string;
  /** The only origin whose pages may ask for one. */
  readonly origin: string;
}

/**
 * The relying party of a service; null where browsers have no passkeys: for an IP address, and without https
 * on another host than `localhost`.
 */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  if (!URL.canParse(publicUrl)) return null;
  const { hostname, protocol, origin } = new URL(publicUrl);
  // URLs have IPv4 addresses in dotted form, whichever was given, and IPv6 ones in brackets.
  if (/^[\d.]+$|^\[/.test(hostname)) return null;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : null;
}
