import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { addressLiteral, type AddressRules } from './address-rules.ts';
import { refusedAddress, resolveHost } from './resolve-host.ts';
import type { Resolver } from './resolve-name.ts';

interface Guard {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  /** Ends the attempt, with the signal's reason as its error. */
  readonly signal: AbortSignal;
}

/**
 * A connector for undici that resolves a name once, judges every address, and connects to one that was judged: between check
 * and connection there is no second look-up that could answer otherwise. TLS still asks for, and verifies, the URL's own host.
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
  const addresses = await abortable(resolveHost(hostname, rules, resolve), signal);
  let failure: unknown;
  // A host with several addresses may have one that does not answer; all of them passed.
  for (const address of addresses) {
    signal.throwIfAborted();
    try {
      const socket = await openSocket({ hostname, address, isTls: protocol === 'https:', port }, signal);
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
  // A server name is for names only; without one the certificate is held against the address.
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

/** The promise's outcome, or the signal's reason if that comes first: a look-up itself cannot be stopped. */
async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
