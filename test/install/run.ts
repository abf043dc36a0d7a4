/**
 * Installs a packed clone as newcomers do, and starts it: with several releases of npm and Node, as root and
 * as another user, without git, without scripts, and with a home that cannot be written.
 *
 *     npm run test:install                        all cases, two to four minutes each
 *     npm run test:install -- --only 'npm 10'     the cases whose names begin with this; may be repeated
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { parseArgs } from 'node:util';
import { findFreePort } from '../helpers/free-port.ts';
import { makeToolchain, type NodeMajor, type NpmName } from './toolchains.ts';

interface Case {
  readonly node: NodeMajor;
  readonly npm: NpmName;
  /** Default: another user, who is not root. */
  readonly asRoot?: boolean;
  readonly withoutGit?: boolean;
  readonly withoutScripts?: boolean;
  readonly readOnlyHome?: boolean;
}

/** npm 11 does not run on Node 18. */
const cases: readonly Case[] = [
  { npm: '10', node: 22, asRoot: true },
  { npm: '10', node: 22 },
  { npm: '10', node: 22, withoutGit: true },
  { npm: '10', node: 22, withoutScripts: true },
  { npm: '10', node: 22, readOnlyHome: true },
  { npm: '10', node: 18 },
  { npm: '10', node: 20 },
  { npm: '10', node: 24 },
  { npm: '9', node: 18 },
  { npm: '9', node: 20 },
  { npm: '9', node: 22 },
  { npm: '9', node: 24 },
  { npm: '11.3', node: 20 },
  { npm: '11', node: 20 },
  { npm: '11', node: 22 },
  { npm: '11', node: 24 },
  { npm: '11', node: 24, withoutScripts: true },
];

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [''] } } });
for (const beginning of values.only) {
  const found = cases.some((each) => getName(each).startsWith(beginning));
  assert.ok(found, `No case begins with ${beginning}.`);
}
const chosen = cases.filter((each) => values.only.some((beginning) => getName(each).startsWith(beginning)));

const root = path.resolve(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** The user and group `nobody` of most systems. */
const otherUser = 65534;
const folder = await mkdtemp(path.join(tmpdir(), 'platen-install-'));
await chmod(folder, 0o755);
after(() => rm(folder, { recursive: true, force: true }));
const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: tmpdir() }).stdout.toString().trim();

describe('an installation', { timeout: 4_800_000 }, () => {
  for (const each of chosen) test(getName(each), () => install(each));
});

function getName({ node, npm, ...more }: Case): string {
  const conditions = Object.keys(more).map((key) =>
    key.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).toLowerCase(),
  );
  return [`npm ${npm}, Node ${node}`, ...conditions].join(', ');
}

async function install(options: Case): Promise<void> {
  const { asRoot = false, withoutGit = false, withoutScripts = false, readOnlyHome = false } = options;
  const place = await mkdtemp(path.join(folder, 'case-'));
  await chmod(place, 0o755);
  const clone = path.join(place, 'a clone');
  const home = path.join(place, 'home');
  const cache = path.join(folder, asRoot ? 'cache-of-root' : 'cache');
  const user = isRoot && !asRoot ? { uid: otherUser, gid: otherUser } : {};
  for (const made of [clone, home, cache]) await mkdir(made, { recursive: true });
  const archived = spawnSync('sh', ['-c', 'git archive HEAD | tar --extract --directory "$0"', clone], {
    cwd: root,
  });
  assert.equal(archived.status, 0, archived.stderr.toString());
  if (isRoot && !asRoot) {
    const owned = spawnSync('chown', ['-R', `${otherUser}:${otherUser}`, clone, home, cache]);
    assert.equal(owned.status, 0, owned.stderr.toString());
  }
  if (readOnlyHome) {
    if (isRoot) await chown(home, 0, 0);
    await chmod(home, 0o555);
  }
  const tools = withoutGit ? await linkTools(place, 'git') : '/usr/bin:/bin';
  const bin = await makeToolchain(place, options.node, options.npm);
  const env: NodeJS.ProcessEnv = {
    PATH: `${bin}:${tools}`,
    HOME: home,
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_update_notifier: 'false',
    PORT: String(await findFreePort()),
    RENDER_THREADS: '1',
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /proxy|ca_certs|cert_file/i.test(name)),
    ),
  };
  const run = (...words: [string, ...string[]]) => {
    const [command, ...args] = words;
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone, env, ...user });
    return { status, output: `${stdout.toString()}${stderr.toString()}` };
  };

  const installed = run('npm', 'ci', ...(withoutScripts ? ['--ignore-scripts'] : []));
  assert.equal(installed.status, 0, installed.output);
  if (withoutScripts) {
    // npm 11 keeps the link to Node: the service starts, and says that Studio is missing.
    const printed = existsSync(path.join(clone, 'node_modules/.bin/node'))
      ? await start(clone, env, user, 503)
      : run('npm', 'start').output;
    assert.match(printed, /npm run setup/);
    const completed = run('npm', 'run', 'setup');
    assert.equal(completed.status, 0, completed.output);
  }
  await start(clone, env, user, 200);
  await rm(place, { recursive: true, force: true });
}

/** Starts the service, loads Studio's page, runs the printed command, and stops. Returns what it printed. */
async function start(
  cwd: string,
  env: NodeJS.ProcessEnv,
  user: { readonly uid?: number; readonly gid?: number },
  studioStatus: number,
): Promise<string> {
  const child = spawn('npm', ['start'], {
    cwd,
    env,
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const shown = Promise.withResolvers<string>();
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('curl ')) shown.resolve(line);
    });
  }
  void exited.then(() => shown.reject(new Error(`It ended.\n${lines.join('\n')}`)));
  try {
    const curl = await shown.promise;
    const page = `http://127.0.0.1:${env['PORT'] ?? ''}/studio`;
    const asked = spawnSync('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', page]);
    assert.equal(asked.stdout.toString(), String(studioStatus), asked.stderr.toString());
    const command = `${curl.replace(/-o \S+/, '-o -')} | head -c 4`;
    const rendered = spawnSync('sh', ['-c', command], { cwd: tmpdir() });
    assert.equal(rendered.stdout.subarray(1).toString(), 'PNG', rendered.stderr.toString());
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await exited;
  }
  return lines.join('\n');
}

/** Makes a folder with links to the system's programs but one. */
async function linkTools(place: string, leftOut: string): Promise<string> {
  const tools = path.join(place, 'tools');
  await mkdir(tools);
  for (const name of await readdir('/usr/bin')) {
    if (name !== leftOut) await symlink(path.join('/usr/bin', name), path.join(tools, name));
  }
  return tools;
}
