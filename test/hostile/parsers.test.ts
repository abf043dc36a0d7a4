/**
 * The fuzzing's short form: whatever once failed, then a number of new inputs for each parser, which are the same at every run as long
 * as the code is. `npm run fuzz:parsers` tries as many as there is time for.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fuzzParser } from './fuzz-parser.ts';
import { trials } from './parsers.ts';

describe('parsers refuse or read what is thrown at them', { timeout: 600_000 }, () => {
  for (const parser of Object.keys(trials)) {
    test(parser, async () => {
      const { runs, blocks, finding, input } = await fuzzParser(parser, { seed: 1, runs: 1_000 });
      assert.equal(
        finding,
        null,
        `${finding ?? ''}\nwith ${JSON.stringify(input.toString('latin1').slice(0, 2_000))}`,
      );
      assert.ok(runs >= 1_000);
      // Else the trial reads nothing at all.
      assert.ok(blocks > 0);
    });
  }
});
