/**
 * Mutated designs: each is converted or refused, soon. `npm run fuzz:designs` converts 500 of each format.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { convertMutations } from './convert-mutations.ts';
import { hostileDesigns } from './designs.ts';

describe('mutated designs are converted or refused', { timeout: 300_000 }, () => {
  for (const design of hostileDesigns) {
    test(design.file, async () => {
      const { converted, refused } = await convertMutations(design, { seed: 1, count: 30 });
      assert.equal(converted + refused, 30);
      // Without a conversion, nothing is read; without a refusal, the mutations are too mild.
      assert.ok(converted > 0 && refused > 0, `${converted} converted, ${refused} refused`);
    });
  }
});
