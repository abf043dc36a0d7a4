import { passkeyWords } from '../words/passkeys.ts';
import { problemWords } from '../words/problems.ts';

/** One refused field of a request. */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** What the service says about a failed request: application/problem+json. */
export interface ProblemDocument {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldProblem[];
}

/** A request that failed. All calls of `api` throw this and nothing else (besides an AbortError). */
export class ApiError extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: readonly FieldProblem[];
  /** The whole problem document, for codes with members of their own. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(problem: Partial<ProblemDocument> & { readonly status: number }, options?: ErrorOptions) {
    super(problem.detail ?? problem.title ?? '', options);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code ?? '';
    this.requestId = problem.requestId ?? null;
    this.fields = problem.errors ?? [];
    this.problem = { ...problem };
  }

  /** Whether something in front of Platen answered: each of Platen's own problems has a code. */
  get isOfProxy(): boolean {
    return this.status >= 400 && this.code === '';
  }

  /** Whether the service could not be reached, or was not ready. */
  get isOutage(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** A browser or a device that did not make or use a passkey. The message says why. */
export class PasskeyError extends Error {}

/** What a person reads about an error: a short title and what can be done. */
export interface Message {
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
}

/** The one place that maps errors to words. */
export function describeError(error: unknown): Message {
  if (error instanceof PasskeyError)
    return { title: passkeyWords.failures.title, detail: error.message, requestId: null };
  if (!(error instanceof ApiError)) return { ...problemWords.unexpected, requestId: null };
  const { code, status, requestId } = error;
  const known =
    (error.isOfProxy ? problemWords.ofProxy[status] : undefined) ??
    problemWords.codes[code] ??
    problemWords.statuses[status];
  const title = known?.title ?? problemWords.unexpected.title;
  // The service's sentence names the field and what is accepted; ours is for problems without one.
  const detail = known?.detail ?? (error.message || problemWords.unexpected.detail);
  return { title, detail, requestId };
}

/**
 * The refused fields by the name of the form's field, for Mantine's `form.setErrors`: `/name` and
 * `/query/name` are `name`.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.map(({ pointer, detail }) => [
      pointer.replace(/^\/(?:(?:query|path|header)\/)?/, '').replaceAll('/', '.'),
      detail,
    ]),
  );
}
