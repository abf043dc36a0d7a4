import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '../../test/helpers/wait-until.ts';
import { WorkerThread } from './worker-thread.ts';

let folder: string;
let entry: URL;
let thread: WorkerThread<string, string>;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-thread-'));
  const module = pathToFileURL(path.join(import.meta.dirname, 'worker-thread.ts')).href;
  const file = path.join(folder, 'entry.ts');
  await writeFile(
    file,
    `import { answerCalls } from ${JSON.stringify(module)};
     answerCalls(async (request) => {
       if (request === 'exit') process.exit(1);
       if (request === 'fail') throw new RangeError('it fails');
       return request.toUpperCase();
     });`,
  );
  entry = pathToFileURL(file);
  thread = new WorkerThread(entry);
});
after(() => rm(folder, { recursive: true }));

describe('a worker thread', { timeout: 30_000 }, () => {
  test('answers each call, also several at once', async () => {
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((text) => thread.call(text))), ['A', 'B', 'C']);
  });

  test('has a lower priority than the main thread', { skip: process.platform !== 'linux' }, async () => {
    const priorities = async () =>
      (await readdir('/proc/self/task')).map((thread) => getPriority(Number(thread)));
    await thread.call('a');
    assert.ok(Math.max(...(await priorities())) > getPriority(process.pid));
    assert.equal(getPriority(process.pid), getPriority());
  });

  test('a call that fails rejects, and the next one is answered', async () => {
    await assert.rejects(thread.call('fail'), { name: 'RangeError', message: 'it fails' });
    assert.equal(await thread.call('a'), 'A');
  });

  test('a thread without calls ends after its time, and the next call starts another', async () => {
    const countThreads = async () => (await readdir('/proc/self/task')).length;
    const idle = new WorkerThread<string, string>(entry, { maxIdleMs: 50 });
    const without = await countThreads();
    const calls = Array.from({ length: 20 }, async (_, index) => {
      await sleep(index * 10);
      return await idle.call('a');
    });
    assert.ok((await Promise.all(calls)).every((answer) => answer === 'A'));
    await waitUntil(async () => (await countThreads()) <= without);
    assert.equal(await idle.call('b'), 'B');
  });

  test('a thread that exits fails the calls in progress, and the next call starts another', async () => {
    await assert.rejects(thread.call('exit'), { message: 'a worker thread has exited' });
    assert.equal(await thread.call('b'), 'B');
  });
});
