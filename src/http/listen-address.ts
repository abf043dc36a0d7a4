import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/**
 * Checks that HOST and PORT can be listened on, before anything slow is started. The port is free again
 * afterwards, so another program may still take it first.
 *
 * @throws Error with a one-line message that names the setting
 */
export async function checkAddress({ host, port }: Address): Promise<void> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, () => server.close(() => resolve()));
  await promise.catch((error: unknown) => {
    throw listenError(error, { host, port });
  });
}

/** The error of a server that cannot listen, in words for the operator. */
export function listenError(cause: unknown, { host, port }: Address): Error {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
    const message = `PORT=${port} is in use on ${host}: stop what listens there, or choose another PORT.`;
    return new Error(message, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `HOST=${host}, PORT=${port}: cannot listen there (${reason}). ` +
      `HOST takes an address of this machine, PORT a port that this user may open.`,
    { cause },
  );
}
