import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { WorkerThread } from './worker-thread.ts';

let folder: string;
let thread: WorkerThread<string, string>;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-thread-'));
  const module = pathToFileURL(path.join(import.meta.dirname, 'worker-thread.ts')).href;
  const entry = path.join(folder, 'entry.ts');
  await writeFile(
    entry,
    `import { answerCalls } from ${JSON.stringify(module)};
     answerCalls(async (request) => {
       if (request === 'exit') process.exit(1);
       if (request === 'fail') throw new RangeError('it fails');
       return request.toUpperCase();
     });`,
  );
  thread = new WorkerThread(pathToFileURL(entry));
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

  test('a thread that exits fails the calls in progress, and the next call starts another', async () => {
    await assert.rejects(thread.call('exit'), { message: 'a worker thread has exited' });
    assert.equal(await thread.call('b'), 'B');
  });
});
