/**
 * A connection pooler that lends server connections for one transaction at a time, as PgBouncer does with
 * `pool_mode = transaction`. It speaks PostgreSQL's protocol (version 3, chapter "Message Formats").
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

export interface TransactionPooler {
  /** Of the same database through the pooler, without a password. */
  readonly url: string;
  close(): Promise<void>;
}

/** Connections to the server. The last one returned is lent first. */
const serverConnections = 3;

const authenticationOk = message('R', Buffer.from([0, 0, 0, 0]));
const readyForQuery = message('Z', Buffer.from('I'));

/** Starts a pooler for the database of a URL. */
export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const servers = Array.from({ length: serverConnections }, () => new pg.Client(databaseUrl));
  for (const server of servers) server.on('error', () => undefined);
  await Promise.all(servers.map((server) => server.connect()));
  // The driver has logged in; from here on the pooler uses its sockets.
  const free = servers.map(
    (server) => (server as unknown as { connection: { stream: Socket } }).connection.stream,
  );
  for (const socket of free) socket.removeAllListeners('data');

  const clients = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const listener = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    let server: Socket | null = null;
    let unsent: Buffer[] = [];
    const lend = (): void => {
      server = free.pop() ?? null;
      if (server === null) return void waiting.push(lend);
      const lent = server;
      const messages = new MessageReader();
      lent.on('data', (data: Buffer) => {
        client.write(data);
        for (const { type, body } of messages.read(data)) {
          // Ready, and not in a transaction.
          if (type !== 'Z' || body.toString() !== 'I') continue;
          lent.removeAllListeners('data');
          server = null;
          free.push(lent);
          waiting.shift()?.();
        }
      });
      for (const data of unsent.splice(0)) lent.write(data);
    };
    client.once('data', () => {
      client.write(Buffer.concat([authenticationOk, readyForQuery]));
      client.on('data', (data: Buffer) => {
        // Terminate: the server connection is for others.
        if (data[0] === 'X'.charCodeAt(0)) return void client.end();
        if (server !== null) return void server.write(data);
        unsent = [...unsent, data];
        if (unsent.length === 1) lend();
      });
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((listener.address() as AddressInfo).port);
  url.password = '';
  return {
    url: url.href,
    async close() {
      for (const client of clients) client.destroy();
      listener.close();
      await Promise.all(servers.map((server) => server.end()));
    },
  };
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** Splits a stream into messages: one byte of type, four of length. */
class MessageReader {
  #rest = Buffer.alloc(0);

  read(data: Buffer): { type: string; body: Buffer }[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const messages = [];
    while (this.#rest.length >= 5 && this.#rest.length >= 1 + this.#rest.readInt32BE(1)) {
      const end = 1 + this.#rest.readInt32BE(1);
      messages.push({ type: this.#rest.toString('latin1', 0, 1), body: this.#rest.subarray(5, end) });
      this.#rest = this.#rest.subarray(end);
    }
    return messages;
  }
}
