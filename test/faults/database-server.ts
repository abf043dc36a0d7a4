/**
 * A PostgreSQL of the suite's own, which it may stop, kill and hold still as it likes.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareCluster, startCluster, stopCluster, type Cluster } from '../../src/store/embedded/cluster.ts';
import { isPostmasterGone, readPostmasterPid } from '../../src/store/embedded/postmaster.ts';
import { findRunAs } from '../../src/store/embedded/run-as.ts';

export interface DatabaseServer {
  readonly port: number;
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Ends every session of everybody but the one that asks. */
  endSessions(): Promise<void>;
  /** Stops it in the given way and starts it again at the same port, `downMs` later. */
  restart(signal: 'SIGINT' | 'SIGQUIT', downMs: number): Promise<void>;
  /** Kills one process that serves a session: the server ends all others then, and recovers. False where there is none. */
  killSession(): Promise<boolean>;
  /** Holds all of its processes still for so long. */
  hold(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Makes a server and starts it. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-faults-db-'));
  const runAs = await findRunAs(path.join(dataDir, 'postgres'));
  const start = async (): Promise<Cluster> =>
    await startCluster(await prepareCluster(dataDir, runAs, false), runAs, false, answers);
  let cluster = await start();
  /** Waits while the server recovers from what was done to it before. */
  const ask = async (sql: string): Promise<Record<string, unknown>[]> => {
    for (const endsAt = performance.now() + 30_000; ;) {
      const client = new pg.Client({ connectionString: cluster.urlOf('postgres') });
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
    const pid = await readPostmasterPid(cluster.folder);
    if (pid === null) throw new Error('The database server is not there.');
    return pid;
  };
  let made = 0;
  return {
    port: cluster.port,
    async createDatabase() {
      const name = `faults_${(made += 1)}`;
      await ask(`create database ${name}`);
      return cluster.urlOf(name);
    },
    async dropDatabase(url) {
      await ask(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
    async endSessions() {
      await ask(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
    },
    async restart(signal, downMs) {
      const pid = await findPid();
      process.kill(pid, signal);
      while (!(await isPostmasterGone(cluster.folder, pid))) await sleep(20);
      await sleep(downMs);
      const { port } = cluster;
      cluster = await start();
      if (cluster.port !== port)
        throw new Error(`Port ${port} was taken while the database server was down.`);
    },
    async killSession() {
      const [found] = await ask(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      );
      if (found === undefined) return false;
      process.kill(Number(found['pid']), 'SIGKILL');
      return true;
    },
    async hold(ms) {
      const pid = await findPid();
      // The server first, so that it does not start others meanwhile.
      process.kill(pid, 'SIGSTOP');
      const all = [pid, ...(await listChildren(pid))];
      for (const each of all) signalIfThere(each, 'SIGSTOP');
      await sleep(ms);
      for (const each of all) signalIfThere(each, 'SIGCONT');
    },
    async close() {
      await stopCluster(cluster);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function answers(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({
    connectionString: cluster.urlOf('postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The processes that a process has started, where the system tells as Linux does; none elsewhere. */
export async function listChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => Number.isInteger(pid));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The command's name may hold blanks and brackets; the fields after it do not.
      return Number(stat.split(') ').at(-1)?.split(' ')[1] ?? 0) === parent ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Sends a signal to a process, which may have gone meanwhile. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
