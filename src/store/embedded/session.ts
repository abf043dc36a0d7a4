/** Sessions with the embedded server. Every wait for an answer is bounded: the server may hang. */
import pg from 'pg';
import { withTimeout } from '../../async/timeout.ts';
import { toUrl, type Cluster } from './cluster.ts';

export interface Session {
  /** The server's port. */
  readonly port: number;
  /** Id of the session's process. */
  readonly serverPid: number;
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Why there is no session. */
export interface NoSession {
  /**
   * `starting`: a server starts, recovers or stops; `silent`: nothing was answered in time; `none`: nothing
   * listens at the port, or something else does.
   */
  readonly reason: 'starting' | 'silent' | 'none';
  readonly message: string;
}

const answerTimeoutMs = 3_000;

/** Creating a database copies one. */
const createTimeoutMs = 60_000;

/** A session of a process of the data folder. Its name says so: members are counted by it. */
export const memberPrefix = 'platen member ';

/**
 * Opens a session with the cluster's server at a port. Creates the database `platen` if it is missing.
 *
 * @throws Error if all of the server's connections are in use
 */
export async function openSession(cluster: Cluster, port: number): Promise<Session | NoSession> {
  const client = new pg.Client({
    connectionString: toUrl(cluster, port, 'postgres'),
    application_name: `${memberPrefix}${process.pid}`,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  });
  // Without a listener, the error of an idle session would end the process.
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  const close = async (): Promise<void> => {
    await withTimeout(client.end(), answerTimeoutMs).catch(() => client.connection.stream.destroy());
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ serverPid: number; folder: string; exists: boolean }>(
      `select pg_backend_pid() as "serverPid", current_setting('data_directory') as folder,
              exists (select from pg_database where datname = 'platen') as exists`,
    );
    const [found] = rows;
    if (found?.folder !== cluster.folder) {
      // The server of a copy of the data folder, with the same password and port.
      await close();
      return { reason: 'none', message: `port ${port} belongs to another server` };
    }
    const create = { text: 'create database platen', query_timeout: createTimeoutMs };
    if (!found.exists) await client.query(create);
    return {
      port,
      serverPid: found.serverPid,
      query: async <Row>(sql: string, values: readonly unknown[] = []) =>
        (await client.query(sql, [...values])).rows as Row[],
      ended,
      close,
    };
  } catch (error) {
    void close();
    return explain(error);
  }
}

function explain(error: unknown): NoSession {
  const { message, code } = error as Error & { code?: string };
  // 53300: all connections are in use. A second server would not help.
  if (code === '53300') throw error;
  // 57P03: the server starts up or shuts down. 57P01, 57P02: it has just ended this session.
  if (code !== undefined && /^57P0[123]$/.test(code)) return { reason: 'starting', message };
  const isSilent = message === 'timeout expired' || message === 'Query read timeout';
  return { reason: isSilent ? 'silent' : 'none', message };
}
