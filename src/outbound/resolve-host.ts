import { addressLiteral, type AddressRules } from './address-rules.ts';
import { OutboundError } from './outbound-error.ts';
import type { Resolver } from './resolve-name.ts';

/**
 * The addresses of a URL's host, each of them permitted: one that is not spoils them all, since which one a client takes is
 * chance. Throws OutboundError (`refused`, `not-found-host`, `dns-no-answer`).
 */
export async function resolveHost(
  hostname: string,
  rules: AddressRules,
  resolve: Resolver,
): Promise<readonly string[]> {
  const literal = addressLiteral(hostname);
  const addresses = literal === null ? await resolveName(hostname, resolve) : [literal];
  if (!addresses.every(rules)) throw refusedAddress();
  return addresses;
}

/** The same words whether a literal, a name or a redirect led there: they are no map of the network. */
export function refusedAddress(): OutboundError {
  return new OutboundError(
    'refused',
    'leads to an address that is not public; use a public https or http address.',
  );
}

async function resolveName(hostname: string, resolve: Resolver): Promise<readonly string[]> {
  const notFound = new OutboundError('not-found-host', `names the host "${hostname}", which does not exist.`);
  // RFC 6761, section 6.4: such names never exist, and asking is not needed to know.
  if (/(?:^|\.)invalid\.?$/u.test(hostname)) throw notFound;
  const addresses = await resolve(hostname).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTFOUND' || code === 'ENODATA') throw notFound;
    throw new OutboundError(
      'dns-no-answer',
      `names the host "${hostname}", whose name server does not answer; try again later.`,
    );
  });
  if (addresses.length === 0) throw notFound;
  return addresses;
}
