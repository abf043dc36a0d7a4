/** Sub-folders of TEMPLATES_DIR, imported by real processes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, afterEach, before, describe, test } from 'node:test';
import { listTemplates, readVersion } from '../../src/store/templates.ts';
import { queryRows } from '../../src/store/database.ts';
import { startPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createTenant, plainDocument, type Tenant } from '../helpers/http.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-templates-'));
after(() => rm(folder, { recursive: true, force: true }));

interface Running {
  /** Resolves when it takes requests. */
  readonly started: Promise<unknown>;
  readonly logged: Record<string, unknown>[];
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

describe('TEMPLATES_DIR', { timeout: 900_000 }, () => {
  let database: TestDatabase;
  let tenant: Tenant;
  const running = new Set<Running>();

  before(async () => {
    database = await createTestDatabase();
    tenant = await createTenant(database.db);
  });
  afterEach(async () => {
    await Promise.all([...running].map((service) => service.stop('SIGKILL')));
  });
  after(() => database.close());

  function start(root: string, env: Record<string, string> = {}): Running {
    const child = startPlaten(['serve', '--no-worker'], {
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      RENDER_THREADS: '1',
      TEMPLATES_DIR: root,
      TEMPLATES_ACCOUNT: tenant.accountId,
      TEMPLATES_PROJECT: tenant.projectId,
      ...env,
    });
    const exited = once(child, 'exit');
    const logged: Record<string, unknown>[] = [];
    createInterface(child.stderr).on('line', (line) => logged.push(JSON.parse(line) as (typeof logged)[0]));
    const service: Running = {
      started: Promise.race([
        once(createInterface(child.stdout), 'line'),
        exited.then(() => Promise.reject(new Error(`It ended: ${JSON.stringify(logged)}`))),
      ]),
      logged,
      async stop(signal) {
        running.delete(service);
        child.kill(signal);
        await exited;
      },
    };
    service.started.catch(() => undefined);
    running.add(service);
    return service;
  }

  /** Writes a template whose name and colour are `name`, all at once. */
  async function write(root: string, sub: string, name: string, extra: object = {}): Promise<void> {
    const place = path.join(root, sub);
    await mkdir(place, { recursive: true });
    const file = path.join(place, 'template.json');
    await writeFile(`${file}.new`, JSON.stringify({ ...plainDocument, name, ...extra }));
    await rename(`${file}.new`, file);
  }

  const list = async () =>
    (await listTemplates(database.db, tenant.projectId))
      .map(({ name, version }) => ({ name, version }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  async function waitFor<Value>(read: () => Promise<Value> | Value, expected: Value): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const value = await read();
      try {
        assert.deepEqual(value, expected);
        return;
      } catch (error) {
        if (tries > 300) throw error;
        await sleep(100);
      }
    }
  }

  test('imports every sub-folder once, and again when it changes; broken ones stop nothing', async () => {
    const root = path.join(folder, 'many');
    await write(root, 'card', 'Card');
    await write(root, 'broken', 'Broken', { surprise: true });
    await write(root, '.hidden', 'Hidden');
    await write(root, '..2026/linked', 'Linked');
    await symlink('..2026/linked', path.join(root, 'linked'));
    await mkdir(path.join(root, 'empty'));
    await writeFile(path.join(root, 'README.md'), 'text');

    const both = [start(root), start(root)];
    await Promise.all(both.map(({ started }) => started));
    assert.deepEqual(await list(), [
      { name: 'Card', version: 1 },
      { name: 'Linked', version: 1 },
    ]);
    const failures = (service?: Running) =>
      (service?.logged ?? []).filter(({ level }) => level === 'error').map(({ folder: name }) => name);
    for (const service of both) assert.deepEqual(failures(service), ['broken', 'empty']);
    const reason = both[0]?.logged.find(({ folder: name }) => name === 'broken')?.['reason'];
    assert.match(String(reason), /surprise/);

    await write(root, 'card', 'Changed card');
    await write(root, 'new', 'New');
    await write(root, 'broken', 'Mended');
    const changed = [
      { name: 'Changed card', version: 2 },
      { name: 'Linked', version: 1 },
      { name: 'Mended', version: 1 },
      { name: 'New', version: 1 },
    ];
    await waitFor(list, changed);
    for (const service of both) await service.stop('SIGTERM');

    const third = start(root);
    await third.started;
    assert.deepEqual(failures(third), ['empty']);
    assert.deepEqual(await list(), changed, 'what has not changed is not imported again');
    const [{ count } = { count: 0 }] = await queryRows<{ count: number }>(
      database.db,
      'select count(*)::int as count from template_folders',
      {},
    );
    assert.equal(count, 4);
  });

  test('a process that is killed leaves one template, which the next one brings up to date', async () => {
    const root = path.join(folder, 'killed');
    const account = await createTenant(database.db, { workspaceId: tenant.workspaceId });
    const env = { TEMPLATES_ACCOUNT: account.accountId, TEMPLATES_PROJECT: account.projectId };
    const read = async () => await listTemplates(database.db, account.projectId);
    for (let round = 0; round < 4; round += 1) {
      await write(root, 'card', `Round ${round}`);
      const service = start(root, env);
      // The import takes place at the start: some of these moments are before, in and after it.
      await Promise.race([service.started, sleep(300 + 400 * round)]);
      await service.stop('SIGKILL');
      assert.ok((await read()).length <= 1);
    }
    await start(root, env).started;
    const found = await read();
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Round 3'],
    );
    const [row] = await queryRows<{ versionId: string }>(
      database.db,
      'select version_id as "versionId" from templates where id = :id',
      { id: found[0]?.id ?? '' },
    );
    assert.equal((await readVersion(database.db, row?.versionId ?? ''))?.document.name, 'Round 3');
  });

  test('an account or project that does not exist, or a folder, is logged; the service runs', async () => {
    const root = path.join(folder, 'later');
    const projectId = randomUUID();
    const missing = start(root, { TEMPLATES_PROJECT: projectId });
    await missing.started;
    assert.match(JSON.stringify(missing.logged), /TEMPLATES_DIR=.*later cannot be read/);
    await write(root, 'card', 'Card');
    await write(root, 'flyer', 'Flyer');
    const refusals = () => missing.logged.filter(({ reason }) => String(reason).includes(projectId));
    await waitFor(() => refusals().length > 0, true);
    // It is tried again: the project is made after the service.
    await queryRows(
      database.db,
      `insert into projects (id, workspace_id, account_id, name, visibility)
       values (:projectId, :workspaceId, :accountId, 'Late', 'PRIVATE')`,
      { projectId, workspaceId: tenant.workspaceId, accountId: tenant.accountId },
    );
    await waitFor(async () => (await listTemplates(database.db, projectId)).length, 2);
    assert.equal(refusals().length, 1, 'one line, not one for each folder');
    const accountId = randomUUID();
    const stranger = start(root, { TEMPLATES_ACCOUNT: accountId });
    await stranger.started;
    const errors = stranger.logged.filter(({ level }) => level === 'error');
    assert.deepEqual(
      errors.map(({ reason }) => reason),
      [`TEMPLATES_ACCOUNT=${accountId}: there is no such account.`],
    );
  });

  test('templates are seen by all who see the project; one stays when its folder goes', async () => {
    const root = path.join(folder, 'visible');
    const owner = await createTenant(database.db, { workspaceId: tenant.workspaceId });
    const visibilities = async (projectId: string) =>
      (
        await queryRows<{ visibility: string }>(
          database.db,
          'select visibility from templates where project_id = :projectId order by name',
          { projectId },
        )
      ).map(({ visibility }) => visibility);
    await write(root, 'card', 'Card');
    await write(root, 'broken', 'Broken', { surprise: true });
    const projectIds = { PRIVATE: randomUUID(), SHARED: randomUUID() };
    for (const [visibility, projectId] of Object.entries(projectIds)) {
      await queryRows(
        database.db,
        `insert into projects (id, workspace_id, account_id, name, visibility)
         values (:projectId, :workspaceId, :accountId, 'Cards', :visibility)`,
        { projectId, workspaceId: owner.workspaceId, accountId: owner.accountId, visibility },
      );
      const env = { TEMPLATES_ACCOUNT: owner.accountId, TEMPLATES_PROJECT: projectId };
      const service = start(root, env);
      await service.started;
      assert.deepEqual(await visibilities(projectId), [visibility]);
      if (visibility === 'PRIVATE') {
        await service.stop('SIGTERM');
        continue;
      }
      for (const name of ['card', 'broken']) await rm(path.join(root, name), { recursive: true });
      const gone = () => service.logged.map(({ msg }) => String(msg)).filter((msg) => /is gone/.test(msg));
      await waitFor(gone, ['folder card is gone; its template stays']);
      await write(root, 'card', 'Back');
      await waitFor(
        async () => (await listTemplates(database.db, projectId)).map(({ name, version }) => [name, version]),
        [['Back', 2]],
      );
    }
  });
});
