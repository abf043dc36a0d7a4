/**
 * Other releases than this one, as folders: the previous one from the Git history, and a later one.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { components } from '../../generated/openapi.ts';
import { basicEnvironment } from '../helpers/environment.ts';
import { plainDocument, send } from '../helpers/http.ts';

type BatchJob = components['schemas']['BatchJob'];

const root = path.resolve(import.meta.dirname, '..', '..');

/** The files that the program needs, in every release. */
const parts = [
  'src',
  'handlers',
  'migrations',
  'generated',
  'examples',
  'package.json',
  'template.schema.json',
];

/**
 * The previous release. There is none yet: this is a commit from before the last migration whose answers have
 * all headers that the requests check.
 */
export const previousCommit = 'ea4272a30219382c23abfa6a555cf7542733a948';
/** Only its page of docs shows this package's files. */
const emptyPackages = ['@scalar/api-reference'];

/** This release. */
export const currentRelease = root;

/**
 * Extracts the previous release and links the installed packages. Packages that this release no longer has
 * are empty: the previous one must not need them to start. False if the history does not have the commit.
 */
export async function extractPreviousRelease(folder: string): Promise<boolean> {
  const git = (...words: string[]) => promisify(execFile)('git', words, { cwd: root });
  try {
    await git('cat-file', '-e', `${previousCommit}^{commit}`);
  } catch {
    return false;
  }
  const archive = `${folder}.tar`;
  await git('archive', '--output', archive, previousCommit, ...parts);
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
  for (const name of emptyPackages) {
    // Node looks here for packages that the linked folder does not have.
    const packageFolder = path.join(path.dirname(folder), 'node_modules', name);
    await mkdir(packageFolder, { recursive: true });
    await writeFile(path.join(packageFolder, 'index.js'), '');
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return true;
}

/** Creates a release after this one, with one more migration, which only adds. */
export async function createNextRelease(folder: string): Promise<void> {
  for (const part of [...parts, 'studio/handlers']) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(
    path.join(folder, 'migrations', '9000-next-release.ts'),
    `export async function up(knex) {
      await knex.raw('create table next_release (id uuid primary key)');
      await knex.raw("alter table workspaces add column next_release text not null default 'none'");
      await knex.raw('alter table batch_jobs add column next_release text');
      await knex.raw('alter table quota_entries add column next_release integer');
    }\n`,
  );
}

type Environment = Readonly<Record<string, string>>;

export interface Running {
  /** Its origin; empty for a worker. */
  readonly url: string;
  /** Its log. */
  readonly logged: readonly string[];
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Starts a process of a release and waits until it is ready. */
export async function start(release: string, words: readonly string[], env: Environment): Promise<Running> {
  const child = spawn(process.execPath, [path.join(release, 'src', 'main.ts'), ...words], {
    env: { ...basicEnvironment, LOG_FORMAT: 'json', PORT: '0', RENDER_THREADS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const logged: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
  const running = (url: string): Running => ({
    url,
    logged,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /listening on (http:\S+)|at work/.exec(line);
    if (match === null) continue;
    child.stdout.resume();
    return running(match[1] ?? '');
  }
  throw new Error(`${release} did not start: ${logged.join('')}`);
}

/** Runs a command of a release and returns its JSON. */
export async function runCommand(
  release: string,
  words: readonly string[],
  env: Environment,
): Promise<Record<string, string>> {
  const child = spawn(process.execPath, [path.join(release, 'src', 'main.ts'), '--json', ...words], {
    env: { ...basicEnvironment, LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, string>;
}

/**
 * Creates a workspace with a key and a template by commands of the release.
 *
 * @param parent the folder for the template's folder
 */
export async function createTemplate(release: string, parent: string, env: Environment) {
  const run = (...words: string[]) => runCommand(release, words, env);
  const folder = await mkdtemp(path.join(parent, 'template-'));
  await writeFile(path.join(folder, 'template.json'), JSON.stringify(plainDocument));
  const { workspaceId = '' } = await run('workspace', 'create', '--name', 'W', '--plan', 'business');
  const { accountId = '' } = await run('account', 'create', '--workspace', workspaceId, '--name', 'A');
  const { apiKey = '' } = await run('key', 'create', '--account', accountId, '--name', 'K');
  const { projectId = '' } = await run('project', 'create', '--account', accountId, '--name', 'P');
  const owner = ['--project', projectId, '--account', accountId];
  const { templateId = '' } = await run('template', 'import', folder, ...owner);
  return { workspaceId, apiKey, templateId };
}

/** Polls a job until it has ended. */
export async function waitForEnd(
  url: string,
  key: string,
  jobId: string,
  signal?: AbortSignal,
): Promise<BatchJob> {
  for (;;) {
    signal?.throwIfAborted();
    const answer = await send(url, 'GET', `/api/v1/batch-jobs/${jobId}`, { key });
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    const job = answer.json as BatchJob;
    if (job.completedAt !== null) return job;
    await sleep(100);
  }
}
