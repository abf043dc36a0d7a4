import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import {
  BatchEndedError,
  createBatchImages,
  LostImageError,
  UnfetchedImageError,
  type BatchImageParts,
  type BatchImages,
} from '../../src/domain/batches/shared-images.ts';
import { imageFileKey } from '../../src/domain/files/batch-files.ts';
import { createMemoryBudget } from '../../src/domain/renders/memory-budget.ts';
import { createImageFetcher } from '../../src/outbound/fetch-image.ts';
import type { ImageAnswer } from '../../src/render/assets.ts';
import { openFileStorage } from '../../src/storage/files/file-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { claimImage, recordImage } from '../../src/store/batches/images.ts';
import { queryRows } from '../../src/store/database.ts';
import { beatInstance, removeInstance } from '../../src/store/instances.ts';
import { insertBatchJob } from '../helpers/queue.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const never = new AbortController().signal;
const leaseMs = 60_000;
const workspaceId = randomUUID();
let database: TestDatabase;
let folder: string;
let storage: Storage;
let origin: ImageOrigin;
let jobId: string;

before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-images-'));
  storage = await openFileStorage(folder, null);
  origin = await startImageOrigin();
  origin.answer('/red.png', (response) => response.end(origin.image));
  jobId = await insertBatchJob(database.db);
});
after(async () => {
  origin.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** The shared images of another process. */
async function startProcess(parts: Partial<BatchImageParts> = {}): Promise<BatchImages> {
  const instanceId = randomUUID();
  await beatInstance(database.db, instanceId);
  return createBatchImages({
    db: database.db,
    instanceId,
    storage,
    fetchImage: createImageFetcher({ allow: ['127.0.0.0/8'], maxBytes: 100_000, timeoutMs: 10_000 }),
    imageMemory: createMemoryBudget(1_000_000),
    imageTimeoutMs: 10_000,
    log: pino({ level: 'silent' }),
    ...parts,
  });
}

/** Fetches for concurrent rows, spread over the processes. */
const fetchRows = async (processes: readonly BatchImages[], rows: number, url: string) =>
  await Promise.all(
    Array.from({ length: rows }, (_, row) =>
      processes[row % processes.length]!.fetch({ id: jobId, workspaceId }, url, never),
    ),
  );

async function assertImage(answer: ImageAnswer | undefined): Promise<void> {
  assert.ok(answer?.ok === true && 'hash' in answer && typeof answer.bytes === 'function');
  assert.deepEqual(Buffer.from(await answer.bytes()), Buffer.from(origin.image));
}

const getId = (url: string) => ({ jobId, urlHash: createHash('sha256').update(url).digest('hex') });

describe('an image of many rows', () => {
  test('is fetched once by all processes', async () => {
    const processes = [await startProcess(), await startProcess()];
    const answers = await fetchRows(processes, 50, `${origin.url}/red.png`);
    for (const answer of answers) await assertImage(answer);
    assert.equal(origin.requests('/red.png'), 1);

    const [late] = await fetchRows([await startProcess()], 1, `${origin.url}/red.png`);
    await assertImage(late);
    assert.equal(origin.requests('/red.png'), 1);
  });

  test('is read from the database once per process', async () => {
    let queries = 0;
    const count = () => (queries += 1);
    const images = await startProcess();
    database.db.on('query', count);
    await fetchRows([images], 50, `${origin.url}/red.png`);
    assert.equal(queries, 1);
    await fetchRows([images], 50, `${origin.url}/red.png`);
    database.db.off('query', count);
    assert.equal(queries, 1);
  });

  test('is fetched again for another job', async () => {
    const images = await startProcess();
    const other = await insertBatchJob(database.db);
    const before = origin.requests('/red.png');
    await assertImage(await images.fetch({ id: other, workspaceId }, `${origin.url}/red.png`, never));
    assert.equal(origin.requests('/red.png'), before + 1);
  });
});

test('an image is not fetched for a row that is being rendered', async () => {
  const url = `${origin.url}/red.png?later`;
  origin.answer('/red.png?later', (response) => response.end(origin.image));
  const [first, second] = [await startProcess(), await startProcess()];
  await assert.rejects(second.find(jobId, url), UnfetchedImageError);
  assert.equal(origin.requests('/red.png?later'), 0);
  await fetchRows([first], 1, url);
  await assertImage(await second.find(jobId, url));
  assert.equal(origin.requests('/red.png?later'), 1);
});

describe('an image that cannot be fetched', () => {
  test('is requested once if the URL is at fault, and fails every row for the same reason', async () => {
    const processes = [await startProcess(), await startProcess()];
    const answers = await fetchRows(processes, 20, `${origin.url}/none`);
    for (const answer of answers) {
      assert.ok(!answer.ok && answer.fault === 'origin');
      assert.match(answer.detail, /its server answered 404; check the address/u);
    }
    assert.equal(origin.requests('/none'), 1);
  });

  test('is requested three times if the server is at fault, then fails every row', async () => {
    origin.answer('/broken', (response) => response.writeHead(503).end());
    const processes = [await startProcess(), await startProcess()];
    const answers = await fetchRows(processes, 10, `${origin.url}/broken`);
    answers.push(...(await fetchRows(processes, 10, `${origin.url}/broken`)));
    answers.push(...(await fetchRows([await startProcess()], 1, `${origin.url}/broken`)));
    for (const answer of answers) {
      assert.ok(!answer.ok && answer.fault === 'origin');
      assert.match(answer.detail, /its server answered 503; try again later/u);
    }
    assert.equal(origin.requests('/broken'), 3);
  });

  test('limits further images of its server to one request until one succeeds', async () => {
    let isUp = false;
    for (const name of ['/a', '/b', '/c', '/d']) {
      origin.answer(`/down${name}`, (response) => {
        if (isUp) response.end(origin.image);
        else response.writeHead(503).end();
      });
    }
    const images = await startProcess();
    const fetched = async (name: string) => {
      const [answer] = await fetchRows([images], 1, `${origin.url}/down${name}`);
      return [answer?.ok, origin.requests(`/down${name}`)];
    };
    assert.deepEqual(await fetched('/a'), [false, 3]);
    assert.deepEqual(await fetched('/b'), [false, 1]);
    isUp = true;
    assert.deepEqual(await fetched('/c'), [true, 1]);
    isUp = false;
    assert.deepEqual(await fetched('/d'), [false, 3]);
  });

  test('is requested again after a failure', async () => {
    origin.answer('/shaky', (response, request) => {
      if (request === 1) response.writeHead(503).end();
      else response.end(origin.image);
    });
    const [answer] = await fetchRows([await startProcess(), await startProcess()], 4, `${origin.url}/shaky`);
    await assertImage(answer);
    assert.equal(origin.requests('/shaky'), 2);
  });
});

describe('a claim on an image', () => {
  /** A process that claims an image and then does nothing. */
  async function claim(url: string, { isAlive }: { readonly isAlive: boolean }): Promise<string> {
    const instanceId = randomUUID();
    await beatInstance(database.db, instanceId);
    assert.equal(await claimImage(database.db, getId(url), { instanceId, leaseMs }), 1);
    if (!isAlive) {
      await removeInstance(database.db, instanceId);
    }
    return instanceId;
  }

  test('is taken over from a dead process, which cannot settle it afterwards', async () => {
    const url = `${origin.url}/red.png?dead`;
    origin.answer('/red.png?dead', (response) => response.end(origin.image));
    const dead = await claim(url, { isAlive: false });
    const answers = await fetchRows([await startProcess(), await startProcess()], 10, url);
    for (const answer of answers) await assertImage(answer);
    assert.equal(origin.requests('/red.png?dead'), 1);
    const late = { state: 'FAILED', fault: 'value', detail: 'is late.' } as const;
    assert.equal(await recordImage(database.db, getId(url), dead, late), false);
  });

  test('is respected while its process lives, and taken over after that', async () => {
    const url = `${origin.url}/red.png?dying`;
    origin.answer('/red.png?dying', (response) => response.end(origin.image));
    const dying = await claim(url, { isAlive: true });
    const images = await startProcess();
    let queries = 0;
    const count = () => (queries += 1);
    database.db.on('query', count);
    const answers = fetchRows([images], 3, url);
    // It has asked again and again whether the image is there.
    await waitUntil(() => queries >= 8);
    database.db.off('query', count);
    assert.equal(origin.requests('/red.png?dying'), 0);
    await queryRows(database.db, 'delete from instances where id = :dying', { dying });
    for (const answer of await answers) await assertImage(answer);
    assert.equal(origin.requests('/red.png?dying'), 1);
  });

  test('expires if its process does not renew it', async () => {
    const url = `${origin.url}/red.png?lapsed`;
    origin.answer('/red.png?lapsed', (response) => response.end(origin.image));
    await claim(url, { isAlive: true });
    await queryRows(
      database.db,
      `update batch_images set claimed_at = now() - interval '2 minutes' where state = 'FETCHING'`,
      {},
    );
    const [answer] = await fetchRows([await startProcess()], 1, url);
    await assertImage(answer);
  });

  test('is released when no row waits for it', async () => {
    origin.answer('/hangs-once', (response, request) => {
      if (request > 1) response.end(origin.image);
    });
    const url = `${origin.url}/hangs-once`;
    const images = await startProcess();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }) =>
      images.fetch({ id: jobId, workspaceId }, url, signal),
    );
    await waitUntil(() => origin.requests('/hangs-once') === 1);
    first.abort(new Error('one row less'));
    await assert.rejects(answers[0]!, /one row less/u);
    second.abort(new Error('no row left'));
    await assert.rejects(answers[1]!, /no row left/u);
    const [answer] = await fetchRows([await startProcess()], 1, url);
    await assertImage(answer);
    assert.equal(origin.requests('/hangs-once'), 2);
  });

  test('is released if storage fails, and the rows do not fail', async () => {
    origin.answer('/unstored', (response) => response.end(origin.image));
    const full = { ...storage, write: () => Promise.reject(new Error('no space left')) };
    const url = `${origin.url}/unstored`;
    const answers = await Promise.allSettled(
      [1, 2].map(async () =>
        (await startProcess({ storage: full })).fetch({ id: jobId, workspaceId }, url, never),
      ),
    );
    for (const { status } of answers) assert.equal(status, 'rejected');
    const [answer] = await fetchRows([await startProcess()], 1, url);
    await assertImage(answer);
  });

  test('is kept while the memory budget is full', async () => {
    origin.answer('/when-free', (response) => response.end(origin.image));
    const imageMemory = createMemoryBudget(2 * origin.image.length);
    const others = imageMemory.open(workspaceId);
    others.grow(1);
    const images = await startProcess({ imageMemory });
    const answer = images.fetch({ id: jobId, workspaceId }, `${origin.url}/when-free`, never);
    await waitUntil(() => origin.requests('/when-free') === 1);
    others.release();
    await assertImage(await answer);
  });
});

