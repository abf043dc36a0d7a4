import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bulkhead } from '../../async/bulkhead.ts';
import { imageSlotOptions, withImageLimits, type ImageParts } from './image-limits.ts';
import { ImageRate } from './image-rate.ts';
import { createMemoryBudget, MemoryFullError } from './memory-budget.ts';
import type { PreparedRender } from './render-template.ts';

const parts: ImageParts = {
  fetchImage: () => Promise.reject(new Error('no image is fetched')),
  imageMemory: createMemoryBudget(0),
  sceneMemory: createMemoryBudget(100, 'documents'),
  imageRate: new ImageRate(),
  imageSlots: new Bulkhead(imageSlotOptions),
};

/** A render whose document has this many bytes; it waits until it is told to end. */
function begin(workspaceId: string, bytes: number) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const prepared = { bound: { scene: new Uint8Array(bytes), sources: [] } } as unknown as PreparedRender;
  const { signal } = new AbortController();
  const rendered = withImageLimits(parts, prepared, { workspaceId, signal }, () => promise);
  return { rendered, end: () => resolve('rendered') };
}

test('documents of renders that wait have a share of the memory, until they are rendered', async () => {
  const [first, second] = [begin('a', 20), begin('a', 20)];
  const isFull = (error: unknown) =>
    error instanceof MemoryFullError && error.message.startsWith('documents of other requests');
  await assert.rejects(begin('a', 20).rendered, isFull);
  const other = begin('b', 20);
  other.end();
  assert.equal(await other.rendered, 'rendered');
  first.end();
  assert.equal(await first.rendered, 'rendered');
  const third = begin('a', 20);
  third.end();
  second.end();
  assert.deepEqual(await Promise.all([second.rendered, third.rendered]), ['rendered', 'rendered']);
});

test('a fetch that fails beyond the rate waits, until its request ends', async () => {
  const imageRate = new ImageRate(() => 0);
  for (let failure = 0; failure < 10_000; failure += 1) imageRate.takeFailure('c');
  const answer = { ok: false, fault: 'origin', kind: 'connect', detail: 'fails' } as const;
  const failing = { ...parts, imageRate, fetchImage: () => Promise.resolve(answer) } as unknown as ImageParts;
  const prepared = { bound: { scene: {}, sources: [] } } as unknown as PreparedRender;
  const fetchOnce = (workspaceId: string, signal: AbortSignal) =>
    withImageLimits(failing, prepared, { workspaceId, signal }, (fetchImage, stop) =>
      fetchImage('https://example.com/a.png', stop),
    );
  const gone = new AbortController();
  const waiting = fetchOnce('c', gone.signal);
  assert.deepEqual(await fetchOnce('d', gone.signal), answer);
  gone.abort(new Error('the client has gone'));
  await assert.rejects(waiting, /the client has gone/);
});
