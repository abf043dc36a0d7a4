import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blurredJob, withWarmPool } from '../../test/helpers/renderer-pools.ts';
import { RendererBusyError, RendererClosedError } from './errors.ts';
import { Lanes, type RenderLane, type TakenTask } from './lanes.ts';
import type { RendererPool, RendererPoolOptions } from './pool.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

const noFiles = new Map<string, Uint8Array>();

describe('Lanes', () => {
  const fill = (lanes: Lanes<string>, lane: RenderLane, count: number, workspaceId = 'a') => {
    for (let index = 0; index < count; index += 1) lanes.add(lane, workspaceId, `${lane} ${index}`);
  };
  const withoutSpare = (ready: number) => ({ ready, hasSpare: false });
  const withSpare = (ready: number) => ({ ready, hasSpare: true });
  const finish = (lanes: Lanes<string>, taken: TakenTask<string> | null) => {
    assert.ok(taken !== null);
    lanes.finish(taken);
  };

  it('takes single renders first, and keeps reserved processes free of batch renders', () => {
    const lanes = new Lanes<string>({ processes: 3, batchProcesses: 2 });
    fill(lanes, 'batch', 4);
    fill(lanes, 'single', 2);
    const taken = Array.from({ length: 6 }, () => lanes.take({ ready: 10, hasSpare: false }));
    assert.deepEqual(
      taken.map((each) => each?.task),
      ['single 0', 'single 1', 'batch 0', 'batch 1', undefined, undefined],
    );
    finish(lanes, taken[0] ?? null);
    assert.equal(lanes.take(withoutSpare(3)), null);
    finish(lanes, taken[2] ?? null);
    assert.equal(lanes.take(withoutSpare(3))?.task, 'batch 2');
  });

  it('takes three single renders of a workspace before each of its pictures', () => {
    const lanes = new Lanes<string>({ processes: 1, batchProcesses: 1 });
    fill(lanes, 'batch', 1);
    fill(lanes, 'picture', 4);
    fill(lanes, 'single', 7);
    const order = Array.from({ length: 12 }, () => {
      const taken = lanes.take(withoutSpare(1));
      finish(lanes, taken);
      return taken?.task.replace(/[a-z]+ /, ({ 0: initial }) => initial ?? '');
    });
    const expected = ['s0', 's1', 's2', 'p0', 's3', 's4', 's5', 'p1', 's6', 'p2', 'p3', 'b0'];
    assert.deepEqual(order, expected);
    assert.equal(lanes.queuedInAll(), 0);
  });

  it('shares the renderers between the pictures of one workspace and the requests of another by time', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 1, batchProcesses: 1, now: () => now });
    fill(lanes, 'picture', 200, 'site');
    fill(lanes, 'single', 200, 'program');
    const served = { site: 0, program: 0 };
    for (let index = 0; index < 110; index += 1) {
      const taken = lanes.take(withoutSpare(1));
      const workspaceId = taken?.workspaceId === 'site' ? 'site' : 'program';
      now += workspaceId === 'site' ? 1_000 : 100;
      served[workspaceId] += 1;
      finish(lanes, taken);
    }
    assert.deepEqual(served, { site: 10, program: 100 });
  });

  it('leaves one process more to the other workspaces while they are active', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 2, now: () => now });
    const take = () => lanes.take(withSpare(3));
    fill(lanes, 'single', 1, 'b');
    finish(lanes, take());
    fill(lanes, 'single', 3, 'a');
    now = 1_000;
    const first = take();
    assert.equal(first?.workspaceId, 'a');
    assert.equal(take(), null);
    now = 1_001;
    assert.equal(take()?.workspaceId, 'a', 'the others have not rendered for a second');
    assert.equal(take(), null);
  });

  it('does not hold back the workspace that has used least, beside one whose renders wait', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 2, now: () => now });
    const take = () => lanes.take(withSpare(3));
    fill(lanes, 'single', 1, 'light');
    finish(lanes, take());
    fill(lanes, 'single', 9, 'greedy');
    now = 10;
    assert.equal(take()?.workspaceId, 'greedy');
    assert.equal(take(), null, 'the light one is active');
    now = 500;
    fill(lanes, 'single', 9, 'light');
    const lights = [take(), take()];
    assert.deepEqual(
      lights.map((taken) => taken?.workspaceId),
      ['light', 'light'],
    );
    assert.equal(take(), null, 'the last process is for others');
    now = 1_400;
    for (const light of lights) finish(lanes, light);
    assert.equal(take()?.workspaceId, 'greedy', 'the other one has used more now');
    assert.equal(take()?.workspaceId, 'light');
    assert.equal(take(), null);
  });

  it('holds back a newcomer beside a workspace none of whose renders wait', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 2, now: () => now });
    const take = () => lanes.take(withSpare(3));
    fill(lanes, 'single', 1, 'steady');
    const steady = take();
    now = 900;
    fill(lanes, 'single', 2, 'newcomer');
    assert.equal(take()?.workspaceId, 'newcomer');
    assert.equal(take(), null);
    finish(lanes, steady);
    assert.equal(take(), null);
  });

  it('gives the only ready process to a batch render, though it is reserved', () => {
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 1 });
    fill(lanes, 'batch', 2);
    assert.equal(lanes.take(withoutSpare(1))?.task, 'batch 0');
    assert.equal(lanes.take(withoutSpare(1)), null);
  });

  it('takes a batch render first when none has run for two seconds', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 9, batchProcesses: 9, now: () => now });
    const take = () => lanes.take(withoutSpare(9));
    fill(lanes, 'single', 10);
    fill(lanes, 'batch', 3);
    now = 1_999;
    assert.equal(take()?.lane, 'single');
    now = 2_000;
    const batch = take();
    assert.equal(batch?.lane, 'batch');
    now = 60_000;
    assert.equal(take()?.lane, 'single', 'a batch render is running, however long it takes');
    finish(lanes, batch);
    now = 61_000;
    assert.equal(take()?.lane, 'single', 'the two seconds start when it finishes');
    now = 62_000;
    assert.equal(take()?.lane, 'batch');
  });

  it('ignores time in which no batch render was queued', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 2, now: () => now });
    fill(lanes, 'single', 3);
    fill(lanes, 'batch', 1);
    assert.equal(lanes.remove('batch', 'a', 'batch 0'), true);
    now = 5_000;
    fill(lanes, 'batch', 1);
    assert.equal(lanes.take(withoutSpare(2))?.lane, 'single');
    assert.deepEqual(lanes.clear(), ['single 1', 'single 2', 'batch 0']);
    assert.equal(lanes.take(withoutSpare(2)), null);
  });

  it('serves the workspace that has used the least time of renderers', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 1, batchProcesses: 1, now: () => now });
    fill(lanes, 'single', 200, 'slow');
    fill(lanes, 'single', 200, 'quick');
    const served = { slow: 0, quick: 0 };
    for (let index = 0; index < 110; index += 1) {
      const taken = lanes.take(withoutSpare(1));
      const workspaceId = taken?.workspaceId === 'slow' ? 'slow' : 'quick';
      now += workspaceId === 'slow' ? 1_000 : 100;
      served[workspaceId] += 1;
      finish(lanes, taken);
    }
    assert.deepEqual(served, { slow: 10, quick: 100 });
  });

  it('counts a render while it runs', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 3, batchProcesses: 3, now: () => now });
    fill(lanes, 'single', 9, 'slow');
    lanes.take(withoutSpare(3));
    fill(lanes, 'single', 2, 'quick');
    now = 10_000;
    const order = [1, 2].map(() => lanes.take(withoutSpare(3))?.workspaceId);
    assert.deepEqual(order, ['quick', 'quick']);
  });

  it('gives no credit for time in which a workspace was away', () => {
    let now = 0;
    const lanes = new Lanes<string>({ processes: 1, batchProcesses: 1, now: () => now });
    const serve = () => {
      const taken = lanes.take(withoutSpare(1));
      now += 100;
      finish(lanes, taken);
      return taken?.workspaceId;
    };
    fill(lanes, 'single', 30, 'steady');
    for (let index = 0; index < 20; index += 1) serve();
    fill(lanes, 'single', 10, 'back');
    const served = Array.from({ length: 6 }, serve);
    assert.equal(served.filter((each) => each === 'back').length, 3);
  });

  it('keeps the last process from a workspace that holds all others, if there is a spare one', () => {
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 1 });
    fill(lanes, 'single', 3, 'a');
    fill(lanes, 'batch', 3, 'a');
    assert.equal(lanes.take(withSpare(3))?.task, 'single 0');
    assert.equal(lanes.take(withSpare(3))?.task, 'single 1');
    assert.equal(lanes.take(withSpare(3)), null);
    fill(lanes, 'single', 1, 'b');
    assert.ok(lanes.mayStart('single', 'b', withSpare(3)));
    const other = lanes.take(withSpare(3));
    assert.equal(other?.workspaceId, 'b');
    finish(lanes, other);
    assert.equal(lanes.take(withSpare(3)), null);
  });

  it('keeps a process for the others also while another one is being replaced', () => {
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 1 });
    fill(lanes, 'single', 3, 'a');
    assert.ok(lanes.take(withSpare(2)) !== null);
    assert.equal(lanes.take(withSpare(2)), null);
    fill(lanes, 'single', 1, 'b');
    assert.equal(lanes.take(withSpare(2))?.workspaceId, 'b');
  });

  it('takes a row beside the slow rows of another workspace, and leaves a process for requests', () => {
    const lanes = new Lanes<string>({ processes: 2, batchProcesses: 1 });
    for (const workspaceId of ['a', 'b', 'c']) fill(lanes, 'batch', 2, workspaceId);
    const taken = [1, 2, 3].map(() => lanes.take(withSpare(3))?.workspaceId);
    assert.deepEqual(taken, ['a', 'b', undefined]);
    fill(lanes, 'single', 1, 'c');
    assert.equal(lanes.take(withSpare(3))?.lane, 'single');
  });

  it('names the newest render of the longest queue', () => {
    const lanes = new Lanes<string>({ processes: 1, batchProcesses: 1 });
    assert.equal(lanes.newestOfLongest(), null);
    fill(lanes, 'batch', 9, 'a');
    fill(lanes, 'single', 2, 'a');
    fill(lanes, 'single', 3, 'b');
    assert.deepEqual(lanes.newestOfLongest(), { workspaceId: 'b', task: 'single 2' });
  });
});

