import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { bindTemplate } from '../bind.ts';
import type { RenderJob } from '../scene.ts';
import { RendererBusyError, RendererClosedError } from './errors.ts';
import { Lanes, type RenderLane } from './lanes.ts';
import { startRendererPool, type RendererPool, type RendererPoolOptions } from './renderer-pool.ts';

const noFiles = new Map<string, Uint8Array>();

describe('Lanes', () => {
  const fill = (lanes: Lanes<string>, lane: RenderLane, count: number) => {
    for (let index = 0; index < count; index += 1) lanes.add(lane, `${lane} ${index}`);
  };

  it('takes single renders first, and as many batch renders as leave what is reserved', () => {
    const lanes = new Lanes<string>({ reserved: 1 });
    fill(lanes, 'batch', 4);
    fill(lanes, 'single', 2);
    assert.deepEqual(
      Array.from({ length: 6 }, () => lanes.take(3)?.task),
      ['single 0', 'single 1', 'batch 0', 'batch 1', undefined, undefined],
    );
    lanes.end('single');
    assert.equal(lanes.take(3), null);
    lanes.end('batch');
    assert.equal(lanes.take(3)?.task, 'batch 2');
  });

  it('lets a batch use the one process that is up', () => {
    const lanes = new Lanes<string>({ reserved: 1 });
    fill(lanes, 'batch', 2);
    assert.equal(lanes.take(1)?.task, 'batch 0');
    assert.equal(lanes.take(1), null);
  });

  it('takes a batch render first where none has been under way for two seconds', () => {
    let now = 0;
    const lanes = new Lanes<string>({ reserved: 0, now: () => now });
    fill(lanes, 'single', 10);
    fill(lanes, 'batch', 3);
    now = 1_999;
    assert.equal(lanes.take(1)?.lane, 'single');
    now = 2_000;
    assert.equal(lanes.take(1)?.lane, 'batch');
    now = 60_000;
    assert.equal(lanes.take(2)?.lane, 'single', 'one is under way, however long it takes');
    lanes.end('batch');
    now = 61_000;
    assert.equal(lanes.take(1)?.lane, 'single', 'the wait begins anew when it ends');
    now = 62_000;
    assert.equal(lanes.take(1)?.lane, 'batch');
  });

  it('counts no time in which no batch render waited', () => {
    let now = 0;
    const lanes = new Lanes<string>({ reserved: 0, now: () => now });
    fill(lanes, 'single', 3);
    fill(lanes, 'batch', 1);
    assert.equal(lanes.remove('batch', 'batch 0'), true);
    now = 5_000;
    fill(lanes, 'batch', 1);
    assert.equal(lanes.take(1)?.lane, 'single');
    assert.deepEqual(lanes.clear(), ['single 1', 'single 2', 'batch 0']);
    assert.equal(lanes.take(1), null);
  });
});

const quick = job(0);
/** Some seconds. */
const slow = job(3000);

/** The more blurred layers, the longer it takes. */
function job(layers: number): RenderJob {
  const { scene } = bindTemplate(
    {
      schemaVersion: 1,
      name: 'job',
      viewport: { width: layers === 0 ? 20 : 2000, height: layers === 0 ? 10 : 2000 },
      elements: Array.from({ length: layers }, (_, index) => ({
        type: 'ellipse' as const,
        ...{ id: `e${index}`, x: 0, y: 0, width: 2000, height: 2000, blur: 40, fill: '#f008' },
      })),
    },
    new Map(),
  );
  const output = { format: 'png', dpi: 96, scale: 1, quality: 80 } as const;
  return { scene, assets: {}, output, imageMaxPixels: 1e6 };
}

async function withPool(options: Partial<RendererPoolOptions>, use: (pool: RendererPool) => Promise<void>) {
  const log = pino({ level: 'silent' });
  const pool = await startRendererPool({ processes: 1, queueLimit: 1, timeoutMs: 60_000, log, ...options });
  try {
    while (pool.stats().warm < pool.stats().processes) await pause(20);
    await use(pool);
  } finally {
    await pool.close();
  }
}

describe('beside a batch that takes all it can get', () => {
  it('a single render starts before every batch render that waits, and does not find the queue full', () =>
    withPool({ processes: 1 }, async (pool) => {
      const starts: string[] = [];
      const begin = (lane: RenderLane) =>
        pool.render(quick, noFiles, { lane, onStart: () => starts.push(lane) });
      const batch = Array.from({ length: 5 }, () => begin('batch'));
      assert.equal(pool.stats().batchQueued, 4);
      const single = begin('single');
      assert.equal(pool.stats().queued, 1);
      await assert.rejects(begin('single'), RendererBusyError, 'the queue holds one');
      const late = begin('batch');
      await Promise.all([single, late, ...batch]);
      assert.deepEqual(starts, ['batch', 'single', 'batch', 'batch', 'batch', 'batch', 'batch']);
    }));

  it('a single render finds a process free where there are two', () =>
    withPool({ processes: 2, batchProcesses: 1 }, async (pool) => {
      let batchesEnded = 0;
      const batch = Array.from({ length: 3 }, () =>
        pool.render(slow, noFiles, { lane: 'batch' }).then(
          () => (batchesEnded += 1),
          () => undefined,
        ),
      );
      assert.deepEqual([pool.stats().rendering, pool.stats().batchQueued], [1, 2]);
      for (let round = 0; round < 5; round += 1) await pool.render(quick, noFiles);
      assert.equal(batchesEnded, 0);
      await pool.close();
      await Promise.all(batch);
    }));

  it('a batch render that waits is dropped by its signal, and refused when the pool closes', () =>
    withPool({ processes: 1 }, async (pool) => {
      const running = pool.render(slow, noFiles, { lane: 'batch' });
      running.catch(() => undefined);
      const cancel = new AbortController();
      const dropped = pool.render(quick, noFiles, { lane: 'batch', signal: cancel.signal });
      const waiting = pool.render(quick, noFiles, { lane: 'batch' });
      waiting.catch(() => undefined);
      cancel.abort(new Error('the job is cancelled'));
      await assert.rejects(dropped, /the job is cancelled/u);
      assert.equal(pool.stats().batchQueued, 1);
      await pool.close();
      await assert.rejects(waiting, RendererClosedError);
      await assert.rejects(pool.render(quick, noFiles, { lane: 'batch' }), RendererClosedError);
    }));

  it('a process that a batch render lost is the next one’s', () =>
    withPool({ processes: 2, batchProcesses: 1, timeoutMs: 500 }, async (pool) => {
      const lost = pool.render(slow, noFiles, { lane: 'batch' });
      const next = pool.render(quick, noFiles, { lane: 'batch' });
      await assert.rejects(lost, /took too long/u);
      assert.equal((await next).width, 20);
    }));
});

describe('beside single renders without end', () => {
  it('a batch goes on', () =>
    withPool({ processes: 1, queueLimit: 8 }, async (pool) => {
      let isOver = false;
      let singles = 0;
      const callers = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          await pool.render(quick, noFiles);
          singles += 1;
        }
      });
      const batch = [1, 2].map(() => pool.render(quick, noFiles, { lane: 'batch' }));
      await Promise.all(batch).finally(() => (isOver = true));
      await Promise.all(callers);
      assert.ok(singles > 10, `${singles} single renders were done meanwhile`);
    }));
});
