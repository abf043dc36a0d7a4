import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { assertContract } from './contract.ts';

/** `fetch` for the service: reads the whole answer and rejects if it violates the contract. */
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

/** `fetch` for other servers, such as an object store or a callback receiver. */
export async function fetchExternal(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  // Each answer of the service has both headers; other servers do not.
  assert.ok(
    !(response.headers.has('x-request-id') && response.headers.get('referrer-policy') === 'no-referrer'),
    `${url} is the service itself: use checkedFetch`,
  );
  return response;
}

/** `fetch` for the stream of events, which has no end and is in no contract. The test reads the answer. */
export async function fetchEvents(
  { url }: { readonly url: string },
  init: RequestInit = {},
): Promise<Response> {
  return await fetch(`${url}/studio/events`, init);
}

/**
 * Starts a request whose body the test sends, and whose answer it reads, at its own pace. The answer's head
 * is checked against the contract.
 */
export function startRequest(
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
  // Not every test awaits the answer.
  answered.catch(() => undefined);
  return { request: sent, answered };
}

/** An answer as received on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Parses the answers on a connection and checks each against the contract.
 *
 * @param text the received bytes as Latin-1.
 * @param requests method and target of each answered request.
 */
export function readRawAnswers(text: string, requests: readonly (readonly [string, string])[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (const [method, target] of requests) {
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
  assert.equal(rest, '', 'more answers than requests');
  return answers;
}
