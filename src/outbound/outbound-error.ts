/** Why a request to a client's URL failed. */
export type OutboundErrorKind =
  /** The URL, or the target of a redirect, has another scheme or a user name. */
  | 'refused'
  /** The URL, or the target of a redirect, leads to an address that is not public. */
  | 'not-public'
  | 'malformed'
  | 'not-found-host'
  | 'redirects'
  | 'status-4xx'
  | 'not-image'
  | 'not-rows'
  | 'too-large'
  | 'timeout'
  | 'connect'
  | 'status-5xx'
  | 'dns-no-answer';

/**
 * Faults of the remote server, which another attempt may not meet; the other kinds are mistakes in the URL.
 */
const originKinds: readonly OutboundErrorKind[] = ['timeout', 'connect', 'status-5xx', 'dns-no-answer'];

/** What the remote server did that failed. A 4xx is its answer, although only the client can correct it. */
export type OriginFailure = Extract<
  OutboundErrorKind,
  'timeout' | 'connect' | 'status-4xx' | 'status-5xx' | 'dns-no-answer'
>;

/**
 * An outgoing request has failed. The message is a predicate: the name of the value that holds the URL goes
 * in front. It does not reveal how names resolve inside this network.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }

  /** `value`: the client must change the URL. `origin`: the remote server must recover. */
  get fault(): 'value' | 'origin' {
    return originKinds.includes(this.kind) ? 'origin' : 'value';
  }

  /** What the remote server did; null if it is not involved. */
  get originFailure(): OriginFailure | null {
    const { kind } = this;
    return kind === 'status-4xx' || originKinds.includes(kind) ? (kind as OriginFailure) : null;
  }
}
