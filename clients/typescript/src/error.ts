import { readQuota, readRetryAfter, type Quota } from './headers.ts';
import type { components, operations } from './openapi.ts';

type Answers = { [Name in keyof operations]: operations[Name]['responses'] }[keyof operations];
type AnswerOf<All> = All extends unknown ? All[keyof All] : never;
type CodeOf<Answer> = Answer extends { content: { 'application/problem+json': { code?: infer Code } } }
  ? Code
  : never;

/** The codes that the contract knows. */
export type ProblemCode = Exclude<CodeOf<AnswerOf<Answers>>, undefined>;

/** One place of a request that is wrong. */
export type ErrorPlace = components['schemas']['FieldError'];

/** The service refused a call. Decide by `status` and `code`, show `detail` to people, log `requestId`. */
export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  readonly status: number;
  /** What happened, for programs; null where what answered was not Platen (a proxy's 502, say). */
  readonly code: ProblemCode | (string & {}) | null;
  /** What happened, for people. */
  readonly detail: string;
  /** Each place that is wrong, where there are places to tell of. */
  readonly errors: readonly ErrorPlace[];
  /** The service's name for the request; null where the answer has none. */
  readonly requestId: string | null;
  /** Seconds to wait before trying again; null where the service does not say. */
  readonly retryAfter: number | null;
  /** What is left of the month's renders; null where the answer does not tell. */
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

/** What a call of `api` resolves to: one member with `data`, and one with `error`. */
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

/** What `api` answered, or the refusal as an exception: `await unwrap(platen.api.GET(…))`. */
export async function unwrap<Answer extends ApiAnswer>(answer: Promise<Answer>): Promise<DataOf<Answer>> {
  return (await accepted(answer)).data;
}

/** Like {@link unwrap}, with the response, for who needs its headers. */
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
