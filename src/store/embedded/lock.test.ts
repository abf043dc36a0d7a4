import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, rm, rmdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { withLock } from './lock.ts';

const parent = await mkdtemp(path.join(tmpdir(), 'platen-lock-'));
after(() => rm(parent, { recursive: true, force: true }));

const makeFolder = async (name: string): Promise<{ dataDir: string; lockFolder: string }> => {
  const dataDir = path.join(parent, name);
  await mkdir(dataDir);
  return { dataDir, lockFolder: path.join(dataDir, 'postgres.lock') };
};

test('one holder at a time', async () => {
  const { dataDir } = await makeFolder('one');
  let holders = 0;
  const run = async (): Promise<void> => {
    holders += 1;
    assert.equal(holders, 1);
    // Long enough for the others to try: only time shows that none of them gets the lock.
    await new Promise((resolve) => setTimeout(resolve, 20));
    holders -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock(dataDir, run)));
});

test('a process that lost its lock starts over, and leaves the lock of the other one alone', async () => {
  const { dataDir, lockFolder } = await makeFolder('lost');
  let runs = 0;
  let steps = 0;
  await withLock(dataDir, async (assertHeld) => {
    runs += 1;
    if (runs === 1) {
      // As another process does when this one was paused for long.
      await rmdir(lockFolder);
      await mkdir(lockFolder);
      // That process holds the lock for a while.
      setTimeout(() => {
        void access(lockFolder).then(() => rmdir(lockFolder));
      }, 500);
    }
    await assertHeld();
    steps += 1;
  });
  assert.deepEqual({ runs, steps }, { runs: 2, steps: 1 });
});

test('a lock of a killed process is taken, also if the clock was set back since', async () => {
  const { dataDir, lockFolder } = await makeFolder('future');
  for (const hours of [-1, 1]) {
    await mkdir(lockFolder);
    const time = new Date(Date.now() + hours * 3_600_000);
    await utimes(lockFolder, time, time);
    assert.equal(await withLock(dataDir, () => Promise.resolve('held')), 'held');
  }
});

test('several take the lock of a killed process, one after the other', async () => {
  const { dataDir, lockFolder } = await makeFolder('several');
  let inside = 0;
  for (let round = 0; round < 20; round += 1) {
    await mkdir(lockFolder);
    await utimes(lockFolder, 0, 0);
    await Promise.all(
      Array.from({ length: 6 }, () =>
        withLock(dataDir, async (assertHeld) => {
          await assertHeld();
          inside += 1;
        }),
      ),
    );
  }
  assert.ok(inside >= 120, `${inside} runs`);
});
