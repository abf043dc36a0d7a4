import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Target } from './target.ts';

/** One request and its answer under way. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly requestId: string;
  /** Writes the request's id with every line. */
  readonly log: Logger;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Adds to the request's line in the log. */
  readonly note: (facts: LoggedFacts) => void;
}

/** What the log tells of a request beside its method, status and duration. */
export interface LoggedFacts {
  /** The path's pattern: paths hold what callers chose. */
  readonly route?: string;
  /** The contract's id of the operation. */
  readonly operation?: string;
  /** Where the request is part of a trace. */
  readonly traceId?: string;
  readonly keyId?: string;
  readonly accountId?: string;
  readonly workspaceId?: string;
}
