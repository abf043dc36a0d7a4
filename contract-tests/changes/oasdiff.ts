import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { lock } from 'proper-lockfile';
import { prepareGo } from '../../test/helpers/go-toolchain.ts';

const folder = import.meta.dirname;
const cache = path.join(folder, '../../node_modules/.cache/oasdiff');

/** A breaking change as oasdiff reports it; the text names the change and the response status. */
export interface Finding {
  /** The rule. */
  readonly id: string;
  readonly text: string;
  readonly operation: string;
  readonly path: string;
}

/**
 * Compares two documents with oasdiff (https://www.oasdiff.com), in the version of go.mod, and returns the
 * changes that break clients of the first. severities.txt adds rules to those that oasdiff treats as
 * breaking.
 *
 * @param base path of a document.
 * @param revision path of the document that replaces it.
 */
export async function runOasdiff(base: string, revision: string): Promise<Finding[]> {
  const options = [
    '--format',
    'json',
    '--flatten-allof',
    '--severity-levels',
    path.join(folder, 'severities.txt'),
  ];
  const { stdout } = await promisify(execFile)(
    await prepareOasdiff(),
    ['breaking', base, revision, ...options],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  );
  const findings = stdout.trim() === '' ? [] : (JSON.parse(stdout) as Partial<Finding>[]);
  return findings.map(({ id = '', text = '', operation = '', path: where = '' }) => ({
    id,
    text,
    operation,
    path: where,
  }));
}

/** Returns the path of the program. Builds it the first time and whenever go.sum changes. */
async function prepareOasdiff(): Promise<string> {
  const versions = readFileSync(path.join(folder, 'go.sum'));
  const name = `oasdiff-${createHash('sha256').update(versions).digest('hex').slice(0, 16)}`;
  const program = path.join(cache, process.platform === 'win32' ? `${name}.exe` : name);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const release = await lock(cache, { retries: { forever: true, minTimeout: 200, maxTimeout: 1_000 } });
  try {
    if (!existsSync(program)) {
      const unfinished = `${program}.unfinished`;
      rmSync(unfinished, { force: true });
      await build(unfinished);
      renameSync(unfinished, program);
    }
  } finally {
    await release();
  }
  return program;
}

/** Builds without blocking the event loop, because the lock must be refreshed during the build. */
async function build(program: string): Promise<void> {
  const { go, variables } = await prepareGo();
  const child = spawn(go, ['build', '-o', program, 'github.com/oasdiff/oasdiff'], {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`oasdiff could not be built:\n${errors}`);
}
