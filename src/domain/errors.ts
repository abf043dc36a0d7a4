import { statuses, titles, type ProblemCode } from './problem-codes.ts';

/** Where in a request something is wrong, and what. */
export interface FieldError {
  /** JSON pointer into the body (`/rows/3/title`), or `/query/NAME`, `/path/NAME`, `/header/NAME`. */
  readonly pointer: string;
  readonly detail: string;
}

/** What is left of a workspace's monthly renders. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
}

/** How an account's allowance of requests stands. */
export interface RateState {
  readonly name: string;
  /** Requests that may come at once, and the seconds in which as many come back. */
  readonly burst: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Until the whole burst is there again. */
  readonly resetSeconds: number;
}

/** What a problem may carry beside its code and text. */
interface ProblemFacts {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** The size of the file that a range lies outside of, for 416. */
  readonly fileBytes?: number;
  /** The methods of the resource, for 405. */
  readonly allow?: readonly string[];
  /** Told wherever it is known, on refusals too. */
  readonly quota?: QuotaState;
  readonly rate?: RateState;
  /** What went wrong underneath: for the log, never for the caller. */
  readonly cause?: unknown;
  /** Where it is another one than the code usually has. */
  readonly status?: number;
}

/** A refusal or failure as the caller gets to see it: thrown anywhere, answered as problem+json in one place. */
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

  /** The same problem with the quota's state told as well. */
  withQuota(quota: QuotaState): Problem {
    return new Problem(this.code, this.detail, { ...this.facts, quota });
  }
}

/** The codes that a request off the contract may be answered with; which one depends on the operation. */
export type InvalidRequestCode =
  | 'VALIDATION_ERROR'
  | 'BATCH_INVALID_FILTER'
  | 'BATCH_INVALID_DELIVERY'
  | 'BATCH_SIZE_EXCEEDED'
  | 'BATCH_COMPLETION_CALLBACK_URL_INVALID';

/** How many of a request's mistakes are listed; the rest turn up once these are mended. */
const maxFieldErrors = 20;

/** When it is worth asking again whether one of an account's jobs has ended. */
const activeBatchRetrySeconds = 5;

/** When storage may be within reach again. */
const storageRetrySeconds = 5;

