import { sleep } from '../async/abortable.ts';
import { addressLiteral, type AddressRules } from './address-rules.ts';
import { OutboundError } from './outbound-error.ts';
import type { Resolver } from './system-resolver.ts';

/**
 * A refusal takes at least this long: finding that a name does not exist takes longer than finding a private
 * one.
 */
export const refusalMs = 300;

/**
 * Resolves a URL's host to its addresses. If one of them is not permitted, the host is refused: which address
 * a client uses is chance.
 *
 * @throws OutboundError (`not-public`, `not-found-host`, `dns-no-answer`).
 */
export async function resolvePermittedAddresses(
  hostname: string,
  rules: AddressRules,
  resolve: Resolver,
): Promise<readonly string[]> {
  const literal = addressLiteral(hostname);
  if (literal !== null) {
    if (!rules(literal)) throw refusedAddress();
    return [literal];
  }
  const startedAt = performance.now();
  const addresses = await resolveName(hostname, resolve);
  if (addresses.length > 0 && addresses.every(rules)) return addresses;
  await sleep(Math.max(0, refusalMs - (performance.now() - startedAt)));
  throw addresses.length === 0 ? new OutboundError('not-found-host', refusal) : refusedAddress();
}

/**
 * Is the same for a private address, a private name, a missing name and a redirect to one of them, so that it
 * does not reveal how names resolve here.
 */
const refusal =
  'leads to a host that is not public or does not exist; use a public https or http address.' +
  ' The operator can allow others by OUTBOUND_ALLOW.';

export function refusedAddress(): OutboundError {
  return new OutboundError('not-public', refusal);
}

/** Resolves a name. No addresses: it does not exist. */
async function resolveName(hostname: string, resolve: Resolver): Promise<readonly string[]> {
  // RFC 6761, section 6.4: such names never exist, so no server is asked.
  if (/(?:^|\.)invalid\.?$/u.test(hostname)) return [];
  return await resolve(hostname).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new OutboundError(
      'dns-no-answer',
      `names the host "${hostname}", whose name server does not answer; try again later.`,
    );
  });
}
