import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { ageFiles } from '../../../test/helpers/storages.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { removeOrphans } from './orphan-files.ts';

let database: TestDatabase;
let folder: string;
let storage: Storage;
let logged: string[] = [];
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-orphans-'));
  storage = await openStorage(pathToFileURL(folder).href, null);
  logged = [];
  await database.db('settings').delete();
});
afterEach(() => rm(folder, { recursive: true }));

const log = pino(
  { level: 'info' },
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  }),
);

/** Writes files, of which those with `orphan` in their names are orphans. */
async function addFiles({ orphans, others }: { orphans: number; others: number }): Promise<void> {
  for (let index = 0; index < orphans; index += 1) await storage.write(`f/${index}-orphan`, Buffer.from('x'));
  for (let index = 0; index < others; index += 1) await storage.write(`f/${index}`, Buffer.from('x'));
}

const remove = ({ force = false, limit = 1_000 } = {}) =>
  removeOrphans(
    { db: database.db, storage, log, force },
    { prefix: 'f/', limit, cursorSetting: 'cursor' },
    (keys) => Promise.resolve(keys.filter((key) => key.includes('orphan'))),
  );
const countFiles = async () => (await Array.fromAsync(storage.list('f/'))).length;

test('deletes orphans that are a day old, and names them in the log', async () => {
  await addFiles({ orphans: 3, others: 2 });
  assert.deepEqual(await remove(), { removed: 0, heldBack: 0 });
  assert.equal(logged.length, 0);
  await ageFiles(folder);
  await storage.write('f/late-orphan', Buffer.from('x'));
  assert.deepEqual(await remove(), { removed: 3, heldBack: 0 });
  assert.equal(await countFiles(), 3);
  for (const key of ['f/0-orphan', 'f/1-orphan', 'f/2-orphan'])
    assert.ok(logged.some((line) => line.includes(key)));
});

test('keeps more than 20 orphans and a tenth of the files, until it is forced', async () => {
  await addFiles({ orphans: 31, others: 9 });
  await ageFiles(folder);
  for (let pass = 0; pass < 2; pass += 1) assert.deepEqual(await remove(), { removed: 0, heldBack: 31 });
  assert.equal(await countFiles(), 40);
  assert.match(logged.join(''), /platen sweep --force/);
  assert.deepEqual(await remove({ force: true }), { removed: 31, heldBack: 0 });
  assert.equal(await countFiles(), 9);
});

test('deletes a small share of many files', async () => {
  await addFiles({ orphans: 22, others: 220 });
  await ageFiles(folder);
  assert.deepEqual(await remove(), { removed: 22, heldBack: 0 });
});

test('a forced pass deletes the files that the previous pass has kept', async () => {
  await addFiles({ orphans: 50, others: 0 });
  await ageFiles(folder);
  assert.deepEqual(await remove({ limit: 30 }), { removed: 0, heldBack: 30 });
  assert.deepEqual(await remove({ limit: 30, force: true }), { removed: 30, heldBack: 0 });
  assert.deepEqual(await remove({ limit: 30 }), { removed: 20, heldBack: 0 });
});
