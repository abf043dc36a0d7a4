/**
 * Prism's proxy: forwards requests to a service, and refuses requests and answers that violate the contract.
 */
import { createLogger } from '@stoplight/prism-core';
import {
  createInstance,
  ProblemJsonError,
  UNPROCESSABLE_ENTITY,
  VIOLATIONS,
  type IHttpRequest,
  type IHttpResponse,
} from '@stoplight/prism-http';
import { readPrismOperations, type Json } from './document.ts';
import { problemAnswer, serve, type Answer, type PrismServer } from './exchange.ts';

/** An answer as Prism checks it, with its original bytes. */
interface Forwarded extends IHttpResponse {
  readonly bytes: Buffer;
}

/** A proxy that is listening. */
export interface PrismProxy extends PrismServer {
  /** The violations of the contract so far, by requests and answers. */
  readonly violations: readonly string[];
}

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that the proxy sets again. */
const droppedHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
  'content-length',
  'date',
]);

/**
 * Starts a proxy in front of a service. Refuses violations like Prism's `--errors`, and also answers with an
 * undocumented error status, for which Prism only warns.
 *
 * @param prepare may return a stricter document
 */
export async function startProxy(upstream: string, prepare?: (document: Json) => Json): Promise<PrismProxy> {
  const operations = await readPrismOperations(prepare);
  const violations: string[] = [];
  const prism = createInstance(
    {
      isProxy: true,
      upstream: new URL(upstream),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: true,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    {
      logger: createLogger('proxy', { level: 'silent' }),
      // Prism's own forwarder decodes every answer as text.
      forward:
        ({ data, validations }, baseUrl) =>
        () =>
        async () => {
          const refusal = refuse(UNPROCESSABLE_ENTITY, data, validations);
          if (refusal !== null) return { _tag: 'Left', left: refusal };
          return { _tag: 'Right', right: await forward(data, baseUrl) };
        },
    },
  );

  /** Records violations and returns the error for them; null if there are none. */
  const refuse = (
    template: Parameters<typeof ProblemJsonError.fromTemplate>[0],
    { method, url }: IHttpRequest,
    found: readonly { readonly message: string; readonly path?: readonly string[] | undefined }[],
  ): ProblemJsonError | null => {
    if (found.length === 0) return null;
    const place = `${method.toUpperCase()} ${url.path}`;
    violations.push(...found.map(({ message }) => `${place}: ${message}`));
    const validation = found.map(({ message, path = [] }) => ({ location: path, message }));
    return ProblemJsonError.fromTemplate(template, 'This does not match the contract.', { validation });
  };

  const server = await serve(async (request): Promise<Answer> => {
    const result = await prism.request(request, operations)();
    if (result._tag === 'Left') return problemAnswer(result.left);
    const { output, validations } = result.right;
    const refusal = refuse(VIOLATIONS, request, validations.output);
    if (refusal !== null) return problemAnswer(refusal);
    const { statusCode: status, headers = {}, bytes } = output as Forwarded;
    return { status, headers, body: bytes };
  }, {});
  return { ...server, violations };
}

async function forward(
  { method, url, headers = {}, body }: IHttpRequest,
  baseUrl: string,
): Promise<Forwarded> {
  const target = new URL(url.path, baseUrl);
  for (const [name, value] of Object.entries(url.query ?? {})) {
    for (const entry of [value].flat()) target.searchParams.append(name, entry);
  }
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.has(name)));
  const response = await fetch(target, {
    method: method.toUpperCase(),
    headers: sent,
    body: typeof body === 'string' ? body : body == null ? null : JSON.stringify(body),
    redirect: 'manual',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const mediaType = response.headers.get('content-type') ?? '';
  const received = Object.fromEntries([...response.headers].filter(([name]) => !droppedHeaders.has(name)));
  return {
    statusCode: response.status,
    // Prism checks Content-Length because it is documented; the server sets it again.
    headers: { ...received, 'content-length': String(bytes.length) },
    body: mediaType.includes('json') ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString('latin1'),
    bytes,
  };
}
