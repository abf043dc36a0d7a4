import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { listChildren } from '../../../test/faults/database-server.ts';
import { openDatabase, queryRow } from '../database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { findRunAs, type RunAs } from './run-as.ts';

const memberProgram = path.resolve(import.meta.dirname, '../../../test/helpers/embedded-member.ts');
const isRoot = process.getuid?.() === 0;
/** Shared: each test continues with the data of the previous ones. */
const parent = await mkdtemp(path.join(tmpdir(), 'platen-embedded-'));
const dataDir = path.join(parent, 'data');
after(() => rm(parent, { recursive: true, force: true }));

interface Member {
  readonly process: ChildProcess;
  /** Adds a row and returns the count of rows. */
  mark(): Promise<number | 'failed'>;
  leave(): Promise<void>;
  kill(): Promise<void>;
}

const members = new Set<ChildProcess>();
const asThisUser: Pick<RunAs, 'wrap'> = {
  wrap: (command, args) => ({ command, args: [...args], identity: {} }),
};

/** Starts a member as the user of `runAs`, even if that user has no access to the project's folder. */
async function join(folder = dataDir, runAs: Pick<RunAs, 'wrap'> = asThisUser): Promise<Member> {
  const { command, args, identity } = runAs.wrap(process.execPath, [memberProgram, folder]);
  const child = spawn(command, args, { ...identity, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  members.add(child);
  const exited = once(child, 'exit').finally(() => members.delete(child));
  const joined = await Promise.race([once(child, 'message'), exited]);
  assert.deepEqual(joined, ['joined', undefined].slice(0, joined.length));
  return {
    process: child,
    async mark() {
      child.send('mark');
      const [answer] = (await once(child, 'message')) as [number | 'failed'];
      return answer;
    },
    async leave() {
      child.send('leave');
      const [code] = (await exited) as [number | null];
      assert.equal(code, 0);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const pidFile = (folder = dataDir) => path.join(folder, 'postgres', 'postmaster.pid');
const readPid = async (folder = dataDir) => Number((await readFile(pidFile(folder), 'utf8')).split('\n')[0]);
const isStopped = async (folder = dataDir) =>
  await access(pidFile(folder)).then(
    () => false,
    () => true,
  );

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await condition()); await sleep(20)) {
    assert.ok(Date.now() < deadline, 'the condition was not met within 120 s');
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The server's processes with a title (Linux). */
async function findChildren(parent: number, title: RegExp): Promise<number[]> {
  const found = await Promise.all(
    (await listChildren(parent)).map(async (pid) =>
      title.test(await readFile(`/proc/${pid}/cmdline`, 'utf8')) ? [pid] : [],
    ),
  );
  return found.flat();
}

describe('embedded PostgreSQL', { timeout: 600_000 }, () => {
  beforeEach(() => assert.equal(members.size, 0));
  afterEach(async () => {
    for (const member of members) member.kill('SIGKILL');
    await waitUntil(() => members.size === 0);
  });

  test('processes that start concurrently create one cluster; the last one to leave stops it', async () => {
    const [first, second] = await Promise.all([join(), join()]);
    const pid = await readPid();
    assert.deepEqual([await first.mark(), await second.mark()], [1, 2]);
    await first.leave();
    assert.equal(await second.mark(), 3);
    assert.equal(await readPid(), pid, 'the process that started it may leave');
    await second.leave();
    assert.ok(await isStopped());
    await waitUntil(() => !isAlive(pid));
  });

  test('only this user can read the password; the data survives a restart', async () => {
    assert.equal((await stat(path.join(dataDir, 'postgres.json'))).mode & 0o077, 0);
    const member = await join();
    assert.equal(await member.mark(), 4);
    await member.leave();
  });

  test('it uses English, UTF-8, UTC and a built-in locale', async () => {
    const embedded = await openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
    const db = openDatabase(() => embedded.url);
    try {
      const settings = await queryRow(
        db,
        `select current_setting('server_encoding') as encoding, current_setting('lc_messages') as messages,
                current_setting('timezone') as zone, current_setting('fsync') as fsync, upper('éß') as upper,
                (select datlocale from pg_database where datname = current_database()) as locale`,
        {},
      );
      assert.deepEqual(settings, {
        encoding: 'UTF8',
        messages: 'C',
        zone: 'UTC',
        fsync: 'on',
        upper: 'Éß',
        locale: 'C.UTF-8',
      });
    } finally {
      await db.destroy();
      await embedded.close();
    }
    assert.ok(await isStopped());
  });

  test('it ignores killed processes', async () => {
    const [killed, living] = await Promise.all([join(), join()]);
    await killed.kill();
    assert.equal(await living.mark(), 5);
    await living.leave();
    assert.ok(await isStopped());

    const last = await join();
    await last.kill();
    assert.ok(!(await isStopped()), 'no process was left to stop it');
    const next = await join();
    assert.equal(await next.mark(), 6);
    await next.leave();
    assert.ok(await isStopped());
  });

  test('it starts again after all processes were killed', async () => {
    const member = await join();
    assert.equal(await member.mark(), 7);
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    await member.kill();
    await waitUntil(() => !isAlive(pid));
    assert.ok(!(await isStopped()), 'its lock file remains');
    const next = await join();
    assert.equal(await next.mark(), 8);
    await next.leave();
  });

  test('it starts although another process has the id of a killed server', async () => {
    const member = await join();
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    await member.kill();
    await waitUntil(() => !isAlive(pid));
    const lines = (await readFile(pidFile(), 'utf8')).split('\n');
    await writeFile(pidFile(), [process.pid, ...lines.slice(1)].join('\n'));
    const next = await join();
    assert.equal(await next.mark(), 9);
    await next.leave();
    assert.ok(await isStopped());
  });

  test('a member restarts a killed server', async () => {
    const member = await join();
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    // The killed server's last session may answer for a moment.
    await waitUntil(async () => (await member.mark()) !== 'failed' && (await readPid()) !== pid);
    await member.leave();
    assert.ok(await isStopped());
  });

  test('a server that does not answer is replaced; its members go on with the new one', async () => {
    const member = await join();
    const pid = await readPid();
    process.kill(pid, 'SIGSTOP');
    const other = await join();
    assert.notEqual(await readPid(), pid);
    await waitUntil(async () => (await member.mark()) !== 'failed');
    assert.notEqual(await other.mark(), 'failed');
    const { port } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8')) as {
      port: number;
    };
    assert.equal(String(port), (await readFile(pidFile(), 'utf8')).split('\n')[3]);
    await member.leave();
    await other.leave();
    assert.ok(await isStopped());
  });

  test('a server whose stop hangs is ended', async () => {
    const first = await join();
    const pid = await readPid();
    const [checkpointer] = await findChildren(pid, /checkpointer/);
    assert.ok(checkpointer !== undefined);
    // It cannot write the checkpoint, so the stop does not end.
    process.kill(checkpointer, 'SIGSTOP');
    process.kill(pid, 'SIGINT');
    await first.kill();
    const next = await join();
    assert.notEqual(await next.mark(), 'failed');
    assert.notEqual(await readPid(), pid);
    await waitUntil(() => !isAlive(checkpointer));
    await next.leave();
  });

  test('paused processes that outlive a killed server are ended', async () => {
    const member = await join();
    const pid = await readPid();
    const children = await findChildren(pid, /./);
    for (const child of children) process.kill(child, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    await member.kill();
    const next = await join();
    assert.notEqual(await next.mark(), 'failed');
    await waitUntil(() => !children.some(isAlive));
    await next.leave();
  });

  test('it starts although a crash of the machine left its lock file empty', async () => {
    await writeFile(pidFile(), '');
    const member = await join();
    assert.notEqual(await member.mark(), 'failed');
    await member.leave();
  });

  test('a folder that is not a database is left alone', async () => {
    const folder = path.join(parent, 'broken');
    await mkdir(path.join(folder, 'postgres'), { recursive: true });
    await writeFile(path.join(folder, 'postgres', 'base'), 'data');
    await assert.rejects(
      openEmbeddedDatabase({ dataDir: folder, log: pino({ level: 'silent' }) }),
      /PG_VERSION is missing/,
    );
    assert.equal(await readFile(path.join(folder, 'postgres', 'base'), 'utf8'), 'data');
  });

  test('it starts after a process was killed while it created the database', async () => {
    const folder = path.join(parent, 'killed');
    const child = spawn(process.execPath, [memberProgram, folder], { stdio: 'ignore' });
    await waitUntil(async () =>
      (await readdir(folder).catch(() => [])).some((name) => name.startsWith('postgres.new-')),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    const member = await join(folder);
    assert.equal(await member.mark(), 1);
    await member.leave();
    assert.ok(await isStopped(folder));
  });

  test('a copy of a data folder is a separate database', async () => {
    const member = await join();
    const copy = path.join(parent, 'copy');
    await cp(dataDir, copy, { recursive: true, preserveTimestamps: true });
    await member.leave();
    // cp does not keep owners.
    const { uid, gid } = await stat(path.join(dataDir, 'postgres'));
    for (const entry of ['', ...(await readdir(path.join(copy, 'postgres'), { recursive: true }))]) {
      await chown(path.join(copy, 'postgres', entry), uid, gid);
    }
    const original = await join();
    const copied = await join(copy);
    assert.notEqual(await readPid(copy), await readPid());
    await copied.leave();
    await original.leave();
  });

  test('it runs as another user than root', async () => {
    const open = await mkdtemp(path.join(tmpdir(), 'platen-embedded-user-'));
    try {
      const user = isRoot ? 65_534 : (process.getuid?.() ?? -1);
      if (isRoot) await chown(open, user, user);
      const folder = path.join(open, 'data');
      // A server runs as the owner of its folder.
      const member = await join(folder, await findRunAs(open));
      assert.equal(await member.mark(), 1);
      assert.equal((await stat(path.join(folder, 'postgres'))).uid, user);
      await member.leave();
      assert.ok(await isStopped(folder));
    } finally {
      await rm(open, { recursive: true });
    }
  });
});
