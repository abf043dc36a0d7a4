import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { archiveKey, imageFileKey, rowFileKey } from '../../src/domain/files/batch-files.ts';
import { removeOrphanedBatchFiles, cleanUpBatches } from '../../src/domain/batches/clean-up.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { beatInstance } from '../../src/store/instances.ts';
import { insertBatchJob } from '../helpers/queue.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { ageFiles } from '../helpers/storages.ts';

let database: TestDatabase;
let folder: string;
let storage: Storage;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-clean-up-'));
  storage = await openStorage(pathToFileURL(folder).href, randomUUID());
  await database.db('batch_jobs').delete();
});

afterEach(() => rm(folder, { recursive: true }));

const log = pino({ level: 'silent' });
const cleanUp = () => cleanUpBatches({ db: database.db, storage, log });
const hash = 'ab'.repeat(32);

/** A job with every kind of file. */
async function addJob(): Promise<string> {
  const jobId = await insertBatchJob(database.db);
  for (const key of [rowFileKey(jobId, 0, 1), rowFileKey(jobId, 1, 2), imageFileKey(jobId, hash)]) {
    await storage.write(key, Buffer.from('x'));
  }
  return jobId;
}

async function complete(jobId: string, retentionMs = 60_000): Promise<string> {
  const key = archiveKey(jobId, 0);
  const { bytes } = await storage.write(key, Buffer.from('zip'));
  const archive = { key, bytes, retentionMs, attempt: 0 };
  assert.ok(await finishBatchJob(database.db, jobId, { status: 'COMPLETED', archive }));
  return key;
}

const list = (jobId: string) => Array.fromAsync(storage.list(`batches/${jobId}/`));

test('deletes the files of ended jobs except their archives', async () => {
  const [active, completed, cancelled] = [await addJob(), await addJob(), await addJob()];
  const archive = await complete(completed);
  await finishBatchJob(database.db, cancelled, { status: 'CANCELLED' });
  await database.db('batch_images').insert({
    job_id: completed,
    url_hash: Buffer.alloc(32),
    state: 'READY',
    instance_id: randomUUID(),
    content_hash: Buffer.from(hash, 'hex'),
  });

  const nothing = {
    expiredRenders: 0,
    expiredArchives: 0,
    clearedJobs: 0,
    leftBehindFiles: 0,
    heldBackFiles: 0,
    unfinishedFiles: 0,
  };
  assert.deepEqual(await cleanUp(), { ...nothing, clearedJobs: 2 });
  assert.equal((await list(active)).length, 3);
  assert.deepEqual(await list(completed), [archive]);
  assert.deepEqual(await list(cancelled), []);
  assert.deepEqual(await database.db('batch_images'), []);
  assert.deepEqual((await readdir(path.join(folder, 'batches'))).sort(), [active, completed].sort());
  assert.deepEqual(await cleanUp(), nothing, 'there is nothing left to do');
});

test('deletes an expired archive; its job stays COMPLETED', async () => {
  const jobId = await addJob();
  await complete(jobId, 0);
  assert.equal((await cleanUp()).expiredArchives, 1);
  assert.deepEqual(await list(jobId), []);
  const [job] = await database.db<Record<string, unknown>>('batch_jobs');
  assert.deepEqual(
    [job?.['status'], job?.['archive_key'], job?.['archive_bytes']],
    ['COMPLETED', null, null],
  );
  assert.ok(job?.['archive_expires_at'] instanceof Date);
  assert.equal((await cleanUp()).expiredArchives, 0);
});

test('forgets an expired archive whose file is missing', async () => {
  const jobId = await addJob();
  await storage.delete(await complete(jobId, 0));
  assert.equal((await cleanUp()).expiredArchives, 1);
  assert.equal((await cleanUp()).expiredArchives, 0);
});

