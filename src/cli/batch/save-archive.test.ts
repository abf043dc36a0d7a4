import { strict as assert } from 'node:assert';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import type { Storage } from '../../storage/storage.ts';
import { checkTarget, saveArchive } from './save-archive.ts';
import { CommandError } from '../command-context.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-archive-'));
after(() => rm(folder, { recursive: true }));

/** Storage that holds one file. */
function holding(stream: () => Readable): Storage {
  return {
    open: (key: string) => Promise.resolve(key === 'key' ? { bytes: 5, stream: stream() } : null),
  } as Partial<Storage> as Storage;
}

const whole = holding(() => Readable.from([Buffer.from('he'), Buffer.from('llo')]));

const refused = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CommandError, String(error));
  assert.match(error.message, message);
  return true;
};

describe('saveArchive', () => {
  test('saves the whole file', async () => {
    const file = path.join(folder, 'whole.zip');
    await checkTarget(file);
    assert.equal(await saveArchive(whole, 'key', file), 5);
    assert.equal(await readFile(file, 'utf8'), 'hello');
  });

  test('replaces no file, not even one that appears meanwhile', async () => {
    const file = path.join(folder, 'taken.zip');
    const slow = holding(() =>
      Readable.from(
        (async function* () {
          yield Buffer.from('he');
          await writeFile(file, 'mine');
          yield Buffer.from('llo');
        })(),
      ),
    );
    await assert.rejects(saveArchive(slow, 'key', file), refused(/taken\.zip exists by now/));
    assert.equal(await readFile(file, 'utf8'), 'mine');
    await assert.rejects(checkTarget(file), refused(/taken\.zip exists already/));
  });

  test('leaves no partial file after a failure', async () => {
    const place = path.join(folder, 'empty');
    await mkdir(place);
    const broken = holding(() =>
      Readable.from(
        (async function* () {
          yield Buffer.from('he');
          await Promise.reject(new Error('storage is gone'));
        })(),
      ),
    );
    const file = path.join(place, 'broken.zip');
    await assert.rejects(saveArchive(broken, 'key', file), refused(/cannot be written .*: storage is gone$/));
    await assert.rejects(saveArchive(whole, 'another', file), refused(/missing in storage/));
    assert.deepEqual(await readdir(place), []);
    await assert.rejects(
      checkTarget(path.join(place, 'no', 'file.zip')),
      refused(/No file can be written into/),
    );
  });
});
