import { statuses, titles, type ProblemCode } from './codes.ts';

/**
 * A refusal or a failure that the client sees. Thrown anywhere; `http/` answers with it as problem+json (RFC
 * 9457).
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, detail: string, facts: ProblemFacts = {}) {
    super(`${code}: ${detail}`, facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? statuses[code];
    this.title = titles[this.status] ?? 'Error';
    this.detail = detail;
    this.facts = facts;
  }

  /** The same problem with more facts. */
  with(facts: ProblemFacts): Problem {
    return new Problem(this.code, this.detail, { ...this.facts, ...facts });
  }
}

/** What a problem may carry besides its code and detail. */
interface ProblemFacts {
  readonly errors?: readonly FieldError[];
  /** How many errors there are in all, and in how many rows of a batch; `errors` has the first ones. */
  readonly inRows?: { readonly errorCount: number; readonly rowCount: number };
  readonly retryAfterSeconds?: number;
  /** For 416: the size of the file. */
  readonly fileBytes?: number;
  /** For 405: the methods of the resource. */
  readonly allow?: readonly string[];
  /** For 401: how to authenticate, if not as the API and the app do (RFC 9110, 11.6.1). */
  readonly challenge?: string;
  readonly quota?: QuotaState;
  readonly rate?: RateState;
  /** The underlying error, or a text without values of clients. It is logged and never sent. */
  readonly cause?: unknown;
  /** `origin`: the server of an image has failed, not this service. It is logged and counted. */
  readonly reason?: 'origin';
  /** More members of the body, as the contract declares them (RFC 9457, 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Overrides the status of the code. */
  readonly status?: number;
}

/** An invalid part of a request. */
export interface FieldError {
  /** JSON pointer into the body (`/rows/3/title`), or `/query/NAME`, `/path/NAME`, `/header/NAME`. */
  readonly pointer: string;
  readonly detail: string;
}

/** A workspace's monthly quota of renders. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
}

/** The state of a rate limit for one account. */
export interface RateState {
  readonly name: string;
  /** Maximum of requests at once, and the time in which as many are allowed again. */
  readonly burst: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Until the whole burst is available again. */
  readonly resetSeconds: number;
}

/** The codes for a request that does not match the contract; the operation decides which one applies. */
export type InvalidRequestCode =
  | 'VALIDATION_ERROR'
  | 'VARIABLE_VALIDATION_FAILED'
  | 'BATCH_INVALID_FILTER'
  | 'BATCH_INVALID_DELIVERY'
  | 'BATCH_SIZE_EXCEEDED'
  | 'BATCH_COMPLETION_CALLBACK_URL_INVALID';
