import { setTimeout as sleep } from 'node:timers/promises';
import { createAddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { OutboundError } from './outbound-error.ts';
import { resolveHost } from './resolve-host.ts';
import { resolveWithSystem, type Resolver } from './resolve-name.ts';

/** Tells whether word of a job's end may be sent to an address, as far as that can be told today. */
export type CallbackUrlCheck = (url: string) => Promise<boolean>;

/** What URL parsers drop without a word: blanks and controls, and a user name that is empty. */
const looksOtherwise = /[\s\p{Cc}]|^[^/\\]*[/\\]*[^/\\?#]*@/u;

/**
 * A check that accepts `https` URLs without user name whose host has public addresses only. Whatever else is given, and a name
 * that nobody answers for, is refused; which of it is nothing that a caller is told.
 */
export function createCallbackUrlCheck({
  allow,
  resolve = resolveWithSystem,
  timeoutMs = 5_000,
}: {
  /** CIDR blocks that are exempt. */
  readonly allow: readonly string[];
  readonly resolve?: Resolver;
  /** How long a name server may take. */
  readonly timeoutMs?: number;
}): CallbackUrlCheck {
  const rules = createAddressRules(allow);
  return async (text) => {
    const answered = new AbortController();
    try {
      if (looksOtherwise.test(text)) return false;
      const url = checkUrl(text);
      if (url.protocol !== 'https:') return false;
      const tooLate = sleep(timeoutMs, false, { signal: answered.signal }).catch(() => false);
      return await Promise.race([resolveHost(url.hostname, rules, resolve).then(() => true), tooLate]);
    } catch (error) {
      if (error instanceof OutboundError) return false;
      throw error;
    } finally {
      answered.abort();
    }
  };
}
