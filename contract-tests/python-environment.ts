import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lock } from 'proper-lockfile';

/** Pinned packages and the folder that they are installed in. */
export interface PythonPackages {
  /** The path of a requirements file with hashes. */
  readonly requirements: string;
  /** Only this file writes to it. */
  readonly folder: string;
}

/** The interpreter of an environment. */
export interface PythonEnvironment {
  readonly python: string;
  /** Environment variables to add. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The packages of the tests. */
const packagesOfTests: PythonPackages = {
  requirements: join(import.meta.dirname, 'requirements.txt'),
  folder: join(import.meta.dirname, '.venv'),
};

/**
 * Installs the Python packages of a requirements file into a folder, again whenever the file has changed. If
 * the machine's Python cannot create virtual environments (Debian packages that separately), its pip fills a
 * plain folder instead. Of several processes at once, one installs and the others wait.
 *
 * @throws Error that names what the machine lacks
 */
export async function preparePythonEnvironment(
  packages: PythonPackages = packagesOfTests,
): Promise<PythonEnvironment> {
  const { folder, requirements } = packages;
  if (!isUpToDate(packages)) {
    // The lock of a killed process becomes stale and is released.
    const release = await lock(requirements, {
      retries: { forever: true, minTimeout: 200, maxTimeout: 1_000 },
    });
    try {
      if (!isUpToDate(packages)) await make(packages);
    } finally {
      await release();
    }
  }
  if (existsSync(join(folder, 'pyvenv.cfg'))) return { python: venvPython(folder), variables: {} };
  const path = [join(folder, 'packages'), process.env['PYTHONPATH'] ?? ''].filter(Boolean).join(delimiter);
  return { python: await findPython(), variables: { PYTHONPATH: path } };
}

/** A file with the hash of the requirements file that the environment was made from. */
function getStamp({ folder }: PythonPackages): string {
  return join(folder, 'made-from');
}

function getHash({ requirements }: PythonPackages): string {
  return createHash('sha256').update(readFileSync(requirements)).digest('hex');
}

function isUpToDate(packages: PythonPackages): boolean {
  const stamp = getStamp(packages);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === getHash(packages);
}

async function make(packages: PythonPackages): Promise<void> {
  const { folder, requirements } = packages;
  const hash = getHash(packages);
  rmSync(folder, { recursive: true, force: true });
  const python = await findPython();
  if ((await run(python, ['-m', 'venv', folder])).ok) await install(venvPython(folder), requirements, []);
  else {
    rmSync(folder, { recursive: true, force: true });
    if (!(await run(python, ['-m', 'pip', '--version'])).ok) {
      throw new Error(
        'Python has neither venv nor pip: install python3-venv (or python3-pip), then try again.',
      );
    }
    mkdirSync(folder);
    await install(python, requirements, ['--target', join(folder, 'packages')]);
  }
  writeFileSync(getStamp(packages), hash);
}

async function install(python: string, requirements: string, options: string[]): Promise<void> {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'];
  const { ok, output } = await run(python, [...pip, ...options, '--require-hashes', '-r', requirements]);
  if (!ok) throw new Error(`The packages of ${requirements} could not be installed:\n${output}`);
}

/**
 * The machine's Python.
 *
 * @throws Error where there is none, or an old one.
 */
export async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    if ((await run(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])).ok) return name;
  }
  throw new Error(
    'Python 3.11 or newer is needed to fuzz the contract, and for the stand-in of an object store.',
  );
}

function venvPython(folder: string): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** Does not block, so that the lock's signs of life go out meanwhile. */
async function run(program: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return await new Promise((resolve) => {
    child.once('error', () => resolve({ ok: false, output }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
