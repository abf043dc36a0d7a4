import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express, Request } from 'express';

/**
 * Takes the addresses of clients from `X-Forwarded-For`, if a connection comes from one of these networks.
 * Each trusted proxy adds the address that it sees, so the last one that is not a trusted proxy counts.
 */
export function trustProxies(app: Express, networks: readonly string[]): void {
  app.set('trust proxy', [...networks]);
}

/** The address of the client. That of the connection if a proxy has sent a text that is not an address. */
export function clientAddress(incoming: IncomingMessage): string {
  const { ip = '' } = incoming as Partial<Request>;
  return isIP(ip) === 0 ? (incoming.socket.remoteAddress ?? '') : ip;
}
