import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folder = join(import.meta.dirname, '.venv');
const requirements = join(import.meta.dirname, 'requirements.txt');

/** How to start a program of the environment. */
export interface PythonEnvironment {
  readonly python: string;
  /** What the process's environment needs beside what it has. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * The Python packages of requirements.txt in a folder of their own, made anew whenever that file has changed. Where the
 * machine's Python cannot make virtual environments (Debian splits that off), its pip fills a plain folder instead.
 *
 * @throws Error that names what the machine lacks.
 */
export function preparePythonEnvironment(): PythonEnvironment {
  const stamp = join(folder, 'made-from');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const isVirtual = () => existsSync(join(folder, 'pyvenv.cfg'));
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    rmSync(folder, { recursive: true, force: true });
    const python = findPython();
    if (run(python, ['-m', 'venv', folder]).ok) install(venvPython(), []);
    else {
      rmSync(folder, { recursive: true, force: true });
      if (!run(python, ['-m', 'pip', '--version']).ok) {
        throw new Error(
          'Python has neither venv nor pip: install python3-venv (or python3-pip), then try again.',
        );
      }
      mkdirSync(folder);
      install(python, ['--target', join(folder, 'packages')]);
    }
    writeFileSync(stamp, hash);
  }
  if (isVirtual()) return { python: venvPython(), variables: {} };
  const path = [join(folder, 'packages'), process.env['PYTHONPATH'] ?? ''].filter(Boolean).join(delimiter);
  return { python: findPython(), variables: { PYTHONPATH: path } };
}

function install(python: string, options: string[]): void {
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  const { ok, output } = run(python, [
    '-m',
    'pip',
    'install',
    ...quiet,
    ...options,
    '--require-hashes',
    '-r',
    requirements,
  ]);
  if (!ok)
    throw new Error(`The packages of contract-tests/requirements.txt could not be installed:\n${output}`);
}

function findPython(): string {
  const found = ['python3', 'python'].find(
    (name) => run(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).ok,
  );
  if (found === undefined) throw new Error('Python 3.11 or newer is needed to fuzz the contract.');
  return found;
}

function venvPython(): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

function run(program: string, args: string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
