/**
 * Requests to a server that the operator has configured, such as an OpenID provider. It may have any address:
 * no caller of the service chooses it.
 */
import { OutboundError } from './outbound-error.ts';

/** Limits of one answer. */
interface AnswerLimits {
  /** For the whole exchange, the body included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const defaultLimits: AnswerLimits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

interface OperatorRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: RequestInit['body'] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** As `fetch`, but redirects are answers, and time and size of an answer are limited. */
export async function fetchFromOperator(
  url: string,
  { method, headers, body = null, signal }: OperatorRequest,
  { timeoutMs, maxBytes } = defaultLimits,
): Promise<Response> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method,
    headers,
    body,
    redirect: 'manual',
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new OutboundError('too-large', `answers with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), {
    status: response.status,
    headers: response.headers,
  });
}
