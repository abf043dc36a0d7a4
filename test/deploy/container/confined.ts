/** Starts programs in the root file system of the image, confined as compose.yaml confines them. */
import { spawn, type ChildProcessByStdio, type StdioNull, type StdioPipe } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface Place {
  /** The image's root file system. */
  readonly root: string;
  /** The volume at /data. */
  readonly data: string;
  readonly workFolder: string;
  readonly user: { readonly uid: number; readonly gid: number };
  /** The only variables. */
  readonly env: Readonly<Record<string, string>>;
}

export type Confined = ChildProcessByStdio<null, Readable, Readable>;

/** `read_only`, `tmpfs: [/tmp]` and the volume; then `cap_drop: [ALL]`, `no-new-privileges` and the user. */
const script = `set -e
root=$1 data=$2 uid=$3 gid=$4 folder=$5 access=$6
shift 6
mount --bind "$root" "$root"
mount -o "remount,bind,$access" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
exec chroot "$root" setpriv --reuid="$uid" --regid="$gid" --clear-groups --inh-caps=-all \\
  --bounding-set=-all --no-new-privs env --ignore-environment --chdir="$folder" "$@"
`;

/**
 * Starts a program. Its mounts are its own, and end with it.
 *
 * @param input a file descriptor for standard input
 * @param isWritable whether the root file system can be written, as far as its permissions allow it
 */
export function startConfined(
  { root, data, workFolder, user, env }: Place,
  words: readonly string[],
  {
    input = 'ignore',
    isWritable = false,
  }: { readonly input?: number | 'ignore'; readonly isWritable?: boolean } = {},
): Confined {
  const facts = [root, data, String(user.uid), String(user.gid), workFolder, isWritable ? 'rw' : 'ro'];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...facts, ...variables, ...words], {
    stdio: [input, 'pipe', 'pipe'] as [StdioNull, StdioPipe, StdioPipe],
  });
}

/** Waits for the end of a program. */
export async function finish(
  child: Confined,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
