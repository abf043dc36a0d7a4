import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthoringParts, inSlot } from './parts.ts';

/** Slots need neither a database nor storage. */
const parts = createAuthoringParts({ fileLimits: { timeoutMs: 1_000 } } as never);

test('conversions of one workspace that do not end leave a slot for the exports of another', async () => {
  const end = Promise.withResolvers<undefined>();
  const conversions = Array.from({ length: 16 }, () => inSlot(parts.zipSlots, 'slow', () => end.promise));
  // The one after them is refused, as none of the workspace has ended.
  await assert.rejects(
    inSlot(parts.zipSlots, 'slow', () => Promise.resolve()),
    { code: 'SERVICE_UNAVAILABLE' },
  );
  for (const name of ['first', 'second'])
    assert.equal(await inSlot(parts.zipSlots, 'other', () => Promise.resolve(name)), name);
  end.resolve(undefined);
  await Promise.all(conversions);
});
