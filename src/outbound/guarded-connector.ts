import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { abortable } from '../async/abortable.ts';
import { addressLiteral, type AddressRules } from './address-rules.ts';
import { refusedAddress, resolvePermittedAddresses } from './permitted-addresses.ts';
import type { Resolver } from './system-resolver.ts';

interface Guard {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  /** Ends the attempt; the signal's reason is its error. */
  readonly signal: AbortSignal;
}

/**
 * Creates a connector for undici that resolves a name once, checks every address and connects to a checked
 * one: no second look-up can return another address (DNS rebinding). TLS asks for the URL's host name (SNI)
 * and verifies it.
 */
export function createGuardedConnector(guard: Guard): buildConnector.connector {
  return (options, callback) => {
    connectGuarded(options, guard).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

async function connectGuarded(
  { hostname, protocol, port }: buildConnector.Options,
  { rules, resolve, signal }: Guard,
): Promise<Socket> {
  // A look-up cannot be stopped; this only stops waiting for it.
  const addresses = await abortable(resolvePermittedAddresses(hostname, rules, resolve), signal);
  let failure: unknown;
  // All addresses are checked. They are tried one after the other, because some may not answer.
  for (const address of addresses) {
    signal.throwIfAborted();
    try {
      const socket = await openSocket({ hostname, address, isTls: protocol === 'https:', port }, signal);
      // Checks the address of the open connection once more.
      if (socket.remoteAddress !== undefined && rules(socket.remoteAddress)) return socket;
      socket.destroy();
      throw refusedAddress();
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

function openSocket(
  { hostname, address, isTls, port }: { hostname: string; address: string; isTls: boolean; port: string },
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const target = { host: address, port: Number(port === '' ? (isTls ? 443 : 80) : port) };
  // SNI is for names only. Without it, the certificate is verified for the address.
  const servername = addressLiteral(hostname) === null ? hostname.replace(/\.$/u, '') : '';
  const socket = isTls
    ? connectTls({ ...target, servername, ALPNProtocols: ['http/1.1'] })
    : connectTcp({ ...target, noDelay: true });
  const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    signal.removeEventListener('abort', abort);
    socket.off('error', reject);
    resolve(socket);
  });
  socket.once('error', reject);
  socket.once('close', () => {
    signal.removeEventListener('abort', abort);
    reject(new Error('the connection was closed before it was ready'));
  });
  return promise;
}
