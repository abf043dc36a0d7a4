/** A PostgreSQL server for the fault suite, which may stop, kill and pause it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { prepareCluster, toUrl } from '../../src/store/embedded/cluster.ts';
import { endServer, readPostmaster } from '../../src/store/embedded/postmaster.ts';
import { findRunAs } from '../../src/store/embedded/run-as.ts';
import { joinServer } from '../../src/store/embedded/server.ts';

export interface DatabaseServer {
  readonly port: number;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Terminates every session but its own. */
  endSessions(): Promise<void>;
  /** Stops it with the signal and starts it again at the same port `downMs` later. */
  restart(signal: 'SIGINT' | 'SIGQUIT', downMs: number): Promise<void>;
  /**
   * Kills the process of one session; the server then ends all others and recovers. False without a session.
   */
  killSession(): Promise<boolean>;
  /** Pauses all of its processes for `ms`. */
  pause(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates and starts a server. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-faults-db-'));
  const runAs = await findRunAs(path.join(dataDir, 'postgres'));
  const durable = false;
  const cluster = await prepareCluster(dataDir, runAs, durable);
  const options = { runAs, durable, assertHeld: () => Promise.resolve(), log: pino({ level: 'silent' }) };
  /** Returns the port. */
  const start = async (): Promise<number> => {
    const session = await joinServer(cluster, options);
    await session.close();
    return session.port;
  };
  const port = await start();
  /** Runs a statement; retries for 30 s while the server recovers from an earlier fault. */
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    for (const endsAt = performance.now() + 30_000; ;) {
      const client = new pg.Client({ connectionString: toUrl(cluster, port, 'postgres') });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } catch (error) {
        if (performance.now() > endsAt) throw error;
        await sleep(100);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  };
  const findPid = async (): Promise<number> => {
    const postmaster = await readPostmaster(cluster.folder);
    if (postmaster === null) throw new Error('The database server does not run.');
    return postmaster.pid;
  };
  let databases = 0;
  return {
    port,
    async createDatabase() {
      const name = `faults_${(databases += 1)}`;
      await query(`create database ${name}`);
      return toUrl(cluster, port, name);
    },
    async dropDatabase(url) {
      await query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
    async endSessions() {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
    },
    async restart(signal, downMs) {
      await endServer(cluster.folder, await findPid(), signal);
      await sleep(downMs);
      if ((await start()) !== port)
        throw new Error(`Port ${port} was taken while the database server was down.`);
    },
    async killSession() {
      const [found] = await query(
        `select pid from pg_stat_activity where backend_type = 'client backend'
         and pid <> pg_backend_pid() limit 1`,
      );
      if (found === undefined) return false;
      process.kill(Number(found['pid']), 'SIGKILL');
      return true;
    },
    async pause(ms) {
      const pid = await findPid();
      // The server first, so that it starts no other process meanwhile.
      process.kill(pid, 'SIGSTOP');
      const all = [pid, ...(await listChildren(pid))];
      for (const each of all) signalIfRunning(each, 'SIGSTOP');
      await sleep(ms);
      for (const each of all) signalIfRunning(each, 'SIGCONT');
    },
    async close() {
      await endServer(cluster.folder, await findPid());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The pids of a process's children (Linux; elsewhere none). */
export async function listChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => Number.isInteger(pid));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The command's name may contain blanks and brackets; the fields after it do not.
      return Number(stat.split(') ').at(-1)?.split(' ')[1] ?? 0) === parent ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Sends a signal to a process that may have ended. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
