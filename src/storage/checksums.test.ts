import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { storageKinds, type TestStorage } from '../../test/helpers/storages.ts';
import { DamagedFileError, readBlob, readSummed } from './checksums.ts';
import { blobKey, MissingFileError, type Storage } from './storage.ts';

const content = Buffer.alloc(100_000, 'content');
const flipped = Buffer.from(content);
flipped[50_000]! ^= 1;
const hash = createHash('sha256').update(content).digest('hex');
const key = blobKey(hash);
const summed = { bytes: content.length, crc32: crc32(content) };

for (const { kind, open } of storageKinds) {
  describe(`checksums of ${kind}`, () => {
    let opened: TestStorage;
    let storage: Storage;
    before(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    after(() => opened.close());

    test('an intact file is read', async () => {
      await storage.write(key, content);
      assert.deepEqual(await readBlob(storage, hash), content);
      assert.deepEqual(await readSummed(storage, key, summed), content);
    });

    test('a flipped bit is an error, also after further reads', async () => {
      await storage.write(key, flipped);
      let reads = 0;
      const counting: Storage = { ...storage, read: (each) => ((reads += 1), storage.read(each)) };
      await assert.rejects(readBlob(counting, hash), DamagedFileError);
      assert.equal(reads, 3);
      await assert.rejects(readSummed(storage, key, summed), DamagedFileError);
    });

    test('a read that is damaged once is tried again', async () => {
      await storage.write(key, flipped);
      let reads = 0;
      const mending: Storage = {
        ...storage,
        read: async (each) => {
          if ((reads += 1) === 2) await storage.write(each, content);
          return await storage.read(each);
        },
      };
      assert.deepEqual(await readBlob(mending, hash), content);
      assert.equal(reads, 2);
    });

    test('a missing file is not read again', async () => {
      await storage.delete(key);
      await assert.rejects(readBlob(storage, hash), MissingFileError);
    });
  });
}
