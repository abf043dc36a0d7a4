/**
 * Finds the running server of a cluster, or launches one. `postmaster.pid` tells where a server listens, so
 * it does not matter which process launched it.
 *
 * Every wait is bounded by a number of attempts, not by time: a process that was paused must not take a
 * healthy server for one that hangs.
 */
import type { Logger } from 'pino';
import { sleep } from '../../async/abortable.ts';
import { readAccess, writeAccess } from './access-file.ts';
import type { Cluster } from './cluster.ts';
import { launchServer, type FindFailure, type LaunchOptions } from './launch.ts';
import { endServer, isPostmaster, readPostmaster, type Postmaster } from './postmaster.ts';
import { openSession, type NoSession, type Session } from './session.ts';

export interface JoinOptions extends LaunchOptions {
  readonly log: Logger;
  /** Called after a server's process was launched. */
  readonly onLaunch?: (() => void) | undefined;
}

const pollMs = 25;

/** A server that gives no answer to this many attempts hangs. Each takes three seconds. */
const maxSilent = 4;

/** A stop writes a checkpoint. PostgreSQL 18 may hang if it is stopped while it recovers from a crash. */
const maxStopping = 5_000 / pollMs;

/** Recovery may take long after a crash, and would start over if it were interrupted. */
const maxStarting = 120_000 / pollMs;

/** For about 30 s: until a killed server's processes have exited. */
const maxLaunches = 60;
const launchDelayMs = 300;

/**
 * Opens a session with the cluster's server. Launches the server if none runs, and ends one that hangs.
 *
 * @throws Error with the server's messages if it cannot be started
 */
export async function joinServer(cluster: Cluster, options: JoinOptions): Promise<Session> {
  const { port: preferredPort } = await readAccess(cluster.dataDir);
  const judge = createJudge();
  let findFailure: FindFailure = () => Promise.resolve(null);
  for (let launches = 0; ;) {
    const state = await observe(cluster);
    if (state.session !== null) {
      await rememberPort(cluster, state.session.port);
      return state.session;
    }
    const failure = await findFailure();
    if (failure !== null && (!failure.isTransient || launches === maxLaunches)) throw failure;
    const isLaunching = launches > 0 && failure === null;
    if (!state.isRunning && !isLaunching) {
      if (launches > 0) await sleep(launchDelayMs);
      findFailure = await launchServer(cluster, preferredPort, options);
      launches += 1;
      options.onLaunch?.();
      continue;
    }
    const verdict = judge(state);
    if (verdict === 'late') throw new Error(`The embedded PostgreSQL does not start: ${state.message}.`);
    if (verdict === 'hangs') await endHanging(cluster, state, options);
    else await sleep(pollMs);
  }
}

/**
 * Opens a session with the cluster's server if one runs. Null if it does not answer. Ends a server whose stop
 * hangs.
 */
export async function reachServer(
  cluster: Cluster,
  options: Pick<JoinOptions, 'log' | 'assertHeld'>,
): Promise<Session | null> {
  for (const judge = createJudge(); ;) {
    const state = await observe(cluster);
    if (state.session !== null || !state.isRunning || state.reason === 'silent') return state.session;
    const verdict = judge(state);
    if (verdict === 'late') return null;
    if (verdict === 'hangs') await endHanging(cluster, state, options);
    else await sleep(pollMs);
  }
}

interface State {
  readonly session: Session | null;
  readonly postmaster: Postmaster | null;
  /** Whether a server runs, starts or stops. */
  readonly isRunning: boolean;
  /** Why there is no session. */
  readonly reason: NoSession['reason'];
  readonly message: string;
}

async function observe(cluster: Cluster): Promise<State> {
  const postmaster = await readPostmaster(cluster.folder);
  if (postmaster === null) {
    return { session: null, postmaster, isRunning: false, reason: 'none', message: 'no server runs' };
  }
  // The session first: a server in another container has no visible process.
  const answer = await openSession(cluster, postmaster.port);
  if ('query' in answer) {
    return { session: answer, postmaster, isRunning: true, reason: 'none', message: '' };
  }
  const isRunning = answer.reason === 'starting' || (await isPostmaster(cluster.folder, postmaster.pid));
  return { ...answer, session: null, postmaster, isRunning };
}

/** Counts the attempts in which nothing changed, and says when they are enough. */
function createJudge(): (state: State) => 'wait' | 'hangs' | 'late' {
  let pid: number | undefined;
  let [silent, stopping, starting] = [0, 0, 0];
  return ({ postmaster, reason }) => {
    if (postmaster?.pid !== pid) [silent, stopping, starting] = [0, 0, 0];
    pid = postmaster?.pid;
    if (reason === 'silent') return (silent += 1) < maxSilent ? 'wait' : 'hangs';
    if (postmaster?.isStopping === true) return (stopping += 1) < maxStopping ? 'wait' : 'hangs';
    return (starting += 1) < maxStarting ? 'wait' : 'late';
  };
}

async function endHanging(
  { folder }: Cluster,
  { postmaster, message }: State,
  { log, assertHeld }: Pick<JoinOptions, 'log' | 'assertHeld'>,
): Promise<void> {
  if (postmaster === null) return;
  log.warn({ serverPid: postmaster.pid, reason: message }, 'The embedded database hangs; ending it.');
  await assertHeld();
  await endServer(folder, postmaster.pid, 'SIGQUIT');
}

/** The next start takes the same port if it can: other programs may have noted it. */
async function rememberPort({ dataDir, password }: Cluster, port: number): Promise<void> {
  const access = await readAccess(dataDir);
  if (access.port !== port) await writeAccess(dataDir, { port, password });
}
