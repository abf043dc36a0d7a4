/**
 * Tests that every kind of storage must pass.
 */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { storageKinds, type TestStorage } from '../../test/helpers/storages.ts';
import { blobKey, readFileBytes, StorageUnavailableError, type Storage } from './storage.ts';

for (const { kind, open } of storageKinds) {
  describe(`files in ${kind}`, () => {
    let opened: TestStorage;
    let storage: Storage;

    before(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    after(() => opened.close());

    test('reads what was written, from memory or a stream', async () => {
      const key = blobKey('ab12');
      assert.equal(key, 'blobs/ab/ab12');
      assert.deepEqual(await storage.write(key, Buffer.from('first')), { bytes: 5 });
      assert.equal((await readFileBytes(storage, key)).toString(), 'first');
      const stream = Readable.from([Buffer.from('second '), Buffer.from('version')]);
      assert.deepEqual(await storage.write(key, stream), { bytes: 14 });
      assert.equal((await readFileBytes(storage, key)).toString(), 'second version');
      assert.equal(await storage.sizeBytes(key), 14);
      const ageMs = Date.now() - ((await storage.modifiedAt(key))?.getTime() ?? 0);
      assert.ok(Math.abs(ageMs) < 60_000, `written ${ageMs} ms ago`);
      assert.equal(await opened.countUnfinished(), 0);
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
      assert.equal(await opened.countUnfinished(), 0);
    });

    test('concurrent writes of one key leave one of them complete', async () => {
      const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(100_000));
      await Promise.all(contents.map((content) => storage.write('contended', Buffer.from(content))));
      assert.ok(contents.includes((await readFileBytes(storage, 'contended')).toString()));
    });

    test('an open file can be read to its end after it is deleted', async () => {
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

    test('lists keys in the order of their characters, from any position', async () => {
      const keys = ['l/a-b', 'l/a.c', 'l/a/x', 'l/a/y/z', 'l/a0', 'l/b/x'];
      for (const key of keys.toReversed()) await storage.write(key, Buffer.from('x'));
      const list = (prefix: string, after?: string) => Array.fromAsync(storage.list(prefix, after));
      assert.deepEqual(await list('l/'), keys.toSorted());
      for (const [index, key] of keys.entries())
        assert.deepEqual(await list('l/', key), keys.slice(index + 1));
      assert.deepEqual(await list('l/', 'l/a/xx'), ['l/a/y/z', 'l/a0', 'l/b/x']);
      assert.deepEqual(await list('l/a/'), ['l/a/x', 'l/a/y/z']);
      assert.deepEqual(await list('no/such/'), []);
    });

    test('a missing file is null, and deleting it does nothing', async () => {
      assert.equal(await storage.open('blobs/no/nothing'), null);
      assert.equal(await storage.sizeBytes('blobs/no/nothing'), null);
      assert.equal(await storage.modifiedAt('blobs/no/nothing'), null);
      await storage.delete('blobs/no/nothing');
      await assert.rejects(
        readFileBytes(storage, 'blobs/no/nothing'),
        /blobs\/no\/nothing is not in storage/,
      );
    });

    test('keys cannot lead out of storage', async () => {
      for (const key of ['../up', '/etc/passwd', 'a/../../b', '', 'a//b', '.hidden', 'a\\b']) {
        await assert.rejects(storage.write(key, Buffer.from('x')), /is not a key/, key);
      }
    });

    test('an error of the stream to write does not make storage unavailable', async () => {
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
}
