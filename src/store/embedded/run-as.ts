/**
 * Who the server runs as. PostgreSQL refuses to run as root, so root hands it to another user, who may not be able to
 * enter the folders above the program or the data; on Linux the server then gets the one capability that it needs to
 * pass through them.
 */
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './binaries.ts';

/** How to start a program as the server's user. */
export interface RunAs {
  /** Null: as this process's own user. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** Turns a command into the one to spawn. */
  wrap(command: string, args: readonly string[]): { command: string; args: string[]; identity: Identity };
}

type Identity = { uid: number; gid: number } | Record<string, never>;

/** Decides who the server of a folder runs as: the folder's owner, where it is there already. */
export async function findRunAs(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) {
    return { user: null, wrap: (command, args) => ({ command, args: [...args], identity: {} }) };
  }
  const user = (await findOwner(folder)) ?? (await findUnprivilegedUser());
  const { postgres, share } = await findBinaries();
  const places = [path.dirname(folder), path.dirname(postgres), share];
  const reachable = (await Promise.all(places.map((place) => canEnter(place, user)))).every(Boolean);
  if (reachable) {
    return { user, wrap: (command, args) => ({ command, args: [...args], identity: user }) };
  }
  const capability = await findCapability();
  const setpriv = await findProgram('setpriv');
  if (capability === null || setpriv === null) {
    throw new Error(
      `The embedded PostgreSQL cannot run as root, and user ${user.uid}, whom it would run as, cannot enter ` +
        `${places[0]} or ${places[1]}. Make them enterable (chmod o+x, parents too), start as another user, ` +
        `or set DATABASE_URL.`,
    );
  }
  const options = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    // Without it access(2), by which initdb looks for its neighbours, does not count capabilities of a plain user.
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

/** The user `postgres`, or else `nobody`; the server asks the system for its user's name, so it needs one that has. */
async function findUnprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'The embedded PostgreSQL cannot run as root, and this system has neither a user "postgres" nor "nobody" to run ' +
      'it as. Add one, start as another user, or set DATABASE_URL.',
  );
}

/** Whether a user may pass through a folder and all above it. */
async function canEnter(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  for (let place = folder; ; place = path.dirname(place)) {
    const { mode, uid, gid } = await stat(place);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (place === path.dirname(place)) return true;
  }
}

/** The least capability that opens closed folders, out of those that this process can hand on. */
async function findCapability(): Promise<'dac_read_search' | 'dac_override' | null> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, hex] = /^CapBnd:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  const bounds = BigInt(`0x${hex ?? '0'}`);
  // The numbers are those of linux/capability.h.
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
