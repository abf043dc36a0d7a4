import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openStorage } from './open-storage.ts';
import { blobKey, readFileBytes, type Storage } from './storage.ts';

describe('files in a folder', () => {
  let folder: string;
  let storage: Storage;

  before(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'platen-storage-')), 'new folder');
    storage = await openStorage(pathToFileURL(folder).href);
  });
  after(() => rm(path.dirname(folder), { recursive: true }));

  const leftovers = () => readdir(path.join(folder, 'tmp'));

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
    const other = await openStorage(pathToFileURL(path.join(folder, 'other')).href);
    await rm(path.join(folder, 'other'), { recursive: true });
    await assert.rejects(other.check(), /ENOENT/);
  });
});
