/**
 * The embedded PostgreSQL that the processes of one data folder share. The first process starts it, the last
 * one stops it.
 *
 * A process is a member while it has a session with a certain application name. The kernel closes the session
 * of a killed process, so members need no clean-up. Processes join and leave under a lock file.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { sleep } from '../../async/abortable.ts';
import { prepareCluster, toUrl, type Cluster } from './cluster.ts';
import { withLock, type AssertHeld } from './lock.ts';
import { endServer, readPostmaster } from './postmaster.ts';
import { findRunAs } from './run-as.ts';
import { joinServer, reachServer } from './server.ts';
import { memberPrefix, type Session } from './session.ts';

export interface EmbeddedDatabase {
  /** Connection URL. It changes if the server restarts at another port. */
  readonly url: string;
  /** Leaves, and stops the server if no other process uses it. The caller closes its pools first. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Logger;
  /** False in tests only: a crash of the machine may destroy the data. */
  readonly durable?: boolean;
  /** Called after the server's process was started. Not called if it runs already. */
  readonly onServerStart?: () => void;
}

interface Membership {
  readonly cluster: Cluster;
  readonly session: Session;
}

/** The server may take this long to close the session of a dead member. */
const maxCloseMs = 5_000;

const rejoinDelayMs = 2_000;

/**
 * Joins the members of a data folder's database, and starts the database if it does not run.
 *
 * @throws Error with instructions if this machine cannot run it
 */
export async function openEmbeddedDatabase({
  dataDir,
  log,
  durable = true,
  onServerStart: onLaunch,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new Error(
      `DATA_DIR=${dataDir} cannot be used (${error.message}). It takes a folder that this user can create ` +
        'and write to.',
      { cause: error },
    );
  });
  let isClosing = false;
  let current = await join();
  let membership = Promise.resolve(current);
  rejoinAfter(current);

  async function join(): Promise<Membership> {
    return await withLock(dataDir, async (assertHeld) => {
      const runAs = await findRunAs(path.join(dataDir, 'postgres'));
      const cluster = await prepareCluster(dataDir, runAs, durable);
      const session = await joinServer(cluster, { runAs, durable, assertHeld, log, onLaunch });
      return { cluster, session };
    });
  }

  /** Joins again when the session ends: the server was killed or restarted. */
  function rejoinAfter({ session }: Membership): void {
    void session.ended.then(() => {
      if (isClosing) return;
      log.warn('The connection to the embedded database ended; joining it again.');
      membership = joinWithRetries();
      membership.then(
        (joined) => {
          current = joined;
          rejoinAfter(joined);
        },
        () => undefined,
      );
    });
  }

  async function joinWithRetries(): Promise<Membership> {
    for (;;) {
      try {
        return await join();
      } catch (error) {
        if (isClosing) throw error;
        log.error({ err: error }, 'The embedded database cannot be started; trying again.');
        await sleep(rejoinDelayMs);
      }
    }
  }

  return {
    get url() {
      return toUrl(current.cluster, current.session.port, 'platen');
    },
    async close() {
      if (isClosing) return;
      isClosing = true;
      const joined = await membership.catch(() => null);
      if (joined === null) return;
      await withLock(dataDir, (assertHeld) => leave(joined, log, assertHeld)).catch((error: unknown) => {
        // The next member that leaves stops it. What this process did is not affected.
        log.error({ err: error }, 'The embedded database was not stopped.');
      });
    },
  };
}

/** Ends the member's session. Stops the server if there is no other member. */
async function leave(
  { cluster, session: own }: Membership,
  log: Logger,
  assertHeld: AssertHeld,
): Promise<void> {
  let others = await countOthers(own, own).catch(() => null);
  if (others === null) {
    // This member's session is lost: ask with a new one.
    const session = await reachServer(cluster, { log, assertHeld });
    if (session !== null) others = await countOthers(session, own).catch(() => null);
    await session?.close();
  }
  const postmaster = await readPostmaster(cluster.folder);
  if (others === 0 && postmaster !== null) {
    // Another process may have joined while this one was paused.
    await assertHeld();
    await endServer(cluster.folder, postmaster.pid);
  }
  await own.close();
}

/** The sessions of other members. Throws if the server does not answer. */
async function countOthers(session: Session, own: Session): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const rows = await session.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where starts_with(application_name, $1) and pid not in (pg_backend_pid(), $2)`,
      [memberPrefix, own.serverPid],
    );
    // A busy server still lists members that were just killed: wait, unless one runs on this machine.
    // The others may run on another machine.
    const mayBeGone = rows.every(({ name }) => !isRunning(Number(name.slice(memberPrefix.length))));
    if (rows.length === 0 || !mayBeGone || waitedMs >= maxCloseMs) return rows.length;
    await sleep(50);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