/** The catalogue: one builder for every code, so that a code has one wording wherever it is thrown. */
export const problems = {
  invalidRequest: (errors: readonly FieldError[], code: InvalidRequestCode = 'VALIDATION_ERROR') => {
    const told = shortenAll(errors);
    return new Problem(code, describe(told, errors.length), { errors: told });
  },
  unreadable: (what: string) => new Problem('VALIDATION_ERROR', what),
  bodyOverBatchCeiling: (maxBytes: number) =>
    new Problem('BATCH_SIZE_EXCEEDED', `A batch submission may have at most ${maxBytes} bytes of body.`),
  tooManyRows: (rows: number, maxRows: number) =>
    new Problem('BATCH_SIZE_EXCEEDED', `A batch may have at most ${maxRows} rows, but has ${rows}.`),
  tooManyRowsForPlan: (rows: number, maxRows: number, plan: string) =>
    new Problem(
      'BATCH_ROW_LIMIT_EXCEEDED',
      `A batch may have at most ${maxRows} rows on the plan "${plan}", but has ${rows}.`,
    ),
  rowRefused: (rowIndex: number, errors: readonly FieldError[]) => {
    const told = shortenAll(errors);
    const [first] = told;
    return new Problem(
      'VARIABLE_VALIDATION_FAILED',
      `Row ${rowIndex}: ${first?.detail ?? 'does not fit the template.'}${countOthers(errors.length)}`,
      { errors: told },
    );
  },
  callbackUrlRefused: () => {
    const detail = 'The callbackUrl must be an https URL without a user name, whose host is public.';
    return new Problem('BATCH_COMPLETION_CALLBACK_URL_INVALID', detail, {
      errors: [{ pointer: '/callbackUrl', detail }],
    });
  },
  keyMissing: () => new Problem('UNAUTHORIZED', 'Send an API key in the X-Api-Key header.'),
  keyRepeated: () =>
    new Problem('UNAUTHORIZED', 'The X-Api-Key header is given more than once; expected one key.'),
  keyUnknown: () => new Problem('UNAUTHORIZED', 'The API key in X-Api-Key is not valid, or was deleted.'),
  notFound: (path: string) =>
    new Problem(
      'NOT_FOUND',
      `There is nothing at ${path.slice(0, 200)}. The API's paths begin with /api/v1; /docs describes them.`,
    ),
  projectNotFound: (id: string) =>
    new Problem('PROJECT_NOT_FOUND', `There is no project ${id}, or this key may not see it.`),
  templateNotFound: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id}, or this key may not see it.`),
  batchTemplateNotFound: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id}, or this key may not see it.`, {
      status: 400,
    }),
  batchNotFound: (id: string) =>
    new Problem('BATCH_NOT_FOUND', `There is no batch job ${id} of this account.`),
  idempotencyKeyReused: () =>
    new Problem(
      'BATCH_IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for a submission of another template, number of rows, format, options or file name pattern.',
    ),
  batchActive: (status: string) =>
    new Problem('BATCH_JOB_ACTIVE', `The job is ${status}; cancel it before deleting it.`),
  batchResultNotReady: (status: string) =>
    new Problem(
      'BATCH_RESULT_NOT_READY',
      status === 'PENDING' || status === 'PROCESSING'
        ? `The job is ${status}; there is an archive once it is COMPLETED.`
        : `The job is ${status}, and so has no archive.`,
    ),
  batchResultExpired: (until: Date) =>
    new Problem('BATCH_RESULT_EXPIRED', `The archive of this job was kept until ${until.toISOString()}.`),
  batchResultNotFound: () =>
    new Problem('BATCH_RESULT_NOT_FOUND', 'The archive of this job is not in storage any more.'),
  downloadLinkInvalid: () =>
    new Problem(
      'DOWNLOAD_LINK_INVALID',
      'This download address has expired or was changed. Ask for a fresh one.',
    ),
  sharingNotOnPlan: (plan: string) =>
    new Problem('SHARING_NOT_AVAILABLE_ON_PLAN', `The plan "${plan}" has no share links.`),
  shareLimitReached: (mostActive: number) =>
    new Problem(
      'SHARE_LINK_LIMIT_REACHED',
      `The workspace may have ${mostActive} active share links, and has as many. Revoke one or let one expire.`,
    ),
  shareNotFound: (id: string) =>
    new Problem('SHARE_NOT_FOUND', `There is no share link ${id} of this account.`),
  shareUploadFailed: (cause: unknown) =>
    new Problem(
      'SHARE_UPLOAD_FAILED',
      'The render could not be published; no link was made, and nothing was charged. It is safe to try again.',
      { cause },
    ),
  shareRevokeFailed: (cause: unknown) =>
    new Problem(
      'SHARE_REVOKE_FAILED',
      'The published file could not be deleted; the link may still work. Try again.',
      { cause },
    ),
  sharingUnavailable: (cause: unknown) =>
    new Problem('SHARING_UNAVAILABLE', 'Share links are not available at the moment. Try again shortly.', {
      retryAfterSeconds: storageRetrySeconds,
      cause,
    }),
  shareGone: () => new Problem('NOT_FOUND', 'Nothing is shared at this address, or not any more.'),
  downloadGone: () => new Problem('NOT_FOUND', 'The file is not kept any more.'),
  rangeNotSatisfiable: (fileBytes: number) =>
    new Problem(
      'RANGE_NOT_SATISFIABLE',
      `The file has ${fileBytes} bytes; nothing of it is in the range that was asked for.`,
      { fileBytes },
    ),
  methodNotAllowed: (method: string, allow: readonly string[]) =>
    new Problem('METHOD_NOT_ALLOWED', `${method} is not served here; accepted: ${allow.join(', ')}.`, {
      allow,
    }),
  requestTimeout: () => new Problem('REQUEST_TIMEOUT', 'The request did not arrive completely in time.'),
  payloadTooLarge: (maxBytes: number) =>
    new Problem('PAYLOAD_TOO_LARGE', `The body may have at most ${maxBytes} bytes.`),
  unsupportedMediaType: (what: string) => new Problem('UNSUPPORTED_MEDIA_TYPE', what),
  quotaExceeded: (quota: QuotaState, retryAfterSeconds: number) =>
    new Problem(
      'QUOTA_EXCEEDED',
      `The workspace's ${quota.limit} renders of this month are used up; the next ones come at ${quota.resetsAt.toISOString()}.`,
      { quota, retryAfterSeconds },
    ),
  batchOverQuota: (rows: number, quota: QuotaState, retryAfterSeconds: number) =>
    new Problem(
      'BATCH_RATE_LIMIT_EXCEEDED',
      `The batch needs ${rows} renders, and ${quota.remaining} are left until ${quota.resetsAt.toISOString()}.`,
      { quota, retryAfterSeconds },
    ),
  tooManyActiveBatches: (most: number, quota: QuotaState) =>
    new Problem(
      'BATCH_RATE_LIMIT_EXCEEDED',
      `This account has ${most} active batch jobs, which is all that it may have at a time.`,
      { quota, retryAfterSeconds: activeBatchRetrySeconds },
    ),
  rateLimitExceeded: (rate: RateState, perSecond: number, retryAfterSeconds: number) =>
    new Problem(
      'RATE_LIMIT_EXCEEDED',
      `Too many requests: ${rate.name} accepts ${perSecond} a second for each account. Wait ${retryAfterSeconds} s.`,
      { rate, retryAfterSeconds },
    ),
  headersTooLarge: () =>
    new Problem('REQUEST_HEADERS_TOO_LARGE', "The request's header fields are too large."),
  internalError: (cause: unknown) =>
    new Problem(
      'INTERNAL_ERROR',
      'Something went wrong on our side. Quote the requestId when you report it.',
      { cause },
    ),
  dispatchFailed: (cause: unknown, quota: QuotaState) =>
    new Problem(
      'BATCH_DISPATCH_FAILED',
      'The job could not be handed to the renderer; nothing was charged. Try again.',
      { cause, quota },
    ),
  renderFailed: (what: string, cause?: unknown) => new Problem('RENDER_FAILED', what, { cause }),
  rendererUnavailable: (retryAfterSeconds: number, cause?: unknown) =>
    new Problem(
      'RENDERER_UNAVAILABLE',
      'No renderer is free at the moment; nothing was charged. Try again shortly.',
      {
        retryAfterSeconds,
        cause,
      },
    ),
  filesUnavailable: (cause: unknown) =>
    new Problem(
      'RENDERER_UNAVAILABLE',
      "The template's files are out of reach at the moment; nothing was charged. Try again shortly.",
      { retryAfterSeconds: storageRetrySeconds, cause },
    ),
};

function describe([first]: readonly FieldError[], count: number): string {
  if (first === undefined) return 'The request does not match the contract.';
  return `${first.pointer === '' ? '' : `${first.pointer}: `}${first.detail}${countOthers(count)}`;
}

function countOthers(count: number): string {
  return count === 1 ? '' : ` (and ${count - 1} more, see errors)`;
}

function shortenAll(errors: readonly FieldError[]): FieldError[] {
  return errors.slice(0, maxFieldErrors).map(({ pointer, detail }) => ({
    pointer: shorten(pointer),
    detail: shorten(detail),
  }));
}

/** What came in may be quoted, however long it was. */
function shorten(text: string): string {
  return text.length > 1_000 ? `${text.slice(0, 1_000).toWellFormed()}…` : text;
}
