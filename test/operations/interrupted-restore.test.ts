/** `platen backup` and `platen restore` that are killed, refused, or made by another release. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../src/storage/open-storage.ts';
import { queryRow } from '../../src/store/database.ts';
import { runCommand, runPlaten, startPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { createTenant } from '../helpers/http.ts';
import { startObjectStore } from '../helpers/object-store.ts';
import { addOldOwner, migrateTo } from '../helpers/migrate-to.ts';

/** Enough for a process to be killed among them. */
const fileCount = 600;

describe('platen backup and restore', { timeout: 1_100_000 }, () => {
  let parent: string;
  let original: TestDatabase;
  let backup: string;
  const databases: TestDatabase[] = [];

  const createDatabase = async (): Promise<TestDatabase> => {
    const database = await createTestDatabase();
    databases.push(database);
    return database;
  };
  const environment = ({ url }: TestDatabase, name: string) => ({
    DATABASE_URL: url,
    DATA_DIR: path.join(parent, name),
  });
  const countWorkspaces = async ({ db }: TestDatabase): Promise<number> =>
    (await queryRow<{ count: number }>(db, 'select count(*)::int as count from workspaces', {})).count;
  const countFiles = async (name: string): Promise<number> => {
    const folder = path.join(parent, name, 'files');
    if (!existsSync(folder)) return 0;
    // A folder may be moved while it is read: it is counted the next time.
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    return entries.filter((entry) => entry.startsWith(path.join('images', 'file-'))).length;
  };
  const runOrFail = async (words: readonly string[], env: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(words, env);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  /** Kills a command as soon as `isReached`. Fails if the command ended before. */
  const killWhen = async (
    words: readonly string[],
    env: Record<string, string>,
    isReached: () => Promise<boolean>,
  ): Promise<void> => {
    const child = startPlaten(words, env);
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const said = text(child.stderr);
    while (child.exitCode === null && !(await isReached())) await sleep(1);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    assert.equal(signal, 'SIGKILL', await said);
  };

  before(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'platen-restores-'));
    original = await createDatabase();
    await createTenant(original.db);
    const env = environment(original, 'original');
    await runOrFail(['sweep'], env);
    const storage = await openStorage(pathToFileURL(path.join(env.DATA_DIR, 'files')).href, 'test');
    for (let index = 0; index < fileCount; index += 1)
      await storage.write(`images/file-${index}`, Buffer.from(`File ${index}`));
    backup = path.join(parent, 'backup.tar');
    const saved = JSON.parse(await runOrFail(['--json', 'backup', backup], env)) as Record<string, unknown>;
    assert.deepEqual(Object.keys(saved), ['file', 'bytes', 'version']);
  });
  after(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await rm(parent, { recursive: true, force: true });
  });

  test('a killed backup leaves no file with its name, and what it leaves is refused', async () => {
    const folder = path.join(parent, 'killed');
    const file = `${folder}.tar`;
    const unfinished = async (): Promise<string | undefined> =>
      (await readdir(parent)).find((name) => name.startsWith('killed.tar.'));
    await killWhen(['backup', file], environment(original, 'original'), async () => {
      const name = await unfinished();
      return name !== undefined && (await readFile(path.join(parent, name))).length > 0;
    });
    assert.equal(existsSync(file), false);
    const left = path.join(parent, (await unfinished()) ?? '');
    const { code, stderr } = await runPlaten(
      ['restore', left],
      environment(await createDatabase(), 'killed'),
    );
    assert.equal(code, 1);
    assert.match(stderr, /cut off.* Nothing was changed\.\n$/);
  });

  test('a killed restore keeps services from starting, and is made again', async () => {
    const target = await createDatabase();
    const env = environment(target, 'interrupted');
    // As a service makes it that was started before the restore.
    await runOrFail(['sweep'], env);
    await killWhen(['restore', backup], env, async () => (await countFiles('interrupted')) > 0);
    assert.equal(await countWorkspaces(target), 0);
    assert.ok((await countFiles('interrupted')) < fileCount);

    const { code, stderr } = await runPlaten(['serve'], { ...env, PORT: '0' });
    assert.notEqual(code, 0);
    assert.match(stderr, /A restore into this storage .* was interrupted: .* platen restore FILE/);
    await runOrFail(['restore', backup], env);
    assert.deepEqual([await countWorkspaces(target), await countFiles('interrupted')], [1, fileCount]);
    await runOrFail(['sweep'], env);
  });

  test('a killed restore beside an installation leaves that as it was', async () => {
    const target = await createDatabase();
    await createTenant(target.db);
    await createTenant(target.db);
    const env = environment(target, 'replaced');
    await runOrFail(['sweep'], env);
    const refused = await runPlaten(['restore', backup], env);
    assert.match(
      refused.stderr,
      /has workspaces; name an empty one, or add --replace .* Nothing was changed/,
    );
    await killWhen(['restore', '--replace', backup], env, async () => (await countFiles('replaced')) > 0);
    await runOrFail(['sweep'], env);
    assert.equal(await countWorkspaces(target), 2);
    await runOrFail(['restore', '--replace', backup], env);
    assert.deepEqual([await countWorkspaces(target), await countFiles('replaced')], [1, fileCount]);
    await runOrFail(['sweep'], env);
  });

  test('a restore is refused while a service runs', async () => {
    const target = await createDatabase();
    const env = environment(target, 'running');
    const fleet = createFleet(target, env.DATA_DIR);
    try {
      const service = await fleet.serve();
      const { code, stderr } = await runPlaten(['restore', '--replace', backup], env);
      assert.equal(code, 1);
      assert.match(stderr, /1 process uses the database.* stop all processes\. Nothing was changed\.\n$/);
      await service.stop();
      await runOrFail(['restore', backup], env);
    } finally {
      await fleet.close();
    }
  });

  test('an older database is saved as it is, and migrated by the restore', async () => {
    const old = await createDatabase();
    await migrateTo(old.db, '0030');
    await addOldOwner(old.db);
    const file = path.join(parent, 'old.tar');
    const saved = JSON.parse(await runOrFail(['--json', 'backup', file], environment(old, 'old'))) as {
      version: string;
    };
    assert.match(saved.version, /^0030-/);
    const last = 'select max(name) as name from knex_migrations';
    const { name } = await queryRow<{ name: string }>(old.db, last, {});
    assert.equal(name.slice(0, 4), '0030');

    const target = await createDatabase();
    const restored = await runOrFail(['--json', 'restore', file], environment(target, 'upgraded'));
    const { name: newest } = await queryRow<{ name: string }>(original.db, last, {});
    assert.equal((await queryRow<{ name: string }>(target.db, last, {})).name, newest);
    assert.deepEqual(JSON.parse(restored), { version: newest.replace(/(?:\.breaking)?\.ts$/, '') });
    assert.equal(await countWorkspaces(target), 1);
  });

  test('files move from a folder into a bucket, and back', async () => {
    const store = await startObjectStore();
    try {
      // Few files: the stand-in is slow.
      const few = path.join(parent, 'few.tar');
      const files = 20;
      const source = environment(await createDatabase(), 'few');
      await runOrFail(['sweep'], source);
      const sent = await openStorage(pathToFileURL(path.join(source.DATA_DIR, 'files')).href, 'test');
      for (let index = 0; index < files; index += 1)
        await sent.write(`images/file-${index}`, Buffer.from(`File ${index}`));
      await runOrFail(['backup', few], source);
      const STORAGE_URL = await store.createBucket();
      const bucket = { ...environment(await createDatabase(), 'bucket'), STORAGE_URL, ...store.env };
      await runOrFail(['restore', few], bucket);
      const storage = await openStorage(STORAGE_URL, 'test');
      assert.equal((await Array.fromAsync(storage.list('images/'))).length, files);
      const file = path.join(parent, 'bucket.tar');
      await runOrFail(['backup', file], bucket);
      const folder = environment(await createDatabase(), 'folder');
      await runOrFail(['restore', file], folder);
      assert.equal(await countFiles('folder'), files);
      const last = path.join(folder.DATA_DIR, 'files', 'images', `file-${files - 1}`);
      assert.equal(await readFile(last, 'utf8'), `File ${files - 1}`);
    } finally {
      await store.close();
    }
  });

  test('a backup of a newer release is refused', async () => {
    const newer = await createDatabase();
    await newer.db.raw(
      `insert into knex_migrations (name, batch, migration_time) values ('9999-future.ts', 9, now())`,
    );
    const file = path.join(parent, 'newer.tar');
    await runOrFail(['backup', file], environment(newer, 'newer'));
    const target = await createDatabase();
    const { code, stderr } = await runPlaten(['restore', file], environment(target, 'older'));
    assert.equal(code, 1);
    assert.match(stderr, /whose migration 9999-future\.ts this release does not have.* Nothing was changed/);
  });
});
