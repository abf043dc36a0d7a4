import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A received request. */
export interface Reception {
  readonly receivedAt: Date;
  readonly isSecure: boolean;
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  /** The raw bytes, at most `MAX_BODY_BYTES`. */
  readonly body: Buffer;
  readonly isCutOff: boolean;
}

export interface Receiver {
  readonly port: number;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** A longer body is cut off. A callback has a few hundred bytes. */
export const MAX_BODY_BYTES = 65_536;

const idleTimeoutMs = 30_000;

/** The first byte of every TLS connection. No HTTP request starts with it. */
const tlsHandshake = 0x16;

/**
 * Starts a server that accepts HTTP and HTTPS on one port: the first byte of a connection decides.
 *
 * @param receive returns the status of the response
 * @throws Error with `code` if it cannot listen, or if the certificate does not match the key
 */
export async function startReceiver({
  host,
  port,
  key,
  cert,
  receive,
}: {
  readonly host: string;
  readonly port: number;
  readonly key: string;
  readonly cert: string;
  readonly receive: (reception: Reception) => number;
}): Promise<Receiver> {
  const answer = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    readReception(request, isSecure).then(
      (reception) => {
        const status = receive(reception);
        // Closes the connection instead of reading the rest of a body that is too long.
        response.writeHead(status, reception.isCutOff ? { connection: 'close' } : {}).end();
      },
      () => response.destroy(),
    );
  };
  const plain = createPlainServer(answer(false));
  const secure = createSecureServer({ key, cert }, answer(true));

  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === tlsHandshake ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  front.listen(port, host);
  await once(front, 'listening');
  return {
    port: (front.address() as AddressInfo).port,
    async close() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await once(front, 'close');
    },
  };
}

async function readReception(request: IncomingMessage, isSecure: boolean): Promise<Reception> {
  const receivedAt = new Date();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > MAX_BODY_BYTES) break;
  }
  return {
    receivedAt,
    isSecure,
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES),
    isCutOff: length > MAX_BODY_BYTES,
  };
}
