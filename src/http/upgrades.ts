import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that asks for another protocol, and the first bytes that came after the request. */
export interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
}

/**
 * Answers the requests of a server for another protocol, as far as it lets them through. The response sends a
 * refusal and closes the connection, or stays unused while the other protocol has the connection. It emits
 * `close` at the end of either.
 */
export function answerUpgrades(
  server: Server,
  answer: (incoming: IncomingMessage, response: ServerResponse, upgrade: Upgrade) => void,
): void {
  server.on('upgrade', (incoming: IncomingMessage, stream, head: Buffer) => {
    const socket = stream as Socket;
    const response = new ServerResponse(incoming);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // A client that is gone closes its socket.
    socket.on('error', () => undefined);
    response.on('finish', () => {
      response.detachSocket(socket);
      socket.end();
      response.emit('close');
    });
    answer(incoming, response, { socket, head });
  });
}
