import { batchProblems } from './batch-problems.ts';
import { describeErrors, shortenErrors } from './field-errors.ts';
import { renderProblems } from './render-problems.ts';
import { webhookProblems } from './webhook-problems.ts';
import {
  Problem,
  type FieldError,
  type InvalidRequestCode,
  type QuotaState,
  type RateState,
} from './problem.ts';

/** Stored data beyond what a plan allows. */
interface StorageExcess {
  readonly kind: 'projects' | 'templates' | 'libraryItems' | 'bytes';
  readonly limit: number;
  /** With what was refused. */
  readonly used: number;
  readonly plan: string;
}

function describeStored(kind: StorageExcess['kind'], count: number): string {
  return `${count} ${storedNames[kind]}`;
}

const storedNames: Readonly<Record<StorageExcess['kind'], string>> = {
  projects: 'projects',
  templates: 'templates',
  libraryItems: 'items of the library',
  bytes: 'bytes of stored data',
};

const storageRemedies: Readonly<Record<StorageExcess['kind'], string>> = {
  projects: 'Delete projects, or ask for a larger plan.',
  templates: 'Delete templates, or ask for a larger plan.',
  libraryItems: 'Remove items of the library, or ask for a larger plan.',
  bytes:
    'Delete templates, drafts, files of drafts, share links, renders, or batch jobs with results, or ask ' +
    'for a larger plan. Files that nothing uses any more count for another hour, answers to an ' +
    'Idempotency-Key for a day.',
};

/** `Retry-After` while large bodies of other requests are in progress. */
const bodyRetrySeconds = 1;

/** `Retry-After` while database or storage cannot be used. */
const outageRetrySeconds = 5;

/** `Retry-After` while another request holds the idempotency key. */
const keyRetrySeconds = 1;

/** `Retry-After` while too many connections are open. */
const connectionRetrySeconds = 5;

/** RFC 6750, 3. */
const bearerChallenge = 'Bearer realm="platen"';

/**
 * The catalogue of problems: one function for each, so that a problem has the same words wherever it is
 * thrown.
 */
export const problems = {
  ...batchProblems,
  ...renderProblems,
  ...webhookProblems,
  /** @param count of all invalid fields, where `errors` has not all of them */
  invalidRequest: (
    errors: readonly FieldError[],
    code: InvalidRequestCode = 'VALIDATION_ERROR',
    count = errors.length,
  ) => {
    const shown = shortenErrors(errors);
    return new Problem(code, describeErrors(shown, count), { errors: shown });
  },
  unreadable: (detail: string) => new Problem('VALIDATION_ERROR', detail),
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
  bearerMissing: () =>
    new Problem('UNAUTHORIZED', 'Send an API key as "Authorization: Bearer KEY".', {
      cause: 'no key',
      challenge: bearerChallenge,
    }),
  bearerUnknown: () =>
    new Problem('UNAUTHORIZED', 'The API key in Authorization is not valid, was deleted, or has expired.', {
      cause: 'unknown key',
      challenge: `${bearerChallenge}, error="invalid_token"`,
    }),
  accountUnknown: (id: string) =>
    new Problem('UNAUTHORIZED', `There is no account ${id}.`, { cause: 'unknown account' }),
  pageRefused: () =>
    new Problem(
      'FOREIGN_ORIGIN',
      'Pages of other origins may not call this address. Programs send no Origin. Behind a proxy, ' +
        'PUBLIC_URL must be the address that browsers use.',
    ),
  notFound: (path: string) =>
    new Problem(
      'NOT_FOUND',
      `There is nothing at ${path.slice(0, 200)}. ` +
        `The API's paths begin with /api/v1; /docs describes them.`,
    ),
  projectNotFound: (id: string) =>
    new Problem('PROJECT_NOT_FOUND', `There is no project ${id}, or this account may not see it.`),
  templateNotFound: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id}, or this account may not see it.`),
  templateNotOwned: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id} of this key's account.`),
  templateInvalid: (errors: readonly FieldError[]) => {
    const shown = shortenErrors(errors);
    return new Problem('TEMPLATE_INVALID', describeErrors(shown, errors.length), { errors: shown });
  },
  authoringNotAllowed: () =>
    new Problem(
      'AUTHORING_NOT_ALLOWED',
      'This key may not import, change or publish templates. Make one that may with ' +
        '"platen key create --author".',
    ),
  importsBusy: (waitMs: number) =>
    new Problem('SERVICE_UNAVAILABLE', 'Other templates are being imported. Try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    }),
  checksBusy: () =>
    new Problem('SERVICE_UNAVAILABLE', 'Too many documents of this workspace are being checked. Try again.', {
      retryAfterSeconds: 2,
    }),
  sharingNotOnPlan: (plan: string) =>
    new Problem('SHARING_NOT_AVAILABLE_ON_PLAN', `The plan "${plan}" has no share links.`),
  renderKeyReused: () =>
    new Problem(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for a render of another template or with another body. Send a new key.',
    ),
  renderKeyInProgress: () =>
    new Problem(
      'IDEMPOTENCY_KEY_IN_PROGRESS',
      'A render with this Idempotency-Key is in progress. Send the request again to get its answer.',
      { retryAfterSeconds: keyRetrySeconds },
    ),
  shareLimitReached: (maxActive: number) =>
    new Problem(
      'SHARE_LINK_LIMIT_REACHED',
      `The workspace may have ${maxActive} active share links, and has as many. ` +
        'Revoke one or let one expire.',
    ),
  storageLimitReached: ({ kind, limit, used, plan }: StorageExcess) =>
    new Problem(
      'STORAGE_LIMIT_REACHED',
      `The plan "${plan}" allows ${describeStored(kind, limit)} a workspace, and with this it would have ` +
        `${describeStored(kind, used)}. ${storageRemedies[kind]}`,
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
  submissionsFull: () =>
    new Problem(
      'SERVICE_UNAVAILABLE',
      'The workspace has too many batches whose rows are being checked; nothing was charged. ' +
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
  serviceEnding: (cause: unknown) =>
    new Problem('SERVICE_UNAVAILABLE', 'This process of the service is stopping. Try again.', {
      retryAfterSeconds: 1,
      cause,
    }),
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
