/** How long pictures of batches are kept: as long as a job needs them, whatever is killed, and no longer. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { uploadPictures } from '../../src/domain/batches/pictures.ts';
import { sweep, trySweep, type SweepParts } from '../../src/domain/maintenance.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { blobKey, blobsPrefix, type Storage } from '../../src/storage/storage.ts';
import { deleteBatchJob } from '../../src/store/batches/jobs.ts';
import { keepPictures, listJobPictures } from '../../src/store/batches/pictures.ts';
import { finishBatchJob, type TerminalState } from '../../src/store/batches/terminal-states.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { createProject, type Viewer } from '../../src/store/projects.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { runPlaten, startPlaten } from '../helpers/cli.ts';
import { stepClock } from '../helpers/clock-step.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { insertBatchJob } from '../helpers/queue.ts';
import { listZip } from '../helpers/zip.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A picture of one colour. */
const picture = (red: number) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: 100, b: 200 } } })
    .png()
    .toBuffer();

/** The counts of what pictures of batches leave in the database and in storage. */
async function countKept(db: Database, storage: Storage) {
  const rows = await queryRow<{ uploads: number; kept: number; blobs: number }>(
    db,
    `select (select count(*)::int from uploaded_pictures) as uploads,
            (select count(*)::int from batch_pictures) as kept,
            (select count(*)::int from blobs) as blobs`,
    {},
  );
  return { ...rows, files: (await Array.fromAsync(storage.list(blobsPrefix))).length };
}

const nothing = { uploads: 0, kept: 0, blobs: 0, files: 0 };

describe('a sweep', () => {
  let database: TestDatabase;
  let db: Database;
  let folder: string;
  let parts: SweepParts;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-kept-'));
    ({ db } = database);
    parts = {
      db,
      storage: await openStorage(pathToFileURL(folder).href, null),
      batchTimeoutMs: 400 * dayMs,
      callbackOffsetsMs: [0],
      log: pino({ level: 'silent' }),
      plans: DEFAULT_PLANS,
      urlCacheTtlMs: hourMs,
      urlCacheBytes: 1e9,
    };
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const getAccount = async (jobId: string) =>
    (
      await queryRow<{ id: string }>(db, 'select account_id as id from batch_jobs where id = :jobId', {
        jobId,
      })
    ).id;
  const getViewer = (jobId: string) =>
    queryRow<Viewer>(
      db,
      `select account_id as "accountId", workspace_id as "workspaceId" from batch_jobs where id = :jobId`,
      { jobId },
    );
  /** A job with pictures of these reds, called as they are. */
  const addJob = async (...reds: number[]) => {
    const jobId = await insertBatchJob(db);
    const accountId = await getAccount(jobId);
    const files = await Promise.all(
      reds.map(async (red) => ({ name: `${red}.png`, bytes: await picture(red) })),
    );
    const checker = (files: readonly unknown[]) => Promise.resolve(files.map(() => null));
    const fileLimits = { maxImagePixels: 1_000_000, maxOutputPixels: 1_000_000, timeoutMs: 30_000, checker };
    const uploads = await uploadPictures(
      { ...parts, fileLimits, plans: DEFAULT_PLANS },
      await getViewer(jobId),
      files,
    );
    const named = uploads.map(({ id }, index) => ({ name: files[index]?.name ?? '', hash: id }));
    assert.deepEqual(await keepPictures(db, { jobId, accountId }, named), []);
    return { jobId, accountId, hashes: named.map(({ hash }) => hash) };
  };
  const end = async (jobId: string, how: TerminalState) => assert.ok(await finishBatchJob(db, jobId, how));
  const complete = (jobId: string, retentionMs: number) =>
    end(jobId, {
      status: 'COMPLETED',
      archive: { key: `batches/${jobId}/archive-0.zip`, bytes: 1, retentionMs, attempt: 0 },
    });
  const count = () => countKept(db, parts.storage);

  test('removes uploads without a submission after a day, with their files', async () => {
    const { jobId } = await addJob(1, 2);
    await queryRows(db, 'delete from batch_jobs where id = :jobId', { jobId });
    await stepClock(db, 23 * hourMs);
    await sweep(parts);
    assert.deepEqual(await count(), { uploads: 2, kept: 0, blobs: 2, files: 2 });
    await stepClock(db, 2 * hourMs);
    await sweep(parts);
    assert.deepEqual(await count(), nothing);
  });

  test('keeps the pictures of a job that runs, however long it takes', async () => {
    const { jobId, accountId, hashes } = await addJob(1, 2);
    await stepClock(db, 60 * dayMs);
    await sweep(parts);
    assert.deepEqual(await count(), { uploads: 0, kept: 2, blobs: 2, files: 2 });
    const kept = await listJobPictures(db, { jobId, accountId });
    assert.deepEqual(
      kept.map(({ hash }) => hash),
      hashes,
    );
  });

  test('removes the pictures of a deleted job, except those that another job has, too', async () => {
    const [deleted, other] = [await addJob(1, 2), await addJob(2, 3)];
    await end(deleted.jobId, { status: 'CANCELLED' });
    assert.deepEqual(await deleteBatchJob(db, deleted.accountId, deleted.jobId), { kind: 'deleted' });
    await stepClock(db, 2 * dayMs);
    await sweep(parts);
    assert.deepEqual(await count(), { uploads: 0, kept: 2, blobs: 2, files: 2 });
    for (const hash of other.hashes) await parts.storage.sizeBytes(blobKey(hash));
    await end(other.jobId, { status: 'CANCELLED' });
    await deleteBatchJob(db, other.accountId, other.jobId);
    await sweep(parts);
    assert.deepEqual(await count(), nothing);
  });

  test('removes the pictures of a job once its archive has expired', async () => {
    const [first, second] = [await addJob(1, 2), await addJob(2, 3)];
    await complete(first.jobId, 7 * dayMs);
    await complete(second.jobId, 9 * dayMs);
    await stepClock(db, 6 * dayMs);
    await sweep(parts);
    assert.deepEqual(await count(), { uploads: 0, kept: 4, blobs: 3, files: 3 });
    await stepClock(db, 2 * dayMs);
    await sweep(parts);
    assert.deepEqual(await count(), { uploads: 0, kept: 2, blobs: 2, files: 2 });
    assert.equal((await listJobPictures(db, second)).length, 2);
    await stepClock(db, 2 * dayMs);
    await sweep(parts);
    assert.deepEqual(await count(), nothing);
  });

  test('removes the pictures of jobs without an archive 30 days after their end', async () => {
    const [failed, cancelled] = [await addJob(1), await addJob(2)];
    await end(failed.jobId, { status: 'FAILED', keepCompleted: true });
    await end(cancelled.jobId, { status: 'CANCELLED' });
    await stepClock(db, 29 * dayMs);
    await sweep(parts);
    assert.equal((await count()).files, 2);
    await stepClock(db, 2 * dayMs);
    await sweep(parts);
    assert.deepEqual(await count(), nothing);
  });

  test('keeps pictures whose job seems to have expired because the clock is an hour fast', async () => {
    const { jobId } = await addJob(1);
    await complete(jobId, 30 * 60_000);
    await stepClock(db, hourMs);
    await trySweep(parts);
    assert.equal((await count()).kept, 1);
    await stepClock(db, 2 * hourMs);
    await trySweep(parts);
    assert.equal((await count()).kept, 0);
  });
});

