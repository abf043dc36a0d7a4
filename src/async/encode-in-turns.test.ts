import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeInTurns } from './encode-in-turns.ts';

test('encodes a text of any length, with pairs of surrogates at every place', async () => {
  const pairs = '😀'.repeat(300_000);
  for (const text of ['', 'a', 'é', '😀', pairs, `a${pairs}`, `${pairs}\ud83d`, '\udc00'.repeat(262_145)])
    assert.ok((await encodeInTurns(text)).equals(Buffer.from(text)));
});

test('a long text takes many turns of the event loop', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await encodeInTurns('é'.repeat(4 * 1024 * 1024));
  isOver = true;
  assert.ok(turns >= 15, `${turns} turns`);
});
