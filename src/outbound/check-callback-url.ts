import { TimeoutError, withTimeout } from '../async/timeout.ts';
import { createAddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { OutboundError } from './outbound-error.ts';
import { resolvePermittedAddresses } from './permitted-addresses.ts';
import { resolveWithSystem, type Resolver } from './system-resolver.ts';

/** Whether callbacks may be sent to a URL. The poster checks the address again before each request. */
export type CallbackUrlCheck = (url: string) => Promise<boolean>;

/** What URL parsers remove silently: blanks, control characters and an empty user name. */
const silentlyRemoved = /[\s\p{Cc}]|^[^/\\]*[/\\]*[^/\\?#]*@/u;

/**
 * Creates a check that accepts `https` URLs without a user name whose host has public addresses only. Clients
 * do not learn why a URL is refused: that would reveal how names resolve inside this network.
 */
export function createCallbackUrlCheck({
  allow,
  resolve = resolveWithSystem,
  timeoutMs = 5_000,
}: {
  /** CIDR blocks of private addresses that are permitted. */
  readonly allow: readonly string[];
  readonly resolve?: Resolver;
  /** Timeout for name servers. */
  readonly timeoutMs?: number;
}): CallbackUrlCheck {
  const rules = createAddressRules(allow);
  return async (text) => {
    try {
      if (silentlyRemoved.test(text)) return false;
      const url = checkUrl(text);
      if (url.protocol !== 'https:') return false;
      await withTimeout(resolvePermittedAddresses(url.hostname, rules, resolve), timeoutMs);
      return true;
    } catch (error) {
      if (error instanceof OutboundError || error instanceof TimeoutError) return false;
      throw error;
    }
  };
}
