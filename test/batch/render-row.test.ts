import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { imageFileKey } from '../../src/domain/files/batch-files.ts';
import { createBatchImages, UnfetchedImageError } from '../../src/domain/batches/shared-images.ts';
import {
  renderRow,
  type RowOutcome,
  type RowParts,
  type RowRequest,
} from '../../src/domain/batches/render-row.ts';
import { createMemoryBudget } from '../../src/domain/renders/memory-budget.ts';
import { createImageFetcher } from '../../src/outbound/fetch-image.ts';
import { RendererBusyError, RendererClosedError } from '../../src/renderer/errors.ts';
import { startRendererPool, type RendererPool } from '../../src/renderer/pool.ts';
import { renderFailed } from '../../src/telemetry/events.ts';
import { openFileStorage } from '../../src/storage/files/file-storage.ts';
import { blobKey, type Storage } from '../../src/storage/storage.ts';
import { beatInstance } from '../../src/store/instances.ts';
import { insertBatchJob } from '../helpers/queue.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { findRenderers } from '../helpers/renderers.ts';

const workspaceId = randomUUID();
const log = pino({ level: 'silent' });
const poolOptions = { processes: 1, queueLimit: 0, log };
const card: TemplateDocument = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 40, height: 20 },
  background: '#0000ff',
  variables: [
    { name: 'title', type: 'text', label: 'Title', required: true, validation: { maxLength: 10 } },
    { name: 'photo', type: 'image', label: 'Photo' },
  ],
  elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 20, height: 20, src: '{{photo}}' }],
};
/** `slow` takes minutes, `middling` some hundred milliseconds. */
const slow = blurred(3000);
const middling = blurred(10);

function blurred(layers: number): TemplateDocument {
  const elements = Array.from({ length: layers }, (_, index) => ({
    type: 'ellipse' as const,
    id: `e${index}`,
    x: 0,
    y: 0,
    width: 2000,
    height: 2000,
    blur: 40,
    fill: '#f008',
  }));
  return { ...card, viewport: { width: 2000, height: 2000 }, elements };
}

let database: TestDatabase;
let folder: string;
let storage: Storage;
let origin: ImageOrigin;
let pool: RendererPool;
let parts: RowParts;
let jobId: string;
let imageParts: Parameters<typeof createBatchImages>[0];

before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-rows-'));
  storage = await openFileStorage(folder, null);
  origin = await startImageOrigin();
  origin.answer('/red.png', (response) => response.end(origin.image));
  pool = await startRendererPool({ ...poolOptions, timeoutMs: 60_000 });
  jobId = await insertBatchJob(database.db);
  const instanceId = randomUUID();
  await beatInstance(database.db, instanceId);
  imageParts = {
    db: database.db,
    instanceId,
    storage,
    fetchImage: createImageFetcher({ allow: ['127.0.0.0/8'], maxBytes: 100_000, timeoutMs: 10_000 }),
    imageMemory: createMemoryBudget(1_000_000),
    imageTimeoutMs: 10_000,
    log,
  };
  parts = {
    storage,
    pool,
    maxOutputPixels: 5_000_000,
    imageMaxBytes: 100_000,
    imageMaxPixels: 100_000,
    images: createBatchImages(imageParts),
    longRenderTimeoutMs: 60_000,
  };
});
after(async () => {
  await pool.close();
  origin.close();
  await database.close();
  await rm(folder, { recursive: true });
});

interface Row extends Partial<Omit<RowRequest, 'job'>> {
  readonly document?: TemplateDocument;
  readonly job?: Partial<RowRequest['job']>;
  readonly parts?: Partial<RowParts>;
}

/** Renders a row. Its image is fetched when the row turns out to need it. */
async function render({
  document = card,
  job: otherJob,
  parts: otherParts,
  ...row
}: Row = {}): Promise<RowOutcome> {
  const rowParts = { ...parts, ...otherParts };
  const request: RowRequest = {
    job: {
      id: jobId,
      workspaceId,
      isRender: false,
      version: { number: 1, document, files: [] },
      format: 'png',
      options: {},
      pictures: [],
      ...otherJob,
    },
    variables: { title: 'Rain' },
    signal: new AbortController().signal,
    log,
    ...row,
  };
  for (;;) {
    try {
      return await renderRow(rowParts, request);
    } catch (error) {
      if (!(error instanceof UnfetchedImageError)) throw error;
      await rowParts.images.fetch(request.job, String(request.variables['photo']), request.signal);
    }
  }
}

async function failure(row: Row): Promise<string> {
  const outcome = await render(row);
  assert.ok(!outcome.ok, 'the row should have failed');
  assert.doesNotMatch(outcome.error, /127\.0|\.ts|\/work|[0-9a-f]{32}|\n\s+at /u, 'nothing internal');
  return outcome.error;
}

