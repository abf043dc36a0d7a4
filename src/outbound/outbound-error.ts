/** Why a request to an address that a caller chose came to nothing. */
export type OutboundErrorKind =
  /** The address is not one that may be asked, or a redirect led to such a one. */
  | 'refused'
  | 'malformed'
  | 'not-found-host'
  | 'redirects'
  | 'status-4xx'
  | 'not-image'
  | 'too-large'
  | 'timeout'
  | 'connect'
  | 'status-5xx'
  | 'dns-no-answer';

/** Kinds that another try at the same address may not meet again: the other side's trouble, not the caller's mistake. */
const originKinds: readonly OutboundErrorKind[] = ['timeout', 'connect', 'status-5xx', 'dns-no-answer'];

/**
 * A request that could not be made or did not bring what was asked for. The message is the end of a sentence that begins with
 * whatever holds the address; it tells nothing of how names resolve inside this network.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }

  /** `value`: whoever gave the address has to change it. `origin`: its server has to get better. */
  get fault(): 'value' | 'origin' {
    return originKinds.includes(this.kind) ? 'origin' : 'value';
  }
}
