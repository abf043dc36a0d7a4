import { ApiError, type ProblemDocument } from './problem.ts';
import { reportGone } from './reachability.ts';
import { countSignIns, isSignedInBefore, waitForSignIn } from './sign-in-again.ts';

/**
 * `fetch` for the app's API. An answer 401 in the middle of work opens the dialog "Sign in again" and sends
 * the request again afterwards, so that nothing typed is lost.
 *
 * @throws ApiError for every answer that is not 2xx or 3xx, and where there is no answer
 */
export async function send(request: Request): Promise<Response> {
  // A body can be read once; the copy is for the second attempt.
  const again = request.clone();
  const signIns = countSignIns();
  const response = await sendOnce(request);
  if (response.status !== 401 || !isSignedInBefore()) return await requireSuccess(response);
  // Another request may have asked already, and its dialog may be closed: that session is tried first.
  if (countSignIns() === signIns) await waitForSignIn();
  return await requireSuccess(await sendOnce(again));
}

/** As `send`, but an answer 401 is an error like any other: for signing in itself. */
export async function sendSignedOut(request: Request): Promise<Response> {
  return await requireSuccess(await sendOnce(request));
}

async function sendOnce(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    reportGone();
    throw new ApiError({ status: 0 }, { cause: error });
  }
}

async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok || response.status === 304) return response;
  const error = new ApiError({ ...(await readProblem(response)), status: response.status });
  // A proxy's answer has no code; the service's own 502 is about one render.
  if ((error.status === 502 && error.code === '') || error.status === 504) reportGone();
  throw error;
}

/** The problem of an answer. A proxy's answer is none. */
async function readProblem(response: Response): Promise<Partial<ProblemDocument>> {
  const requestId = response.headers.get('X-Request-Id');
  const fallback = requestId === null ? {} : { requestId };
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  const body: unknown = isJson ? await response.json().catch(() => null) : null;
  return typeof body === 'object' && body !== null ? { ...fallback, ...body } : fallback;
}
