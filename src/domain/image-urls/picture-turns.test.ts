/** How new pictures of one process wait: their places, their deadline, and the line for the renderers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { Problem } from '../problems/problem.ts';
import { PictureTurns } from './picture-turns.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

interface Asking {
  readonly key?: string;
  readonly workspace?: string;
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  readonly isPayable?: boolean;
}

/** Asks for pictures, whose renders last until they are ended. */
function createSite(turns = new PictureTurns()) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (name: string, asking: Asking = {}): Promise<string> => {
    const { key = 'key', workspace = 'workspace', waitMs = 60_000, isPayable = true } = asking;
    const { signal = new AbortController().signal } = asking;
    const turn = {
      plan: null,
      accountId: workspace,
      workspaceId: workspace,
      urlKeyId: `${workspace} ${key}`,
      deadlineMs: performance.now() + waitMs,
      signal,
      canBePaid: () => Promise.resolve(isPayable),
    };
    const render = async (): Promise<string> => {
      started.push(name);
      await new Promise<void>((resolve) => void ends.push(resolve));
      return name;
    };
    return await turns.run(database.db, turn, render).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      assert.ok((error.facts.retryAfterSeconds ?? 0) >= 1, 'a problem without Retry-After');
      return error.code;
    });
  };
  return {
    turns,
    started,
    ask,
    askMany: (count: number, name: string, asking: Asking = {}) =>
      Array.from({ length: count }, (_, index) => ask(`${name}${index}`, asking)),
    /** Ends renders until the promises have settled, and returns their outcomes. */
    async finish(promises: readonly Promise<string>[]): Promise<string[]> {
      let isOver = false;
      const all = Promise.all(promises).finally(() => (isOver = true));
      while (!isOver) {
        ends.shift()?.();
        await settle();
      }
      return await all;
    },
  };
}

/** Lets everything happen that can without an event from outside. */
const settle = () => new Promise((resolve) => void setImmediate(resolve));

void describe('new pictures', () => {
  void test('are at the renderers 16 at a time of one workspace, the others wait', async () => {
    const { askMany, started, finish } = createSite();
    const all = askMany(100, 'p');
    await settle();
    assert.equal(started.length, 16);
    const outcomes = await finish(all);
    assert.deepEqual(outcomes, started);
    assert.equal(started.length, 100);
  });

  void test('are at the renderers 64 at a time in all, and workspaces take turns', async () => {
    const { askMany, started, finish } = createSite();
    const busy = ['a', 'b', 'c', 'd'].flatMap((workspace) => askMany(40, workspace, { workspace }));
    await settle();
    assert.equal(started.length, 64);
    const late = askMany(2, 'e', { workspace: 'e' });
    await finish(busy.slice(0, 1));
    await finish(late);
    const before = started.indexOf('e1');
    assert.ok(before < 70, `${before} pictures went before the second one of another workspace`);
    await finish(busy);
  });

  void test('of a key do not wait for all of another key of the workspace', async () => {
    const { askMany, started, finish } = createSite();
    const crawler = askMany(100, 'crawler', { key: 'one' });
    const page = askMany(3, 'page', { key: 'two' });
    await finish(page);
    const before = started.indexOf('page2');
    assert.ok(before < 25, `${before} pictures went before`);
    await finish(crawler);
  });

  void test('have 100 places a key; one more is 429 at once', async () => {
    const { ask, askMany, finish } = createSite();
    const all = askMany(100, 'p');
    await settle();
    assert.equal(await ask('late'), 'RATE_LIMIT_EXCEEDED');
    const other = ask('other', { key: 'two' });
    await finish([...all, other]);
    assert.deepEqual(await finish([ask('again')]), ['again']);
  });

  void test('have 1,000 places in all, of which no workspace keeps the others out', async () => {
    const { ask, askMany, finish } = createSite();
    const crawlers = Array.from({ length: 10 }, (_, index) =>
      askMany(100, `${index}-`, { key: `${index}` }),
    ).flat();
    await settle();
    assert.equal(await ask('late', { key: 'last' }), 'RENDERER_UNAVAILABLE');
    const page = askMany(60, 'page', { workspace: 'other' });
    assert.deepEqual(
      new Set((await finish(page)).map((outcome) => outcome.replace(/\d+/, ''))),
      new Set(['page']),
    );
    const outcomes = await finish(crawlers);
    assert.equal(outcomes.filter((outcome) => outcome === 'RENDERER_UNAVAILABLE').length, 60);
  });

  void test('without a renderer are 503 at the deadline, and free their places', async () => {
    const { ask, askMany, started, finish } = createSite();
    const held = askMany(16, 'held', { waitMs: 0 });
    const late = askMany(84, 'late', { waitMs: 20 });
    assert.deepEqual(new Set(await Promise.all(late)), new Set(['RENDERER_UNAVAILABLE']));
    assert.equal(started.length, 16);
    const next = askMany(84, 'next');
    assert.equal(
      (await finish([...held, ...next])).filter((name) => /^(?:held|next)/.test(name)).length,
      100,
    );
    assert.deepEqual(await finish([ask('last')]), ['last']);
  });

  void test('whose clients leave free their places, and are not rendered', async () => {
    const { askMany, started, finish } = createSite();
    const held = askMany(16, 'held');
    await settle();
    const leaving = new AbortController();
    const left = askMany(84, 'left', { signal: leaving.signal });
    await settle();
    leaving.abort(new Error('gone'));
    const reasons = (await Promise.allSettled(left)).map(
      (each) => each.status === 'rejected' && String(each.reason),
    );
    assert.deepEqual(new Set(reasons), new Set(['Error: gone']));
    const next = askMany(84, 'next');
    await finish([...held, ...next]);
    assert.ok(started.every((name) => !name.startsWith('left')));
  });

  void test('that cannot be paid for do not wait', async () => {
    const { ask, askMany, started, finish } = createSite();
    const waiting = askMany(100, 'p');
    await settle();
    const refused = ask('unpaid', { isPayable: false });
    await settle();
    assert.ok(started.includes('unpaid'));
    await finish([...waiting, refused]);
  });

  void test('are refused when the process ends, except for those that are rendered', async () => {
    const { turns, ask, askMany, finish } = createSite();
    const held = askMany(16, 'held');
    await settle();
    const waiting = askMany(20, 'waiting');
    await settle();
    turns.close();
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['RENDERER_UNAVAILABLE']));
    assert.equal(await ask('late'), 'RENDERER_UNAVAILABLE');
    assert.ok((await finish(held)).every((name) => name.startsWith('held')));
  });
});
