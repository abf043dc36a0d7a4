/** The ways to start the command line, in a copy of the project that nobody has started yet. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { basicEnvironment } from '../helpers/environment.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = await mkdtemp(path.join(tmpdir(), 'platen-launch-'));
after(() => rm(folder, { recursive: true }));

/** The copy, and a folder outside of it. */
const clone = path.join(folder, 'clone');
const elsewhere = path.join(folder, 'elsewhere');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. npm gets its own cache, and no variables of an npm that runs this test. */
async function run(cwd: string, words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const [file = '', ...args] = words;
  const variables = {
    ...basicEnvironment,
    HOME: folder,
    npm_config_cache: path.join(folder, 'npm'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    LOG_FORMAT: 'json',
    ...env,
  };
  return await new Promise((resolve) => {
    execFile(file, args, { cwd, env: variables }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

describe('starting the command line', { timeout: 900_000 }, () => {
  before(async () => {
    const parts = ['bin', 'generated', 'handlers', 'migrations', 'src', 'package.json', 'package-lock.json'];
    for (const name of [...parts, 'template.schema.json', 'openapi.yaml', 'examples'])
      await cp(path.join(root, name), path.join(clone, name), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
    await mkdir(elsewhere);
    await cp(path.join(root, 'samples', 'shipping-label'), path.join(elsewhere, 'label'), {
      recursive: true,
    });
  });

  test("bin/platen runs on the project's Node, from every folder and through links", async () => {
    const link = path.join(folder, 'linked-platen');
    await symlink(path.join(clone, 'bin', 'platen'), link);
    for (const program of [path.join(clone, 'bin', 'platen'), link]) {
      const words = [program, 'template', 'validate', 'label'];
      const ended = await run(elsewhere, words, { PATH: '/usr/bin:/bin' });
      assert.deepEqual(ended, { code: 0, stdout: 'The template is valid.\n', stderr: '' });
    }
  });

  test('npx finds it in the clone, and paths are those of the current folder', async () => {
    const sub = path.join(clone, 'templates');
    await cp(path.join(elsewhere, 'label'), path.join(sub, 'label'), { recursive: true });
    for (const [cwd, place] of [
      [sub, 'label'],
      [clone, 'templates/label'],
    ] as const) {
      const ended = await run(cwd, ['npx', 'platen', 'template', 'render', place, '--out', 'label.png']);
      assert.deepEqual([ended.code, ended.stdout.split(':')[0]], [0, 'label.png'], ended.stderr);
      assert.ok(existsSync(path.join(cwd, 'label.png')));
    }
  });

  test('npm --prefix resolves the paths of the command line against the folder of the caller', async () => {
    const npm = ['npm', '--prefix', clone, 'run', '-s', 'platen', '--', 'template', 'render', 'label'];
    const values = ['--vars', 'label/example.json'];
    const ended = await run(elsewhere, [...npm, ...values, '--out', 'label.pdf', '--report', 'label.json']);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal((await readFile(path.join(elsewhere, 'label.pdf'))).subarray(0, 5).toString(), '%PDF-');
    assert.ok(existsSync(path.join(elsewhere, 'label.json')));
    assert.ok(!existsSync(path.join(clone, 'label.pdf')));
  });

  test('a new database needs a named place, or --yes; later commands find it from everywhere', async () => {
    const platen = path.join(clone, 'bin', 'platen');
    const create = ['workspace', 'create', '--name', 'A', '--plan', 'free'];
    for (const words of [create, ['sweep'], ['worker']]) {
      const refused = await run(clone, [platen, ...words]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^platen: There is no database in .*clone\/\.data yet\..*--yes\.\n$/);
      assert.ok(!existsSync(path.join(clone, '.data')));
    }
    const named = await run(elsewhere, [platen, ...create, '--json'], { DATA_DIR: 'own' });
    const place = path.join(elsewhere, 'own');
    assert.deepEqual([named.code, named.stderr], [0, `platen: making a new database in ${place}\n`]);

    const made = await run(clone, [platen, ...create, '--json', '--yes']);
    assert.deepEqual(
      [made.code, made.stderr],
      [0, `platen: making a new database in ${path.join(clone, '.data')}\n`],
    );
    const { workspaceId } = JSON.parse(made.stdout) as { workspaceId: string };
    const npm = ['npm', '--prefix', clone, 'run', '-s', 'platen', '--', 'workspace', 'show'];
    const shown = await run(elsewhere, [...npm, '--workspace', workspaceId]);
    assert.deepEqual([shown.code, shown.stderr], [0, '']);
    assert.match(shown.stdout, new RegExp(workspaceId));
  });

  test('migrate makes the database without --yes', async () => {
    await rm(path.join(clone, '.data'), { recursive: true, force: true });
    const migrated = await run(elsewhere, [path.join(clone, 'bin', 'platen'), 'migrate']);
    assert.deepEqual([migrated.code, migrated.stderr], [0, '']);
    assert.ok(existsSync(path.join(clone, '.data', 'postgres', 'PG_VERSION')));
  });
});