describe('a row', () => {
  test('is rendered with the options of its job', async () => {
    const outcome = await render({
      variables: { title: 'Rain', photo: `${origin.url}/red.png` },
      job: { format: 'webp', options: { scale: 2, backgroundColor: '#00ff00' } },
    });
    assert.ok(outcome.ok);
    const { data, info } = await sharp(outcome.data).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [80, 40]);
    const last = data.length - info.channels;
    assert.ok(data[0]! > 200 && data[1]! < 60, 'the image is red');
    assert.ok(data[last]! < 60 && data[last + 1]! > 200, 'the background is green');
  });

  test('shows an image of a data: URL', async () => {
    const photo = `data:image/png;base64,${Buffer.from(origin.image).toString('base64')}`;
    assert.ok((await render({ variables: { title: 'Rain', photo } })).ok);
  });

  test('that fails is counted by whose fault it was, and a failing image server is logged', async () => {
    origin.answer('/503.png', (response) => response.writeHead(503).end());
    const counted: string[] = [];
    const stop = renderFailed.listen((reason) => void counted.push(reason));
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const images = createBatchImages({ ...imageParts, log: pino({}, stream) });
    const fail = (photo: string) => failure({ variables: { title: 'Rain', photo }, parts: { images } });
    try {
      assert.match(await fail(`${origin.url}/missing.png`), /"photo" could not be fetched.+ 404/u);
      assert.match(await fail(`${origin.url}/503.png`), /"photo" could not be fetched.+ 503/u);
      await fail('http://10.0.0.1/red.png');
      await failure({ variables: { title: 'longer than ten characters' } });
    } finally {
      stop();
    }
    assert.deepEqual(counted, ['origin', 'origin', 'input', 'input']);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      logged.map(({ reason, cause }) => [reason, cause]),
      [
        ['origin', 'image server: status-4xx'],
        ['origin', 'image server: status-5xx'],
      ],
    );
  });

  test('waits for a renderer while the queue is full', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => render()));
    assert.ok(rows.every(({ ok }) => ok));
  });

  test('waits while no renderer is available', async () => {
    let refusals = 0;
    const busy: RendererPool = {
      ...pool,
      render: async (...call) => {
        refusals += 1;
        if (refusals < 3) throw new RendererBusyError('restarting', 0.01);
        return await pool.render(...call);
      },
    };
    assert.ok((await render({ parts: { pool: busy } })).ok);
    assert.equal(refusals, 3);

    const stop = new AbortController();
    const never: RendererPool = {
      ...pool,
      render: () => {
        setImmediate(() => stop.abort(new Error('the process ends')));
        return Promise.reject(new RendererBusyError('restarting', 60));
      },
    };
    await assert.rejects(render({ parts: { pool: never }, signal: stop.signal }), /the process ends/u);
  });

  test('is rendered again after its renderer crashed', async () => {
    let starts = 0;
    const crashing: RendererPool = {
      ...pool,
      render: (job, files, options) =>
        pool.render(job, files, { ...options, onStart: () => void (starts++ < 2 && kill()) }),
    };
    assert.ok((await render({ document: middling, parts: { pool: crashing } })).ok);
    assert.equal(starts, 3);
  });

  test('has a lost image fetched again', async () => {
    origin.answer('/blue.png', (response) => response.end(origin.image));
    const other = await insertBatchJob(database.db);
    const variables = { title: 'Rain', photo: `${origin.url}/blue.png` };
    await pool.close();
    // A new pool has no cached copy of the file.
    pool = await startRendererPool({ ...poolOptions, timeoutMs: 60_000 });
    parts = { ...parts, pool };
    await parts.images.fetch({ id: other, workspaceId }, variables.photo, new AbortController().signal);
    await storage.delete(imageFileKey(other, createHash('sha256').update(origin.image).digest('hex')));
    assert.ok((await render({ variables, job: { id: other } })).ok);
    assert.equal(origin.requests('/blue.png'), 2);
  });
});

function kill(): void {
  for (const pid of findRenderers()) process.kill(pid, 'SIGKILL');
}