test('deletes files that were written after their job had ended or was deleted', async () => {
  const [completed, deleted] = [await addJob(), await addJob()];
  const archive = await complete(completed);
  await cleanUp();
  await database.db('batch_jobs').where('id', deleted).delete();
  await storage.write(rowFileKey(completed, 3, 1), Buffer.from('late'));
  await storage.write(archiveKey(completed, 7), Buffer.from('of a superseded attempt'));
  await storage.write('batches/not-a-job', Buffer.from('another file'));
  assert.equal((await cleanUp()).leftBehindFiles, 0, 'they are not a day old');
  await ageFiles(folder);
  assert.equal((await cleanUp()).leftBehindFiles, 5);
  assert.deepEqual(await list(completed), [archive]);
  assert.deepEqual(await list(deleted), []);
  assert.equal(await storage.sizeBytes('batches/not-a-job'), 12);
});

test('continues in the next pass where the last one stopped', async () => {
  const active = await addJob();
  for (let index = 0; index < 20; index += 1) {
    await storage.write(rowFileKey(randomUUID(), index, 1), Buffer.from('x'));
  }
  await ageFiles(folder);
  const parts = { db: database.db, storage, log };
  const removed = [];
  for (let pass = 0; pass < 6; pass += 1) removed.push((await removeOrphanedBatchFiles(parts, 5)).removed);
  assert.equal(
    removed.reduce((sum, each) => sum + each),
    20,
  );
  assert.ok(removed.every((each) => each <= 5));
  assert.equal((await list(active)).length, 3);
  // A further pass starts over.
  for (let pass = 0; pass < 2; pass += 1) await removeOrphanedBatchFiles(parts, 5);
  await storage.write(rowFileKey('00000000-0000-4000-8000-000000000000', 0, 1), Buffer.from('x'));
  await ageFiles(folder);
  let more = 0;
  for (let pass = 0; pass < 2; pass += 1) more += (await removeOrphanedBatchFiles(parts, 5)).removed;
  assert.equal(more, 1);
});

test('deletes the other files if one cannot be deleted, and reports the failure', async () => {
  const [stuck, other, stuckArchive, archive] = [
    await addJob(),
    await addJob(),
    await addJob(),
    await addJob(),
  ];
  for (const jobId of [stuck, other]) await finishBatchJob(database.db, jobId, { status: 'CANCELLED' });
  for (const jobId of [stuckArchive, archive]) await complete(jobId, 0);
  // The first file in its folder.
  const strayJob = '00000000-0000-4000-8000-000000000000';
  await storage.write(rowFileKey(strayJob, 0, 1), Buffer.from('x'));
  const stray = randomUUID();
  await storage.write(rowFileKey(stray, 0, 1), Buffer.from('x'));
  await ageFiles(folder);
  const refusing: Storage = {
    ...storage,
    delete: (key) =>
      [stuck, stuckArchive, strayJob].some((jobId) => key.includes(jobId))
        ? Promise.reject(new Error('not permitted'))
        : storage.delete(key),
  };
  await assert.rejects(cleanUpBatches({ db: database.db, storage: refusing, log }), /not permitted/);
  for (const jobId of [other, archive, stray]) assert.deepEqual(await list(jobId), []);
  assert.notDeepEqual(await list(stuck), []);
  await cleanUp();
  for (const jobId of [stuck, stuckArchive, strayJob]) assert.deepEqual(await list(jobId), []);
});

test('deletes half-written files of dead processes', async () => {
  const living = randomUUID();
  await beatInstance(database.db, living);
  const time = new Date(Date.now() - 60_000);
  for (const owner of [living, randomUUID(), 'not-an-id']) {
    const file = path.join(folder, 'tmp', owner, 'half');
    await mkdir(path.dirname(file));
    await writeFile(file, 'half');
    await utimes(file, time, time);
  }
  assert.equal((await cleanUp()).unfinishedFiles, 2);
  assert.deepEqual(await readdir(path.join(folder, 'tmp')), [living]);
});
