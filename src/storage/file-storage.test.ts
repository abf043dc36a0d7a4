import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openStorage } from './open-storage.ts';
import { blobKey, readFileBytes, StorageUnavailableError, type Storage } from './storage.ts';

describe('files in a folder', () => {
  let folder: string;
  let storage: Storage;

  before(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'platen-storage-')), 'new folder');
    storage = await openStorage(pathToFileURL(folder).href, 'me');
  });
  after(() => rm(path.dirname(folder), { recursive: true }));

  const leftovers = () => readdir(path.join(folder, 'tmp', 'me'));

  test('gives back what was written, from memory or a stream', async () => {
    const key = blobKey('ab12');
    assert.equal(key, 'blobs/ab/ab12');
    assert.deepEqual(await storage.write(key, Buffer.from('first')), { bytes: 5 });
    assert.equal((await readFileBytes(storage, key)).toString(), 'first');
    const stream = Readable.from([Buffer.from('second '), Buffer.from('version')]);
    assert.deepEqual(await storage.write(key, stream), { bytes: 14 });
    assert.equal((await readFileBytes(storage, key)).toString(), 'second version');
    assert.equal(await storage.sizeBytes(key), 14);
    assert.deepEqual(await leftovers(), []);
  });

  test('an empty file is a file', async () => {
    await storage.write('empty', new Uint8Array());
    assert.equal(await storage.sizeBytes('empty'), 0);
    assert.equal((await readFileBytes(storage, 'empty')).length, 0);
  });

  test('a write that fails leaves the old file and nothing else', async () => {
    await storage.write('kept', Buffer.from('old'));
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half of it');
        throw new Error('the source broke');
      })(),
    );
    await assert.rejects(storage.write('kept', broken), /the source broke/);
    assert.equal((await readFileBytes(storage, 'kept')).toString(), 'old');
    assert.deepEqual(await leftovers(), []);
  });

  test('writes of one key at once leave one of them whole', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(100_000));
    await Promise.all(contents.map((content) => storage.write('contended', Buffer.from(content))));
    assert.ok(contents.includes((await readFileBytes(storage, 'contended')).toString()));
  });

  test('what was opened can be read to its end after it is deleted', async () => {
    await storage.write('short-lived', Buffer.from('still here'));
    const file = await storage.open('short-lived');
    assert.equal(file?.bytes, 10);
    await storage.delete('short-lived');
    assert.equal(Buffer.concat((await file.stream.toArray()) as Buffer[]).toString(), 'still here');
  });

  test('a part of a file', async () => {
    await storage.write('parts', Buffer.from('0123456789'));
    const read = async (start: number, end: number) => {
      const file = await storage.open('parts', { start, end });
      assert.equal(file?.bytes, 10);
      return Buffer.concat((await file.stream.toArray()) as Buffer[]).toString();
    };
    assert.deepEqual([await read(0, 0), await read(3, 5), await read(9, 9)], ['0', '345', '9']);
  });

  test('lists keys in the order of their characters, from anywhere on', async () => {
    const keys = ['l/a-b', 'l/a.c', 'l/a/x', 'l/a/y/z', 'l/a0', 'l/b/x'];
    for (const key of keys.toReversed()) await storage.write(key, Buffer.from('x'));
    const list = (prefix: string, after?: string) => Array.fromAsync(storage.list(prefix, after));
    assert.deepEqual(await list('l/'), keys.toSorted());
    for (const [index, key] of keys.entries()) assert.deepEqual(await list('l/', key), keys.slice(index + 1));
    assert.deepEqual(await list('l/', 'l/a/xx'), ['l/a/y/z', 'l/a0', 'l/b/x']);
    assert.deepEqual(await list('l/a/'), ['l/a/x', 'l/a/y/z']);
    assert.deepEqual(await list('no/such/'), []);
  });

  test('folders go with the last file in them', async () => {
    await storage.write('gone/a/b/c', Buffer.from('x'));
    await storage.write('gone/d', Buffer.from('x'));
    await storage.delete('gone/a/b/c');
    assert.deepEqual(await readdir(path.join(folder, 'gone')), ['d']);
    await storage.delete('gone/d');
    assert.ok(!(await readdir(folder)).includes('gone'));
  });

  test('a folder that is emptied over and over takes files all the same', async () => {
    const write = async (name: string) => {
      for (let round = 0; round < 100; round += 1) {
        await storage.write(`busy/folder/${name}`, Buffer.from('x'));
        await storage.delete(`busy/folder/${name}`);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(write));
    assert.deepEqual(await Array.fromAsync(storage.list('busy/')), []);
  });

  test('what processes that are gone were writing is removed, and nothing else', async () => {
    const leave = async (name: string, ageMs: number) => {
      const file = path.join(folder, 'tmp', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'half');
      const time = new Date(Date.now() - ageMs);
      await utimes(file, time, time);
    };
    const day = 24 * 60 * 60 * 1000;
    await leave('gone/old', 15_000);
    await leave('gone/young', 1_000);
    await leave('dead/old', 15_000);
    await leave('alive/slow', 2 * day);
    await leave('me/slow', 2 * day);
    await leave('of-a-command', day / 2);
    await leave('of-a-dead-command', 2 * day);

    let asked: readonly string[] = [];
    const removed = await storage.removeLeftovers(async (owners) => {
      asked = owners;
      return new Set(['alive']);
    });
    assert.equal(removed, 3);
    assert.deepEqual(asked.toSorted(), ['alive', 'dead', 'gone']);
    const left = await readdir(path.join(folder, 'tmp'), { recursive: true });
    assert.deepEqual(left.sort(), [
      'alive',
      'alive/slow',
      'gone',
      'gone/young',
      'me',
      'me/slow',
      'of-a-command',
    ]);
    await rm(path.join(folder, 'tmp'), { recursive: true });
    await mkdir(path.join(folder, 'tmp'));
    await storage.write('anew', Buffer.from('x'));
  });

  test('a file that is not there is null, and deleting it is fine', async () => {
    assert.equal(await storage.open('blobs/no/nothing'), null);
    assert.equal(await storage.sizeBytes('blobs/no/nothing'), null);
    await storage.delete('blobs/no/nothing');
    await assert.rejects(readFileBytes(storage, 'blobs/no/nothing'), /blobs\/no\/nothing is not in storage/);
  });

  test('keys cannot lead out of the folder', async () => {
    for (const key of ['../up', '/etc/passwd', 'a/../../b', '', 'a//b', '.hidden', 'a\\b']) {
      await assert.rejects(storage.write(key, Buffer.from('x')), /is not a key/, key);
    }
  });

  test('files are for this user only, and a folder that is gone is noticed', async () => {
    await storage.write('mine', Buffer.from('x'));
    assert.equal((await stat(path.join(folder, 'mine'))).mode & 0o077, 0);
    await storage.check();
    const other = await openStorage(pathToFileURL(path.join(folder, 'other')).href, null);
    await rm(path.join(folder, 'other'), { recursive: true });
    await assert.rejects(other.check(), /ENOENT/);
  });

  for (const owner of ['me', null]) {
    test(`without its folder storage is unavailable, not empty (${owner ?? 'a command'})`, async () => {
      const lost = path.join(folder, 'lost');
      const storage = await openStorage(pathToFileURL(lost).href, owner);
      await storage.write('a/key', Buffer.from('x'));
      await rm(lost, { recursive: true });
      const uses = [
        () => storage.write('a/key', Buffer.from('x')),
        () => storage.open('a/key'),
        () => storage.sizeBytes('a/key'),
        () => storage.delete('a/key'),
        () => Array.fromAsync(storage.list('a/')),
        () => storage.removeLeftovers(async () => new Set()),
        () => storage.check(),
      ];
      for (const use of uses) {
        await assert.rejects(use, (error: Error) => {
          assert.ok(error instanceof StorageUnavailableError, String(error));
          return /^The folder .*lost for files cannot be used \(ENOENT/.test(error.message);
        });
      }
      assert.ok(
        !(await readdir(folder)).includes('lost'),
        'it was not made anew beside a mount that is gone',
      );
    });
  }

  test('a source that fails is no failure of storage', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half of it');
        throw new Error('the source broke');
      })(),
    );
    await assert.rejects(
      storage.write('kept', broken),
      (error) => !(error instanceof StorageUnavailableError),
    );
  });
});
