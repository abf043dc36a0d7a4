import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Stalls } from './probe.ts';

/** The harness's connection to the probe in a service. */
export interface ProbeConnection {
  /** Arguments for the service's Node. */
  readonly nodeArguments: readonly string[];
  /** The delays of its event loop since the last call. */
  readStalls(): Promise<Stalls>;
  close(): void;
}

/** Listens for a probe, which connects when the service starts. */
export async function openProbeConnection(): Promise<ProbeConnection> {
  const connected = Promise.withResolvers<Socket>();
  const server = createServer((socket) => connected.resolve(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const probe = new URL('./probe.ts', import.meta.url);
  probe.searchParams.set('port', String((server.address() as AddressInfo).port));
  const lines = connected.promise.then((socket) => createInterface({ input: socket }));
  return {
    nodeArguments: ['--import', probe.href],
    async readStalls() {
      const line = once(await lines, 'line') as Promise<[string]>;
      (await connected.promise).write('?\n');
      return JSON.parse((await line)[0]) as Stalls;
    },
    close() {
      server.close();
      void connected.promise.then((socket) => socket.destroy());
    },
  };
}
