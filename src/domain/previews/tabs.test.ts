import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems/problem.ts';
import { PreviewTabs } from './tabs.ts';

const forever = new AbortController().signal;
const isReplaced = (error: unknown) => error instanceof Problem && error.code === 'PREVIEW_REPLACED';

/** A render that ends when the test says so, and whether it was asked to stop. */
function controlled() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = { isStopped: false };
  const render = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => (state.isStopped = true));
    return await promise;
  };
  return { render, resolve, state };
}

test('a newer preview of a tab replaces the older one at once, though it is being rendered', async () => {
  const tabs = new PreviewTabs();
  const tab = { accountId: 'a', name: 't' };
  const [older, newer] = [controlled(), controlled()];
  const first = tabs.run(tab, forever, older.render);
  const second = tabs.run(tab, forever, newer.render);
  await assert.rejects(first, isReplaced);
  assert.deepEqual([older.state.isStopped, newer.state.isStopped], [true, false]);
  older.resolve('late');
  newer.resolve('picture');
  assert.equal(await second, 'picture');
  assert.equal(await tabs.run(tab, forever, () => Promise.resolve('next')), 'next');
});

test('previews of other tabs and accounts, and those without a tab, replace nothing', async () => {
  const tabs = new PreviewTabs();
  const renders = [
    { accountId: 'a', name: 't' },
    { accountId: 'a', name: 'u' },
    { accountId: 'b', name: 't' },
    { accountId: 'a', name: undefined },
    { accountId: 'a', name: undefined },
  ].map((tab) => {
    const { render, resolve } = controlled();
    return { result: tabs.run(tab, forever, render), resolve };
  });
  for (const { resolve } of renders) resolve('picture');
  assert.equal((await Promise.all(renders.map(({ result }) => result))).length, 5);
});

test('a client that goes away is not waited for', async () => {
  const client = new AbortController();
  const { render, state } = controlled();
  const gone = new PreviewTabs().run({ accountId: 'a', name: 't' }, client.signal, render);
  client.abort(new Error('the client has gone'));
  await assert.rejects(gone, /the client has gone/u);
  assert.equal(state.isStopped, true);
});
