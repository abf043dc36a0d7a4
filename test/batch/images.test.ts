import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import {
  BatchOverError,
  createBatchImages,
  LostPictureError,
  type BatchImageParts,
  type BatchImages,
} from '../../src/domain/batch/images.ts';
import { imageFileKey } from '../../src/domain/batch/files.ts';
import { createPictureMemory } from '../../src/domain/picture-memory.ts';
import { createImageFetcher } from '../../src/outbound/fetch-image.ts';
import type { ImageAnswer } from '../../src/render/assets.ts';
import { openFileStorage } from '../../src/storage/file-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { endBatchJob } from '../../src/store/batch/end-job.ts';
import { claimImage, settleImage } from '../../src/store/batch/images.ts';
import { queryRows } from '../../src/store/database.ts';
import { beatInstance } from '../../src/store/instances.ts';
import { insertBatchJob } from '../helpers/batch-jobs.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startPictureOrigin, type PictureOrigin } from '../helpers/picture-origin.ts';

const never = new AbortController().signal;
const leaseMs = 60_000;
let database: TestDatabase;
let folder: string;
let storage: Storage;
let origin: PictureOrigin;
let jobId: string;

before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-images-'));
  storage = await openFileStorage(folder, null);
  origin = await startPictureOrigin();
  origin.answer('/red.png', (response) => response.end(origin.picture));
  jobId = await insertBatchJob(database.db);
});
after(async () => {
  origin.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** The pictures as one more process gets at them. */
async function startProcess(parts: Partial<BatchImageParts> = {}): Promise<BatchImages> {
  const instanceId = randomUUID();
  await beatInstance(database.db, instanceId);
  return createBatchImages({
    db: database.db,
    instanceId,
    storage,
    fetchImage: createImageFetcher({ allow: ['127.0.0.0/8'], maxBytes: 100_000, timeoutMs: 10_000 }),
    pictureMemory: createPictureMemory(1_000_000),
    imageTimeoutMs: 10_000,
    log: pino({ level: 'silent' }),
    ...parts,
  });
}

/** So many rows at once, the processes taking turns. */
const askedBy = async (processes: readonly BatchImages[], rows: number, url: string) =>
  await Promise.all(
    Array.from({ length: rows }, (_, row) => processes[row % processes.length]!.fetch(jobId, url, never)),
  );

async function assertPicture(answer: ImageAnswer | undefined): Promise<void> {
  assert.ok(answer?.ok === true && 'hash' in answer && typeof answer.bytes === 'function');
  assert.deepEqual(Buffer.from(await answer.bytes()), Buffer.from(origin.picture));
}

const idOf = (url: string) => ({ jobId, urlHash: createHash('sha256').update(url).digest('hex') });

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 20) {
    assert.ok(waited < 20_000, 'it did not come to that');
    await pause(20);
  }
}

describe('a picture that many rows show', () => {
  test('is fetched once, by all processes together', async () => {
    const processes = [await startProcess(), await startProcess()];
    const answers = await askedBy(processes, 50, `${origin.url}/red.png`);
    for (const answer of answers) await assertPicture(answer);
    assert.equal(origin.requests('/red.png'), 1);

    const [late] = await askedBy([await startProcess()], 1, `${origin.url}/red.png`);
    await assertPicture(late);
    assert.equal(origin.requests('/red.png'), 1);
  });

  test('is asked of the database once a process', async () => {
    let queries = 0;
    const count = () => (queries += 1);
    const images = await startProcess();
    database.db.on('query', count);
    await askedBy([images], 50, `${origin.url}/red.png`);
    assert.equal(queries, 1);
    await askedBy([images], 50, `${origin.url}/red.png`);
    database.db.off('query', count);
    assert.equal(queries, 1);
  });

  test('is another one for another job', async () => {
    const images = await startProcess();
    const other = await insertBatchJob(database.db);
    const before = origin.requests('/red.png');
    await assertPicture(await images.fetch(other, `${origin.url}/red.png`, never));
    assert.equal(origin.requests('/red.png'), before + 1);
  });
});

