/** `platen backup` and `platen restore`, between the oldest and the newest supported PostgreSQL. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { runCommand, runPlaten, startPlaten } from '../helpers/cli.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

const sample = path.resolve(import.meta.dirname, '..', '..', 'samples', 'certificate');

describe('platen backup and restore', { timeout: 1_100_000 }, () => {
  let servers: Record<15 | 18, PostgresServer>;
  let parent: string;
  let databases = 0;

  const platen = async (words: readonly string[], url: string, name: string) => {
    const env = { DATABASE_URL: url, DATA_DIR: path.join(parent, name) };
    const { code, stdout, stderr } = await runCommand(['--json', ...words], env);
    return { code, stderr, answer: JSON.parse(stdout) as Record<string, string> };
  };
  const createDatabase = (major: 15 | 18) => servers[major].createDatabase(`backup_${(databases += 1)}`);

  before(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'platen-backup-command-'));
    const [old, recent] = await Promise.all([startPostgres(15), startPostgres(18)]);
    servers = { 15: old, 18: recent };
  });
  after(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
    await rm(parent, { recursive: true, force: true });
  });

  for (const [from, to] of [
    [15, 18],
    [18, 15],
  ] as const) {
    test(`from PostgreSQL ${from} to ${to}; a damaged backup changes nothing`, async () => {
      const name = `from-${from}`;
      const url = await createDatabase(from);
      const created = await platen(
        ['workspace', 'create', '--name', 'Grüße \\', '--plan', 'team'],
        url,
        name,
      );
      const workspaceId = created.answer['workspaceId'] ?? '';
      const account = await platen(
        ['account', 'create', '--workspace', workspaceId, '--name', 'A'],
        url,
        name,
      );
      const accountId = account.answer['accountId'] ?? '';
      await platen(['key', 'create', '--account', accountId, '--name', 'K'], url, name);
      const project = await platen(['project', 'create', '--account', accountId, '--name', 'P'], url, name);
      const projectId = project.answer['projectId'] ?? '';
      const words = ['template', 'import', sample, '--project', projectId, '--account', accountId];
      const imported = await platen(words, url, name);
      assert.equal(imported.code, 0, imported.stderr);

      const file = path.join(parent, `${name}.tar`);
      const saved = await platen(['backup', file], url, name);
      assert.equal(saved.code, 0, saved.stderr);
      const { size, mode } = await stat(file);
      assert.equal(saved.answer['bytes'], size);
      assert.equal(mode & 0o777, 0o600);

      const target = await createDatabase(to);
      const bytes = await readFile(file);
      const changed = Buffer.from(bytes);
      changed[bytes.indexOf('Grüße')]! ^= 1;
      for (const damaged of [bytes.subarray(0, bytes.length / 2), changed, Buffer.from('no backup')]) {
        await writeFile(`${file}.damaged`, damaged);
        const refused = await platen(['restore', `${file}.damaged`], target, `to-${to}`);
        assert.equal(refused.code, 1);
        assert.match(refused.stderr, /Nothing was changed\.\n$/);
        assert.deepEqual(
          await servers[to].query(target, "select relname::text from pg_class where relname = 'workspaces'"),
          [],
        );
        assert.equal(existsSync(path.join(parent, `to-${to}`, 'files')), false);
      }

      const restored = await platen(['restore', file], target, `to-${to}`);
      assert.equal(restored.code, 0, restored.stderr);
      assert.equal(restored.answer['version'], saved.answer['version']);
      for (const list of [
        ['workspace', 'list'],
        ['key', 'list', '--workspace', workspaceId],
        ['template', 'list', '--project', projectId],
      ])
        assert.deepEqual(
          (await platen(list, target, `to-${to}`)).answer,
          (await platen(list, url, name)).answer,
        );
      const again = await platen(['restore', file], target, `to-${to}`);
      assert.match(again.stderr, /the database has workspaces; .+ Nothing was changed\.\n$/);
      assert.equal((await platen(['restore', '--replace', file], target, `to-${to}`)).code, 0);
    });
  }

  test('the embedded database and its folder, by standard output and input', async () => {
    const env = { DATA_DIR: path.join(parent, 'embedded') };
    const run = async (words: readonly string[], more: Record<string, string>): Promise<string> => {
      const { code, stdout, stderr } = await runPlaten(['--json', ...words], more);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    await run(['workspace', 'create', '--name', 'W', '--plan', 'team'], env);
    const demo = '{"apiKey":"only here"}\n';
    await writeFile(path.join(env.DATA_DIR, 'demo.json'), demo, { mode: 0o600 });
    const service = startPlaten(['serve', '--no-worker'], { ...env, PORT: '0', RENDER_THREADS: '1' });
    const file = path.join(parent, 'embedded.tar');
    try {
      for await (const line of createInterface({ input: service.stdout }))
        if (line.includes('is listening on')) break;
      service.stdout.resume();
      service.stderr.resume();
      const backup = startPlaten(['--json', 'backup', '-'], env);
      const [said] = await Promise.all([
        text(backup.stderr),
        pipeline(backup.stdout, createWriteStream(file)),
      ]);
      const saved = JSON.parse(said) as Record<string, unknown>;
      assert.deepEqual([Object.keys(saved), saved['file']], [['file', 'bytes', 'version'], '-']);
      assert.equal(saved['bytes'], (await stat(file)).size);
      const refused = await runPlaten(['restore', '--replace', file], env);
      assert.match(refused.stderr, /1 process uses the database/);
    } finally {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      await ended;
    }
    const target = { DATA_DIR: path.join(parent, 'embedded again') };
    const input = await open(file);
    const restore = startPlaten(['--json', 'restore', '-'], target, input.fd);
    const [answer, reason] = await Promise.all([text(restore.stdout), text(restore.stderr)]);
    await input.close();
    assert.match(answer, /^\{"version":"\d{4}-.+"\}\n$/, reason);
    assert.equal(await run(['workspace', 'list'], target), await run(['workspace', 'list'], env));
    const restored = path.join(target.DATA_DIR, 'demo.json');
    assert.equal(await readFile(restored, 'utf8'), demo);
    assert.equal((await stat(restored)).mode & 0o777, 0o600);
  });

  test('where there is nothing, nothing is saved', async () => {
    const env = { DATA_DIR: path.join(parent, 'nothing') };
    const { code, stderr } = await runPlaten(['backup', path.join(parent, 'nothing.tar')], env);
    assert.equal(code, 1);
    assert.match(stderr, /There is nothing to save in .*nothing\. If the service uses another one/);
    assert.deepEqual(
      [existsSync(env.DATA_DIR), existsSync(path.join(parent, 'nothing.tar'))],
      [false, false],
    );
  });
});
