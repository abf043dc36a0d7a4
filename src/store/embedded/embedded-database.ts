/**
 * The embedded PostgreSQL that the processes of one data folder share. The first to come starts it, whoever it is may
 * leave, and the last to leave stops it.
 *
 * A process belongs as long as it holds a session of a certain name: the kernel closes the session of a process that
 * was killed, so nothing has to be tidied up after it. Coming and leaving happen under a lock file, one at a time.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import pg from 'pg';
import { lock } from 'proper-lockfile';
import { prepareCluster, startCluster, stopCluster, type Cluster } from './cluster.ts';
import { findRunAs } from './run-as.ts';

export interface EmbeddedDatabase {
  /** Connection URL, which changes where the server had to be started again at another port. */
  readonly url: string;
  /** Leaves, and stops the server if no other process needs it. Close pools before. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Logger;
  /** False only where a crash of the machine may lose everything: in tests. */
  readonly durable?: boolean;
  /** Called when the server's process has been started, which it is not where it runs already. */
  readonly onLaunch?: () => void;
}

const memberPrefix = 'platen member ';

/** How long the server may take to notice that a member's process is gone. */
const noticeMs = 5_000;

/** How long a lock outlives a process that was killed while it held it. */
const lockStaleMs = 8_000;

/**
 * Joins the processes that use a data folder's database, and starts it where it does not run.
 *
 * @throws Error that says what to do, where this machine cannot run it.
 */
export async function openEmbeddedDatabase({
  dataDir,
  log,
  durable = true,
  onLaunch,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new Error(
      `DATA_DIR=${dataDir} cannot be used (${error.message}). It takes a folder that this user can make and write to.`,
      { cause: error },
    );
  });
  let closing = false;
  let membership = join();
  let { cluster } = await membership;

  async function join(): Promise<{ cluster: Cluster; session: pg.Client }> {
    const joined = await withLock(dataDir, () => joinCluster(dataDir, durable, log, onLaunch));
    const { session } = joined;
    let lost = false;
    const rejoin = (): void => {
      if (lost || closing) return;
      lost = true;
      log.warn('The connection to the embedded database ended; joining it again.');
      membership = joinPatiently();
      membership.then(
        (joined) => (cluster = joined.cluster),
        () => undefined,
      );
    };
    session.on('error', rejoin);
    session.on('end', rejoin);
    return joined;
  }

  /** Joins again for as long as it takes: the server may be in the middle of going down. */
  async function joinPatiently(): ReturnType<typeof join> {
    for (;;) {
      try {
        return await join();
      } catch (error) {
        if (closing) throw error;
        log.error({ err: error }, 'The embedded database cannot be started; trying again.');
        await sleep(2_000);
      }
    }
  }

  return {
    get url() {
      return cluster.urlOf('platen');
    },
    async close() {
      if (closing) return;
      closing = true;
      const joined = await membership.catch(() => null);
      if (joined !== null) await withLock(dataDir, () => leaveCluster(joined.cluster, joined.session));
    },
  };
}

async function joinCluster(
  dataDir: string,
  durable: boolean,
  log: Logger,
  onLaunch?: () => void,
): Promise<{ cluster: Cluster; session: pg.Client }> {
  const runAs = await findRunAs(path.join(dataDir, 'postgres'));
  let cluster = await prepareCluster(dataDir, runAs, durable);
  let session = await openSession(cluster, 'postgres');
  if (session === null) {
    log.debug('Starting the embedded database.');
    cluster = await startCluster(cluster, runAs, durable, async (candidate) => {
      onLaunch?.();
      session = await openSession(candidate, 'postgres');
      return session !== null;
    });
  }
  if (session === null) throw new Error('The embedded database does not answer.');
  const { rows } = await session.query(`select from pg_database where datname = 'platen'`);
  if (rows.length === 0) await session.query('create database platen');
  return { cluster, session };
}

async function leaveCluster(cluster: Cluster, ownSession: pg.Client): Promise<void> {
  const countOthers = async (session: pg.Client): Promise<number> => {
    for (let waitedMs = 0; ; waitedMs += 50) {
      const { rows } = await session.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where starts_with(application_name, $1) and pid <> pg_backend_pid()`,
        [memberPrefix],
      );
      // A busy server still lists a process that was just killed. One that cannot be seen from here may be alive elsewhere.
      const mayBeGone = rows.every(({ name }) => !isRunning(Number(name.slice(memberPrefix.length))));
      if (rows.length === 0 || !mayBeGone || waitedMs >= noticeMs) return rows.length;
      await sleep(50);
    }
  };
  // The own session may have been lost; then nobody can tell but a new one.
  let session: pg.Client | null = ownSession;
  const others = await countOthers(ownSession).catch(async () => {
    session = await openSession(cluster, 'postgres');
    return session === null ? null : await countOthers(session);
  });
  if (others === 0) await stopCluster(cluster);
  await session?.end().catch(() => undefined);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A session of this cluster's server, or null where it does not run. Waits while it starts or stops.
 */
async function openSession(cluster: Cluster, database: string): Promise<pg.Client | null> {
  if (cluster.port === 0) return null;
  for (;;) {
    const session = new pg.Client({
      connectionString: cluster.urlOf(database),
      application_name: `${memberPrefix}${process.pid}`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    // Without a listener, a session that ends while nobody uses it would end the process.
    session.on('error', () => undefined);
    try {
      await session.connect();
      const { rows } = await session.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      );
      if (rows[0]?.folder === cluster.folder) return session;
      // A copy of this data folder has the same password, and runs at the same port.
      await session.end();
      return null;
    } catch (error) {
      session.end().catch(() => undefined);
      const code = error instanceof Error && 'code' in error ? error.code : '';
      // 53300: every connection is taken; to start a second server would not help.
      if (code === '53300') throw error;
      // 57P03: starting up or shutting down; 57P01: just told to go.
      if (code !== '57P03' && code !== '57P01') return null;
      await sleep(20);
    }
  }
}

async function withLock<Result>(dataDir: string, act: () => Promise<Result>): Promise<Result> {
  const release = await lock(path.join(dataDir, 'postgres'), {
    realpath: false,
    stale: lockStaleMs,
    update: 1_000,
    retries: { retries: 1_200, factor: 1, minTimeout: 100, maxTimeout: 100 },
    // The work goes on: PostgreSQL's own interlock keeps two servers out of one folder.
    onCompromised: () => undefined,
  });
  try {
    return await act();
  } finally {
    await release().catch(() => undefined);
  }
}
