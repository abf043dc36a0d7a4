import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers of proxies: behind one, the connection says nothing about the client. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from a browser or program on this machine, directly. The `Host` header must name
 * this machine, too: a page of another origin whose name resolves to 127.0.0.1 (DNS rebinding) has its own.
 */
export function isLocalRequest({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const { hostname = '' } = URL.parse(`http://${headers.host ?? ''}`) ?? {};
  return isLoopback(socket.remoteAddress ?? '') && isThisMachine(hostname);
}

/** Whether a URL's host is `localhost` or a loopback address. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname);
}

function isLoopback(address: string): boolean {
  const literal = address.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(literal) && ipaddr.process(literal).range() === 'loopback';
}
