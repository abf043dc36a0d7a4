/**
 * Mutated designs: each is converted or refused, soon. `npm run fuzz:designs` converts 500 of each format.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { convertMutations, tryConversion } from './convert-mutations.ts';
import { damagedHeaders } from './damaged-headers.ts';
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

describe('designs whose heads are cut, zeroed, filled or swapped are converted or refused', () => {
  for (const { format, file } of hostileDesigns) {
    test(file, { timeout: 300_000 }, async () => {
      const designs = await Promise.all(
        hostileDesigns.map((each) => readFile(new URL(`designs/${each.file}`, import.meta.url))),
      );
      const design = await readFile(new URL(`designs/${file}`, import.meta.url));
      for (const { name, bytes } of damagedHeaders(design, designs)) {
        await tryConversion(format, file, bytes).catch((error: unknown) => {
          throw new Error(`${file}: ${name}`, { cause: error });
        });
      }
    });
  }
});
