import { shortenErrors } from './field-errors.ts';
import { Problem, type FieldError, type QuotaState } from './problem.ts';

/** Invalid values of a batch's rows. */
interface RefusedRows {
  /** The first ones, over all rows. */
  readonly errors: readonly FieldError[];
  /** All of them. */
  readonly count: number;
  /** Rows with at least one. */
  readonly rows: number;
  /** Its line in the file that the rows come from; if that is not known, its index. */
  readonly firstRow: number;
}

/** `Retry-After` while all active jobs of an account are running. */
const activeBatchRetrySeconds = 5;

/** Why a callback URL is refused. What is wrong with the text itself reveals nothing of this network. */
export function callbackUrlFault(url: string): FieldError {
  const detail = /[\s\p{Cc}]/u.test(url)
    ? 'The callbackUrl has a blank or a control character; remove it, or write a blank as %20.'
    : 'The callbackUrl must be an https URL without a user name, whose host is public.' +
      ' The operator can allow others by OUTBOUND_ALLOW.';
  return { pointer: '/callbackUrl', detail };
}

/** The catalogue's part for batch jobs and their archives. */
export const batchProblems = {
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
    const shown = shortenErrors(errors);
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
  callbackUrlRefused: (url: string) => {
    const fault = callbackUrlFault(url);
    return new Problem('BATCH_COMPLETION_CALLBACK_URL_INVALID', fault.detail, { errors: [fault] });
  },
  batchTemplateNotFound: (id: string) =>
    new Problem('TEMPLATE_NOT_FOUND', `There is no template ${id}, or this account may not see it.`, {
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
  downloadGone: () => new Problem('NOT_FOUND', 'The file is not kept any more.'),
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
  dispatchFailed: (cause: unknown, quota: QuotaState) =>
    new Problem(
      'BATCH_DISPATCH_FAILED',
      'The job could not be handed to the renderer; nothing was charged. Try again.',
      { cause, quota },
    ),
};
