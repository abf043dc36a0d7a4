/** A TCP proxy that can cut, refuse or stall connections, or drop what the server answers. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CutProxy {
  readonly port: number;
  /** Closes all connections. */
  cut(): void;
  /** Cuts all connections, and refuses new ones until the function has ended. */
  refuseDuring<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Accepts connections but forwards nothing for `ms`. */
  stall(ms: number): Promise<void>;
  /** Accepts connections but forwards nothing until the function has ended. */
  stallDuring<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Forwards the clients' data but drops the server's for `ms`, then cuts: the server executes what clients
   * never see answered.
   */
  loseAnswers(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy to a port of 127.0.0.1. */
export async function startCutProxy(target: number): Promise<CutProxy> {
  const links = new Set<{ readonly client: Socket; readonly server: Socket }>();
  let dropsAnswers = false;
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
    server.on('data', (chunk) => dropsAnswers || client.write(chunk));
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
  const { port } = listener.address() as AddressInfo;
  const stallDuring = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    isStalled = true;
    for (const link of links) pause(link);
    try {
      return await run();
    } finally {
      isStalled = false;
      for (const { client, server } of links) {
        client.resume();
        server.resume();
      }
    }
  };
  return {
    port,
    cut,
    async refuseDuring(run) {
      listener.close();
      cut();
      try {
        return await run();
      } finally {
        listener.listen(port, '127.0.0.1');
        await once(listener, 'listening');
      }
    },
    stall: (ms) => stallDuring(() => sleep(ms)),
    stallDuring,
    async loseAnswers(ms) {
      dropsAnswers = true;
      await sleep(ms);
      cut();
      dropsAnswers = false;
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
