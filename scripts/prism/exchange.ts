/**
 * An HTTP server around Prism's core. Prism's own server decodes bodies as text, which corrupts images and
 * archives; this one keeps the bytes.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IHttpRequest } from '@stoplight/prism-http';

/** An HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A listening server. */
export interface PrismServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** The body limit of the service by default. */
const maxBodyBytes = 10 * 1024 * 1024;

/**
 * Starts a server that answers requests with the result of `answer`; on a free port of 127.0.0.1 by default.
 */
export async function serve(
  answer: (request: IHttpRequest, origin: string) => Promise<Answer>,
  { port = 0, host = '127.0.0.1' }: { readonly port?: number; readonly host?: string },
): Promise<PrismServer> {
  let origin = '';
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers, body } = await answer(await readRequest(request), origin);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (status === 204) response.removeHeader('Content-Length');
    else response.setHeader('Content-Length', body.length);
    response.end(body);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      const { status, headers, body } = problemAnswer(error);
      response.writeHead(status, headers).end(body);
      return undefined;
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * The byte range of a `Range` header (RFC 9110, 14.2); null for the whole file, 'beyond' if it is not
 * satisfiable.
 */
export function findRange(
  range: string | undefined,
  bytes: number,
): { first: number; last: number } | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    return Number(last) === 0 ? 'beyond' : { first: Math.max(0, bytes - Number(last)), last: bytes - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= bytes) return 'beyond';
  return { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

/**
 * Prism's errors as problems (RFC 9457). Their type is Prism's, which distinguishes them from the service's.
 */
export function problemAnswer(error: unknown): Answer {
  const {
    name,
    message,
    status = 500,
    detail,
    additional = {},
  } = error as Error & {
    readonly status?: number;
    readonly detail?: string;
    readonly additional?: Readonly<Record<string, unknown>>;
  };
  const { headers = {}, ...rest } = additional as { headers?: Record<string, string> };
  const problem = { type: name, title: message, status, detail: detail ?? message, ...rest };
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
    body: Buffer.from(JSON.stringify(problem)),
  };
}

async function readRequest(request: IncomingMessage): Promise<IHttpRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mock.invalid');
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(searchParams.keys())) {
    const values = searchParams.getAll(key);
    const [first = ''] = values;
    query[key] = values.length > 1 ? values : first;
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = [value ?? ''].flat().join(', ');
  return {
    method: (request.method ?? 'GET').toLowerCase() as IHttpRequest['method'],
    url: { path: pathname, query },
    headers,
    body: await readBody(request),
  };
}

/** The body, parsed if it is JSON, else as text; null if it is empty. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes > maxBodyBytes) {
    throw Object.assign(new Error('The body is too large.'), { status: 413 });
  }
  if (bytes === 0) return null;
  const text = Buffer.concat(chunks).toString();
  if (!/^application\/(.+\+)?json\b/i.test(request.headers['content-type'] ?? '')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
