import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import { rendererVariables } from '../../test/helpers/renderers.ts';
import { bindTemplate } from '../render/bind/bind-template.ts';
import { RenderInputError } from '../render/errors.ts';
import type { OutputSettings, RenderJob } from '../render/job.ts';
import { RendererBusyError, RendererCrashedError } from './errors.ts';
import { RendererChild } from './child.ts';
import { startRendererPool, type RendererPool, type RendererPoolOptions } from './pool.ts';

const log = pino({ level: 'silent' });
const png: OutputSettings = { format: 'png', dpi: 96, scale: 1, quality: 80 };
const noFiles = new Map<string, Uint8Array>();
/** Takes a few milliseconds. */
const quick = rectJob(20, 10);
/** Takes some seconds: thousands of blurred layers. */
const slow: RenderJob = {
  ...quick,
  scene: bindTemplate(
    {
      schemaVersion: 1,
      name: 'slow',
      viewport: { width: 2000, height: 2000 },
      elements: Array.from({ length: 3000 }, (_, index) => ({
        type: 'ellipse' as const,
        id: `e${index}`,
        x: 0,
        y: 0,
        width: 2000,
        height: 2000,
        blur: 40,
        fill: '#f008',
      })),
    },
    new Map(),
  ).scene,
};

function rectJob(width: number, height: number): RenderJob {
  const { scene } = bindTemplate(
    { schemaVersion: 1, name: 'quick', viewport: { width, height }, background: '#0a0b0c', elements: [] },
    new Map(),
  );
  return { scene, assets: {}, output: png, imageMaxPixels: 1e6 };
}

function imageJob(bytes: Uint8Array, origin: 'template' | 'caller' = 'caller') {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const box = { x: 0, y: 0, width: 20, height: 10 };
  const { scene } = bindTemplate(
    {
      schemaVersion: 1,
      name: 'image',
      viewport: { width: 20, height: 10 },
      variables: [{ name: 'photo', type: 'image' }],
      elements: [{ type: 'image', id: 'i', ...box, src: '{{photo}}' }],
    },
    new Map([['photo', 'https://a.example/p.png']]),
  );
  const [element] = scene.elements;
  const key = element?.type === 'image' ? (element.asset ?? '') : '';
  const assets = { [key]: { hash, origin, kind: 'image', variable: 'photo' } as const };
  return { hash, job: { scene, assets, output: png, imageMaxPixels: 1e6 } satisfies RenderJob };
}

async function withPool(options: Partial<RendererPoolOptions>, use: (pool: RendererPool) => Promise<void>) {
  const pool = await startRendererPool({ processes: 1, queueLimit: 4, timeoutMs: 30_000, log, ...options });
  try {
    await use(pool);
  } finally {
    await pool.close();
  }
}

/** The renderer processes of this test process; Linux only, like `kill -9` by process id. */
function rendererPids(parent = process.pid): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,stat=,args=', '--ppid', String(parent)], {
    encoding: 'utf8',
  }).split('\n');
  return lines
    .filter((line) => line.includes('renderer/process.ts') && !/^\s*\d+\s+Z/u.test(line))
    .map((line) => Number.parseInt(line, 10));
}

const started = (pool: RendererPool, job: RenderJob) => {
  const begun = Promise.withResolvers<void>();
  const result = pool.render(job, noFiles, { onStart: begun.resolve });
  result.catch(() => undefined);
  return { result, begun: begun.promise };
};