const quick = blurredJob(0);
/** Takes some seconds. */
const slow = blurredJob(3000);

const withPool = (options: Partial<RendererPoolOptions>, use: (pool: RendererPool) => Promise<void>) =>
  withWarmPool({ processes: 1, queueLimit: 1, ...options }, use);

describe('while a batch uses every process it may', () => {
  it('a single render starts before every queued batch render, and batch renders do not fill its queue', () =>
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

  it('a single render finds one of two processes free', () =>
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

  it('a queued batch render is removed by its signal, and refused when the pool closes', () =>
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

  it('the process of a failed batch render takes the next one', () =>
    withPool({ processes: 2, batchProcesses: 1, timeoutMs: 500 }, async (pool) => {
      const lost = pool.render(slow, noFiles, { lane: 'batch' });
      const next = pool.render(quick, noFiles, { lane: 'batch' });
      await assert.rejects(lost, /took too long/u);
      assert.equal((await next).width, 20);
    }));
});

describe('while one workspace has slow renders under way', () => {
  const busy = (pool: RendererPool, count: number, lane?: RenderLane) =>
    Array.from({ length: count }, () => {
      const render = pool.render(slow, noFiles, { workspaceId: 'a', lane });
      render.catch(() => undefined);
      return render;
    });

  for (const processes of [1, 2]) {
    it(`a neighbour is answered with a pool of ${processes}, again and again`, () =>
      withPool({ processes, queueLimit: 64, maxWaitMs: 120_000 }, async (pool) => {
        const slowRenders = busy(pool, 10);
        let ended = 0;
        for (const render of slowRenders) void render.catch(() => undefined).finally(() => (ended += 1));
        for (let round = 0; round < 5; round += 1) {
          const { width } = await pool.render(quick, noFiles, { workspaceId: 'b' });
          assert.equal(width, 20);
        }
        const { rendering, queued } = pool.stats();
        assert.deepEqual([rendering, queued], [processes, 10 - processes]);
        assert.equal(ended, 0);
      }));
  }

  it('a row of a neighbour is rendered beside its slow rows', () =>
    withPool({ processes: 2, batchProcesses: 1 }, async (pool) => {
      void busy(pool, 3, 'batch');
      void busy(pool, 2, 'single');
      const row = await pool.render(quick, noFiles, { workspaceId: 'b', lane: 'batch' });
      assert.equal(row.width, 20);
    }));

  it('a pool that only one workspace uses has no spare process', () =>
    withPool({ processes: 1, queueLimit: 64 }, async (pool) => {
      for (let round = 0; round < 3; round += 1) await pool.render(quick, noFiles, { workspaceId: 'a' });
      assert.equal(pool.stats().processes, 1);
      await pool.render(quick, noFiles, { workspaceId: 'b' });
      assert.equal(pool.stats().processes, 2);
    }));

  it('a render that waits too long is refused', () =>
    withPool({ processes: 1, queueLimit: 64, maxWaitMs: 50 }, async (pool) => {
      void busy(pool, 1);
      await assert.rejects(pool.render(quick, noFiles, { workspaceId: 'a' }), (error) => {
        assert.ok(error instanceof RendererBusyError);
        return error.retryAfterSeconds >= 1;
      });
      assert.equal(pool.stats().queued, 0);
    }));

  it('a full queue gives a place of the longest queue to a neighbour', () =>
    withPool({ processes: 1, queueLimit: 4 }, async (pool) => {
      // The spare process is there, and held by another workspace.
      await pool.render(quick, noFiles, { workspaceId: 'a' });
      await pool.render(quick, noFiles, { workspaceId: 'c' });
      await waitUntil(() => pool.stats().warm === 2);
      const [, ...waiting] = busy(pool, 5);
      const held = pool.render(slow, noFiles, { workspaceId: 'c' });
      held.catch(() => undefined);
      assert.deepEqual([pool.stats().rendering, pool.stats().queued], [2, 4]);
      assert.throws(() => pool.checkRoom('a'), RendererBusyError);
      pool.checkRoom('b');
      const admitted = pool.render(quick, noFiles, { workspaceId: 'b' });
      admitted.catch(() => undefined);
      assert.equal(pool.stats().queued, 4);
      await assert.rejects(waiting.at(-1) ?? admitted, RendererBusyError);
    }));
});

describe('pictures', () => {
  it('wait beside a full queue, and single renders go first', () =>
    withPool({ processes: 1, queueLimit: 2 }, async (pool) => {
      const order: string[] = [];
      const render = (name: string, lane: RenderLane) =>
        pool.render(quick, noFiles, { lane }).then(() => order.push(name));
      const all = [
        render('running', 'single'),
        ...['p1', 'p2', 'p3', 'p4'].map((name) => render(name, 'picture')),
        ...['s1', 's2'].map((name) => render(name, 'single')),
      ];
      assert.deepEqual([pool.stats().rendering, pool.stats().queued], [1, 6]);
      assert.throws(() => pool.checkRoom(''), RendererBusyError);
      pool.checkRoom('', 'picture');
      await Promise.all(all);
      assert.deepEqual(order, ['running', 's1', 's2', 'p1', 'p2', 'p3', 'p4']);
    }));

  it('are refused after the wait that their caller names', () =>
    withPool({ processes: 1 }, async (pool) => {
      const slowRender = pool.render(slow, noFiles);
      slowRender.catch(() => undefined);
      const late = pool.render(quick, noFiles, { lane: 'picture', maxWaitMs: 20 });
      await assert.rejects(late, /no renderer was free for 20 ms/u);
      assert.equal(pool.stats().queued, 0);
    }));
});

describe('under a steady load of single renders', () => {
  it('a batch makes progress', () =>
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
      assert.ok(singles > 10, `${singles} single renders were completed meanwhile`);
    }));
});
