/**
 * A proxy of TCP connections that cuts them, holds them, or loses what the server answers.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CutProxy {
  readonly port: number;
  /** Ends all connections at once. */
  cut(): void;
  /** Takes new connections, and moves nothing over any of them, for so long. */
  stall(ms: number): Promise<void>;
  /** Hands on what clients say, and nothing of what the server answers, for so long; then cuts. What was asked is done. */
  loseAnswers(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy to a port of this machine. */
export async function startCutProxy(target: number): Promise<CutProxy> {
  const links = new Set<{ readonly client: Socket; readonly server: Socket }>();
  let losesAnswers = false;
  let isStalled = false;
  const listener = createServer({ pauseOnConnect: true }, (client) => {
    const server = connect(target, '127.0.0.1');
    const link = { client, server };
    links.add(link);
    const end = (): void => {
      links.delete(link);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end).setNoDelay(true);
    client.on('data', (chunk) => server.write(chunk));
    server.on('data', (chunk) => losesAnswers || client.write(chunk));
    if (isStalled) pause(link);
    else client.resume();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = (): void => {
    for (const { client, server } of links) {
      client.destroy();
      server.destroy();
    }
  };
  return {
    port: (listener.address() as AddressInfo).port,
    cut,
    async stall(ms) {
      isStalled = true;
      for (const link of links) pause(link);
      await sleep(ms);
      isStalled = false;
      for (const { client, server } of links) {
        client.resume();
        server.resume();
      }
    },
    async loseAnswers(ms) {
      losesAnswers = true;
      await sleep(ms);
      cut();
      losesAnswers = false;
    },
    async close() {
      listener.close();
      cut();
      await once(listener, 'close');
    },
  };
}

function pause({ client, server }: { readonly client: Socket; readonly server: Socket }): void {
  client.pause();
  server.pause();
}
