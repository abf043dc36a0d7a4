import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A request as it came. */
export interface Reception {
  readonly receivedAt: Date;
  readonly isSecure: boolean;
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  /** The raw bytes, at most `MOST_BYTES`. */
  readonly body: Buffer;
  readonly isCutOff: boolean;
}

export interface Receiver {
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** How much of a body is kept. A callback takes a few hundred bytes. */
export const MOST_BYTES = 65_536;

const silenceMs = 30_000;

/** The first byte of every TLS connection, and of no HTTP request. */
const tlsHandshake = 0x16;

/**
 * A server that takes HTTP and HTTPS at one port, whichever a connection begins with.
 *
 * @param receive tells the status to answer with
 * @throws Error with `code` where it cannot listen, or the certificate does not fit the key
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
        // What is left of a body that is too long is not waited for.
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
    socket.setTimeout(silenceMs, () => socket.destroy());
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
    if (length > MOST_BYTES) break;
  }
  return {
    receivedAt,
    isSecure,
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).subarray(0, MOST_BYTES),
    isCutOff: length > MOST_BYTES,
  };
}
