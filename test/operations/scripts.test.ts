/** deploy/backup.sh and deploy/restore.sh against the oldest and the newest supported PostgreSQL. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { runCommand } from '../helpers/cli.ts';
import { findClientPrograms, startPostgres, type PostgresServer } from './postgres-server.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

for (const major of [15, 18] as const) {
  describe(`the backup scripts with PostgreSQL ${major}`, { timeout: 300_000 }, () => {
    let server: PostgresServer;
    let programs: string;
    let parent: string;
    let original: string;
    let files: string;
    let backup: string;
    let workspaceId: string;
    let databases = 0;

    const run = async (
      name: 'backup.sh' | 'restore.sh',
      words: readonly string[],
      env: Readonly<Record<string, string>>,
    ): Promise<{ code: number; stderr: string }> => {
      const PATH = [programs, process.env['PATH']].join(path.delimiter);
      try {
        await promisify(execFile)(path.join(root, 'deploy', name), words, { env: { PATH, ...env } });
        return { code: 0, stderr: '' };
      } catch (error) {
        const { code, stderr } = error as { code: number; stderr: string };
        return { code, stderr };
      }
    };
    const platen = async (words: readonly string[], url: string, dataDir: string): Promise<unknown> => {
      const env = { DATABASE_URL: url, DATA_DIR: dataDir };
      const { code, stdout, stderr } = await runCommand(['--json', ...words], env);
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    const createDatabase = () => server.createDatabase(`empty_${(databases += 1)}`);
    const listRelations = (url: string) =>
      server.query(
        url,
        "select relname from pg_class where relnamespace::regnamespace::text !~ '^(pg_|info)'",
      );
    const listFiles = async (folder: string): Promise<string[]> =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort();

    before(async () => {
      parent = await mkdtemp(path.join(tmpdir(), 'platen-scripts-'));
      [server, programs] = await Promise.all([startPostgres(major), findClientPrograms()]);
      original = await createDatabase();
      const dataDir = path.join(parent, 'original');
      const create = async (words: readonly string[]) =>
        (await platen(words, original, dataDir)) as Record<string, string>;
      const ids = await create(['workspace', 'create', '--name', 'One', '--plan', 'team']);
      workspaceId = ids['workspaceId'] ?? '';
      const account = await create(['account', 'create', '--workspace', workspaceId, '--name', 'Two']);
      const accountId = account['accountId'] ?? '';
      await create(['key', 'create', '--account', accountId, '--name', 'Three']);
      const project = await create(['project', 'create', '--account', accountId, '--name', 'Four']);
      const target = ['--project', project['projectId'] ?? '', '--account', accountId];
      await create(['template', 'import', path.join(root, 'samples', 'certificate'), ...target]);
      files = path.join(dataDir, 'files');
      backup = path.join(parent, 'backups', 'of', 'today');
    });
    after(async () => {
      await server.close();
      await rm(parent, { recursive: true, force: true });
    });

    test('backup.sh makes its folder, and the folders above it', async () => {
      assert.deepEqual(await run('backup.sh', [files, backup], { DATABASE_URL: original }), {
        code: 0,
        stderr: '',
      });
      assert.deepEqual((await readdir(backup)).sort(), ['database.dump', 'files']);
      assert.deepEqual(await listFiles(path.join(backup, 'files')), await listFiles(files));
      assert.deepEqual(await readdir(path.dirname(backup)), ['today']);
    });

    test('backup.sh names what is missing, and leaves nothing when it fails', async () => {
      const target = path.join(parent, 'none', 'backup');
      const env = { DATABASE_URL: original };
      const nowhere = { DATABASE_URL: new URL('/nowhere', original).href };
      const refused: [readonly string[], Readonly<Record<string, string>>, RegExp][] = [
        [[files, target], {}, /DATABASE_URL is not set/],
        [[files], env, /expected two arguments/],
        [[path.join(parent, 'nothing'), target], env, /FILES is .+nothing, which is no folder/],
        [[files, backup], env, /TARGET is .+today, which exists already/],
        [[files, target], nowhere, /database "nowhere" does not exist/],
      ];
      for (const [words, variables, message] of refused) {
        const { code, stderr } = await run('backup.sh', words, variables);
        assert.notEqual(code, 0, String(message));
        assert.match(stderr, message);
      }
      assert.equal(existsSync(target), false);
      assert.deepEqual((await readdir(backup)).sort(), ['database.dump', 'files']);
    });

    test('restore.sh restores into an empty database and makes the folder', async () => {
      const url = await createDatabase();
      const dataDir = path.join(parent, 'restored', 'data');
      const words = [backup, path.join(dataDir, 'files')];
      assert.deepEqual(await run('restore.sh', words, { DATABASE_URL: url }), { code: 0, stderr: '' });
      assert.deepEqual(await listFiles(path.join(dataDir, 'files')), await listFiles(files));
      for (const file of await listFiles(files))
        assert.ok(
          (await readFile(path.join(dataDir, 'files', file))).equals(await readFile(path.join(files, file))),
        );
      for (const words of [
        ['key', 'list', '--workspace', workspaceId],
        ['workspace', 'show', '--workspace', workspaceId],
      ])
        assert.deepEqual(
          await platen(words, url, dataDir),
          await platen(words, original, path.dirname(files)),
        );
      // Storage and database belong together, and nothing is left over.
      await platen(['sweep'], url, dataDir);
      assert.deepEqual((await listRelations(url)).sort(), (await listRelations(original)).sort());
    });

    test('restore.sh refuses before it touches anything', async () => {
      const url = await createDatabase();
      const env = { DATABASE_URL: url };
      const full = path.join(parent, 'full');
      await mkdir(full);
      await writeFile(path.join(full, 'file'), 'x');
      const target = path.join(parent, 'refused');
      const refused: [readonly string[], Readonly<Record<string, string>>, RegExp][] = [
        [[backup, target], {}, /DATABASE_URL is not set/],
        [[backup], env, /Expected two arguments/],
        [[parent, target], env, /which is no backup: it has no database\.dump/],
        [[backup, full], env, /FILES is .+full, which is not empty/],
        [[backup, path.join(full, 'file')], env, /FILES is .+file, which is no folder/],
        [[backup, target], { DATABASE_URL: original }, /is not empty: it has accounts, /],
        [[backup, target], { DATABASE_URL: new URL('/nowhere', url).href }, /cannot be read/],
      ];
      for (const [words, variables, message] of refused) {
        const { code, stderr } = await run('restore.sh', words, variables);
        assert.equal(code, 1);
        assert.match(stderr, message);
        assert.match(stderr, /Nothing was restored\.\n$/);
      }
      assert.deepEqual(await listRelations(url), []);
      assert.equal(existsSync(target), false);
      assert.deepEqual(await readdir(full), ['file']);
    });

    test('restore.sh restores nothing of a dump that was cut off', async () => {
      const url = await createDatabase();
      const cut = path.join(parent, 'cut');
      await promisify(execFile)('cp', ['-r', backup, cut]);
      const dump = path.join(cut, 'database.dump');
      const { length } = await readFile(dump);
      for (const size of [length - 20, Math.floor(length / 2), 100]) {
        await truncate(dump, size);
        const target = path.join(parent, 'half');
        const { code, stderr } = await run('restore.sh', [cut, target], { DATABASE_URL: url });
        assert.equal(code, 1);
        assert.match(stderr, /database\.dump is damaged or incomplete\. Nothing was restored\.\n$/);
        assert.deepEqual(await listRelations(url), []);
        assert.equal(existsSync(target), false);
      }
    });

    test('restore.sh undoes everything if the database refuses a part', async () => {
      const url = await createDatabase();
      // A table of this name cannot be created beside the type.
      await server.query(url, "create type workspaces as enum ('a')");
      const target = path.join(parent, 'undone');
      for (const existed of [false, true]) {
        if (existed) await mkdir(target);
        const { code, stderr } = await run('restore.sh', [backup, target], { DATABASE_URL: url });
        assert.equal(code, 1);
        assert.match(stderr, /"workspaces" already exists/);
        assert.match(stderr, /The database cannot be restored\. Nothing was restored\.\n$/);
        assert.deepEqual(await listRelations(url), []);
        assert.equal(existsSync(target), existed);
        if (existed) assert.deepEqual(await readdir(target), []);
      }
    });
  });
}
