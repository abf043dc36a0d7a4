import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to the service. */
export interface PassingRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** Names and values alternately, as received. */
  headers: string[];
}

/** A response of the service. */
export interface PassingAnswer {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Keys of the service. */
export interface Keys {
  /** The key of the account that owns the service's data. */
  readonly owner: string;
  readonly others: readonly string[];
}

/** How a proxy changes requests and responses. Each function modifies its argument. */
export interface Meddling {
  readonly request?: (request: PassingRequest, keys: Keys) => void;
  /** A response in place of the service's, which does not get the request. */
  readonly instead?: (request: PassingRequest) => PassingAnswer | null;
  /** The request is the original. */
  readonly answer?: (answer: PassingAnswer, request: PassingRequest) => void;
  /** The delay of the response in milliseconds. */
  readonly delayMs?: (request: PassingRequest) => number;
}

export interface BreakingProxy {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a proxy in front of a service that forwards requests and responses and applies a break to them. */
export async function startBreakingProxy(
  service: string,
  keys: Keys,
  meddling: Meddling,
): Promise<BreakingProxy> {
  const { hostname, port } = new URL(service);
  const agent = new Agent({ keepAlive: true });

  async function ask(passing: PassingRequest, body: Buffer): Promise<PassingAnswer> {
    const { method, target: path, headers } = passing;
    const sent = request({ agent, hostname, port, method, path, headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const values = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    return {
      status: answer.statusCode ?? 0,
      headers: Object.fromEntries(values) as Record<string, string>,
      body: await buffer(answer),
    };
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: target = '', rawHeaders } = incoming;
    const passing = { method, target, headers: [...rawHeaders] };
    const body = await buffer(incoming);
    const asked = { ...passing };
    meddling.request?.(passing, keys);
    const answer = meddling.instead?.(passing) ?? (await ask(passing, body));
    const length = answer.body.length;
    meddling.answer?.(answer, asked);
    // Otherwise this would be a different break.
    if (answer.body.length !== length) answer.headers['content-length'] = String(answer.body.length);
    const delayMs = meddling.delayMs?.(asked) ?? 0;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
