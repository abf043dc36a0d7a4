import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { insertBatchJob } from '../../../test/helpers/queue.ts';
import { storageKinds, type TestStorage } from '../../../test/helpers/storages.ts';
import { blobKey, type Storage } from '../../storage/storage.ts';
import { recordBlobs } from '../../store/blobs.ts';
import { readSetting } from '../../store/settings.ts';
import { rowFileKey } from './batch-files.ts';
import { adoptStorage, claimStorage, ForeignStorageError } from './installation.ts';

const hash = 'ab'.repeat(32);

for (const { kind, open } of storageKinds) {
  describe(`the installation of ${kind}`, () => {
    let databases: readonly [TestDatabase, TestDatabase];
    let opened: TestStorage;
    let storage: Storage;

    before(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    after(() => opened.close());
    beforeEach(async () => {
      databases = [await createTestDatabase(), await createTestDatabase()];
    });
    afterEach(async () => {
      await Promise.all(databases.map((database) => database.close()));
      for (const prefix of ['installations/', 'blobs/', 'shares/']) {
        for await (const key of storage.list(prefix)) await storage.delete(key);
      }
    });

    const claim = ({ db }: TestDatabase) => claimStorage({ db, storage });
    const getId = async ({ db }: TestDatabase) => (await readSetting(db, 'installation id')) ?? '';
    const listMarkers = () => Array.fromAsync(storage.list('installations/'));
    const addBlob = async ({ db }: TestDatabase) => {
      await recordBlobs(db, [{ hash, bytes: 1 }]);
      await storage.write(blobKey(hash), Buffer.from('x'));
    };

    test('the first database marks a new storage; others are refused', async () => {
      const [first, second] = databases;
      await claim(first);
      await claim(first);
      const refusal = await claim(second).catch((error: unknown) => error);
      assert.ok(refusal instanceof ForeignStorageError);
      for (const text of [await getId(first), await getId(second), 'platen storage adopt'])
        assert.ok(refusal.message.includes(text), refusal.message);
      assert.deepEqual(await listMarkers(), [`installations/${await getId(first)}`]);
      await claim(first);
    });

    test('processes of one database mark it concurrently; two databases cannot both', async () => {
      const [first, second] = databases;
      await Promise.all(Array.from({ length: 4 }, () => claim(first)));
      await storage.delete(`installations/${await getId(first)}`);
      await Promise.allSettled([claim(first), claim(second)]);
      assert.ok((await listMarkers()).length <= 1);
    });

    test('an empty database is refused beside files without a marker', async () => {
      await storage.write(`shares/ab/${randomUUID()}`, Buffer.from('x'));
      await assert.rejects(claim(databases[0]), /it has files, such as shares\/ab\//);
      assert.deepEqual(await listMarkers(), []);
    });

    test('the storage of an older release is recognised by a file that the database knows', async () => {
      await addBlob(databases[0]);
      await assert.rejects(claim(databases[1]), ForeignStorageError);
      await claim(databases[0]);
      await assert.rejects(claim(databases[1]), /of installation/);
    });

    test('the storage of an older release is recognised by the files of a batch job', async () => {
      const jobId = await insertBatchJob(databases[0].db);
      const key = rowFileKey(jobId, 0, 1);
      await storage.write(key, Buffer.from('x'));
      await assert.rejects(claim(databases[1]), /it has files, such as batches/);
      await claim(databases[0]);
      await storage.delete(key);
    });

    test('a database is refused beside a storage without any of its files, until it adopts it', async () => {
      const [database] = databases;
      await recordBlobs(database.db, [{ hash, bytes: 1 }]);
      await assert.rejects(claim(database), /it has none of the files/);
      await adoptStorage({ db: database.db, storage });
      await claim(database);
    });

    test('adopting replaces the marker of the previous installation', async () => {
      const [first, second] = databases;
      await claim(first);
      assert.deepEqual(await adoptStorage({ db: second.db, storage }), {
        installationId: await getId(second),
        previousIds: [await getId(first)],
      });
      await claim(second);
      await assert.rejects(claim(first), ForeignStorageError);
      assert.deepEqual(await adoptStorage({ db: second.db, storage }), {
        installationId: await getId(second),
        previousIds: [],
      });
    });
  });
}
