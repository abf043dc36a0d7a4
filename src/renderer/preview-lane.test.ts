import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blurredJob, withWarmPool } from '../../test/helpers/renderer-pools.ts';
import { RendererBusyError, RendererClosedError, RendererCrashedError } from './errors.ts';
import type { RenderLane } from './lanes.ts';
import type { RendererPool, RendererPoolOptions } from './pool.ts';
import { PreviewLane, type TakenPreview } from './preview-lane.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

describe('PreviewLane', () => {
  const free = (ready: number) => ({ ready, processes: ready, isContended: false });
  const contended = { ready: 3, processes: 2, isContended: true };
  const laneAt = (clock: { now: number }) =>
    new PreviewLane<string>({ maxQueued: 20, maxQueuedPerAccount: 5, now: () => clock.now });
  const fill = (lane: PreviewLane<string>, count: number, accountId = 'a') => {
    for (let index = 0; index < count; index += 1) lane.add(accountId, `${accountId}${index}`);
  };
  const finish = (lane: PreviewLane<string>, taken: TakenPreview<string> | null) => {
    assert.ok(taken !== null);
    lane.finish(taken);
  };

  it('never takes all processes, unless there is one only', () => {
    const lane = laneAt({ now: 0 });
    fill(lane, 3, 'a');
    fill(lane, 3, 'b');
    const [first, second] = [lane.take(free(3)), lane.take(free(3))];
    assert.ok(first !== null && second !== null);
    assert.equal(lane.take(free(3)), null);
    finish(lane, first);
    finish(lane, second);
    assert.ok(lane.take(free(1)) !== null);
    assert.equal(lane.take(free(1)), null);
  });

  it('leaves a processor to renders, though there is a spare process', () => {
    const lane = laneAt({ now: 0 });
    fill(lane, 3, 'a');
    fill(lane, 3, 'b');
    const room = { ready: 3, processes: 2, isContended: false };
    assert.ok(lane.take(room) !== null);
    assert.equal(lane.take(room), null);
  });

  it('while paid renders wait, rests three times as long as the last preview took', () => {
    const clock = { now: 0 };
    const lane = laneAt(clock);
    fill(lane, 5);
    const taken = lane.take(contended);
    assert.equal(lane.take(contended), null, 'one at a time');
    clock.now = 40;
    finish(lane, taken);
    clock.now = 159;
    assert.equal(lane.take(contended), null);
    clock.now = 160;
    assert.equal(lane.take(contended)?.task, 'a1');
  });

  it('has no pause when no paid render waits', () => {
    const clock = { now: 0 };
    const lane = laneAt(clock);
    fill(lane, 2);
    const taken = lane.take(contended);
    clock.now = 40;
    finish(lane, taken);
    assert.equal(lane.take(free(2))?.task, 'a1');
  });

  it('serves accounts in turn, and runs two previews of one account at most', () => {
    const clock = { now: 0 };
    const lane = laneAt(clock);
    fill(lane, 5, 'a');
    fill(lane, 2, 'b');
    const order: (string | undefined)[] = [];
    for (let round = 0; round < 5; round += 1) {
      const taken = lane.take(free(2));
      order.push(taken?.task);
      clock.now += 10;
      finish(lane, taken);
    }
    assert.deepEqual(order, ['a0', 'b0', 'a1', 'b1', 'a2']);
    const rest = [1, 2, 3].map(() => lane.take(free(9))?.task);
    assert.deepEqual(rest, ['a3', 'a4', undefined]);
    fill(lane, 3, 'c');
    assert.deepEqual(
      [1, 2, 3].map(() => lane.take(free(9))?.task),
      ['c0', 'c1', undefined],
    );
  });

  it('gives no credit to an account that was away', () => {
    const clock = { now: 0 };
    const lane = laneAt(clock);
    fill(lane, 5, 'steady');
    const serve = () => {
      const taken = lane.take(free(2));
      clock.now += 100;
      finish(lane, taken);
      return taken?.accountId;
    };
    serve();
    serve();
    fill(lane, 5, 'back');
    assert.equal([1, 2, 3, 4].map(serve).filter((each) => each === 'back').length, 2);
  });

  it('bounds what may wait, of one account and of all', () => {
    const lane = laneAt({ now: 0 });
    fill(lane, 5, 'a');
    assert.equal(lane.hasRoom('a'), false);
    assert.equal(lane.hasRoom('b'), true);
    for (const accountId of ['b', 'c', 'd']) fill(lane, 5, accountId);
    assert.equal(lane.hasRoom('e'), false);
    assert.equal(lane.remove('d', 'd4'), true);
    assert.equal(lane.remove('d', 'd4'), false);
    assert.equal(lane.hasRoom('e'), true);
    assert.equal(lane.clear().length, 19);
    assert.equal(lane.queued, 0);
    assert.equal(lane.take(free(2)), null);
  });
});

