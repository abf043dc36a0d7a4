import {
  Problem,
  type FieldError,
  type InvalidRequestCode,
  type QuotaState,
  type RateState,
} from './problem.ts';

/** Errors of one problem; the rest is only counted. */
export const MAX_FIELD_ERRORS = 100;

/** Invalid values of a batch's rows. */
interface RefusedRows {
  /** The first ones, over all rows. */
  readonly errors: readonly FieldError[];
  /** All of them. */
  readonly count: number;
  /** Rows with at least one. */
  readonly rows: number;
  readonly firstRow: number;
}

/** `Retry-After` while large bodies of other requests are in progress. */
const bodyRetrySeconds = 1;

/** `Retry-After` while all active jobs of an account are running. */
const activeBatchRetrySeconds = 5;

/** `Retry-After` while database or storage cannot be used. */
const outageRetrySeconds = 5;

/** `Retry-After` while too many connections are open. */
const connectionRetrySeconds = 5;

/**
 * The catalogue of problems: one function for each, so that a problem has the same words wherever it is
 * thrown.
 */
export const problems = {
  /** @param count of all invalid fields, where `errors` has not all of them */
  invalidRequest: (
    errors: readonly FieldError[],
    code: InvalidRequestCode = 'VALIDATION_ERROR',
    count = errors.length,
  ) => {
    const shown = shortenAll(errors);
    return new Problem(code, describe(shown, count), { errors: shown });
  },
  unreadable: (detail: string) => new Problem('VALIDATION_ERROR', detail),
  batchBodyTooLarge: (maxBytes: number) =>
    new Problem('BATCH_SIZE_EXCEEDED', `A batch submission may have at most ${maxBytes} bytes of body.`),
  tooManyRows: (rows: number, maxRows: number) =>
    new Problem('BATCH_SIZE_EXCEEDED', `A batch may have at most ${maxRows} rows, but has ${rows}.`),
  tooManyRowsForPlan: (rows: number, maxRows: number, plan: string) =>
    new Problem(
      'BATCH_ROW_LIMIT_EXCEEDED',
      `A batch may have at most ${maxRows} rows on the plan "${plan}", but has ${rows}.`,
    ),
  rowsRefused: ({ errors, count, rows, firstRow }: RefusedRows) => {
    const shown = shortenAll(errors);
    const [first] = shown;
    const listed = count > shown.length ? `, the first ${shown.length} in errors` : ', see errors';
    const all = `${count} problems in ${rows === 1 ? 'this row' : `${rows} rows`}`;
    return new Problem(
      'VARIABLE_VALIDATION_FAILED',
      `Row ${firstRow}: ${first?.detail ?? 'does not fit the template.'}` +
        (count === 1 ? '' : ` (${all}${listed})`),
      { errors: shown, inRows: { errorCount: count, rowCount: rows } },
    );
  },
  callbackUrlRefused: () => {
    const detail =
      'The callbackUrl must be an https URL without a user name, whose host is public.' +
      ' The operator can allow others by OUTBOUND_ALLOW.';
    return new Problem('BATCH_COMPLETION_CALLBACK_URL_INVALID', detail, {
      errors: [{ pointer: '/callbackUrl', detail }],
    });
  },
  keyMissing: () =>
    new Problem('UNAUTHORIZED', 'Send an API key in the X-Api-Key header.', { cause: 'no key' }),
  keyRepeated: () =>
    new Problem('UNAUTHORIZED', 'The X-Api-Key header is given more than once; expected one key.', {
      cause: 'two keys',
    }),
  keyUnknown: () =>
    new Problem('UNAUTHORIZED', 'The API key in X-Api-Key is not valid, was deleted, or has expired.', {
      cause: 'unknown key',
    }),
  notFound: (path: string) =>
    new Problem(
      'NOT_FOUND',
      `There is nothing at ${path.slice(0, 200)}. ` +
        `The API's paths begin with /api/v1; /docs describes them.`,
    ),
  projectNotFound: (id: string) =>
    new Problem('PROJECT_NOT_FOUND', `There is no project ${id}, or this key may not see it.`),
  templateNotFound: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id}, or this key may not see it.`),
  templateNotOwned: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id} of this key's account.`),
  templateInvalid: (errors: readonly FieldError[]) => {
    const shown = shortenAll(errors);
    return new Problem('TEMPLATE_INVALID', describe(shown, errors.length), { errors: shown });
  },
  authoringNotAllowed: () =>
    new Problem(
      'AUTHORING_NOT_ALLOWED',
      'This key may not import templates. Make one that may with "platen key create --author".',
    ),
  importsBusy: (waitMs: number) =>
    new Problem('SERVICE_UNAVAILABLE', 'Other templates are being imported. Try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    }),
  batchTemplateNotFound: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id}, or this key may not see it.`, {
      status: 400,
    }),
  batchNotFound: (id: string) =>
    new Problem('BATCH_NOT_FOUND', `There is no batch job ${id} of this account.`),
  idempotencyKeyReused: () =>
    new Problem(
      'BATCH_IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for a submission of another template, number of rows, format, ' +
        'options or file name pattern.',
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
  shareLimitReached: (maxActive: number) =>
    new Problem(
      'SHARE_LINK_LIMIT_REACHED',
      `The workspace may have ${maxActive} active share links, and has as many. ` +
        'Revoke one or let one expire.',
    ),
  shareNotFound: (id: string) =>
    new Problem('SHARE_NOT_FOUND', `There is no share link ${id} of this account.`),
  shareUploadFailed: (cause: unknown) =>
    new Problem(
      'SHARE_UPLOAD_FAILED',
      'The render could not be published; no link was made, and nothing was charged. ' +
        'It is safe to try again.',
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
      retryAfterSeconds: outageRetrySeconds,
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
  bodyMemoryFull: () =>
    new Problem(
      'SERVICE_UNAVAILABLE',
      'Too many large bodies are in progress, of this account or in all; nothing was charged. ' +
        'Try again shortly.',
      { retryAfterSeconds: bodyRetrySeconds },
    ),
  unsupportedMediaType: (detail: string) => new Problem('UNSUPPORTED_MEDIA_TYPE', detail),
  quotaExceeded: (quota: QuotaState, retryAfterSeconds: number) =>
    new Problem(
      'QUOTA_EXCEEDED',
      `The workspace's ${quota.limit} renders of this month are used up; ` +
        `the next ones come at ${quota.resetsAt.toISOString()}.`,
      { quota, retryAfterSeconds },
    ),
  batchOverQuota: (rows: number, quota: QuotaState, retryAfterSeconds: number) =>
    new Problem(
      'BATCH_RATE_LIMIT_EXCEEDED',
      `The batch needs ${rows} renders, and ${quota.remaining} are left ` +
        `until ${quota.resetsAt.toISOString()}.`,
      { quota, retryAfterSeconds },
    ),
  tooManyActiveBatches: (maxActive: number, quota: QuotaState) =>
    new Problem(
      'BATCH_RATE_LIMIT_EXCEEDED',
      `This account has ${maxActive} active batch jobs, which is all that it may have at a time.`,
      { quota, retryAfterSeconds: activeBatchRetrySeconds },
    ),
  rateLimitExceeded: (rate: RateState, perSecond: number, retryAfterSeconds: number) =>
    new Problem(
      'RATE_LIMIT_EXCEEDED',
      `Too many requests: ${rate.name} accepts ${perSecond} a second for each account. ` +
        `Wait ${retryAfterSeconds} s.`,
      { rate, retryAfterSeconds },
    ),
  headersTooLarge: () =>
    new Problem('REQUEST_HEADERS_TOO_LARGE', "The request's header fields are too large."),
  transferCodingUnknown: (given: string) =>
    new Problem(
      'NOT_IMPLEMENTED',
      `Transfer-Encoding is ${JSON.stringify(given.slice(0, 100))}; accepted: chunked.`,
    ),
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
  tooManyConnections: () =>
    new Problem(
      'SERVICE_UNAVAILABLE',
      'Too many connections are open, of this address or in all. Close some, and try again shortly.',
      { retryAfterSeconds: connectionRetrySeconds },
    ),
  serviceUnavailable: (cause: unknown) =>
    new Problem(
      'SERVICE_UNAVAILABLE',
      'The database or the storage of this service cannot be used at the moment. Try again shortly.',
      { retryAfterSeconds: outageRetrySeconds, cause },
    ),
  renderFailed: (detail: string, cause?: unknown) => new Problem('RENDER_FAILED', detail, { cause }),
  rendererUnavailable: (retryAfterSeconds: number, cause?: unknown) =>
    new Problem(
      'RENDERER_UNAVAILABLE',
      'No renderer is free at the moment; nothing was charged. Try again shortly.',
      { retryAfterSeconds, cause },
    ),
  filesUnavailable: (cause: unknown) =>
    new Problem(
      'RENDERER_UNAVAILABLE',
      "The template's files are out of reach at the moment; nothing was charged. Try again shortly.",
      { retryAfterSeconds: outageRetrySeconds, cause },
    ),
};

function describe([first]: readonly FieldError[], count: number): string {
  if (first === undefined) return 'The request does not match the contract.';
  return `${first.pointer === '' ? '' : `${first.pointer}: `}${first.detail}${countOthers(count)}`;
}

function countOthers(count: number): string {
  if (count === 1) return '';
  return count > MAX_FIELD_ERRORS
    ? ` (${count} problems in all, the first ${MAX_FIELD_ERRORS} in errors)`
    : ` (and ${count - 1} more, see errors)`;
}

function shortenAll(errors: readonly FieldError[]): FieldError[] {
  return errors.slice(0, MAX_FIELD_ERRORS).map(({ pointer, detail }) => ({
    pointer: shorten(pointer),
    detail: shorten(detail),
  }));
}

/** Details may quote long values of the client. */
function shorten(text: string): string {
  return text.length > 1_000 ? `${text.slice(0, 1_000).toWellFormed()}…` : text;
}