describe('a picture that cannot be had', () => {
  test('through its address’ fault fails every row for one reason, after one request', async () => {
    const processes = [await startProcess(), await startProcess()];
    const answers = await askedBy(processes, 20, `${origin.url}/none`);
    for (const answer of answers) {
      assert.ok(!answer.ok && answer.fault === 'value');
      assert.match(answer.detail, /its server answered 404; check the address/u);
    }
    assert.equal(origin.requests('/none'), 1);
  });

  test('through its server’s fault is fetched three times, then fails every row', async () => {
    origin.answer('/broken', (response) => response.writeHead(503).end());
    const processes = [await startProcess(), await startProcess()];
    const answers = await askedBy(processes, 10, `${origin.url}/broken`);
    answers.push(...(await askedBy(processes, 10, `${origin.url}/broken`)));
    answers.push(...(await askedBy([await startProcess()], 1, `${origin.url}/broken`)));
    for (const answer of answers) {
      assert.ok(!answer.ok && answer.fault === 'origin');
      assert.match(answer.detail, /its server answered 503; try again later/u);
    }
    assert.equal(origin.requests('/broken'), 3);
  });

  test('has a server that is asked for each further picture once, until it delivers one', async () => {
    let isUp = false;
    for (const name of ['/a', '/b', '/c', '/d']) {
      origin.answer(`/down${name}`, (response) => {
        if (isUp) response.end(origin.picture);
        else response.writeHead(503).end();
      });
    }
    const images = await startProcess();
    const fetched = async (name: string) => {
      const [answer] = await askedBy([images], 1, `${origin.url}/down${name}`);
      return [answer?.ok, origin.requests(`/down${name}`)];
    };
    assert.deepEqual(await fetched('/a'), [false, 3]);
    assert.deepEqual(await fetched('/b'), [false, 1]);
    isUp = true;
    assert.deepEqual(await fetched('/c'), [true, 1]);
    isUp = false;
    assert.deepEqual(await fetched('/d'), [false, 3]);
  });

  test('at first is fetched again', async () => {
    origin.answer('/shaky', (response, request) => {
      if (request === 1) response.writeHead(503).end();
      else response.end(origin.picture);
    });
    const [answer] = await askedBy([await startProcess(), await startProcess()], 4, `${origin.url}/shaky`);
    await assertPicture(answer);
    assert.equal(origin.requests('/shaky'), 2);
  });
});

