import { Problem } from '../problems/problem.ts';

/** The problems of image URLs. Everybody may read them, so they say nothing about the workspace. */
export const imageProblems = {
  urlInvalid: () =>
    new Problem(
      'IMAGE_URL_INVALID',
      'The signature of this URL is missing or wrong, or its key was deleted.',
    ),
  secretUnreadable: () =>
    new Problem(
      'IMAGE_URL_INVALID',
      'The secret of this key cannot be read, because SIGNING_SECRET was changed. Make a new key.',
    ),
  urlExpired: (at: Date) => new Problem('IMAGE_URL_EXPIRED', `This URL expired at ${at.toISOString()}.`),
  versionNotFound: (templateId: string, version: string) =>
    new Problem(
      'TEMPLATE_NOT_FOUND',
      `There is no version ${version} of template ${templateId}, ` +
        "or the account of this URL's key may not see it.",
    ),
  restricted: (detail: string) =>
    new Problem('IMAGE_URL_RESTRICTED', `The key of this URL allows ${detail}.`),
  hostRestricted: (hosts: readonly string[]) =>
    imageProblems.restricted(
      `pictures from ${hosts.join(', ')} only; another one was given or redirected to`,
    ),
  rendersUsedUp: (nextAt: Date, now: Date) =>
    new Problem(
      'QUOTA_EXCEEDED',
      `The renders for this URL are used up; the next ones come at ${nextAt.toISOString()}.`,
      { retryAfterSeconds: Math.max(1, Math.ceil((nextAt.getTime() - now.getTime()) / 1_000)) },
    ),
  tooManyNew: (retryAfterSeconds: number) =>
    new Problem('RATE_LIMIT_EXCEEDED', `Too many new pictures at once. Wait ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    }),
};

/** A problem as everybody may read it: without the quota and the rate limit of the workspace. */
export function toPublicProblem(problem: Problem): Problem {
  const { quota, rate, retryAfterSeconds = 1 } = problem.facts;
  if (problem.code === 'RATE_LIMIT_EXCEEDED' && rate !== undefined)
    return imageProblems.tooManyNew(retryAfterSeconds);
  if (problem.code === 'QUOTA_EXCEEDED' && quota !== undefined)
    return imageProblems.rendersUsedUp(quota.resetsAt, new Date());
  if (quota === undefined && rate === undefined) return problem;
  const { quota: _quota, rate: _rate, ...facts } = problem.facts;
  return new Problem(problem.code, problem.detail, facts);
}
