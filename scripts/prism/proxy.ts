/**
 * Prism's proxy: requests go on to a service, and neither a request nor an answer that is off the contract gets through.
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

/** An answer as Prism checks it, with the bytes that it came as. */
interface Forwarded extends IHttpResponse {
  readonly bytes: Buffer;
}

/** A proxy that is listening. */
export interface PrismProxy extends PrismServer {
  /** What was off the contract so far, requests and answers. */
  readonly violations: readonly string[];
}

/** Fields of one hop (RFC 9110, 7.6.1), and those that describe a body that is not sent on as it came. */
const ownFields = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
  'content-length',
  'date',
]);

/**
 * Starts a proxy in front of a service. As with Prism's `--errors` what is off is refused; beyond that, an answer of an error
 * status that is not documented is refused too, of which Prism would only warn.
 *
 * @param prepare makes a stricter document of the contract, to be held against
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
      // Prism's own forwarder reads every answer as text.
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

  /** A refusal, if there is something to refuse. */
  const refuse = (
    template: Parameters<typeof ProblemJsonError.fromTemplate>[0],
    { method, url }: IHttpRequest,
    found: readonly { readonly message: string; readonly path?: readonly string[] | undefined }[],
  ): ProblemJsonError | null => {
    if (found.length === 0) return null;
    const place = `${method.toUpperCase()} ${url.path}`;
    violations.push(...found.map(({ message }) => `${place}: ${message}`));
    const validation = found.map(({ message, path = [] }) => ({ location: path, message }));
    return ProblemJsonError.fromTemplate(template, 'Off the contract.', { validation });
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
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownFields.has(name)));
  const response = await fetch(target, {
    method: method.toUpperCase(),
    headers: sent,
    body: typeof body === 'string' ? body : body == null ? null : JSON.stringify(body),
    redirect: 'manual',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const mediaType = response.headers.get('content-type') ?? '';
  const received = Object.fromEntries([...response.headers].filter(([name]) => !ownFields.has(name)));
  return {
    statusCode: response.status,
    // Prism checks what is documented, which the length is; it is put anew on the answer all the same.
    headers: { ...received, 'content-length': String(bytes.length) },
    body: mediaType.includes('json') ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString('latin1'),
    bytes,
  };
}
