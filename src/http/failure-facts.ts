import { causes } from '../domain/problems/codes.ts';
import type { Problem } from '../domain/problems/problem.ts';
import { describeMessage } from '../telemetry/log.ts';

/** What the log says about a refusal or a failure. */
export interface FailureFacts {
  readonly code: string;
  /** A short text without values of clients. */
  readonly cause: string;
  /** `origin`: the server of an image has failed, not this service. */
  readonly reason?: 'origin';
  /** The underlying error of a 5xx, with its stack. */
  readonly err?: Error;
}

const maxCauseCharacters = 300;

/** Describes a problem for the log. Its detail is left out: it may quote the request. */
export function describeFailure({ code, status, facts }: Problem): FailureFacts {
  const { cause: error, reason } = facts;
  const isError = error instanceof Error;
  const cause = isError ? `${error.name}: ${describeMessage(error)}` : error;
  return {
    code,
    cause: typeof cause === 'string' ? cause.slice(0, maxCauseCharacters).toWellFormed() : causes[code],
    ...(reason === undefined ? {} : { reason }),
    ...(isError && status >= 500 ? { err: error } : {}),
  };
}
