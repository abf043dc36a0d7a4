/** An HTTP proxy that forwards requests or fails them, as a test decides. */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does with a request. */
export type Fate =
  | 'pass'
  /** Closes the connection; the server does not get the request. */
  | 'reset'
  /** The server executes the request, but the answer is dropped. */
  | 'lose answer'
  /** Sends half of the answer's body. */
  | 'break off'
  /** Never answers. */
  | 'hang'
  /** The proxy answers with an error; the server does not get the request. */
  | keyof typeof errorCodes;

const errorCodes = { 500: 'InternalError', 501: 'NotImplemented', 503: 'ServiceUnavailable' } as const;

export interface FaultyProxy {
  readonly url: string;
  /** All requests so far: method and target. */
  readonly seen: readonly string[];
  /** Number of answers that the client aborted. */
  readonly brokenOff: number;
  close(): Promise<void>;
}

/** Starts a proxy of an origin. */
export async function startFaultyProxy(
  origin: string,
  decide: (method: string, target: string) => Fate,
): Promise<FaultyProxy> {
  const agent = new http.Agent({ keepAlive: true });
  const seen: string[] = [];
  let brokenOff = 0;
  const server = http.createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    seen.push(`${method} ${url}`);
    const fate = decide(method, url);
    if (fate === 'hang') return;
    if (fate === 'reset') return void outgoing.destroy();
    if (typeof fate === 'number') return answer(incoming, outgoing, fate);
    const forwarded = http.request(
      origin + url,
      { method, headers: incoming.headers, agent, setHost: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          if (fate === 'lose answer') return void outgoing.destroy();
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          if (fate === 'pass' || body.length < 2) {
            outgoing.once('close', () => (brokenOff += outgoing.writableFinished ? 0 : 1));
            return void outgoing.end(body);
          }
          outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
        });
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get brokenOff() {
      return brokenOff;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, status: keyof typeof errorCodes): void {
  const code = errorCodes[status];
  incoming.resume().on('end', () => {
    outgoing.writeHead(status, { 'Content-Type': 'application/xml' });
    outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>not now</Message></Error>`);
  });
}