describe('an image of a job', () => {
  test('is fetched again if storage has lost it', async () => {
    const url = `${origin.url}/red.png?lost`;
    origin.answer('/red.png?lost', (response) => response.end(origin.image));
    const images = await startProcess();
    const [answer] = await fetchRows([images], 1, url);
    await assertImage(answer);
    assert.ok(answer?.ok === true && 'hash' in answer);
    await storage.delete(imageFileKey(jobId, answer.hash));
    const lost = await assertImage(answer).catch((error: unknown) => error);
    assert.ok(lost instanceof LostImageError);
    await Promise.all([images.replace(lost), images.replace(lost)]);
    const [again] = await fetchRows([images, await startProcess()], 4, url);
    await assertImage(again);
    assert.equal(origin.requests('/red.png?lost'), 2);
  });

  test('is fetched again if storage has damaged it', async () => {
    const url = `${origin.url}/red.png?damaged`;
    origin.answer('/red.png?damaged', (response) => response.end(origin.image));
    const images = await startProcess();
    const [answer] = await fetchRows([images], 1, url);
    assert.ok(answer?.ok === true && 'hash' in answer);
    const flipped = Uint8Array.from(origin.image, (byte, index) => (index === 40 ? byte ^ 1 : byte));
    await storage.write(imageFileKey(jobId, answer.hash), flipped);
    const lost = await assertImage(answer).catch((error: unknown) => error);
    assert.ok(lost instanceof LostImageError);
    await images.replace(lost);
    const [again] = await fetchRows([images], 1, url);
    await assertImage(again);
    assert.equal(origin.requests('/red.png?damaged'), 2);
  });

  test('that has ended is not fetched, and a late one is not kept', async () => {
    const ended = await insertBatchJob(database.db);
    const hold = Promise.withResolvers<void>();
    origin.answer('/late.png', (response) => void hold.promise.then(() => response.end(origin.image)));
    const images = await startProcess();
    const late = images.fetch({ id: ended, workspaceId }, `${origin.url}/late.png`, never);
    late.catch(() => undefined);
    await waitUntil(() => origin.requests('/late.png') === 1);
    await finishBatchJob(database.db, ended, { status: 'CANCELLED' });
    hold.resolve();
    await assert.rejects(late, BatchEndedError);
    const contentHash = createHash('sha256').update(origin.image).digest('hex');
    assert.equal(await storage.sizeBytes(imageFileKey(ended, contentHash)), null);
    await assert.rejects(
      images.fetch({ id: ended, workspaceId }, `${origin.url}/red.png`, never),
      BatchEndedError,
    );
  });
});
