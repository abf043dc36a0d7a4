/** How renderer processes are started so that Node and the system confine them. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** How the system confines a renderer in addition to Node. */
export interface Confinement {
  /**
   * `sealed`: no network, no privileges, no access to other processes. `limited`: limited file size, no new
   * privileges. `bare`: nothing, because the programs for it are missing.
   */
  readonly level: 'sealed' | 'limited' | 'bare';
  /** Files are limited by Landlock: renderers read the program and the system's libraries only. */
  readonly landlock: boolean;
  /** Root starts the renderers as another user. */
  readonly ownUser: boolean;
}

export const bare: Confinement = { level: 'bare', landlock: false, ownUser: false };

/** The program to start, and its arguments before the script. */
export interface ConfinedStart {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

/**
 * The user of renderers that root starts: a number that no account has (Debian reserves it), so that no
 * files of others belong to it.
 */
export const rendererUserId = 65_533;

const root = path.join(import.meta.dirname, '../..');
const landlockLauncher = path.join(import.meta.dirname, 'landlock.pl');

/**
 * How to start Node so that JavaScript may read the program and its packages, may read and write
 * `workFolders`, and may start no processes. The files of a task arrive as messages. Node's permission model
 * does not restrict native code, which decodes hostile files; `confinement` does.
 *
 * @param workFolders must exist: Landlock ignores others
 */
export function confinedStart(
  nodeFlags: readonly string[],
  confinement: Confinement,
  workFolders: readonly string[] = [],
): ConfinedStart {
  const [execPath = process.execPath, ...before] = confineCommand(
    [process.execPath],
    confinement,
    workFolders,
  );
  const reading = readableFolders().map((folder) => `--allow-fs-read=${folder}`);
  const working = workFolders.flatMap((folder) =>
    ['read', 'write'].map((right) => `--allow-fs-${right}=${path.join(folder, '*')}`),
  );
  return {
    execPath,
    execArgv: [
      ...before,
      '--permission',
      // The canvas and the codecs are add-ons. The warning says that they are not restricted.
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

/** The strictest confinement that works on this system. Tested once, in some milliseconds. */
export function findConfinement(): Confinement {
  found ??= findStrictest();
  return found;
}

function findStrictest(): Confinement {
  const users = process.getuid?.() === 0 ? [true, false] : [false];
  const candidates = (['sealed', 'limited'] as const).flatMap((level) =>
    users.map((ownUser) => ({ level, ownUser, landlock: false })),
  );
  const strictest = candidates.find(isPossible);
  if (strictest === undefined) return bare;
  const withLandlock = { ...strictest, landlock: true };
  return isPossible(withLandlock) ? withLandlock : strictest;
}

/** Larger than any result, and than the compiled code. */
const maxWrittenBytes = 1024 ** 3;

/** What Node and the libraries read, besides the program. */
const systemPaths = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/etc/ld.so.cache',
  '/usr/share/zoneinfo',
  '/etc/ssl/openssl.cnf',
  '/etc/localtime',
  '/dev/null',
  '/dev/urandom',
  '/sys/devices/system/cpu',
  '/proc/self',
  '/proc/meminfo',
  '/proc/cpuinfo',
  '/proc/stat',
  '/proc/sys/vm',
  '/sys/fs/cgroup',
];

/** Turns a command into one that the system confines, with limited file sizes and no core dumps. */
export function confineCommand(
  command: readonly string[],
  { level, landlock, ownUser }: Confinement,
  workFolders: readonly string[] = [],
): string[] {
  if (level === 'bare') return [...command];
  const limits = ['/usr/bin/prlimit', `--fsize=${maxWrittenBytes}`, '--core=0', '--'];
  const ids = [`--reuid=${rendererUserId}`, `--regid=${rendererUserId}`, '--clear-groups'];
  const user = ownUser ? ['/usr/bin/setpriv', ...ids, '--'] : [];
  // A user namespace allows an empty network namespace without privileges, and hides this process's memory
  // and environment.
  const isSealed = level === 'sealed';
  const namespaces = ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--ipc', '--'];
  // Programs that it starts cannot gain privileges.
  const privileges = ['/usr/bin/setpriv', '--no-new-privs'];
  const noCapabilities = ['--bounding-set=-all', '--inh-caps=-all'];
  const rules = [
    ...[...readableFolders(), realpathSync(process.execPath), ...systemPaths].flatMap((each) => [
      'read',
      each,
    ]),
    ...workFolders.flatMap((each) => ['write', each]),
  ];
  return [
    ...limits,
    ...user,
    ...(isSealed ? namespaces : []),
    ...privileges,
    ...(isSealed ? noCapabilities : []),
    '--',
    ...(landlock ? ['/usr/bin/perl', landlockLauncher, ...rules, '--'] : []),
    ...command,
  ];
}

/** Whether a confined program starts here and can read Platen, which another user may not be able to. */
export function isPossible(confinement: Confinement): boolean {
  if (process.platform !== 'linux') return false;
  const script = path.join(import.meta.dirname, 'process.ts');
  const files = ['-r', script, '-a', '-r', findPackages(), '-a', '-x', process.execPath];
  // Under Landlock only Node may be started, which also shows that it finds its libraries.
  const check = confinement.landlock ? [process.execPath, '--version'] : ['/usr/bin/test', ...files];
  const [program = '', ...rest] = confineCommand(check, confinement);
  const options = { stdio: 'ignore', cwd: root, env: {} } as const;
  return existsSync(program) && spawnSync(program, rest, options).status === 0;
}

/** The program's folders, without the data folder, which may be in the same place. */
function readableFolders(): string[] {
  const own = ['package.json', 'src', 'generated', 'node_modules'].map((name) => path.join(root, name));
  const packages = path.join(root, 'node_modules');
  // The folder or its packages may be links.
  const linked = existsSync(packages) ? [realpathSync(packages)] : [];
  return [...new Set([...own, ...linked, findPackages()])];
}

/** The real path of the packages. */
function findPackages(): string {
  const file = realpathSync(fileURLToPath(import.meta.resolve('sharp')));
  const folder = `${path.sep}node_modules${path.sep}`;
  return file.slice(0, file.lastIndexOf(folder) + folder.length - 1);
}