describe('a renderer pool', () => {
  let pool: RendererPool;
  before(async () => {
    pool = await startRendererPool({ processes: 1, queueLimit: 4, timeoutMs: 30_000, log });
  });
  after(() => pool.close());

  it('renders', async () => {
    const { data, width, height } = await pool.render(quick, noFiles);
    assert.deepEqual([width, height], [20, 10]);
    const { dominant } = await sharp(data).stats();
    assert.ok(dominant.r < 24 && dominant.g < 24 && dominant.b < 24);
    assert.equal(pool.isReady(), true);
  });

  it('runs its processes at a lower priority than this one', () => {
    const [pid = 0] = rendererPids();
    assert.ok(getPriority(pid) > getPriority());
  });

  it('sends a file to a process once', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer();
    const { hash, job } = imageJob(bytes);
    let reads = 0;
    const files = new Map([[hash, () => Promise.resolve((reads++, bytes))]]);
    for (let round = 0; round < 3; round++) {
      const { data } = await pool.render(job, files);
      const [red, green] = (await sharp(data).raw().toBuffer()).subarray(0, 2);
      assert.deepEqual([red, green], [0, 255]);
    }
    assert.equal(reads, 1);
  });

  it("draws the text of SVG pictures in the catalogue's fonts, whatever the machine has", async () => {
    const draw = async (letters: string, family: string) => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#fff"/>' +
        `<text x="1" y="9" font-size="10" font-family="${family}">${letters}</text></svg>`;
      const { hash, job } = imageJob(Buffer.from(svg), 'template');
      return Buffer.from((await pool.render(job, new Map([[hash, Buffer.from(svg)]]))).data);
    };
    const inter = await draw('Ag', 'Inter');
    // Where there are no fonts, all letters are boxes.
    assert.ok(!inter.equals(await draw('gA', 'Inter')));
    assert.ok(!inter.equals(await draw('Ag', 'Playfair Display')));
    for (const family of ['DejaVu Sans', 'DejaVu Serif', 'Liberation Sans', 'sans-serif', 'none'])
      assert.ok(inter.equals(await draw('Ag', family)), family);
    assert.ok((await draw('Ag', 'serif')).equals(await draw('Ag', 'Playfair Display')));
  });

  it('rejects with the error of reading a file, and stays usable', async () => {
    const { hash, job } = imageJob(Buffer.from('never read'));
    const files = new Map([[hash, () => Promise.reject(new Error('storage is away'))]]);
    await assert.rejects(pool.render(job, files), /storage is away/u);
    await pool.render(quick, noFiles);
    assert.equal(pool.stats().crashed, 0);
  });

  it('rejects with what is wrong with the input', async () => {
    const bytes = Buffer.from('\x89PNG\r\n\x1a\n and nothing more', 'latin1');
    const { hash, job } = imageJob(bytes);
    await assert.rejects(pool.render(job, new Map([[hash, bytes]])), (error) => {
      assert.ok(error instanceof RenderInputError);
      assert.equal(error.variable, 'photo');
      assert.match(error.message, /^Variable "photo" /u);
      return true;
    });
  });

  it('passes nothing of its environment to its processes', () => {
    const [pid] = rendererPids();
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    const names = environment.map((line) => line.split('=')[0]).toSorted();
    assert.deepEqual(names, rendererVariables);
  });

  it('removes a queued render when its signal aborts, and completes a started one', async () => {
    const running = started(pool, rectJob(3000, 3000));
    await running.begun;
    const leaves = new AbortController();
    const waiting = pool.render(quick, noFiles, { signal: leaves.signal });
    assert.equal(pool.stats().queued, 1);
    leaves.abort(new Error('client gone'));
    await assert.rejects(waiting, /client gone/u);
    assert.equal(pool.stats().queued, 0);
    await running.result;
    const late = new AbortController();
    const finished = await pool.render(quick, noFiles, { signal: late.signal, onStart: () => late.abort() });
    assert.ok(finished.data.length > 0);
    await assert.rejects(
      pool.render(quick, noFiles, { signal: AbortSignal.abort(new Error('gone')) }),
      /gone/u,
    );
  });

  it('refuses renders when its queue is full', async () => {
    const running = started(pool, rectJob(3000, 3000));
    await running.begun;
    const waiting = Array.from({ length: 4 }, () => pool.render(quick, noFiles));
    await assert.rejects(pool.render(quick, noFiles), (error) => {
      assert.ok(error instanceof RendererBusyError);
      return error.retryAfterSeconds >= 1;
    });
    await Promise.all([running.result, ...waiting]);
  });

  it('keeps its memory flat', async () => {
    const job = rectJob(1500, 1500);
    const [pid] = rendererPids();
    const residentMebibytes = () => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / 256;
    for (let round = 0; round < 15; round++) await pool.render(job, noFiles);
    const before = residentMebibytes();
    for (let round = 0; round < 40; round++) await pool.render(job, noFiles);
    assert.ok(residentMebibytes() < before + 100, `${before} MiB grew to ${residentMebibytes()} MiB`);
  });
});

