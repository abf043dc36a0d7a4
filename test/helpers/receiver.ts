/** Callback receivers: TLS servers on 127.0.0.1 with configurable answers. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import type { ServerResponse } from 'node:http';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly private: string;
  readonly cert: string;
}

/** A certificate authority that issues certificates for names and IP addresses. */
export interface Authority {
  /** In PEM. */
  readonly cert: string;
  issue(names: { readonly dns?: string; readonly ip?: string }): Promise<Certificate>;
}

export async function createAuthority(): Promise<Authority> {
  const notAfterDate = new Date(Date.now() + 86_400_000);
  // OpenSSL looks an authority up by its name: of two with one name, it may take the wrong one.
  const authority = await generate([{ name: 'commonName', value: `Test CA ${randomUUID()}` }], {
    notAfterDate,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  return {
    cert: authority.cert,
    async issue({ dns, ip }) {
      const altNames = [
        ...(dns === undefined ? [] : [{ type: 2 as const, value: dns }]),
        ...(ip === undefined ? [] : [{ type: 7 as const, ip }]),
      ];
      return await generate([{ name: 'commonName', value: dns ?? ip ?? '' }], {
        notAfterDate,
        extensions: [{ name: 'subjectAltName', altNames }],
        ca: { key: authority.private, cert: authority.cert },
      });
    },
  };
}

/** Adds an authority to those that this process trusts. */
export function trust({ cert }: Authority): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** When the request was complete, by `performance.now()`. */
  readonly at: number;
}

export interface Receiver {
  readonly port: number;
  /** All requests, oldest first. */
  readonly received: readonly Received[];
  close(): void;
}

/**
 * Starts an HTTPS receiver.
 *
 * @param answer sends the response; `number` counts the requests from 1
 */
export async function startReceiver(
  certificate: Certificate,
  answer: (response: ServerResponse, received: Received, number: number) => void,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer({ key: certificate.private, cert: certificate.cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: Buffer.concat(chunks), at: performance.now() };
      received.push(one);
      answer(response, one, received.length);
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a TLS receiver that may answer with anything, once it has received data. */
export async function startRawReceiver(
  certificate: Certificate,
  talk: (socket: TLSSocket) => void,
): Promise<Pick<Receiver, 'port' | 'close'>> {
  const sockets = new Set<TLSSocket>();
  const server = createTlsServer({ key: certificate.private, cert: certificate.cert }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => talk(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