const noFiles = new Map<string, Uint8Array>();
const quick = blurredJob(0);
/** Takes some seconds. */
const slow = blurredJob(3000);

const withPool = (options: Partial<RendererPoolOptions>, use: (pool: RendererPool) => Promise<void>) =>
  withWarmPool({ processes: 2, queueLimit: 64, ...options }, use);

describe('previews in a pool', () => {
  for (const lane of ['single', 'batch'] as const satisfies RenderLane[]) {
    it(`a flood of them delays ${lane} renders of another workspace by a bounded factor`, () =>
      withPool({}, async (pool) => {
        const starts: string[] = [];
        const preview = (accountId: string) =>
          pool.preview(quick, noFiles, { accountId, onStart: () => starts.push('preview') });
        const paid = () =>
          pool.render(quick, noFiles, { lane, workspaceId: 'b', onStart: () => starts.push(lane) });
        // Four accounts fill the lane before the first paid render comes.
        const flood = ['a', 'c', 'd', 'e'].flatMap((id) => Array.from({ length: 15 }, () => preview(id)));
        await Promise.all([...Array.from({ length: 60 }, paid), ...flood]);
        const whilePaid = starts.slice(0, starts.lastIndexOf(lane));
        const previews = whilePaid.filter((each) => each === 'preview').length;
        assert.ok(previews > 0, 'previews make progress');
        // A quarter of the time of one process of two; both kinds take equally long.
        assert.ok(previews <= whilePaid.length / 4, `${previews} of ${whilePaid.length}`);
      }));
  }

  it('a slow one leaves a process to paid renders, also in a pool of one', () =>
    withPool({ processes: 1 }, async (pool) => {
      // The first preview brings the spare process.
      await pool.preview(quick, noFiles, { accountId: 'a' });
      await waitUntil(() => pool.stats().warm >= 2);
      const slowOnes = [1, 2, 3].map(() => pool.preview(slow, noFiles, { accountId: 'a' }));
      let ended = 0;
      for (const each of slowOnes) each.catch(() => undefined).finally(() => (ended += 1));
      for (let round = 0; round < 3; round += 1) await pool.render(quick, noFiles, { workspaceId: 'w' });
      assert.deepEqual([ended, pool.stats().rendering, pool.stats().previewQueued], [0, 1, 2]);
    }));

  it('a queued one is removed by its signal, and refused when the pool closes', () =>
    withPool({}, async (pool) => {
      const running = pool.preview(slow, noFiles, { accountId: 'a' });
      running.catch(() => undefined);
      const replaced = new AbortController();
      const dropped = pool.preview(quick, noFiles, { accountId: 'a', signal: replaced.signal });
      const waiting = pool.preview(quick, noFiles, { accountId: 'a' });
      waiting.catch(() => undefined);
      replaced.abort(new Error('there is a newer one'));
      await assert.rejects(dropped, /there is a newer one/u);
      assert.equal(pool.stats().previewQueued, 1);
      await pool.close();
      await assert.rejects(waiting, RendererClosedError);
      await assert.rejects(pool.preview(quick, noFiles, { accountId: 'a' }), RendererClosedError);
    }));

  it('one account fills its own queue only', () =>
    withPool({}, async (pool) => {
      const of = (accountId: string) => pool.preview(slow, noFiles, { accountId });
      const many = Array.from({ length: 17 }, () => of('a'));
      for (const each of many) each.catch(() => undefined);
      await assert.rejects(of('a'), (error) => error instanceof RendererBusyError);
      const other = of('b');
      other.catch(() => undefined);
      assert.equal(pool.stats().previewQueued, 17);
    }));

  it('one that takes too long is stopped, and the next one is rendered', () =>
    withPool({ timeoutMs: 400 }, async (pool) => {
      await assert.rejects(
        pool.preview(slow, noFiles, { accountId: 'a' }),
        (error) => error instanceof RendererCrashedError && error.reason === 'timeout',
      );
      assert.equal((await pool.preview(quick, noFiles, { accountId: 'a' })).width, 20);
    }));

  it('takes the seconds of a preview, not of a paid render', () =>
    withPool({ maxPreviewMs: 400 }, async (pool) => {
      const paid = pool.render(blurredJob(20), noFiles);
      await assert.rejects(pool.preview(slow, noFiles, { accountId: 'a' }), /took too long/u);
      assert.equal((await paid).width, 2000);
    }));
});