describe('a claim on a picture', () => {
  /** A process that claims a picture and then does nothing about it. */
  async function claim(url: string, { isAlive }: { readonly isAlive: boolean }): Promise<string> {
    const instanceId = randomUUID();
    await beatInstance(database.db, instanceId);
    assert.equal(await claimImage(database.db, idOf(url), { instanceId, leaseMs }), 1);
    if (!isAlive) {
      await queryRows(
        database.db,
        `update instances set beat_at = now() - interval '13 seconds' where id = :instanceId`,
        { instanceId },
      );
    }
    return instanceId;
  }

  test('is taken over from a process that is gone, which cannot settle it any more', async () => {
    const url = `${origin.url}/red.png?dead`;
    origin.answer('/red.png?dead', (response) => response.end(origin.picture));
    const dead = await claim(url, { isAlive: false });
    const answers = await askedBy([await startProcess(), await startProcess()], 10, url);
    for (const answer of answers) await assertPicture(answer);
    assert.equal(origin.requests('/red.png?dead'), 1);
    const late = { state: 'FAILED', fault: 'value', detail: 'is late.' } as const;
    assert.equal(await settleImage(database.db, idOf(url), dead, late), false);
  });

  test('is waited for while its process is there, and taken over once that is gone', async () => {
    const url = `${origin.url}/red.png?dying`;
    origin.answer('/red.png?dying', (response) => response.end(origin.picture));
    const dying = await claim(url, { isAlive: true });
    const answers = askedBy([await startProcess()], 3, url);
    await pause(300);
    assert.equal(origin.requests('/red.png?dying'), 0);
    await queryRows(database.db, 'delete from instances where id = :dying', { dying });
    for (const answer of await answers) await assertPicture(answer);
    assert.equal(origin.requests('/red.png?dying'), 1);
  });

  test('runs out where its process has lost it', async () => {
    const url = `${origin.url}/red.png?lapsed`;
    origin.answer('/red.png?lapsed', (response) => response.end(origin.picture));
    await claim(url, { isAlive: true });
    await queryRows(
      database.db,
      `update batch_images set claimed_at = now() - interval '2 minutes' where state = 'FETCHING'`,
      {},
    );
    const [answer] = await askedBy([await startProcess()], 1, url);
    await assertPicture(answer);
  });

  test('is given up when all its rows are', async () => {
    origin.answer('/hangs-once', (response, request) => {
      if (request > 1) response.end(origin.picture);
    });
    const url = `${origin.url}/hangs-once`;
    const images = await startProcess();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }) => images.fetch(jobId, url, signal));
    await until(() => origin.requests('/hangs-once') === 1);
    first.abort(new Error('one row less'));
    await assert.rejects(answers[0]!, /one row less/u);
    second.abort(new Error('no row left'));
    await assert.rejects(answers[1]!, /no row left/u);
    const [answer] = await askedBy([await startProcess()], 1, url);
    await assertPicture(answer);
    assert.equal(origin.requests('/hangs-once'), 2);
  });

  test('is given up where storage fails, which is not the rows’ fault', async () => {
    origin.answer('/unstored', (response) => response.end(origin.picture));
    const full = { ...storage, write: () => Promise.reject(new Error('no space left')) };
    const url = `${origin.url}/unstored`;
    const answers = await Promise.allSettled(
      [1, 2].map(async () => (await startProcess({ storage: full })).fetch(jobId, url, never)),
    );
    for (const { status } of answers) assert.equal(status, 'rejected');
    const [answer] = await askedBy([await startProcess()], 1, url);
    await assertPicture(answer);
  });

  test('is kept while the memory for pictures is full', async () => {
    origin.answer('/when-free', (response) => response.end(origin.picture));
    const pictureMemory = createPictureMemory(origin.picture.length);
    const others = pictureMemory.open();
    others.grow(1);
    const images = await startProcess({ pictureMemory });
    const answer = images.fetch(jobId, `${origin.url}/when-free`, never);
    await until(() => origin.requests('/when-free') === 1);
    others.release();
    await assertPicture(await answer);
  });
});

describe('a picture of a job', () => {
  test('that storage has lost is fetched again', async () => {
    const url = `${origin.url}/red.png?lost`;
    origin.answer('/red.png?lost', (response) => response.end(origin.picture));
    const images = await startProcess();
    const [answer] = await askedBy([images], 1, url);
    await assertPicture(answer);
    assert.ok(answer?.ok === true && 'hash' in answer);
    await storage.delete(imageFileKey(jobId, answer.hash));
    const lost = await assertPicture(answer).catch((error: unknown) => error);
    assert.ok(lost instanceof LostPictureError);
    await Promise.all([images.replace(lost), images.replace(lost)]);
    const [again] = await askedBy([images, await startProcess()], 4, url);
    await assertPicture(again);
    assert.equal(origin.requests('/red.png?lost'), 2);
  });

  test('that has ended is not fetched, and what comes late is not kept', async () => {
    const ended = await insertBatchJob(database.db);
    const hold = Promise.withResolvers<void>();
    origin.answer('/late.png', (response) => void hold.promise.then(() => response.end(origin.picture)));
    const images = await startProcess();
    const late = images.fetch(ended, `${origin.url}/late.png`, never);
    late.catch(() => undefined);
    await until(() => origin.requests('/late.png') === 1);
    await endBatchJob(database.db, ended, { status: 'CANCELLED' });
    hold.resolve();
    await assert.rejects(late, BatchOverError);
    const contentHash = createHash('sha256').update(origin.picture).digest('hex');
    assert.equal(await storage.sizeBytes(imageFileKey(ended, contentHash)), null);
    await assert.rejects(images.fetch(ended, `${origin.url}/red.png`, never), BatchOverError);
  });
});
