import { Problem, type QuotaState } from './problem.ts';

/** `Retry-After` while an account has all its active renders, and while the queue takes none. */
const activeRetrySeconds = 5;

/** The catalogue's part for renders without an open connection. */
export const renderProblems = {
  renderNotFound: (id: string) =>
    new Problem('RENDER_NOT_FOUND', `There is no render ${id} of this account.`),
  renderNotReady: (status: string) =>
    new Problem(
      'RENDER_NOT_READY',
      status === 'PENDING' || status === 'PROCESSING'
        ? `The render is ${status}; there is a file once it is COMPLETED.`
        : `The render is ${status}, and so has no file.`,
    ),
  renderFileNotFound: () =>
    new Problem('RENDER_FILE_NOT_FOUND', 'The file of this render is not in storage any more.'),
  tooManyActiveRenders: (maxActive: number, quota: QuotaState) =>
    new Problem(
      'TOO_MANY_ACTIVE_RENDERS',
      `This account has ${maxActive} active renders, which is all that it may have at a time.`,
      { quota, retryAfterSeconds: activeRetrySeconds },
    ),
  /** The queue does not take it, or too much of the workspace waits to be checked. */
  renderNotQueued: (cause: unknown, quota?: QuotaState) =>
    new Problem(
      'SERVICE_UNAVAILABLE',
      'The render could not be queued; nothing was charged. Try again shortly.',
      { cause, ...(quota && { quota }), retryAfterSeconds: activeRetrySeconds },
    ),
};
