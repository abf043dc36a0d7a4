import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * How much the system does, besides Node, to keep a renderer in: `sealed` has no network and no privileges, `limited` cannot write
 * into files nor gain privileges, `bare` is what is left where the programs for either are missing.
 */
export type Confinement = 'sealed' | 'limited' | 'bare';

/** What is started in place of Node, and what it is given before the script. */
export interface ConfinedStart {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

const root = path.join(import.meta.dirname, '../../..');

/**
 * A start of Node in which JavaScript may read the program and its packages, and otherwise neither files nor other processes, and
 * may write nowhere but in `workFolders`: the files of a task come as messages. Node's permission model does not hold native code,
 * which is where hostile files are decoded; for that there is `confinement`.
 *
 * @param workFolders which may be made later, by this process
 */
export function confinedStart(
  nodeFlags: readonly string[],
  confinement: Confinement,
  workFolders: readonly string[] = [],
): ConfinedStart {
  const largestFileBytes = workFolders.length === 0 ? 0 : mostWrittenBytes;
  const [execPath = process.execPath, ...before] = [...wrap(confinement, largestFileBytes), process.execPath];
  const reading = readableFolders().map((folder) => `--allow-fs-read=${folder}`);
  // The star, because Node would take what is not there yet for a file.
  const working = workFolders.flatMap((folder) =>
    ['read', 'write'].map((right) => `--allow-fs-${right}=${path.join(folder, '*')}`),
  );
  return {
    execPath,
    execArgv: [
      ...before,
      '--permission',
      // The canvas and the codecs are add-ons; the warning says what is said above.
      '--allow-addons',
      '--disable-warning=SecurityWarning',
      '--disallow-code-generation-from-strings',
      ...reading,
      ...working,
      ...nodeFlags,
    ],
  };
}

let found: Confinement | undefined;

/** The strictest confinement that this system allows this process's children; found out once, in some milliseconds. */
export function findConfinement(): Confinement {
  found ??= (['sealed', 'limited'] as const).find(isPossible) ?? 'bare';
  return found;
}

/** More than the largest result has; enough for a disk to notice. */
const mostWrittenBytes = 1024 ** 3;

/** What comes before the program: nothing for `bare`. No file grows beyond the limit, and nobody's memory is left on the disk. */
function wrap(confinement: Confinement, largestFileBytes: number): string[] {
  if (confinement === 'bare') return [];
  const limits = ['/usr/bin/prlimit', `--fsize=${largestFileBytes}`, '--core=0', '--'];
  // No later program gets more rights than this one.
  const privileges = ['/usr/bin/setpriv', '--no-new-privs'];
  if (confinement === 'limited') return [...limits, ...privileges, '--'];
  // A user namespace, so that it takes no privileges to have an empty network, and so that the memory and the environment of this
  // process are out of reach.
  const namespaces = ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--ipc', '--'];
  return [...limits, ...namespaces, ...privileges, '--bounding-set=-all', '--inh-caps=-all', '--'];
}

/** Whether a program can be started so, and may still read this one: root loses its right to read everything. */
function isPossible(confinement: Confinement): boolean {
  if (process.platform !== 'linux') return false;
  const [program = '', ...rest] = wrap(confinement, 0);
  const script = path.join(import.meta.dirname, 'renderer-process.ts');
  const check = ['/usr/bin/test', '-r', script, '-a', '-r', findPackages(), '-a', '-x', process.execPath];
  return existsSync(program) && spawnSync(program, [...rest, ...check], { stdio: 'ignore' }).status === 0;
}

/** The program, without the data folder that may lie beside it. */
function readableFolders(): string[] {
  const own = ['package.json', 'src', 'generated', 'node_modules'].map((name) => path.join(root, name));
  const packages = path.join(root, 'node_modules');
  // The folder, or the packages in it, may be links.
  const linked = existsSync(packages) ? [realpathSync(packages)] : [];
  return [...new Set([...own, ...linked, findPackages()])];
}

/** Where the packages really are. */
function findPackages(): string {
  const file = realpathSync(fileURLToPath(import.meta.resolve('sharp')));
  const folder = `${path.sep}node_modules${path.sep}`;
  return file.slice(0, file.lastIndexOf(folder) + folder.length - 1);
}
