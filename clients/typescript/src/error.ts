import { readQuota, readRetryAfter, type Quota } from './headers.ts';
import type { components, operations } from './openapi.ts';

type Answers = { [Name in keyof operations]: operations[Name]['responses'] }[keyof operations];
type AnswerOf<All> = All extends unknown ? All[keyof All] : never;
type CodeOf<Answer> = Answer extends { content: { 'application/problem+json': { code?: infer Code } } }
  ? Code
  : never;

/** The codes of the contract. */
export type ProblemCode = Exclude<CodeOf<AnswerOf<Answers>>, undefined>;

/** An invalid field of a request. */
export type ErrorPlace = components['schemas']['FieldError'];

/** The service refused a call. Decide by `status` and `code`, show `detail` to people, log `requestId`. */
export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  readonly status: number;
  /** The kind of problem, for programs; null if the response is not Platen's (for example a proxy's 502). */
  readonly code: ProblemCode | (string & {}) | null;
  /** The problem, for people. */
  readonly detail: string;
  /** Every invalid field, if the problem is about fields. */
  readonly errors: readonly ErrorPlace[];
  /** The service's id of the request; null if the response has none. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt; null if the service gives none. */
  readonly retryAfter: number | null;
  /** The renders left this month; null if the response does not say. */
  readonly quota: Quota | null;

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, body: unknown) {
    const problem = isProblem(body) ? body : null;
    const detail = problem?.detail ?? `${response.status} ${response.statusText}`.trim();
    super(problem === null ? detail : `${problem.code}: ${detail}`);
    this.status = response.status;
    this.code = problem?.code ?? null;
    this.detail = detail;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.requestId ?? response.headers.get('X-Request-Id');
    this.retryAfter = readRetryAfter(response.headers);
    this.quota = readQuota(response.headers);
  }
}

/** The result of a call of `api`: `data` or `error`. */
interface ApiAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

type DataOf<Answer> = Answer extends { error: unknown }
  ? never
  : Answer extends { data: infer Data }
    ? Data
    : never;

/** Returns the data of an `api` call, or throws its PlatenError: `await unwrap(platen.api.GET(…))`. */
export async function unwrap<Answer extends ApiAnswer>(answer: Promise<Answer>): Promise<DataOf<Answer>> {
  return (await accepted(answer)).data;
}

/** Like {@link unwrap}, with the response for its headers. */
export async function accepted<Answer extends ApiAnswer>(
  answer: Promise<Answer>,
): Promise<{ data: DataOf<Answer>; response: Response }> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new PlatenError(response, error);
  return { data: data as DataOf<Answer>, response };
}

function isProblem(body: unknown): body is components['schemas']['Problem'] {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'detail' in body &&
    typeof body.detail === 'string'
  );
}
