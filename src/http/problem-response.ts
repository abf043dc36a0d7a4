import type { Problem, QuotaState, RateState } from '../domain/problems/problem.ts';

/** The media type of RFC 9457. */
export const problemMediaType = 'application/problem+json';

/** A problem as its JSON body. */
export function problemBody(problem: Problem, requestId: string): string {
  const { title, status, code, detail, facts } = problem;
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    code,
    // A detail may quote the request, with text that is not valid Unicode.
    detail: detail.toWellFormed().replaceAll('\0', '\uFFFD'),
    requestId,
    ...(facts.errors === undefined ? {} : { errors: facts.errors }),
    ...facts.members,
  });
}

/** The headers of a problem. */
export function problemHeaders({ status, code, facts }: Problem): Record<string, string> {
  return {
    ...(facts.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(facts.retryAfterSeconds) }),
    ...(status === 429 ? { 'X-RateLimit-Remaining': '0' } : {}),
    ...(facts.fileBytes === undefined ? {} : { 'Content-Range': `bytes */${facts.fileBytes}` }),
    ...(facts.allow === undefined ? {} : { Allow: facts.allow.join(', ') }),
    ...(status === 401 ? { 'WWW-Authenticate': facts.challenge ?? getChallenge(code) } : {}),
    ...(facts.quota === undefined ? {} : quotaHeaders(facts.quota)),
    ...(facts.rate === undefined ? {} : rateHeaders(facts.rate)),
  };
}

/**
 * RFC 9110, 15.5.2 requires a challenge. No scheme is registered for keys in a header of their own, nor for
 * cookies.
 */
function getChallenge(code: Problem['code']): string {
  return code === 'UNAUTHORIZED'
    ? 'ApiKey realm="platen", header="X-Api-Key"'
    : 'Session realm="platen-studio"';
}

/** The RateLimit headers (draft-ietf-httpapi-ratelimit-headers); the policy is the burst. */
export function rateHeaders({
  name,
  burst,
  windowSeconds,
  remaining,
  resetSeconds,
}: RateState): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${burst};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}

function quotaHeaders({ limit, remaining, resetsAt }: QuotaState): Record<string, string> {
  return {
    'X-Quota-Limit': String(limit),
    'X-Quota-Remaining': String(remaining),
    'X-Quota-Reset': resetsAt.toISOString(),
  };
}