test('a submission locks its pictures in the order of every other', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.close());
  const { db } = database;
  const [first, last] = ['00'.repeat(32), 'ff'.repeat(32)];
  await queryRows(
    db,
    `insert into blobs (hash, bytes) select decode(h, 'hex'), 1 from unnest(array[:last, :first]) as h`,
    { first, last },
  );
  const jobId = await insertBatchJob(db);
  const { accountId } = await queryRow<{ accountId: string }>(
    db,
    'select account_id as "accountId" from batch_jobs where id = :jobId',
    { jobId },
  );
  const named = [last, first].map((hash) => ({ name: `${hash}.png`, hash }));
  const lock = (transaction: Database, hash: string, how = '') =>
    queryRows(transaction, `select from blobs where hash = decode(:hash, 'hex') for update ${how}`, { hash });
  const { lost } = await db.transaction(async (transaction) => {
    await lock(transaction, first);
    const waiting = db.transaction((nested) => keepPictures(nested, { jobId, accountId }, named));
    await waitUntil(async () => {
      const [session] = await queryRows(
        db,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        {},
      );
      return session !== undefined;
    });
    await lock(transaction, last, 'nowait');
    return { lost: waiting };
  });
  // They were never uploaded.
  assert.equal((await lost).length, 2);
});

describe('kill -9', { timeout: 600_000 }, () => {
  const reds = Array.from({ length: 12 }, (_, index) => 10 + 20 * index);
  let database: TestDatabase;
  let db: Database;
  let folder: string;
  let fleet: Fleet;
  let storage: Storage;
  let environment: Record<string, string>;
  let submission: readonly string[];
  /** Files of the template, which stay. */
  let own: { readonly blobs: number; readonly files: number };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-killed-'));
    database = await createTestDatabase();
    ({ db } = database);
    const data = path.join(folder, 'data');
    fleet = createFleet(database, data);
    environment = { DATABASE_URL: database.url, DATA_DIR: data, RENDER_THREADS: '1' };
    const { accountId } = await createCaller(db);
    const given = { accountId, name: 'Badges', description: '', visibility: 'PRIVATE' } as const;
    const project = String(await createProject(db, given));
    const template = {
      schemaVersion: 1,
      name: 'Badge',
      viewport: { width: 20, height: 20 },
      variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
      elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 20, height: 20, src: '{{photo}}' }],
    };
    await put('badge/template.json', JSON.stringify(template));
    for (const red of reds) await put(`photos/${red}.png`, await picture(red));
    const rows = await put('rows.csv', `photo\n${reds.join('\n')}\n`);
    const words = ['--project', project, '--account', accountId, '--json'];
    const imported = await runPlaten(
      ['template', 'import', path.join(folder, 'badge'), ...words],
      environment,
    );
    assert.equal(imported.code, 0, imported.stderr);
    const { templateId } = JSON.parse(imported.stdout) as { templateId: string };
    submission = [
      'batch',
      'submit',
      rows,
      '--template',
      templateId,
      '--pictures',
      path.join(folder, 'photos'),
      '--names',
      '{index}',
      '--json',
    ];
    storage = await openStorage(pathToFileURL(path.join(data, 'files')).href, null);
    const { blobs, files } = await countKept(db, storage);
    own = { blobs, files };
  });
  after(async () => {
    await fleet.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  /** Makes pictures two days old, and sweeps. */
  const sweepLater = async (): Promise<void> => {
    await db.raw(`update blobs set touched_at = touched_at - interval '2 days'`);
    await db.raw(`update uploaded_pictures set uploaded_at = uploaded_at - interval '2 days'`);
    const { code, stderr } = await runPlaten(['sweep'], environment);
    assert.equal(code, 0, stderr);
  };
  /** Submits, and kills the command once it waits for a lock on a table. */
  const killBefore = async (table: string): Promise<void> => {
    await db.transaction(async (transaction) => {
      await transaction.raw(`lock table ${table} in exclusive mode`);
      const child = startPlaten(submission, environment);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await waitUntil(async () => {
        const [waiting] = await queryRows(
          db,
          `select from pg_locks where relation = cast(:table as regclass) and not granted`,
          { table },
        );
        assert.equal(child.exitCode, null, 'the command waits');
        return waiting !== undefined;
      });
      child.kill('SIGKILL');
      await ended;
    });
    // Its session ends a moment later.
    await waitUntil(async () => {
      const waiting = await queryRows(
        db,
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and state = 'active'`,
        {},
      );
      return waiting.length === 0;
    });
  };

  for (const [moment, table, uploads] of [
    ['before a written file is recorded as an upload', 'uploaded_pictures', 0],
    ['between upload and submission', 'batch_jobs', reds.length],
  ] as const) {
    test(`${moment} leaves nothing for ever`, async () => {
      await killBefore(table);
      const kept = await countKept(db, storage);
      // The database may complete the statement that waited, after its client was killed.
      assert.deepEqual([kept.uploads >= uploads, kept.kept], [true, 0]);
      assert.equal(kept.files - own.files, reds.length);
      await sweepLater();
      assert.deepEqual(await countKept(db, storage), { ...own, uploads: 0, kept: 0 });
    });
  }

  test('of the worker between submission and end loses no picture', async () => {
    const { code, stdout, stderr } = await runPlaten(submission, environment);
    assert.equal(code, 0, stderr);
    const { jobId } = JSON.parse(stdout) as { jobId: string };
    // The last row cannot be rendered while it is locked.
    const lock = await db.transaction();
    await lock.raw('select from batch_rows where job_id = ? and row_index = ? for update', [
      jobId,
      reds.length - 1,
    ]);
    const progress = () =>
      queryRow<{ status: string; done: number }>(
        db,
        'select status, completed_items as done from batch_jobs where id = :jobId',
        { jobId },
      );
    const victim = await fleet.work();
    await waitUntil(async () => (await progress()).done > 0);
    await victim.kill();
    await lock.rollback();
    assert.equal((await progress()).status, 'PROCESSING');
    await sweepLater();
    assert.equal((await countKept(db, storage)).files - own.files, reds.length);
    await fleet.work();
    await waitUntil(async () => (await progress()).status === 'COMPLETED');
    const { archive } = await queryRow<{ archive: string }>(
      db,
      'select archive_key as archive from batch_jobs where id = :jobId',
      { jobId },
    );
    const drawn = await listZip(await readFile(path.join(folder, 'data/files', archive)));
    assert.equal(drawn.length, reds.length);
    for (const [index, { content }] of drawn.entries()) {
      const [red] = await sharp(content).extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer();
      assert.equal(red, reds[index], `row ${index}`);
    }
  });
});