describe('a row fails', () => {
  test('because of a value', async () => {
    const error = await failure({ variables: { title: 'Rather a long title', photo: 'nowhere' } });
    assert.match(error, /Variable "title" .* 10 .*Rather a long title/u);
    assert.match(error, /Variable "photo" .*nowhere/u);
  });

  test('because of its size', async () => {
    assert.match(
      await failure({ document: { ...card, viewport: { width: 3000, height: 3000 } } }),
      /pixels/u,
    );
  });

  test('because of an image that cannot be fetched or decoded', async () => {
    const photo = (address: string) => ({ variables: { title: 'Rain', photo: address } });
    assert.match(await failure(photo(`${origin.url}/none`)), /^Variable "photo" .*its server answered 404/u);
    assert.match(await failure(photo('http://10.0.0.1/a.png')), /^Variable "photo" /u);
    origin.answer('/503', (response) => response.writeHead(503).end());
    assert.match(await failure(photo(`${origin.url}/503`)), /^Variable "photo" .*its server answered 503/u);
    origin.answer('/torn.png', (response) => response.end(origin.image.subarray(0, 40)));
    assert.match(await failure(photo(`${origin.url}/torn.png`)), /^Variable "photo" .*decoded/u);
  });

  test('because of a template file that is still missing in storage after a retry', async () => {
    const { image, hash } = await makeImage(7);
    const version = {
      number: 1,
      document: { ...card, elements: [{ ...card.elements![0]!, src: 'logo.png' }] } as TemplateDocument,
      files: [{ path: 'logo.png', hash, bytes: 1, mediaType: 'image/png' }],
    };
    assert.match(await failure({ job: { version } }), /file of the template is missing in storage/u);
    let tries = 0;
    const late: Storage = {
      ...storage,
      read: async (key) => {
        if ((tries += 1) === 2) await storage.write(key, image);
        return await storage.read(key);
      },
    };
    assert.equal((await render({ job: { version }, parts: { storage: late } })).ok, true);
  });

  test('because of a picture of the job that storage has lost, with its name', async () => {
    const { hash } = await makeImage(9);
    const elements = [{ ...card.elements![0]!, src: 'pictures/p1.png' }];
    const version = {
      number: 1,
      document: { ...card, elements } as TemplateDocument,
      files: [{ path: 'pictures/p1.png', hash, bytes: 1, mediaType: 'image/png' }],
    };
    assert.equal(
      await failure({ job: { version, pictures: [{ name: 'p1.png', hash }] } }),
      'The picture "p1.png" of the job is missing in storage; submit the row again, with the picture.',
    );
  });

  test('because of a template file that is damaged in storage, unless another read is right', async () => {
    const { image, hash } = await makeImage(5);
    const damaged = image.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
    const version = {
      number: 1,
      document: { ...card, elements: [{ ...card.elements![0]!, src: 'logo.png' }] } as TemplateDocument,
      files: [{ path: 'logo.png', hash, bytes: damaged.length, mediaType: 'image/png' }],
    };
    await storage.write(blobKey(hash), damaged);
    assert.match(await failure({ job: { version } }), /file of the template is damaged in storage/u);
    let reads = 0;
    const mended: Storage = {
      ...storage,
      read: async (key) => {
        if ((reads += 1) === 2) await storage.write(key, image);
        return await storage.read(key);
      },
    };
    assert.equal((await render({ job: { version }, parts: { storage: mended } })).ok, true);
    assert.equal(reads, 2);
  });

  test('because it takes too long', async () => {
    const hasty = await startRendererPool({ ...poolOptions, timeoutMs: 500 });
    try {
      assert.match(await failure({ document: slow, parts: { pool: hasty } }), /took too long/u);
    } finally {
      await hasty.close();
    }
  });

  test('after the third crash', async () => {
    let starts = 0;
    const crashing: RendererPool = {
      ...pool,
      render: (job, files, options) =>
        pool.render(job, files, { ...options, onStart: () => void (starts++, kill()) }),
    };
    assert.match(await failure({ document: slow, parts: { pool: crashing } }), /failed at this row 3 times/u);
    assert.equal(starts, 3);
  });

  test('with an error of at most 1,000 characters', async () => {
    const variables = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`${'x'.repeat(60)}${index}`, 'y']),
    );
    assert.equal((await failure({ variables: { title: 'Rain', ...variables } })).length, 1_000);
  });
});

describe('a row does not fail', () => {
  test('if the database or storage does not answer', async () => {
    const away = () => Promise.reject(new Error('the database is away'));
    const images = { ...parts.images, find: away };
    const variables = { title: 'Rain', photo: `${origin.url}/red.png` };
    await assert.rejects(render({ variables, parts: { images } }), /the database is away/u);
  });

  test('if the process exits', async () => {
    const closed = await startRendererPool({ ...poolOptions, timeoutMs: 60_000 });
    const lost = render({ document: slow, parts: { pool: closed } });
    lost.catch(() => undefined);
    await closed.close();
    await assert.rejects(lost, RendererClosedError);
    await assert.rejects(render({ signal: AbortSignal.abort(new Error('stopping')) }), /stopping/u);
  });
});

/** An image that the renderers do not have from another test. */
async function makeImage(height: number): Promise<{ image: Buffer; hash: string }> {
  const image = await sharp({ create: { width: 3, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  return { image, hash: createHash('sha256').update(image).digest('hex') };
}
