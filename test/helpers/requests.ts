import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { assertContract } from './contract.ts';

/**
 * `fetch`, for requests to the service: rejects where the answer is not what the contract says. The answer has been read to
 * its end when it is handed over.
 */
export async function checkedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const bytes = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  const { pathname, search } = new URL(url);
  const method = init.method?.toUpperCase() ?? 'GET';
  assertContract({ method, target: pathname + search, status, headers, bytes: new Uint8Array(bytes) });
  const hasBody = bytes.byteLength > 0 || !(status === 204 || status === 304);
  return new Response(hasBody ? bytes : null, { status, statusText, headers });
}

/** `fetch`, for what is not the service: an object store, a receiver of callbacks. */
export async function fetchElsewhere(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  // What every answer of the service has, and neither of these.
  assert.ok(
    !(response.headers.has('x-request-id') && response.headers.get('referrer-policy') === 'no-referrer'),
    `${url} is the service's own: its answers are checked against the contract`,
  );
  return response;
}

/**
 * A request whose body is sent, and whose answer is read, as slowly as a test likes. The answer's head is checked against the
 * contract when it has come.
 */
export function beginRequest(
  url: string,
  {
    method = 'GET',
    headers = {},
    agent,
  }: {
    readonly method?: string;
    readonly headers?: Record<string, string | string[]>;
    readonly agent?: Agent;
  } = {},
): { readonly request: ClientRequest; readonly answered: Promise<IncomingMessage> } {
  const sent = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) });
  const answered = (async () => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { pathname, search } = new URL(url);
    const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    assertContract({
      method,
      target: pathname + search,
      status: response.statusCode ?? 0,
      headers: new Headers(pairs),
      bytes: null,
    });
    return response;
  })();
  // Who does not wait for the answer has no use for its absence either.
  answered.catch(() => undefined);
  return { request: sent, answered };
}

/** An answer as it is on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * The answers that came back on a connection, each checked against the contract.
 *
 * @param text what came, in Latin-1.
 * @param asked method and target of each request that was answered.
 */
export function readRawAnswers(text: string, asked: readonly (readonly [string, string])[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (const [method, target] of asked) {
    const [head = ''] = rest.split('\r\n\r\n', 1);
    const [start = '', ...lines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Z][A-Za-z -]+$/.exec(start)?.[1]);
    assert.ok(status >= 200, `no answer: ${rest.slice(0, 200)}`);
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
    );
    const bodyStart = head.length + 4;
    const body = rest.slice(bodyStart, bodyStart + Number(headers.get('content-length') ?? 0));
    assertContract({ method, target, status, headers, bytes: Buffer.from(body, 'latin1') });
    answers.push({ status, headers, body });
    rest = rest.slice(bodyStart + body.length);
  }
  assert.equal(rest, '', 'more came back than was asked for');
  return answers;
}
