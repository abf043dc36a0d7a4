import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toClient } from '../domain/quota/client-address.ts';

export interface ConnectionLimits {
  /** Max open connections. */
  readonly max: number;
  /** Max open connections of one address. Null: no limit. */
  readonly maxPerAddress: number | null;
}

/** How long a connection over a limit may take to send the request whose answer says so. */
const refusalMs = 2_000;

/** Max connections over a limit that wait for such an answer; more are closed at once. */
const maxRefusals = 1_000;

/**
 * Counts open connections (bulkhead). One over a limit does not count and gets one answer, which is left to
 * the caller: other clients never lose their place to it.
 *
 * @returns whether a connection is over a limit
 */
export function limitConnections(
  server: Server,
  { max, maxPerAddress }: ConnectionLimits,
): (socket: Socket) => boolean {
  const perAddress = new Map<string, number>();
  const refused = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const address = toClient(socket.remoteAddress ?? '');
    const ofAddress = perAddress.get(address) ?? 0;
    if (open >= max || ofAddress >= (maxPerAddress ?? Infinity)) {
      if (refused.size >= maxRefusals) {
        socket.destroy();
        return;
      }
      refused.add(socket);
      const timer = setTimeout(() => socket.destroy(), refusalMs);
      socket.on('close', () => {
        clearTimeout(timer);
        refused.delete(socket);
      });
      return;
    }
    open += 1;
    perAddress.set(address, ofAddress + 1);
    socket.on('close', () => {
      open -= 1;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
  });
  return (socket) => refused.has(socket);
}
