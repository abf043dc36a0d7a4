/** The answer for a picture at an image URL. */
export interface PictureAnswer {
  readonly status: number;
  /** The code of the problem; also of one that the key's fallback hides. */
  readonly code: string | null;
  /** The problem in words. */
  readonly detail: string | null;
  /** 0: the answer has no `Retry-After`. */
  readonly retryAfterSeconds: number;
  /** Whether the picture was rendered before. */
  readonly isRendered: boolean;
}

/** Longer than a new picture waits for its turn and is rendered. */
const timeoutMs = 120_000;

/**
 * Asks a service for a picture, and reads the answer to its end. The person at the terminal names it: any
 * address is allowed.
 *
 * @param method HEAD asks whether it was rendered, GET renders it
 * @throws Error with the reason if there is no whole answer
 */
export async function askForPicture(url: URL, method: 'HEAD' | 'GET'): Promise<PictureAnswer> {
  try {
    const response = await fetch(url, { method, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const { status, headers } = response;
    const isProblem = headers.get('content-type')?.includes('json') === true;
    const problem = isProblem && method === 'GET' ? ((await response.json()) as Problem) : null;
    if (!response.bodyUsed) await response.arrayBuffer();
    return {
      status,
      code: headers.get('x-image-error') ?? problem?.code ?? null,
      detail: problem?.detail ?? null,
      retryAfterSeconds: Number(headers.get('retry-after') ?? 0) || 0,
      // The date of a picture is known once it is rendered.
      isRendered: status === 200 && headers.has('last-modified'),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new Error(`${url.origin} cannot be reached: ${reason}`, { cause: error });
  }
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
}
