/**
 * The user of the server. PostgreSQL refuses to run as root, so root starts it as another user. That user may
 * have no access to the folders above the program or the data. On Linux the server then gets the one
 * capability that gives it access.
 */
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './binaries.ts';

/** How to start a program as the server's user. */
export interface RunAs {
  /** Null: the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** Turns a command into the one to spawn. */
  wrap(command: string, args: readonly string[]): { command: string; args: string[]; identity: Identity };
}

type Identity = { uid: number; gid: number } | Record<string, never>;

/** Finds the user for the server of a folder: the folder's owner if it exists. */
export async function findRunAs(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) {
    return { user: null, wrap: (command, args) => ({ command, args: [...args], identity: {} }) };
  }
  const user = (await findOwner(folder)) ?? (await findUnprivilegedUser());
  const { postgres, share } = await findBinaries();
  const folders = [path.dirname(folder), path.dirname(postgres), share];
  const reachable = (await Promise.all(folders.map((each) => canEnter(each, user)))).every(Boolean);
  if (reachable) {
    return { user, wrap: (command, args) => ({ command, args: [...args], identity: user }) };
  }
  const capability = await findCapability();
  const setpriv = await findProgram('setpriv');
  if (capability === null || setpriv === null) {
    throw new Error(
      `The embedded PostgreSQL cannot run as root, and user ${user.uid}, who would run it, has no access ` +
        `to ${folders[0]} or ${folders[1]}. Run chmod o+x on them and their parents, start as another ` +
        'user, or set DATABASE_URL.',
    );
  }
  const options = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    // Without it, access(2), by which initdb finds postgres, ignores capabilities of unprivileged users.
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
  ];
  return {
    user,
    wrap: (command, args) => ({ command: setpriv, args: [...options, '--', command, ...args], identity: {} }),
  };
}

async function findOwner(folder: string): Promise<{ uid: number; gid: number } | null> {
  const found = await stat(folder).catch(() => null);
  return found === null || found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
}

/** The user `postgres`, or else `nobody`. The server needs a user that has a name. */
async function findUnprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'The embedded PostgreSQL cannot run as root, and this system has neither a user "postgres" nor ' +
      '"nobody". Add one, start as another user, or set DATABASE_URL.',
  );
}

/** Whether a user may enter a folder and all folders above it. */
async function canEnter(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  for (let current = folder; ; current = path.dirname(current)) {
    const { mode, uid, gid } = await stat(current);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** The weakest capability that gives access to closed folders and that this process can pass on. */
async function findCapability(): Promise<'dac_read_search' | 'dac_override' | null> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, hex] = /^CapBnd:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  const bounds = BigInt(`0x${hex ?? '0'}`);
  // Bit numbers of linux/capability.h.
  if ((bounds >> 2n) & 1n) return 'dac_read_search';
  return (bounds >> 1n) & 1n ? 'dac_override' : null;
}

async function findProgram(name: string): Promise<string | null> {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/bin'];
  for (const folder of folders.filter((candidate) => path.isAbsolute(candidate))) {
    const file = path.join(folder, name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}
