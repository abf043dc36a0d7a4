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
  /** Told the operation's path pattern once it is known, for the log. */
  readonly onRoute: (pattern: string) => void;
}
