import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { SaveName } from '../domain/files/attachment.ts';
import type { RateState } from '../domain/problems/problem.ts';
import type { Target } from './target.ts';

/** A request in progress and its response. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly requestId: string;
  /** Adds the request id to every line. */
  readonly log: Logger;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Adds facts to the request's log line. */
  readonly note: (facts: LoggedFacts) => void;
}

/** Answers a request; throws a Problem where it refuses or fails. */
export type Answer = (exchange: Exchange) => AnyReply | Promise<AnyReply>;

/** The reply of a handler. Its content: `body` (JSON), `bytes` or `stream` with a `mediaType`, or nothing. */
export interface AnyReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly bytes?: Uint8Array;
  /** The client should save the content under this name. */
  readonly saveAs?: SaveName;
  /** Null: only `contentLength` is sent, without content. */
  readonly stream?: Readable | null;
  /** The stream goes on as long as the client listens, so a low rate does not mean a slow reader. */
  readonly isLive?: boolean;
  readonly contentLength?: number;
  /** Values of Set-Cookie. */
  readonly setCookies?: readonly string[];
  /** Hands the connection over to another protocol, whose handshake answers the request. */
  readonly takeOver?: () => void;
  /** Replaces the RateLimit headers of the operation's own tier. */
  readonly rate?: RateState | null;
}

/** What the log says about a request besides its method, status and duration. */
export interface LoggedFacts {
  /** The pattern of the path: paths contain values of clients. */
  readonly route?: string;
  /** The operationId of the contract. */
  readonly operation?: string;
  readonly traceId?: string;
  readonly keyId?: string;
  readonly accountId?: string;
  readonly workspaceId?: string;
  readonly templateId?: string;
  /** Why the answer is a 4xx or 5xx; without values of clients. */
  readonly code?: string;
  readonly cause?: string;
}
