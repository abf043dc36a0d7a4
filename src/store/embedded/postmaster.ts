/**
 * The server process of a cluster. PostgreSQL describes it in the file `postmaster.pid`, one value a line:
 * process id, data folder, start time, port, socket folder, address, shared memory, status. The file remains
 * if the server is killed.
 */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '../../async/abortable.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** A stop was requested: it accepts no new session. */
  readonly isStopping: boolean;
}

/** Higher than any process id of Linux or macOS. */
const impossiblePid = 4_194_305;

const pollMs = 20;

/** How long a server may take to stop after each signal, in order: fast, immediate, killed. */
const stopLimitsMs = { SIGINT: 5_000, SIGQUIT: 2_000, SIGKILL: 5_000 };

/** The server that the lock file names. It may not run any more. */
export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const [pid, , , port, , , , status] = await readLockFile(folder);
  if (!(Number(pid) > 0) || !(Number(port) > 0)) return null;
  return { pid: Number(pid), port: Number(port), isStopping: status?.trim() === 'stopping' };
}

/** Whether a process is the server of a folder. Outside of Linux: whether there is such a process. */
export async function isPostmaster(folder: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readCommandLine(pid)).includes(`\0-D\0${folder}\0`);
  return signal(pid, 0);
}

/**
 * Ends a server and waits until it is down. Sessions end, and their transactions are rolled back. A server
 * that does not stop in time gets the next signal; after SIGQUIT and SIGKILL the next start recovers.
 *
 * @param first SIGQUIT for a server that is known to hang
 * @throws Error if the server cannot be ended
 */
export async function endServer(
  folder: string,
  pid: number,
  first: 'SIGINT' | 'SIGQUIT' = 'SIGINT',
): Promise<void> {
  const signals =
    first === 'SIGINT' ? (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) : (['SIGQUIT', 'SIGKILL'] as const);
  for (const name of signals) {
    if (await isGone(folder, pid)) break;
    signal(pid, name);
    // A paused process takes the signal only when it goes on.
    signal(pid, 'SIGCONT');
    // Polls are counted, not time: this process may be paused.
    for (let poll = 0; poll < stopLimitsMs[name] / pollMs && !(await isGone(folder, pid)); poll += 1) {
      await sleep(pollMs);
    }
  }
  if (!(await isGone(folder, pid)))
    throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}

/**
 * Kills processes of a server that was killed. A paused or busy one outlives it, and its shared memory keeps
 * new servers from starting. Linux only; elsewhere the start waits until they have ended.
 */
export async function endOrphans(folder: string): Promise<void> {
  const title = `postgres: ${await nameCluster(folder)}: `;
  for (let poll = 0; poll < stopLimitsMs.SIGKILL / pollMs; poll += 1) {
    const orphans = await findOrphans(folder, title);
    if (orphans.length === 0) return;
    for (const pid of orphans) signal(pid, 'SIGKILL');
    await sleep(pollMs);
  }
}

/** The setting `cluster_name`, part of the titles of a server's processes. A copied folder has its own. */
export async function nameCluster(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `platen-${dev}-${ino}`;
}

/**
 * Makes a lock file acceptable to a new server. The caller knows that no server runs.
 *
 * PostgreSQL takes any process with the id in the file for a running server, and containers reuse ids at
 * every start. So the id is overwritten. The other lines stay: by them, the new server finds out whether
 * processes of the old one still use its shared memory. PostgreSQL also refuses a file that a crash of the
 * machine left empty or damaged; it is removed.
 */
export async function clearLockFile(folder: string): Promise<void> {
  const lines = await readLockFile(folder);
  if (Number(lines[0]) > 0) await writeFile(lockFile(folder), [impossiblePid, ...lines.slice(1)].join('\n'));
  else await rm(lockFile(folder), { force: true });
}

async function isGone(folder: string, pid: number): Promise<boolean> {
  return (await readPostmaster(folder))?.pid !== pid || !(await isPostmaster(folder, pid));
}

async function findOrphans(folder: string, title: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      if (!(await readCommandLine(pid)).startsWith(title)) return [];
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
      return (await isPostmaster(folder, parent)) ? [] : [pid];
    }),
  );
  return found.flat();
}

/** The arguments of a process, each ended by a null character. Empty for a zombie. */
async function readCommandLine(pid: number): Promise<string> {
  return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

/** Sends a signal. Returns false if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readLockFile(folder: string): Promise<string[]> {
  const text = await readFile(lockFile(folder), 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\n');
}

function lockFile(folder: string): string {
  return path.join(folder, 'postmaster.pid');
}
