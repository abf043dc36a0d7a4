import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase, queryRow } from '../database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { findRunAs, type RunAs } from './run-as.ts';

const memberProgram = path.resolve(import.meta.dirname, '../../../test/helpers/embedded-member.ts');
const isRoot = process.getuid?.() === 0;
/** Made once: the tests go on with what the one before has left. */
const parent = await mkdtemp(path.join(tmpdir(), 'platen-embedded-'));
const dataDir = path.join(parent, 'data');
after(() => rm(parent, { recursive: true, force: true }));

interface Member {
  readonly process: ChildProcess;
  /** Adds a row and tells how many there are, or that it did not work. */
  mark(): Promise<number | 'failed'>;
  leave(): Promise<void>;
  kill(): Promise<void>;
}

const members = new Set<ChildProcess>();
const asOneself: Pick<RunAs, 'wrap'> = {
  wrap: (command, args) => ({ command, args: [...args], identity: {} }),
};

/** `runAs`: as this user where it is given, even where the project lies in a folder that the user cannot enter. */
async function join(folder = dataDir, runAs: Pick<RunAs, 'wrap'> = asOneself): Promise<Member> {
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

async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await holds()); await sleep(20)) {
    assert.ok(Date.now() < deadline, 'it did not come about within 30 s');
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

describe('embedded PostgreSQL', { timeout: 120_000 }, () => {
  beforeEach(() => assert.equal(members.size, 0));
  afterEach(async () => {
    for (const member of members) member.kill('SIGKILL');
    await waitUntil(() => members.size === 0);
  });

  test('processes that come at once make one cluster, and the last to leave stops it', async () => {
    const [first, second] = await Promise.all([join(), join()]);
    const pid = await readPid();
    assert.deepEqual([await first.mark(), await second.mark()], [1, 2]);
    await first.leave();
    assert.equal(await second.mark(), 3);
    assert.equal(await readPid(), pid, 'whoever started it may leave');
    await second.leave();
    assert.ok(await isStopped());
    await waitUntil(() => !isAlive(pid));
  });

  test('secrets are for this user only, and the data is there at the next start', async () => {
    assert.equal((await stat(path.join(dataDir, 'postgres.json'))).mode & 0o077, 0);
    const member = await join();
    assert.equal(await member.mark(), 4);
    await member.leave();
  });

  test('it speaks English, UTF-8 and UTC, with rules for letters that every machine has', async () => {
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

  test('a killed process does not keep it running, nor the others from using it', async () => {
    const [killed, living] = await Promise.all([join(), join()]);
    await killed.kill();
    assert.equal(await living.mark(), 5);
    await living.leave();
    assert.ok(await isStopped());

    const last = await join();
    await last.kill();
    assert.ok(!(await isStopped()), 'nobody was left to stop it');
    const next = await join();
    assert.equal(await next.mark(), 6);
    await next.leave();
    assert.ok(await isStopped());
  });

  test('it starts again after everything was killed', async () => {
    const member = await join();
    assert.equal(await member.mark(), 7);
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    await member.kill();
    await waitUntil(() => !isAlive(pid));
    assert.ok(!(await isStopped()), 'its lock file stays');
    const next = await join();
    assert.equal(await next.mark(), 8);
    await next.leave();
  });

  test('it starts though the process id of a killed server belongs to another process now', async () => {
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

  test('a process that lives on starts it again when it was killed', async () => {
    const member = await join();
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    // Its last session may still be served for a moment.
    await waitUntil(async () => (await member.mark()) !== 'failed' && (await readPid()) !== pid);
    await member.leave();
    assert.ok(await isStopped());
  });

  test('a copy of a data folder is a database of its own', async () => {
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

  test('it runs as a user that is not root', async () => {
    const open = await mkdtemp(path.join(tmpdir(), 'platen-embedded-user-'));
    try {
      const user = isRoot ? 65_534 : (process.getuid?.() ?? -1);
      if (isRoot) await chown(open, user, user);
      const folder = path.join(open, 'data');
      // The owner of a folder is who its server would run as.
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