describe('a renderer process', () => {
  it('that is killed loses only its own render', () =>
    withPool({ processes: 1 }, async (pool) => {
      const { result, begun } = started(pool, slow);
      await begun;
      const waiting = pool.render(quick, noFiles);
      for (const pid of rendererPids()) process.kill(pid, 'SIGKILL');
      await assert.rejects(
        result,
        (error) => error instanceof RendererCrashedError && error.reason === 'exit',
      );
      assert.equal((await waiting).width, 20);
      assert.equal(pool.stats().crashed, 1);
    }));

  it('that takes too long is replaced', () =>
    withPool({ processes: 1, timeoutMs: 700 }, async (pool) => {
      await assert.rejects(
        pool.render(slow, noFiles),
        (error) => error instanceof RendererCrashedError && error.reason === 'timeout',
      );
      assert.equal((await pool.render(quick, noFiles)).width, 20);
    }));

  it('that hangs is replaced', () =>
    withPool({ processes: 1, timeoutMs: 700 }, async (pool) => {
      for (const pid of rendererPids()) process.kill(pid, 'SIGSTOP');
      await assert.rejects(
        pool.render(quick, noFiles),
        (error) => error instanceof RendererCrashedError && error.reason === 'timeout',
      );
      assert.equal((await pool.render(quick, noFiles)).width, 20);
    }));

  it('that is killed while idle is replaced without a failed render', () =>
    withPool({ processes: 2 }, async (pool) => {
      const killed = rendererPids();
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      // The pool replaces them as soon as it notices.
      while (rendererPids().filter((pid) => !killed.includes(pid)).length < killed.length) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal((await pool.render(quick, noFiles)).width, 20);
    }));

  it('that takes too much memory is killed during its task', async () => {
    const child = new RendererChild('render', { timeoutMs: 30_000, memoryBytes: 1 });
    await child.ready;
    await assert.rejects(
      child.run({ type: 'render', job: slow }, noFiles),
      (error) => error instanceof RendererCrashedError && error.reason === 'memory',
    );
    await child.exited;
  });

  it('ends when its parent is gone', async () => {
    const pool = JSON.stringify(new URL('./pool.ts', import.meta.url).href);
    const script = `const { startRendererPool } = await import(${pool});
      const log = { warn() {}, debug() {} };
      await startRendererPool({ processes: 1, queueLimit: 1, timeoutMs: 1000, log });
      console.log('ready');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const children = rendererPids(parent.pid);
    assert.equal(children.length, 1);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const isAlive = () =>
      children.some(
        (pid) =>
          existsSync(`/proc/${pid}`) && !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8')),
      );
    for (let wait = 0; wait < 100 && isAlive(); wait++) await new Promise((done) => setTimeout(done, 50));
    assert.equal(isAlive(), false);
  });

  it('of a closed pool has exited', async () => {
    const pool = await startRendererPool({ processes: 2, queueLimit: 4, timeoutMs: 30_000, log });
    const { result, begun } = started(pool, slow);
    await begun;
    await pool.close();
    await assert.rejects(result, RendererCrashedError);
    await assert.rejects(pool.render(quick, noFiles), RendererBusyError);
    assert.deepEqual(rendererPids(), []);
  });
});
