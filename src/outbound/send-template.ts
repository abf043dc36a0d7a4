/** The answer to an import over HTTP. */
export interface TemplateAnswer {
  readonly status: number;
  /** 0: the answer has no `Retry-After`. */
  readonly retryAfterSeconds: number;
  /** The body as JSON; null if it is none. */
  readonly json: unknown;
}

const timeoutMs = 120_000;

/**
 * Sends the .zip of a template to a service. The person at the terminal names it: any address is allowed.
 *
 * @throws Error with the reason if there is no answer
 */
export async function sendTemplate(url: URL, apiKey: string, zip: Uint8Array): Promise<TemplateAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(zip),
      // A redirect could carry the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return {
      status: response.status,
      retryAfterSeconds: Number(response.headers.get('retry-after') ?? 0) || 0,
      json: await response.json().catch(() => null),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new Error(`${url.origin} cannot be reached: ${reason}`, { cause: error });
  }
}
