/**
 * The server's lock file `postmaster.pid`, which a killed server leaves behind.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Higher than any process id that Linux or macOS gives out. */
const impossiblePid = 4_194_305;

/** The process id of the folder's server, or null where none is noted. */
export async function readPostmasterPid(folder: string): Promise<number | null> {
  const [pid] = await readLockFile(folder);
  return Number(pid) > 0 ? Number(pid) : null;
}

/** Whether a server has come down: its lock file is another's or gone, or its process is. */
export async function isPostmasterGone(folder: string, pid: number): Promise<boolean> {
  return (await readPostmasterPid(folder)) !== pid || !(await isPostgres(pid));
}

/**
 * PostgreSQL sees for itself that a noted process is gone, but takes any process that now has its id for a server that
 * runs (in containers ids come again at each start). Then the id is overwritten; the rest stays, since by it the new
 * server finds out whether processes of the old one are still about.
 */
export async function forgetStalePostmaster(folder: string): Promise<void> {
  const lines = await readLockFile(folder);
  const [pid, servedFolder] = lines;
  if (pid === undefined || !(Number(pid) > 0)) return;
  if (servedFolder === folder && (await isPostgres(Number(pid)))) return;
  await writeFile(lockFile(folder), [impossiblePid, ...lines.slice(1)].join('\n'));
}

/** Whether a process is there, is no zombie, and is a PostgreSQL as far as the system tells. */
async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') return true;
  const [, name, state] =
    /^\d+ \((.*)\) (\S)/s.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) ?? [];
  return name === 'postgres' && state !== 'Z';
}

async function readLockFile(folder: string): Promise<string[]> {
  const text = await readFile(lockFile(folder), 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\n');
}

function lockFile(folder: string): string {
  return path.join(folder, 'postmaster.pid');
}
