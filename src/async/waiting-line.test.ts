import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WaitingLine } from './waiting-line.ts';

const forever = new AbortController().signal;

/** Records the order of turns, each of which lasts until it is ended. */
function createRecorder(line: WaitingLine) {
  const turns: string[] = [];
  const ends: (() => void)[] = [];
  return {
    turns,
    async enter(owner: string, name: string, { signal = forever, of = 'account' } = {}) {
      await line.run({ line: of, owner }, signal, async () => {
        turns.push(name);
        await new Promise<void>((resolve) => void ends.push(resolve));
      });
    },
    /** Ends the turn that runs, once one does. */
    async endTurn() {
      for (;;) {
        const end = ends.shift();
        if (end !== undefined) return end();
        await new Promise((resolve) => void setImmediate(resolve));
      }
    },
  };
}

void describe('a waiting line', () => {
  void test('gives each owner a turn in order, and each caller of an owner', async () => {
    const { turns, enter, endTurn } = createRecorder(new WaitingLine());
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => enter(name[0] ?? '', name));
    for (let turn = 0; turn < all.length; turn += 1) await endTurn();
    await Promise.all(all);
    assert.deepEqual(turns, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  void test('runs as many tasks of a line at a time as it may, beside those of other lines', async () => {
    const line = new WaitingLine({ atOnce: 2 });
    const { turns, enter, endTurn } = createRecorder(line);
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => enter(name[0] ?? '', name));
    all.push(enter('c', 'c1', { of: 'other' }));
    assert.deepEqual(turns, ['a1', 'a2', 'c1']);
    assert.deepEqual([line.lengthOf('account'), line.lengthOf('other')], [4, 1]);
    for (let turn = 0; turn < all.length; turn += 1) await endTurn();
    await Promise.all(all);
    assert.deepEqual(turns.slice(3), ['a3', 'b1']);
    assert.deepEqual([line.lengthOf('account'), line.lengthOf('other')], [0, 0]);
  });

  void test('removes a caller that leaves, and keeps the order of the others', async () => {
    const line = new WaitingLine();
    const { turns, enter, endTurn } = createRecorder(line);
    const leaving = new AbortController();
    const first = enter('a', 'a1');
    const left = enter('a', 'a2', { signal: leaving.signal });
    const last = enter('a', 'a3');
    assert.equal(line.lengthOf('account'), 3);
    leaving.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    assert.equal(line.lengthOf('account'), 2);
    await endTurn();
    await endTurn();
    await Promise.all([first, last]);
    assert.deepEqual(turns, ['a1', 'a3']);
  });

  // The caller leaves before, as, and after it learns of its turn.
  for (let microtasks = 0; microtasks < 12; microtasks += 1) {
    void test(`passes on the turn of a caller that leaves ${microtasks} microtasks later`, async () => {
      const line = new WaitingLine();
      const { promise: turnEnds, resolve: endTurn } = Promise.withResolvers<void>();
      const leaving = new AbortController();
      const first = line.run({ line: 'account', owner: 'a' }, forever, () => turnEnds);
      const left = line.run({ line: 'account', owner: 'b' }, leaving.signal, () => Promise.resolve());
      const last = line.run({ line: 'account', owner: 'c' }, forever, () => Promise.resolve('turn'));
      endTurn();
      for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve();
      leaving.abort(new Error('gone'));
      await Promise.allSettled([first, left]);
      assert.equal(await last, 'turn');
      assert.equal(line.lengthOf('account'), 0);
    });
  }

  void test('goes on after a task that fails', async () => {
    const line = new WaitingLine();
    const caller = { line: 'account', owner: 'a' };
    const failed = line.run(caller, forever, () => Promise.reject(new Error('failed')));
    const next = line.run(caller, forever, () => Promise.resolve('done'));
    await assert.rejects(failed, /failed/);
    assert.equal(await next, 'done');
    await assert.rejects(
      line.run(caller, AbortSignal.abort(new Error('gone')), () => Promise.resolve()),
      /gone/,
    );
    assert.equal(line.lengthOf('account'), 0);
  });
});
